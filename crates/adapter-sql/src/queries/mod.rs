//! Bodies of the portable operations.
//!
//! Each macro takes the connection type, the dialect (`sqlite` or `postgres`), and the words that
//! make its functions asynchronous: `[], []`, or `[async], [.await]`. The module that stamps them
//! has `use diesel::prelude::*;` and, for PostgreSQL, `use diesel_async::RunQueryDsl;`. Modules are named
//! `reading`, `writing`, `clearing`, `snapshots` and `access`, side by side: `snapshots` calls
//! `super::writing`.

mod access;
mod clearing;
mod reading;
mod snapshots;
mod writing;
