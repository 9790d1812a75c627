//! Logs to stderr: text on a terminal, JSON lines elsewhere.

mod json;
mod lines;
mod text;

use std::io::IsTerminal;

use opentelemetry_sdk::trace::SdkTracer;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, registry};

use crate::cli::{Command, Invocation};
use crate::output;
use crate::settings::{LogFormat, Settings};
use crate::traces;

use lines::Lines;
pub use lines::LinesGuard;

/// Whatever is logged of a request names it.
const REQUESTS: &str = "request_context=error";

/// Starts logging. Commands that are not services log warnings only, unless `PCS_LOG` says otherwise.
///
/// Lines are written by a thread of their own, so that requests do not wait for them; none is lost
/// while the guard lives.
pub fn start(
    settings: &Settings,
    invocation: &Invocation,
    traces: Option<SdkTracer>,
) -> Option<LinesGuard> {
    let serves = matches!(invocation.command, Command::Serve(_) | Command::Demo);
    // what these say at these levels is about clients that break the protocol, and about bad pages
    let wanted = match (settings.log.as_str(), serves) {
        ("info", true) => "info,actix_server=warn,actix_http=off,html5ever=off",
        ("info", false) => "warn,html5ever=off",
        (given, _) => given,
    };
    let spans = match traces {
        Some(_) => "otel=info",
        None => "otel=off",
    };
    let filter = EnvFilter::try_new(format!("{REQUESTS},{spans},{wanted}"));
    let filter = filter.unwrap_or_else(|error| {
        output::note(&format!("PCS_LOG is no log filter ({error}); using info"));
        EnvFilter::new(format!("{REQUESTS},{spans},info"))
    });
    let terminal = std::io::stderr().is_terminal();
    let format = settings.log_format.unwrap_or(if terminal {
        LogFormat::Text
    } else {
        LogFormat::Json
    });
    // without a thread each line is written by who logs it
    let (writer, guard) = match Lines::to(std::io::stderr()) {
        Ok((lines, guard)) => (BoxMakeWriter::new(move || lines.clone()), Some(guard)),
        Err(_) => (BoxMakeWriter::new(std::io::stderr), None),
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let lines = match format {
        LogFormat::Text => lines
            .fmt_fields(text::TextFields)
            .with_ansi(terminal)
            .boxed(),
        LogFormat::Json => lines
            .fmt_fields(json::JsonFields)
            .event_format(json::JsonLines)
            .boxed(),
    };
    let started = match traces {
        None => registry().with(lines).with(filter).try_init(),
        Some(tracer) => registry()
            .with(lines)
            .with(traces::layer(tracer))
            .with(filter)
            .try_init(),
    };
    if started.is_err() {
        output::note("logging was started before");
    }
    guard
}
