//! The trace that a request belongs to, and what its lines in the log have in common.
//!
//! Who calls may name its trace by `traceparent` (W3C Trace Context, version 00); anything else there counts as none.

use std::fmt;

use actix_web::http::header::HeaderMap;
use tracing::Span;
use tracing::field::Empty;

use crate::http::state::HttpState;

/// The target of spans whose fields stand in every line of the log that is written inside them; they are sent as traces, too.
pub const REQUEST_TARGET: &str = "request_context";

/// The target of spans that are made for traces alone.
pub const TRACES_TARGET: &str = "otel";

/// What a valid `traceparent` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceParent {
    /// The trace, not 0.
    pub trace_id: u128,
    /// The caller's span, not 0.
    pub parent_id: u64,
    /// Whether the caller keeps the trace.
    pub is_sampled: bool,
}

impl TraceParent {
    /// Reads the header's value.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut next = |digits: usize| {
            let part = parts.next()?;
            let is_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
            (part.len() == digits && part.bytes().all(is_hex)).then_some(part)
        };
        let (version, trace_id, parent_id, flags) = (next(2)?, next(32)?, next(16)?, next(2)?);
        let is_known = version == "00";
        // a later version may say more behind what this one says
        if version == "ff" || (is_known && parts.next().is_some()) {
            return None;
        }
        let trace_id = u128::from_str_radix(trace_id, 16).ok()?;
        let parent_id = u64::from_str_radix(parent_id, 16).ok()?;
        let flags = u8::from_str_radix(flags, 16).ok()?;
        (trace_id != 0 && parent_id != 0).then_some(Self {
            trace_id,
            parent_id,
            is_sampled: flags & 1 == 1,
        })
    }

    fn of(headers: &HeaderMap) -> Option<Self> {
        let mut all = headers.get_all("traceparent");
        match (all.next(), all.next()) {
            (Some(only), None) => Self::parse(only.to_str().ok()?),
            _ => None,
        }
    }
}

impl fmt::Display for TraceParent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            trace_id,
            parent_id,
            is_sampled,
        } = self;
        let flags = u8::from(*is_sampled);
        write!(f, "00-{trace_id:032x}-{parent_id:016x}-{flags:02x}")
    }
}

/// Says to which trace a request belongs.
pub trait Traces: Send + Sync {
    /// The id of its trace, 32 hexadecimal digits: the caller's, if it names one, else a new one. `span` is the
    /// request's, which an implementation that sends traces puts under its caller's.
    fn trace_id(&self, span: &Span, caller: Option<&TraceParent>) -> String;
}

/// The span of a request. Fields with a dot in their names are for traces; the log shows the others.
pub struct RequestSpan(pub Span);

impl RequestSpan {
    /// Begins it.
    pub fn begin(
        state: &HttpState,
        headers: &HeaderMap,
        request_id: &str,
        method: &str,
        route: &str,
    ) -> Self {
        let span = tracing::error_span!(
            target: "request_context",
            parent: None,
            "request",
            request_id,
            trace_id = Empty,
            workspace = Empty,
            otel.name = format_args!("{method} {route}"),
            otel.kind = "server",
            otel.status_code = Empty,
            http.request.method = method,
            http.route = route,
            http.response.status_code = Empty,
        );
        let caller = TraceParent::of(headers);
        let trace_id = state.traces.trace_id(&span, caller.as_ref());
        span.record("trace_id", trace_id);
        Self(span)
    }

    /// Notes whose request it is.
    pub fn belongs_to(&self, workspace: &str) {
        self.0.record("workspace", workspace);
    }

    /// Notes how it was answered.
    pub fn answered(&self, status: u16) {
        self.0.record("http.response.status_code", status);
        if status >= 500 {
            self.0.record("otel.status_code", "ERROR");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TraceParent;

    const VALID: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_valid_parent_is_read_and_written() {
        let read = TraceParent::parse(VALID).unwrap();
        assert_eq!(read.trace_id, 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736);
        assert_eq!(read.parent_id, 0x00f0_67aa_0ba9_02b7);
        assert!(read.is_sampled);
        assert_eq!(read.to_string(), VALID);
        let later = VALID.replacen("00", "cc", 1) + "-what-comes";
        assert_eq!(TraceParent::parse(&later), Some(read));
        let unsampled = TraceParent::parse(&VALID.replace("-01", "-02")).unwrap();
        assert!(!unsampled.is_sampled);
    }

    #[test]
    fn anything_else_is_none() {
        let zeros = "0".repeat(32);
        for bad in [
            "",
            "00",
            &VALID.to_uppercase(),
            &VALID.replacen("00", "ff", 1),
            &format!("{VALID}-more"),
            &format!("00-{zeros}-00f067aa0ba902b7-01"),
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        ] {
            assert_eq!(TraceParent::parse(bad), None, "{bad}");
        }
    }
}
