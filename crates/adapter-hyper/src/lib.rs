#![doc = include_str!("../README.md")]

mod download;
mod guard;
mod request;
mod target;
mod tls;
mod webhook;

#[cfg(test)]
mod tests;

pub use download::HttpsDownloader;
pub use webhook::{
    ConnectOverrides, HyperTransport, OverrideError, SystemResolver, WebhookSettings,
};
