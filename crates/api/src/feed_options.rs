//! How a feed is to be read, of the arguments that say so.

use ports_net::{DecimalMark, FeedOptions, WantedFormat};
use time::OffsetDateTime;

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
        let accepted = "an http:// or https:// address";
        Err(Failure::not_accepted("--page-url", given, accepted))
    }
}
