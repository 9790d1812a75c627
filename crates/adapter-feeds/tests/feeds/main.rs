//! The promises of the feed readers, on synthetic files.
#![expect(
    clippy::expect_used,
    clippy::format_push_string,
    clippy::let_underscore_must_use,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

mod catalogue;
mod damaged;
mod google;
mod history;
mod offers;
mod properties;
mod reading;
