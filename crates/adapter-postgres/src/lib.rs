#![doc = include_str!("../README.md")]

mod access;
mod bulk;
mod claiming;
mod connect;
mod deliveries;
mod dialect;
pub mod dump;
mod error;
mod lease;
mod limits;
mod listener;
mod lock;
mod migrate;
mod notices;
#[path = "../../adapter-sql/ports/mod.rs"]
mod ports;
#[path = "../../adapter-sql/queries/mod.rs"]
mod queries;
mod snapshots;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod tls;
mod transactions;
mod upkeep;

pub use connect::{ACCEPTED_URL, is_url};
pub use limits::{Connections, Limits};
pub use listener::KeyUse;
pub use store::PostgresStore;
