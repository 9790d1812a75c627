//! Traces: spans of requests, use cases, transactions, deliveries and imports, sent by OTLP over HTTP to the collector that
//! `PCS_OTLP_ENDPOINT` names. Without one no span is made.
//!
//! Spans of requests and those of the target [`TRACES_TARGET`] are sent, and no others; events never are, so nothing that a line of the
//! log says leaves by them.

mod client;
mod counts;
mod queue;
mod sampling;
mod webhooks;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use actix_web::http::header::{HeaderName, HeaderValue};
use adapter_actix::{REQUEST_TARGET, Registry, TRACES_TARGET, TraceParent, Traces};
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState, TracerProvider,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{Bytes, Request};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracer, SdkTracerProvider, SpanExporter as _};
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use crate::failure::Failure;
use crate::request_ids::RequestIds;
use crate::settings::Settings;
use client::Client;
use counts::SpanCounts;
use queue::SpanQueue;
use sampling::Roots;
pub use webhooks::TracedTransport;

/// One for the process, which is there before its metrics are.
static COUNTS: LazyLock<SpanCounts> = LazyLock::new(SpanCounts::default);

/// How long the end of the program waits for the last spans.
const AT_THE_END: Duration = Duration::from_secs(5);

/// Sends what waits when it is dropped.
pub struct TracesGuard(SdkTracerProvider);

impl Drop for TracesGuard {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(AT_THE_END) {
            tracing::debug!(%error, "the last spans may not have been sent");
        }
    }
}

/// The variable of the standard with headers for the collector; the exporter reads it itself and passes over what it does
/// not understand.
const HEADERS: &str = "OTEL_EXPORTER_OTLP_HEADERS";

/// Whether the headers for the collector, if there is one, can be sent.
pub fn check_headers(settings: &Settings) -> Result<(), Failure> {
    let given = std::env::var_os(HEADERS).filter(|_| settings.otlp_endpoint.is_some());
    let Some(given) = given else { return Ok(()) };
    let is_header = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        HeaderName::try_from(name.trim()).ok()?;
        HeaderValue::try_from(value.trim()).ok()
    };
    let is_whole = given.to_str().is_some_and(|text| {
        let mut pairs = text.split(',').filter(|pair| !pair.trim().is_empty());
        pairs.all(|pair| is_header(pair).is_some())
    });
    // the value may be a token
    let accepted = "NAME=VALUE, or several with commas between them";
    let refused = || Failure::usage(HEADERS, format!("{HEADERS} accepts {accepted}"));
    is_whole.then_some(()).ok_or_else(refused)
}

/// Begins to send spans, if there is a collector.
pub fn start(settings: &Settings) -> Result<Option<(SdkTracer, TracesGuard)>, Failure> {
    let Some(endpoint) = &settings.otlp_endpoint else {
        return Ok(None);
    };
    let failed = |error: &dyn std::fmt::Display| {
        let message = format!("traces cannot be sent: {error}");
        Failure::usage("PCS_OTLP_ENDPOINT", message)
    };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Client::new())
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(endpoint)
        .with_timeout(client::PATIENCE)
        .build();
    let mut exporter = exporter.map_err(|error| failed(&error))?;
    let resource = Resource::builder_empty()
        .with_attributes([
            KeyValue::new("service.name", "cotejo"),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("deployment.environment.name", settings.environment.clone()),
        ])
        .build();
    exporter.set_resource(&resource);
    let queue = SpanQueue::start(exporter, COUNTS.clone()).map_err(|error| failed(&error))?;
    let provider = SdkTracerProvider::builder()
        .with_resource(resource)
        .with_sampler(Sampler::ParentBased(Box::new(Roots::at_most(
            settings.traces_per_second,
        ))))
        .with_span_processor(queue)
        .build();
    let tracer = provider.tracer("cotejo");
    Ok(Some((tracer, TracesGuard(provider))))
}

/// What makes spans of those of our target.
pub fn layer<S>(tracer: SdkTracer) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_target(false)
        .with_level(false)
        .with_context_activation(false)
        .with_filter(filter_fn(|about| {
            about.is_span() && [REQUEST_TARGET, TRACES_TARGET].contains(&about.target())
        }))
}

/// Registers how many spans were sent and lost.
pub fn register(registry: &mut Registry) {
    COUNTS.register(registry);
}

/// Asks the collector whether it takes traces, by a message without spans; what speaks against it.
pub async fn probe(endpoint: &str) -> Option<String> {
    let request = Request::post(endpoint)
        .header("content-type", "application/x-protobuf")
        .body(Bytes::new());
    let request = match request {
        Ok(request) => request,
        Err(error) => return Some(error.to_string()),
    };
    let asked = tokio::task::spawn_blocking(move || Client::new().post(request)).await;
    match asked {
        Ok(Ok(answer)) if answer.status().is_success() => None,
        Ok(Ok(answer)) => Some(format!("it answers {}", answer.status())),
        Ok(Err(error)) => Some(error.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// Says to which traces requests belong, whether they are sent or not.
pub struct RequestTraces(pub Arc<RequestIds>);

impl Traces for RequestTraces {
    fn trace_id(&self, span: &Span, caller: Option<&TraceParent>) -> String {
        let unsent = || {
            let known = caller.map(|caller| format!("{:032x}", caller.trace_id));
            known.unwrap_or_else(|| self.0.fresh())
        };
        if let Some(caller) = caller {
            let parent = Context::new().with_remote_span_context(SpanContext::new(
                TraceId::from_bytes(caller.trace_id.to_be_bytes()),
                SpanId::from_bytes(caller.parent_id.to_be_bytes()),
                if caller.is_sampled {
                    TraceFlags::SAMPLED
                } else {
                    TraceFlags::default()
                },
                true,
                TraceState::NONE,
            ));
            // there is no such thing while traces are off
            span.set_parent(parent).ok();
        }
        let context = span.context();
        let id = context.span().span_context().trace_id();
        if id == TraceId::INVALID {
            return unsent();
        }
        id.to_string()
    }
}
