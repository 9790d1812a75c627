//! Feeds that are fetched on a schedule.

mod commands;
mod failing;
mod fetching;
mod replicas;
mod secrets;
mod working;
