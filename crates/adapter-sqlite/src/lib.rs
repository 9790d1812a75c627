#![doc = include_str!("../README.md")]

mod evidence;
mod files;
mod history;
mod lock;
mod matches;
mod migrations;
mod pool;
mod ports;
mod queries;
mod regrouping;
mod scales;
mod sources;
mod stage;
mod store;
mod suspects;
mod taking;
mod twins;
mod watches;
mod webhooks;

pub use files::FileAccess;
pub use store::SqliteStore;
