//! The one middleware: every request comes in and every answer leaves through here.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse};
use futures_util::FutureExt;
use tracing::Instrument;

use crate::http::authentication::{RequestContext, authenticate_request};
use crate::http::problem::{self, Problem};
use crate::http::rate_limits::Standing;
use crate::http::state::HttpState;
use crate::http::trace_context::RequestSpan;
use crate::http::{read_body, request_id};
use crate::routes;

/// Guards the handlers, and gives every answer its headers, its line in the log and its figures.
pub async fn middleware(
    state: Arc<HttpState>,
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let started = now();
    let id = request_id::of(request.headers(), &*state.request_ids);
    let line = Line {
        id: &id,
        method: method_label(request.method()),
        route: routes::label(request.match_info().as_str(), state.page_routes),
        path: None,
        status: 500,
        bytes: 0,
    };
    let span = RequestSpan::begin(
        &state,
        request.headers(),
        line.id_text(),
        line.method,
        line.route,
    );
    let passed = pass(&state, request, next, started, line, &span);
    passed.instrument(span.0.clone()).await
}

/// The same on the admin listener, whose pages are guarded by themselves: what they log is told apart.
pub async fn admin_middleware(
    state: Arc<HttpState>,
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    let name = request_id::of(request.headers(), &*state.request_ids);
    let id = name.to_str().unwrap_or_default();
    let method = method_label(request.method());
    let span = RequestSpan::begin(&state, request.headers(), id, method, "admin");
    let made = next.call(request).instrument(span.0.clone()).await?;
    // what is no error says itself what it is, as `/readyz` does
    let better = made
        .response()
        .error()
        .and_then(|_| span.0.in_scope(|| problem::answer(made.response(), id)));
    let mut answer = match better {
        Some(better) => made.into_response(better),
        None => made,
    };
    answer.headers_mut().insert(request_id::NAME, name.clone());
    span.answered(answer.status().as_u16());
    Ok(answer)
}

async fn pass(
    state: &HttpState,
    mut request: ServiceRequest,
    next: Next<BoxBody>,
    started: Instant,
    mut line: Line<'_>,
    span: &RequestSpan,
) -> Result<ServiceResponse, Error> {
    let needs_key = routes::needs_key(request.match_info().as_str());
    let mut context = RequestContext::default();
    let passed = authenticate_request(state, &mut request, &mut context).await;
    if let Some(key) = &context.key {
        span.belongs_to(&key.workspace.name);
    }
    let id = line.id_text();
    let mut answer = match passed {
        Ok(()) => {
            let handled = AssertUnwindSafe(handle(request, next, id))
                .catch_unwind()
                .await;
            let Ok(answer) = handled else {
                line.record(state, started, &context, span);
                return Err(Problem::broken_down(id, span.0.clone()).into());
            };
            answer?
        }
        Err(problem) => {
            let refusal = read_body::refuse(problem.render(id), request.take_payload());
            request.into_response(refusal)
        }
    };
    finish(answer.response_mut(), line.id, needs_key, context.standing);
    line.path = Some(answer.request().path());
    line.status = answer.status().as_u16();
    line.bytes = length(answer.response());
    line.record(state, started, &context, span);
    Ok(answer)
}

/// The handler's answer, or our form of an error that the framework or a handler made.
async fn handle(
    request: ServiceRequest,
    next: Next<BoxBody>,
    id: &str,
) -> Result<ServiceResponse, Error> {
    let answer = next.call(request).await?;
    Ok(match problem::answer(answer.response(), id) {
        Some(better) => answer.into_response(better),
        None => answer,
    })
}

/// What the log says of a request: never its query, its headers or its body.
struct Line<'a> {
    id: &'a HeaderValue,
    method: &'static str,
    route: &'static str,
    path: Option<&'a str>,
    status: u16,
    bytes: u64,
}

impl<'a> Line<'a> {
    /// The request's id.
    fn id_text(&self) -> &'a str {
        self.id.to_str().unwrap_or_default()
    }

    /// Request, trace and workspace come from the span in which this is called.
    fn record(
        &self,
        state: &HttpState,
        started: Instant,
        context: &RequestContext,
        span: &RequestSpan,
    ) {
        let Self {
            id: _,
            method,
            route,
            path,
            status,
            bytes,
        } = *self;
        let took = started.elapsed();
        state.metrics.answered(method, route, status, took);
        span.answered(status);
        if !tracing::enabled!(target: "http", tracing::Level::INFO) {
            return;
        }
        let key = context.key.as_deref();
        tracing::info!(
            target: "http",
            method,
            route,
            path = path.filter(|_| route == routes::UNMATCHED).map(shortened),
            status,
            duration_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            bytes,
            key_id = key.map(|key| key.key.id.as_str()),
            "answered"
        );
    }
}

const API_VERSION: HeaderName = HeaderName::from_static("x-api-version");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// The headers that every answer has.
fn finish(answer: &mut HttpResponse, id: &HeaderValue, is_api: bool, standing: Option<Standing>) {
    let headers: &mut HeaderMap = answer.headers_mut();
    headers.insert(request_id::NAME, id.clone());
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    if is_api {
        headers.insert(
            API_VERSION,
            HeaderValue::from_static(routes::INTERFACE_VERSION),
        );
        if !headers.contains_key(header::CACHE_CONTROL) {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
    }
    if let Some(Standing {
        limit,
        remaining,
        reset_seconds,
    }) = standing
    {
        headers.insert(LIMIT, HeaderValue::from(limit));
        headers.insert(REMAINING, HeaderValue::from(remaining));
        headers.insert(RESET, HeaderValue::from(reset_seconds));
    }
}

fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// At most the first 200 characters: a path that nothing has can hold anything.
fn shortened(path: &str) -> String {
    path.chars().take(200).collect()
}

fn length(answer: &HttpResponse) -> u64 {
    match answer.body().size() {
        BodySize::Sized(bytes) => bytes,
        BodySize::None | BodySize::Stream => 0,
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "monotonic time for durations only"
)]
fn now() -> Instant {
    Instant::now()
}
