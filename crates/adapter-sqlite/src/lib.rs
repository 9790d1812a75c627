#![doc = include_str!("../README.md")]

mod access;
pub mod backup;
mod bulk;
mod claiming;
mod compact;
mod deliveries;
mod dialect;
mod files;
mod key_locks;
mod lock;
mod migrations;
mod pool;
#[path = "../../adapter-sql/ports/mod.rs"]
mod ports;
#[path = "../../adapter-sql/queries/mod.rs"]
#[expect(
    clippy::await_holding_refcell_ref,
    reason = "a statement is done when it is asked for: its answer is ready, and nothing runs meanwhile"
)]
mod queries;
mod ready;
mod snapshots;
mod stage;
mod store;
mod transactions;
mod watcher;

pub use files::FileAccess;
pub use store::{Readers, SqliteStore};
