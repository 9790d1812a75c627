#![doc = include_str!("../README.md")]

mod lock;
mod migrations;
mod pool;
mod ports;
mod queries;
mod stage;
mod store;

pub use store::SqliteStore;
