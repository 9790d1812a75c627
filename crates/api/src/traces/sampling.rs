//! Which traces are kept.

use opentelemetry::trace::{Link, SpanKind, TraceId, TraceState};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{SamplingDecision, SamplingResult, ShouldSample};

/// Keeps what begins here, but for the upkeep that loops do in the store, and for probes: they come every second and say nothing.
#[derive(Debug, Clone)]
pub struct Roots;

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
            decision: if is_idle {
                SamplingDecision::Drop
            } else {
                SamplingDecision::RecordAndSample
            },
            attributes: Vec::new(),
            trace_state: TraceState::NONE,
        }
    }
}
