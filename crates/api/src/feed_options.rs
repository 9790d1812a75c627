//! How a feed is to be read, of the arguments that say so.

use domain::snapshot::MaxShrink;
use ports_net::{DecimalMark, FeedOptions, WantedFormat};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::cli::ImportArgs;
use crate::failure::Failure;
use crate::settings::Settings;
use crate::source;

/// Options for our own files in the catalogue's currency.
pub fn plain_options(settings: &Settings, observed_at: OffsetDateTime) -> FeedOptions {
    FeedOptions {
        format: WantedFormat::Auto,
        catalogue_currency: settings.currency,
        default_currency: settings.currency,
        decimal_mark: DecimalMark::Auto,
        charset: None,
        max_bytes: source::LIMITS.max_bytes,
        observed_at,
        page_url: None,
        availability: None,
    }
}

pub fn options(
    args: &ImportArgs,
    settings: &Settings,
    observed_at: OffsetDateTime,
) -> Result<FeedOptions, Failure> {
    Ok(FeedOptions {
        format: args.format,
        default_currency: args.currency.unwrap_or(settings.currency),
        decimal_mark: DecimalMark::named(&args.decimal_mark),
        charset: args.charset.clone(),
        page_url: page_url(args)?,
        ..plain_options(settings, observed_at)
    })
}

/// The address of a page: what was given, else the source when it is one.
fn page_url(args: &ImportArgs) -> Result<Option<String>, Failure> {
    let Some(given) = &args.page_url else {
        let is_address = args.source.starts_with("https://");
        return Ok(is_address.then(|| args.source.clone()));
    };
    let is_address = ["http://", "https://"]
        .iter()
        .any(|scheme| given.starts_with(scheme));
    if is_address {
        Ok(Some(given.clone()))
    } else {
        Err(Failure::usage(
            "--page-url accepts an http:// or https:// address",
        ))
    }
}

/// The format of a name as the command line knows it.
pub fn format(name: &str) -> Result<WantedFormat, &'static str> {
    let accepts = "auto, google, heureka, idealo, awin, ceneo, skroutz, schemaorg or offers";
    WantedFormat::named(name).ok_or(accepts)
}

/// The name of a format that the command line knows.
pub fn format_name(name: &str) -> Result<String, &'static str> {
    format(name).map(|_| name.to_owned())
}

/// An instant of the years that feeds can be of, in UTC and whole microseconds.
pub fn instant(text: &str) -> Result<OffsetDateTime, &'static str> {
    OffsetDateTime::parse(text, &Rfc3339)
        .ok()
        .map(|at| at.to_offset(time::UtcOffset::UTC))
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
