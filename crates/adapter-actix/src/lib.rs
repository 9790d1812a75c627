#![doc = include_str!("../README.md")]

mod admin;
mod body;
mod compare;
mod conditional;
mod credentials;
mod derived_views;
mod docs;
mod encoding;
mod examples;
mod front;
mod gate;
mod history;
mod http;
mod intake;
mod limits;
mod metrics;
mod openapi;
mod problem;
mod product;
mod query;
mod readiness;
mod request_id;
mod routes;
mod search;
mod server;
mod settings;
pub mod tls;
mod view;
mod view_cache;

pub use http::{Http, HttpParts};
pub use prometheus_client::registry::Registry;
pub use readiness::{Readiness, ReadinessItem};
pub use server::{Running, ServerPlan, Stopper, serve};
pub use settings::{HttpSettings, Rate};
