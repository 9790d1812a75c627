//! The webhook transport against real TLS receivers on the loopback interface.

#![expect(clippy::unwrap_used, reason = "a test")]

mod addresses;
mod answers;
mod certificates;
mod contract;
mod hostile;
mod http2;
mod identity;
mod name_servers;
mod receiver;
mod requests;
mod reuse;
mod stalling;
mod world;
