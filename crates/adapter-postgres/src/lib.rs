#![doc = include_str!("../README.md")]

mod access;
mod connect;
mod dialect;
mod error;
mod evidence;
mod history;
mod lease;
mod listener;
mod lock;
mod matches;
mod migrate;
#[path = "../../adapter-sql/queries/mod.rs"]
mod queries;
mod reader;
mod regrouping;
mod scales;
mod snapshots;
mod sources;
mod store;
mod suspects;
mod taking;
#[cfg(feature = "testing")]
pub mod testing;
mod tls;
mod watches;
mod webhooks;
mod writer;

pub use store::PostgresStore;
