//! What operators see and do in the console.

pub mod activity;
pub mod operators;
pub mod overview;
pub mod removing;
pub mod review;
mod tries;
pub mod webhook_desk;

pub use tries::Tries;
