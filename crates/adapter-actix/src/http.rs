//! What every request and answer has in common, whatever it is about: who calls, how often, which sizes,
//! how requests are read and errors are written. Knows no resource.

pub mod answer;
pub mod asset;
pub mod authentication;
pub mod caller;
pub mod client_id;
pub mod closed_list;
pub mod conditional;
pub mod content_type;
pub mod credentials;
pub mod decimal;
pub mod encoding;
pub mod error_body;
pub(crate) mod exposition;
pub mod extractor;
pub mod idempotency;
pub mod image_hosts;
pub mod json;
pub mod link;
pub mod metrics;
pub mod middleware;
pub mod moment;
pub mod off_thread;
pub mod own_page;
pub mod problem;
pub mod query;
pub mod rate_limits;
pub mod read_body;
pub mod request_id;
pub mod resource;
pub mod settings;
pub mod shared_reads;
pub mod state;
pub mod trace_context;
pub mod typed;
pub mod view;
