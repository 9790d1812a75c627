//! Webhooks: what receivers get, and what their owners see and do.

mod answers;
mod concurrent;
mod connections;
mod firing;
mod incidents;
mod listen;
mod managing;
mod name_servers;
mod operating;
mod plans;
mod replaying;
mod replicas;
mod rotating;
mod secrets;
mod standard;
mod stopping;
mod stripe;
mod upgrading;
mod vault;
