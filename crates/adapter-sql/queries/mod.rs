//! The operations that both databases do alike, compiled once for each store.
//!
//! Each function runs inside a transaction that its caller opens, unless it says otherwise. A store that
//! compiles these files has beside them, under the same names: `crate::dialect` with the connection `Conn`,
//! the trait `RunQueryDsl` whose methods are awaited, and the words in which the databases differ; and
//! `crate::claiming` with what each does in its own way.

pub mod access;
pub mod activity;
pub mod alarms;
pub mod alerts;
pub mod catalogue;
pub mod grouping;
pub mod idempotency;
pub mod importing;
pub mod operators;
pub mod upkeep;
pub mod webhooks;
