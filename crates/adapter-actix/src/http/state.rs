use std::sync::Arc;

use app::access::authenticate::Authenticator;

use crate::http::metrics::Metrics;
use crate::http::rate_limits::RateLimits;
use crate::http::settings::HttpSettings;
use crate::http::trace_context::Traces;

/// What requests share, whatever they are about: made once per process, never per worker.
pub struct HttpState {
    /// Finds the owners of keys.
    pub authenticator: Arc<Authenticator>,
    /// What an operator may set.
    pub settings: HttpSettings,
    /// Makes ids for requests that bring none.
    pub request_ids: Arc<dyn Fn() -> String + Send + Sync>,
    /// Says to which traces requests belong.
    pub traces: Arc<dyn Traces>,
    /// Figures for Prometheus.
    pub metrics: Metrics,
    /// How often each key may call.
    pub limits: RateLimits,
    /// Routes of pages beside the API.
    pub page_routes: &'static [&'static str],
}
