//! Which traces are kept.

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use opentelemetry::trace::{Link, SpanKind, TraceId, TraceState};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{SamplingDecision, SamplingResult, ShouldSample};

/// Keeps what begins here, up to so many traces a second, but for the upkeep that loops do in the store, and for probes: they
/// come every second and say nothing.
#[derive(Debug, Clone)]
pub struct Roots(Arc<DefaultDirectRateLimiter>);

impl Roots {
    /// One that keeps at most so many traces a second, one at least.
    pub fn at_most(a_second: u32) -> Self {
        let a_second = NonZeroU32::new(a_second).unwrap_or(NonZeroU32::MIN);
        Self(Arc::new(RateLimiter::direct(Quota::per_second(a_second))))
    }
}

impl ShouldSample for Roots {
    fn should_sample(
        &self,
        _: Option<&Context>,
        _: TraceId,
        name: &str,
        kind: &SpanKind,
        _: &[KeyValue],
        _: &[Link],
    ) -> SamplingResult {
        let is_idle = *kind == SpanKind::Client || name.ends_with(" admin");
        SamplingResult {
            decision: if is_idle || self.0.check().is_err() {
                SamplingDecision::Drop
            } else {
                SamplingDecision::RecordAndSample
            },
            attributes: Vec::new(),
            trace_state: TraceState::NONE,
        }
    }
}
