//! The mailer against a real, scripted SMTP server on the loopback interface.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod contract;
mod encrypted;
mod endless;
mod identity;
mod office;
mod plain;
mod server;
mod stalling;
