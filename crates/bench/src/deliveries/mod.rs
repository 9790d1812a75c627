//! The ledger of deliveries: webhooks to fifty endpoints, some of which fail, hang or flap, while the
//! service is killed with SIGKILL and its database restarted.
//!
//! Clients create watches over HTTP, a shop imports prices that cross their targets and changes some of
//! them again before their events are out. At the end the store's rows are held against what the receiver
//! noted itself: every event was delivered or given up by rule to each subscription, or replaced by one
//! that was, and what came twice has its reason.

mod cluster;
mod fleet;
mod ledger;
mod manner;
mod shop;
mod store;
mod trial;

use clap::Args;

use crate::chaos::{self, Stores};
use crate::cli::Places;
use crate::outcome::Outcome;

/// Arguments of `bench deliveries`.
#[derive(Debug, Args)]
pub struct DeliveriesArgs {
    /// The store; PostgreSQL is a server of its own.
    #[arg(long, default_value = "both")]
    backend: Stores,
    /// About so many events.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(300..1_000_000))]
    events: u64,
    /// Imports in which they happen.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..1000))]
    imports: u64,
    /// Kills that must hit the service while it delivers.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..1000))]
    kills: u64,
    /// Restarts of PostgreSQL.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(0..100))]
    restarts: u64,
    /// Does not wait for the leases of what was killed: they end when everything is done.
    #[arg(long)]
    end_leases: bool,
    /// Decides about prices, answers and moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    places: Places,
}

/// Runs it on each store and prints what was counted; an error when the ledger is not even.
pub fn run(args: &DeliveriesArgs) -> Outcome<()> {
    let mut reports = Vec::new();
    for backend in args.backend.backends() {
        reports.push((backend.shown(), trial::run(args, *backend)?));
    }
    chaos::conclude(&reports, args.seed)
}
