//! Fields of log lines as text, as the library writes them, but for those with a dot in their names, which are for traces.

use std::fmt::{self, Debug};

use tracing::field::{Field, Visit};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FormatFields, FormattedFields};

/// `message name=value name=value`
pub struct TextFields;

impl<'w> FormatFields<'w> for TextFields {
    fn format_fields<R: RecordFields>(&self, line: Writer<'w>, fields: R) -> fmt::Result {
        let mut visitor = Fields {
            line,
            is_first: true,
            outcome: Ok(()),
        };
        fields.record(&mut visitor);
        visitor.outcome
    }

    fn add_fields(
        &self,
        current: &'w mut FormattedFields<Self>,
        fields: &tracing::span::Record<'_>,
    ) -> fmt::Result {
        let mut visitor = Fields {
            is_first: current.fields.is_empty(),
            line: current.as_writer(),
            outcome: Ok(()),
        };
        fields.record(&mut visitor);
        visitor.outcome
    }
}

struct Fields<'a> {
    line: Writer<'a>,
    is_first: bool,
    outcome: fmt::Result,
}

impl Fields<'_> {
    fn write(&mut self, name: &str, value: &dyn Debug) -> fmt::Result {
        if !std::mem::take(&mut self.is_first) {
            self.line.write_char(' ')?;
        }
        match (name, self.line.has_ansi_escapes()) {
            ("message", _) => write!(self.line, "{value:?}"),
            (_, true) => write!(
                self.line,
                "\u{1b}[3m{name}\u{1b}[0m\u{1b}[2m=\u{1b}[0m{value:?}"
            ),
            (_, false) => write!(self.line, "{name}={value:?}"),
        }
    }
}

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.record_debug(field, &format_args!("{value}"));
        } else {
            self.record_debug(field, &value);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if self.outcome.is_ok() && !field.name().contains('.') {
            self.outcome = self.write(field.name(), value);
        }
    }
}
