//! Attempts of deliveries as spans, and `traceparent` for their receivers.

use std::sync::Arc;

use adapter_actix::TraceParent;
use async_trait::async_trait;
use opentelemetry::trace::TraceContextExt;
use ports_net::{WebhookAnswer, WebhookError, WebhookRequest, WebhookTransport};
use tracing::field::Empty;
use tracing::{Instrument, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Posts in a span, which the receiver is told.
pub struct TracedTransport(pub Arc<dyn WebhookTransport>);

#[async_trait]
impl WebhookTransport for TracedTransport {
    async fn post(&self, mut request: WebhookRequest) -> Result<WebhookAnswer, WebhookError> {
        let span = tracing::info_span!(
            target: "otel",
            "post",
            otel.name = "POST webhook",
            otel.kind = "client",
            otel.status_code = Empty,
            http.request.method = "POST",
            http.response.status_code = Empty,
            endpoint = %request.endpoint,
        );
        if let Some(parent) = parent(&span) {
            request.headers.push(("traceparent", parent.to_string()));
        }
        let posted = self.0.post(request).instrument(span.clone()).await;
        match &posted {
            Ok(answer) => {
                span.record("http.response.status_code", answer.status);
                if answer.status >= 400 {
                    span.record("otel.status_code", "ERROR");
                }
            }
            Err(_) => {
                span.record("otel.status_code", "ERROR");
            }
        }
        posted
    }
}

/// What those who are called are told of this span; nothing while traces are off.
fn parent(span: &Span) -> Option<TraceParent> {
    if span.is_disabled() {
        return None;
    }
    let context = span.context();
    let span = context.span();
    let told = span.span_context();
    told.is_valid().then(|| TraceParent {
        trace_id: u128::from_be_bytes(told.trace_id().to_bytes()),
        parent_id: u64::from_be_bytes(told.span_id().to_bytes()),
        is_sampled: told.is_sampled(),
    })
}
