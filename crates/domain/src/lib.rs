#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod access;
pub mod address;
pub mod alarm;
pub mod alert;
pub mod availability;
pub mod backoff;
pub mod business_days;
pub mod delivered_price;
pub mod email;
pub mod freshness;
pub mod gtin;
pub mod history;
pub mod ids;
pub mod import_run;
pub mod instant;
pub mod language;
pub mod link;
pub mod mail;
pub mod money;
pub mod num;
pub mod offer;
pub mod placement;
pub mod plausibility;
pub mod product;
#[cfg(test)]
mod samples;
pub mod scoring;
pub mod secret;
pub mod snapshot;
pub mod source;
pub mod store;
pub mod text;
pub mod watch;
pub mod webhook;
pub mod webhook_url;
