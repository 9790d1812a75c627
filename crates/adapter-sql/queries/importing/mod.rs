//! Importing snapshots: what they stage, what is held back of them, and what is cleared away.

pub mod candidates;
pub mod clearing;
mod delivery_rates;
pub mod evidence;
pub mod publishing;
pub mod runs;
pub mod snapshots;
pub mod sources;
pub mod suspects;
