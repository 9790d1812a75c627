//! What comes from outside: feeds, catalogues, history, and the sources that are asked on a schedule.

pub mod charset;
pub mod currency;
pub mod import_catalogue;
pub mod import_history;
pub mod import_runs;
pub mod import_snapshot;
mod items;
pub mod review;
pub mod run_source;
pub mod sources;
mod spec_remarks;

use time::Duration;

/// How far ahead of our clock a shop may date what it says.
const CLOCK_SKEW: Duration = Duration::minutes(5);
