#![doc = include_str!("../README.md")]

mod admin;
mod application;
mod catalogue;
mod connection;
pub mod examples;
mod http;
mod http2;
mod listen_address;
mod listener;
mod openapi;
mod readiness;
mod routes;
mod server;
pub mod tls;
mod watchlists;
mod webhooks;

pub use application::{Http, HttpParts, Pages};
pub use catalogue::answer_cache::{AnswerCache, Tick, Truth};
pub use connection::ConnectionLimits;
pub use http::asset::Asset;
pub use http::client_address::{TrustedProxies, client_address};
pub use http::cross_origin::AllowedOrigins;
pub use http::image_hosts::ImageHosts;
pub use http::link::opens_a_page;
pub use http::metrics::PREFIX as METRICS_PREFIX;
pub use http::off_thread::off_thread;
pub use http::own_page::foreign_page;
pub use http::problem::status;
pub use http::rate_limits::AddressLimits;
pub use http::settings::{HttpSettings, Rate};
pub use http::trace_context::{REQUEST_TARGET, TRACES_TARGET, TraceParent, Traces};
pub use http::view::View;
pub use listen_address::ListenAddress;
pub use prometheus_client::registry::Registry;
pub use readiness::{Readiness, ReadinessItem};
pub use server::{Running, ServerPlan, Stopper, serve};
