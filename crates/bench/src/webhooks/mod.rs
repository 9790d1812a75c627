//! Webhooks: how fast events are delivered, at what cost, how soon after their commit, and whether an
//! endpoint that hangs is felt by the others. The limit is a bare client with the same requests.

mod bare;
mod bench;
mod queue;
mod rows;
mod sent;

pub use bench::Bench;
pub use queue::{Place, Queue};

use bench::{Drained, Fan};

use crate::load::Spread;
use crate::numbers::median;
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::receiver::{Answer, Manner};
use crate::table::Row;

/// Rates that are the same in every run, in events a second: what half the peak is changes with the peak.
const RATES: [f64; 3] = [500.0, 1000.0, 2000.0];

/// Measures on one store.
pub fn measure(common: &Common, backend: Backend) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let store = backend.shown();
    say(&format!("webhooks on {store}: 50 endpoints"));
    let mut run = Run {
        common,
        backend,
        bench: Bench::start(common, backend, temporary.path(), &[])?,
    };
    // connections and caches, and the rows of earlier days
    run.bench.drain(Fan::One, 20_000)?;
    run.bench.drain(Fan::Twenty, 20_000)?;
    run.bench.tidy()?;
    let mut rows = Vec::new();
    let peak = run.peaks(&mut rows)?;
    run.bench.tidy()?;
    for rate in RATES {
        rows.push(run.latency(rate)?.0);
    }
    rows.push(run.latency_at_half(peak)?);
    rows.push(run.isolation(peak / 2.0)?);
    rows.push(run.summaries()?);
    Ok(rows)
}

struct Run<'a> {
    common: &'a Common,
    backend: Backend,
    bench: Bench,
}

