//! Logs to stderr: text on a terminal, JSON lines elsewhere.

mod json;
mod lines;

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;

use crate::cli::{Command, Invocation};
use crate::output;
use crate::settings::{LogFormat, Settings};

use lines::Lines;
pub use lines::LinesGuard;

/// Whatever is logged of a request names it; what is made for traces is not logged.
const REQUESTS: &str = "request_context=error,otel=off";

/// Starts logging. Commands that are not services log warnings only, unless `PCS_LOG` says otherwise.
///
/// Lines are written by a thread of their own, so that requests do not wait for them; none is lost
/// while the guard lives.
pub fn start(settings: &Settings, invocation: &Invocation) -> Option<LinesGuard> {
    let serves = matches!(invocation.command, Command::Serve(_) | Command::Demo);
    // what these say at these levels is about clients that break the protocol, and about bad pages
    let wanted = match (settings.log.as_str(), serves) {
        ("info", true) => "info,actix_server=warn,actix_http=off,html5ever=off",
        ("info", false) => "warn,html5ever=off",
        (given, _) => given,
    };
    let filter = EnvFilter::try_new(format!("{REQUESTS},{wanted}")).unwrap_or_else(|error| {
        output::note(&format!("PCS_LOG is no log filter ({error}); using info"));
        EnvFilter::new(format!("{REQUESTS},info"))
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
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(writer);
    let started = match format {
        LogFormat::Text => builder.with_ansi(terminal).try_init(),
        LogFormat::Json => builder
            .fmt_fields(json::JsonFields)
            .event_format(json::JsonLines)
            .try_init(),
    };
    if started.is_err() {
        output::note("logging was started before");
    }
    guard
}
