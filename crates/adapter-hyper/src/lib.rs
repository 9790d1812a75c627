#![doc = include_str!("../README.md")]

mod connector;
mod download;
mod overrides;
mod request;
mod resolver;
mod target;
mod tls;
mod webhook;

#[cfg(test)]
mod tests;

pub use download::HttpsDownloader;
pub use overrides::{ConnectOverrides, OverrideError};
pub use resolver::SystemResolver;
pub use webhook::{HyperTransport, WebhookSettings};
