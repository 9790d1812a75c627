//! The ledger of kills: price watches, while imports and the service are killed with SIGKILL at random
//! moments.
//!
//! Clients create watches over HTTP, shops import snapshots whose prices cross the targets, the worker
//! sends mails; each of these processes is killed on the way and started again. What must have happened
//! is worked out here, from the prices that were written: the product's own code is not asked. At the
//! end every event stands in the store once, every mail came in at least once, and every one that came
//! again has its reason.

mod caller;
mod creating;
mod database;
mod importing;
mod ledger;
mod living;
mod market;
mod report;
mod sink;
mod trial;
mod watch;

pub use database::Database;
pub use market::{product_id, write_products};
pub use report::{Moment, Report};

use clap::{Args, ValueEnum};

use crate::cli::{Backend, Places};
use crate::outcome::{Outcome, print, say};

/// Arguments of `bench chaos`.
#[derive(Debug, Args)]
pub struct ChaosArgs {
    /// The store.
    #[arg(long, default_value = "both")]
    backend: Stores,
    /// Products; three shops sell them.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(50..100_000))]
    products: u64,
    /// Price watches.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(100..1_000_000))]
    watches: u64,
    /// Imports.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(5..1000))]
    imports: u64,
    /// Kills that must hit a running process.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(5..1000))]
    kills: u64,
    /// Of how many mails in a thousand the mail server hangs up instead of answering.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=1000))]
    hang_ups: u64,
    /// Decides about prices, watches and moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    places: Places,
}

/// Which stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Stores {
    /// A file in a temporary folder.
    Sqlite,
    /// A database of its own on the server that `TEST_DATABASE_URL` names.
    Postgres,
    /// One after the other.
    Both,
}

impl Stores {
    /// Which those are.
    pub const fn backends(self) -> &'static [Backend] {
        match self {
            Self::Sqlite => &[Backend::Sqlite],
            Self::Postgres => &[Backend::Postgres],
            Self::Both => &[Backend::Sqlite, Backend::Postgres],
        }
    }
}

/// Runs it on each store and prints what was counted; an error when the ledger is not even.
pub fn run(args: &ChaosArgs) -> Outcome<()> {
    let mut reports = Vec::new();
    for backend in args.backend.backends() {
        reports.push((backend.shown(), trial::run(args, *backend)?));
    }
    conclude(&reports, args.seed)
}

/// Prints what was counted; an error when there are faults.
pub fn conclude(reports: &[(&'static str, Report)], seed: u64) -> Outcome<()> {
    say("");
    print(&report::render(reports))?;
    let faults = |(store, report): &(&str, Report)| {
        let faults: Vec<String> = report
            .faults
            .iter()
            .map(|f| format!("{store}: {f}"))
            .collect();
        faults
    };
    let faults: Vec<String> = reports.iter().flat_map(faults).collect();
    if faults.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the ledger is not even (seed {seed}):\n{}",
        faults.join("\n")
    )
    .into())
}
