//! What operators see and do in the console, and what they are told elsewhere.

pub mod activity;
pub mod alarms;
pub mod operators;
pub mod overview;
pub mod removing;
pub mod review;
pub mod telling;
mod tries;
pub mod webhook_desk;

pub use tries::Tries;
