//! The ports that both stores serve alike, compiled once for each.
//!
//! A store that compiles these files has beside them, as `crate::store`: its type as `SqlStore`, with methods
//! of the same names that run work on a connection (`read`, `read_queue`, `write`, `write_queue`, `write_keyed`,
//! `write_command`, `write_deliveries`, `write_upkeep`, `write_locked`, `revise`, `hold_catalogue`), and what each does in its own way;
//! `prepare_quarters`.

mod access;
mod activity;
mod alarms;
mod alerts;
mod catalogue;
mod evidence;
mod history;
mod left_watches;
mod lexicons;
mod matches;
mod operators;
mod regrouping;
mod removal;
mod runs;
mod scales;
mod secrets;
mod sources;
mod suspects;
mod upkeep;
mod watches;
mod webhooks;
