#![doc = include_str!("../README.md")]

mod alarm;
mod connector;
mod download;
mod local;
mod name_servers;
mod overrides;
mod request;
mod resolver;
mod target;
mod tls;
mod webhook;

#[cfg(test)]
mod tests;

pub use alarm::{AlarmAddresses, AlarmClient};
pub use download::HttpsDownloader;
pub use local::get_locally;
pub use name_servers::{DnsResolver, NameServers, NameServersError};
pub use overrides::{ConnectOverrides, OverrideError};
pub use webhook::{HyperTransport, USER_AGENT_OF_WEBHOOKS, WebhookSettings};
