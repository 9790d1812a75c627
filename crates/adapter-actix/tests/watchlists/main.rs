//! `/v1/watchlists` to the letter: statuses, headers, order of checks, bodies.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../absent/webhooks.rs"]
mod absent;
mod catalogue;
mod change;
mod create;
mod list;
mod loading;
mod order;
mod store;
mod strict;
#[path = "../support/mod.rs"]
mod support;
mod wire;
mod world;
