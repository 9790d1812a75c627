#![doc = include_str!("../README.md")]

mod compact;
mod dialect;
mod evidence;
mod files;
mod history;
mod lock;
mod matches;
mod migrations;
mod pool;
mod ports;
#[path = "../../adapter-sql/queries/mod.rs"]
mod queries;
mod ready;
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
