//! Hours of the same work: mixed traffic with imports, watches that fire and deliveries, or deliveries alone at a high
//! rate. Nothing fails, and nothing grows: what the service and its store take in the last quarter of the run is at
//! most a tenth more than in the second.

mod background;
mod mixed;
mod samples;
mod traffic;

use std::time::Duration;

use clap::Args;

use crate::numbers::float;
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::table::Row;
use crate::webhooks::Bench;
use samples::Samples;

/// What is kept for less than this is not looked at before the second quarter.
const SHORTEST: u64 = 60;

/// How long it takes, and how much is asked.
#[derive(Debug, Clone, Args)]
pub struct SoakArgs {
    #[command(flatten)]
    common: Common,
    /// How long it goes on.
    #[arg(long, default_value_t = 3600, value_parser = clap::value_parser!(u64).range(20..))]
    seconds: u64,
    /// How long deliveries, events and idempotency keys are kept; default: a sixth of the run, at least a minute.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(SHORTEST..))]
    retention: Option<u64>,
    /// So many deliveries a second, and nothing else.
    #[arg(long, value_name = "RATE", value_parser = clap::value_parser!(u64).range(1..))]
    deliveries: Option<u64>,
}

impl SoakArgs {
    /// What all measurements share.
    pub fn common(&self) -> &Common {
        &self.common
    }

    fn lasting(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    fn retention(&self) -> u64 {
        self.retention.unwrap_or((self.seconds / 6).max(SHORTEST))
    }

    /// The setting of the service.
    fn keeping(&self) -> [(String, String); 1] {
        let kept = format!("{}s", self.retention());
        [("PCS_EVENT_RETENTION".to_owned(), kept)]
    }
}

/// Measures on one store.
pub fn measure(args: &SoakArgs, backend: Backend) -> Outcome<Vec<Row>> {
    match args.deliveries {
        Some(rate) => deliveries(args, backend, rate),
        None => mixed::measure(args, backend),
    }
}

/// Deliveries at a rate.
fn deliveries(args: &SoakArgs, backend: Backend, rate: u64) -> Outcome<Vec<Row>> {
    let store = backend.shown();
    say(&format!(
        "{rate} deliveries a second on {store} for {} s, kept for {} s",
        args.seconds,
        args.retention()
    ));
    let temporary = tempfile::tempdir()?;
    let mut bench = Bench::start(&args.common, backend, temporary.path(), &args.keeping())?;
    let mut samples = Samples::new(bench.queue()?, bench.pid(), args.lasting());
    let sent = bench.steady(float(rate), args.lasting(), || samples.look())?;
    let of = |what: &str| format!("{rate} deliveries/s, {store}: {what}");
    let mut rows = vec![Row {
        what: of("delivered"),
        measured: format!("{:.0}/s of {:.0}/s queued", sent.arrived, sent.queued),
        limit: format!("p99 {:.0} ms after the commit", sent.latency.p99),
        ratio: format!("{:.3}", sent.arrived / float(rate)),
        goal: Some((">= 0.98", sent.arrived >= 0.98 * float(rate))),
    }];
    rows.extend(samples.rows(&of));
    Ok(rows)
}