impl Run<'_> {
    /// The peaks; returns that of events with one receiver.
    fn peaks(&mut self, rows: &mut Vec<Row>) -> Outcome<f64> {
        let mut peaks = Vec::new();
        for keeps in [true, false] {
            let manner: Manner = if keeps { kept } else { closed };
            self.bench.receiver.behave(manner);
            let (mut one, mut twenty, mut limits) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..self.common.rounds().div_ceil(2) {
                let limit = bare::peak(&self.bench.receiver, keeps, self.common.round())?;
                self.bench.receiver.take();
                one.push(self.bench.drain(Fan::One, self.backlog())?);
                twenty.push(self.bench.drain(Fan::Twenty, self.backlog())?);
                limits.push(limit);
                say(&format!(
                    "  kept {keeps}: bare {limit:.0}/s, one {:.2?}, twenty {:.2?}",
                    one.last(),
                    twenty.last()
                ));
            }
            let limit = median(&limits);
            for (fan, drained) in [(Fan::One, &one), (Fan::Twenty, &twenty)] {
                let peak = self.rows_of(fan, keeps, drained, limit, rows);
                peaks.push(peak);
            }
        }
        self.bench.receiver.behave(kept);
        Ok(peaks.first().copied().unwrap_or_default())
    }

    fn rows_of(
        &self,
        fan: Fan,
        keeps: bool,
        drained: &[Drained],
        limit: f64,
        rows: &mut Vec<Row>,
    ) -> f64 {
        let of =
            |figure: fn(&Drained) -> f64| median(&drained.iter().map(figure).collect::<Vec<_>>());
        let peak = of(|one| one.per_second);
        let cpu = of(|one| one.cpu_ms);
        let share = peak / limit;
        let half = |goal: f64| match self.backend {
            Backend::Postgres => goal,
            Backend::Sqlite => goal / 2.0,
        };
        let (receivers, rate_goal, cpu_goal) = match fan {
            Fan::One => ("one receiver", half(0.2), 0.2),
            Fan::Twenty => ("20 receivers", half(0.25), 0.15),
        };
        let goal = match (fan, self.backend) {
            (Fan::One, Backend::Postgres) => ">= 0.2, < 0.2 ms",
            (Fan::Twenty, Backend::Postgres) => ">= 0.25, < 0.15 ms",
            (Fan::One, Backend::Sqlite) => ">= 0.1",
            (Fan::Twenty, Backend::Sqlite) => ">= 0.125",
        };
        let is_cheap = self.backend == Backend::Sqlite || cpu < cpu_goal;
        let connections = if keeps { "kept" } else { "new" };
        rows.push(Row {
            what: format!(
                "webhooks, {}, {receivers}, {connections} connections",
                self.backend.shown()
            ),
            measured: format!(
                "{peak:.0}/s, CPU {cpu:.3} ms (database {:.3} ms), {:.2} rows",
                of(|one| one.database_ms),
                of(|one| one.rows)
            ),
            limit: format!("bare hyper client: {limit:.0}/s"),
            ratio: format!("{share:.3}"),
            goal: keeps.then_some((goal, share >= rate_goal && is_cheap)),
        });
        peak
    }

    /// From commit to attempt, with an open loop: the row, without a goal, and p50 and p99.
    fn latency(&mut self, rate: f64) -> Outcome<(Row, f64, f64)> {
        let mut spreads = Vec::new();
        for _ in 0..self.common.rounds().div_ceil(2) {
            let spread = self.bench.open(rate, self.common.round(), 0)?;
            say(&format!("  {rate:.0}/s: {spread:.2?} ms"));
            spreads.push(spread);
        }
        let of =
            |figure: fn(&Spread) -> f64| median(&spreads.iter().map(figure).collect::<Vec<_>>());
        let (p50, p99) = (of(|spread| spread.p50), of(|spread| spread.p99));
        let row = Row {
            what: format!(
                "webhooks, {}, commit to attempt, open loop ({rate:.0}/s)",
                self.backend.shown()
            ),
            measured: format!("p50 {p50:.2} ms, p99 {p99:.2} ms"),
            limit: "-".to_owned(),
            ratio: "-".to_owned(),
            goal: None,
        };
        Ok((row, p50, p99))
    }

    fn latency_at_half(&mut self, peak: f64) -> Outcome<Row> {
        let (row, p50, p99) = self.latency(peak / 2.0)?;
        Ok(Row {
            limit: format!("half the peak of {peak:.0}/s"),
            goal: (self.backend == Backend::Postgres)
                .then_some(("p50 < 2 ms, p99 < 10 ms", p50 < 2.0 && p99 < 10.0)),
            ..row
        })
    }

    fn isolation(&mut self, rate: f64) -> Outcome<Row> {
        let (mut with, mut without, mut shares) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.common.rounds() {
            let alone = self.bench.open(rate, self.common.round(), 1)?;
            let beside = self.bench.open_with_hanging(rate, self.common.round())?;
            say(&format!(
                "  {rate:.0}/s: healthy {alone:.2?}, one hangs {beside:.2?} ms"
            ));
            without.push(alone.p99);
            with.push(beside.p99);
            shares.push(beside.p99 / alone.p99);
        }
        let share = median(&shares);
        Ok(Row {
            what: format!(
                "webhooks, {}, one of 50 endpoints hangs, the others' p99 ({rate:.0}/s)",
                self.backend.shown()
            ),
            measured: format!("{:.2} ms", median(&with)),
            limit: format!("none hangs: {:.2} ms", median(&without)),
            ratio: format!("{share:.2}"),
            goal: Some(("<= 1.5", share <= 1.5)),
        })
    }

    fn summaries(&mut self) -> Outcome<Row> {
        let few = self.bench.summaries(100, 20)?;
        let kept = if self.common.is_quick() {
            100_000
        } else {
            1_000_000
        };
        let many = self.bench.summaries(kept, 20)?;
        Ok(Row {
            what: format!(
                "webhook-metrics, {}, {kept} deliveries, 60 at once",
                self.backend.shown()
            ),
            measured: format!("p50 {:.1} ms, p99 {:.1} ms", many.p50, many.p99),
            limit: format!("beside few: p50 {:.1} ms, p99 {:.1} ms", few.p50, few.p99),
            ratio: format!("{:.2}", many.p50 / few.p50),
            goal: Some(("p99 < 100 ms", many.p99 < 100.0)),
        })
    }

    fn backlog(&self) -> u64 {
        if self.common.is_quick() { 2000 } else { 20_000 }
    }
}

fn kept(_: usize) -> Answer {
    Answer::Success
}

fn closed(_: usize) -> Answer {
    Answer::Close
}
