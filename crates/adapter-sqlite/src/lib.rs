#![doc = include_str!("../README.md")]

mod evidence;
mod history;
mod lock;
mod migrations;
mod pool;
mod ports;
mod queries;
mod scales;
mod stage;
mod store;
mod twins;
mod watches;

pub use store::SqliteStore;
