//! Log lines as JSON objects, written field by field into the line: a line for each request must not
//! cost as much as the answer.

use std::fmt::{self, Debug};

use adapter_actix::REQUEST_TARGET;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

/// `{"timestamp":…,"level":…, fields…, "target":…}`, one object a line. Inside a request the fields of its span follow
/// those of the event.
pub struct JsonLines;

/// Fields of a span as members of an object that has others before them, but for those with a dot in their names, which are
/// for traces.
pub struct JsonFields;

impl<'w> FormatFields<'w> for JsonFields {
    fn format_fields<R: RecordFields>(&self, line: Writer<'w>, fields: R) -> fmt::Result {
        let mut visitor = Fields {
            line,
            outcome: Ok(()),
            is_span: true,
        };
        fields.record(&mut visitor);
        visitor.outcome
    }

    fn add_fields(
        &self,
        current: &'w mut FormattedFields<Self>,
        fields: &tracing::span::Record<'_>,
    ) -> fmt::Result {
        self.format_fields(current.as_writer(), fields)
    }
}

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'w> FormatFields<'w> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let about = event.metadata();
        line.write_str("{\"timestamp\":\"")?;
        SystemTime.format_time(&mut line)?;
        write!(line, "\",\"level\":\"{}\"", about.level())?;
        let mut fields = Fields {
            line,
            outcome: Ok(()),
            is_span: false,
        };
        event.record(&mut fields);
        let Fields {
            mut line, outcome, ..
        } = fields;
        outcome?;
        for span in context.event_scope().into_iter().flatten() {
            if span.metadata().target() != REQUEST_TARGET {
                continue;
            }
            if let Some(fields) = span.extensions().get::<FormattedFields<N>>() {
                line.write_str(&fields.fields)?;
            }
        }
        line.write_str(",\"target\":")?;
        quoted(&mut line, about.target())?;
        line.write_str("}\n")
    }
}

struct Fields<'a> {
    line: Writer<'a>,
    outcome: fmt::Result,
    is_span: bool,
}

impl Fields<'_> {
    fn field(&mut self, field: &Field, value: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        if self.is_span && field.name().contains('.') {
            return;
        }
        let write = || {
            self.line.write_char(',')?;
            quoted(&mut self.line, field.name())?;
            self.line.write_char(':')?;
            value(&mut self.line)
        };
        self.outcome = self.outcome.and_then(|()| write());
    }
}

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.field(field, |line| quoted(line, value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.field(field, |line| write!(line, "{value}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.field(field, |line| write!(line, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.field(field, |line| write!(line, "{value}"));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // what JSON cannot say is said as text
        self.field(field, |line| {
            if value.is_finite() {
                write!(line, "{value}")
            } else {
                quoted(line, &value.to_string())
            }
        });
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.field(field, |line| quoted(line, &format!("{value:?}")));
    }
}

/// Writes a text in quotes, with what JSON escapes (RFC 8259, section 7).
fn quoted(line: &mut Writer<'_>, text: &str) -> fmt::Result {
    line.write_char('"')?;
    let mut rest = text;
    // none of these bytes is part of another character
    while let Some(place) = rest
        .bytes()
        .position(|b| b < b' ' || matches!(b, b'"' | b'\\'))
    {
        let (plain, special) = rest.split_at(place);
        line.write_str(plain)?;
        let mut chars = special.chars();
        match chars.next() {
            Some('"') => line.write_str("\\\"")?,
            Some('\\') => line.write_str("\\\\")?,
            Some('\n') => line.write_str("\\n")?,
            Some(other) => write!(line, "\\u{:04x}", u32::from(other))?,
            None => {}
        }
        rest = chars.as_str();
    }
    line.write_str(rest)?;
    line.write_char('"')
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use serde_json::Value;

    use super::{JsonFields, JsonLines};

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_of_a_request_have_the_fields_of_its_span_and_no_others() {
        let lines = Lines::default();
        let written = lines.clone();
        let logging = tracing_subscriber::fmt()
            .with_writer(move || written.clone())
            .fmt_fields(JsonFields)
            .event_format(JsonLines)
            .finish();
        tracing::subscriber::with_default(logging, || {
            let request = tracing::error_span!(
                target: "request_context",
                "request",
                request_id = "a \"b\"",
                otel.name = "hidden",
                workspace = tracing::field::Empty
            );
            request.record("workspace", "shop");
            let _in_request = request.enter();
            let _in_another = tracing::info_span!("other", hidden = 1).entered();
            tracing::info!(target: "a", count = 1, "told");
        });
        let bytes = lines.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        let fields =
            r#""message":"told","count":1,"request_id":"a \"b\"","workspace":"shop","target":"a"}"#;
        assert!(text.trim_end().ends_with(fields), "{text}");
    }

    #[test]
    fn every_kind_of_field_is_json() {
        let lines = Lines::default();
        let written = lines.clone();
        let logging = tracing_subscriber::fmt()
            .with_writer(move || written.clone())
            .event_format(JsonLines)
            .finish();
        let text = "a \"quoted\" \\ text\nwith \t controls \u{1} and Größe";
        tracing::subscriber::with_default(logging, || {
            tracing::warn!(
                target: "a::b",
                text,
                count = 7_u64,
                less = -7_i64,
                share = 0.25,
                nan = f64::NAN,
                yes = true,
                debugged = ?Some("x"),
                none = Option::<u64>::None,
                "told {}",
                1
            );
        });
        let bytes = lines.0.lock().unwrap().clone();
        assert_eq!(bytes.last(), Some(&b'\n'));
        let line: Value = serde_json::from_slice(&bytes).unwrap();
        let expected = serde_json::json!({
            "timestamp": line["timestamp"], "level": "WARN", "message": "told 1", "text": text,
            "count": 7, "less": -7, "share": 0.25, "nan": "NaN", "yes": true,
            "debugged": "Some(\"x\")", "target": "a::b",
        });
        assert_eq!(line, expected);
        assert!(line["timestamp"].as_str().unwrap().ends_with('Z'));
    }
}
