//! Values of arguments as people write them.

use domain::instant::read_rfc3339;
use domain::snapshot::MaxShrink;
use ports_net::WantedFormat;
use time::OffsetDateTime;

/// The format of a name as the command line knows it.
pub fn format(name: &str) -> Result<WantedFormat, String> {
    WantedFormat::named(name).ok_or_else(WantedFormat::names)
}

/// The name of a format that the command line knows.
pub fn format_name(name: &str) -> Result<String, String> {
    format(name).map(|_| name.to_owned())
}

/// The names of all formats, as usage lists them.
pub fn formats() -> String {
    WantedFormat::ALL.map(WantedFormat::name).join("|")
}

/// An instant of the years that feeds can be of, in UTC and whole microseconds.
pub fn instant(text: &str) -> Result<OffsetDateTime, &'static str> {
    read_rfc3339(text)
        .and_then(|at| at.replace_nanosecond(at.microsecond() * 1000).ok())
        .filter(|at| (1970..=9999).contains(&at.year()))
        .ok_or("a time of RFC 3339, as in 2026-03-01T12:00:00Z")
}

/// A share of offers in percent.
pub fn max_shrink(text: &str) -> Result<MaxShrink, &'static str> {
    let number = text.strip_suffix('%').unwrap_or(text);
    let percent = number.parse().ok();
    percent
        .and_then(MaxShrink::from_percent)
        .ok_or("whole percent from 0% to 100%")
}
