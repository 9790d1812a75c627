//! Logs to stderr: text on a terminal, JSON lines elsewhere.

mod json;
mod lines;
mod text;

use std::error::Error;
use std::io::IsTerminal;
use std::sync::OnceLock;

use opentelemetry_sdk::trace::SdkTracer;
use tracing_log::{AsLog, log};
use tracing_subscriber::filter::{LevelFilter, ParseError};
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, registry, reload};

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
    let wanted = match settings.log.as_str() {
        "info" if !matches!(invocation.command, Command::Serve(_) | Command::Demo) => {
            "warn,html5ever=off"
        }
        given => of_service(given),
    };
    let has_traces = traces.is_some();
    let filter = filter(wanted, has_traces).unwrap_or_else(|error| {
        output::note(&format!("PCS_LOG is no log filter ({error}); using info"));
        EnvFilter::new("info")
    });
    let (filter, handle) = reload::Layer::new(filter);
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
        None => registry().with(filter).with(lines).try_init(),
        Some(tracer) => registry()
            .with(filter)
            .with(lines)
            .with(traces::layer(tracer))
            .try_init(),
    };
    let change = Change { handle, has_traces };
    if started.is_err() || CHANGE.set(change).is_err() {
        output::note("logging was started before");
    }
    guard
}

/// How the filter of the running service is changed.
struct Change {
    handle: reload::Handle<EnvFilter, Registry>,
    has_traces: bool,
}

static CHANGE: OnceLock<Change> = OnceLock::new();

/// Filters by the setting from now on.
pub fn change(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let Some(Change { handle, has_traces }) = CHANGE.get() else {
        return Ok(());
    };
    let filter = filter(of_service(&settings.log), *has_traces)?;
    handle.reload(filter)?;
    // libraries that log without spans ask this first
    log::set_max_level(LevelFilter::current().as_log());
    Ok(())
}

/// What a service logs that is told no more than `info`: what these say at these levels is about clients that break the
/// protocol, and about bad pages.
fn of_service(given: &str) -> &str {
    match given {
        "info" => "info,actix_server=warn,actix_http=off,html5ever=off",
        given => given,
    }
}

fn filter(wanted: &str, has_traces: bool) -> Result<EnvFilter, ParseError> {
    let spans = if has_traces { "otel=info" } else { "otel=off" };
    EnvFilter::try_new(format!("{REQUESTS},{spans},{wanted}"))
}
