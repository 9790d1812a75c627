//! `/v1/webhooks` and what belongs to it, to the letter: statuses, headers, order of checks, bodies.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../absent/watches.rs"]
mod absent;
mod ask;
mod bodies;
#[path = "../watchlists/catalogue.rs"]
mod catalogue;
mod fields;
mod keys;
mod operations;
mod order;
mod protocol;
mod reads;
mod refusals;
mod rights;
mod secrets;
mod store;
#[path = "../support/mod.rs"]
mod support;
mod wire;
mod world;
