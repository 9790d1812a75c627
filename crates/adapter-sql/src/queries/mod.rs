//! Bodies of the portable operations.
//!
//! Each macro takes the connection type, the dialect (`sqlite` or `postgres`), and the words that
//! make its functions asynchronous: `[], []`, or `[async], [.await]`. The module that stamps them
//! has `use diesel::prelude::*;` and, for PostgreSQL, `use diesel_async::RunQueryDsl;`. Modules are named
//! as the macros are (`reading`, `writing`, …), side by side: some call `super::reading` and
//! `super::writing`.

mod access;
mod auditing;
mod candidates;
mod clearing;
mod dispatching;
mod doubts;
mod evidence;
mod history;
mod idempotency;
mod incidents;
mod keeping;
mod mails;
mod managing;
mod matching;
mod merging;
mod publishing;
mod queueing;
mod reading;
mod regrouping;
mod replaying;
mod rotating;
mod scales;
mod secrets;
mod snapshots;
mod sources;
mod suspects;
mod targets;
mod triggers;
mod watches;
mod webhooks;
mod writing;
