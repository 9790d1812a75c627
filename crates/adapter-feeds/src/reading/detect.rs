//! What a file is, found out from its beginning.

mod binary;
mod header;
mod table;
mod wanted;
mod xml;

use ports_net::{FeedError, FeedFormat, WantedFormat};

use crate::formats::schema_org;
use crate::offer::field::Field;
use wanted::{asked_for, fits};

pub(crate) use binary::binary;
pub(crate) use header::{header, own_field};

/// A recognized feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its format.
    pub(crate) format: FeedFormat,
    /// The delimiter of its fields, for tables.
    pub(crate) delimiter: u8,
}

/// Finds the format of a feed, or says what the file is instead.
pub(crate) fn feed(raw: &[u8], head: &str, wanted: WantedFormat) -> Result<Found, FeedError> {
    let refuse = |found: String| match asked_for(wanted) {
        None => FeedError::NotAFeed(found),
        Some(wanted) => FeedError::WrongFormat {
            wanted: wanted.to_owned(),
            found,
        },
    };
    let text = not_empty(raw, head)?;
    let found = if text.starts_with('<') && schema_org::is_page(text, wanted) {
        Ok(plain(FeedFormat::SchemaOrgPage))
    } else if text.starts_with('<') {
        xml::find(text, wanted)
    } else if text.starts_with(['{', '[']) {
        json_lines(text, wanted == WantedFormat::Offers)
    } else {
        table::find(raw, head, wanted)
    };
    let found = found.map_err(refuse)?;
    let fits = fits(wanted, found.format);
    if fits {
        Ok(found)
    } else {
        Err(refuse(match found.format {
            FeedFormat::SchemaOrgPage => "an HTML page".to_owned(),
            other => other.to_string(),
        }))
    }
}

/// The beginning without white space; an empty file is refused.
pub(crate) fn not_empty<'a>(raw: &[u8], head: &'a str) -> Result<&'a str, FeedError> {
    let text = head.trim_start();
    if text.is_empty() {
        let what = if raw.is_empty() {
            "the file is empty"
        } else {
            "the file is blank"
        };
        return Err(FeedError::NotAFeed(what.to_owned()));
    }
    Ok(text)
}

fn plain(format: FeedFormat) -> Found {
    Found {
        format,
        delimiter: b',',
    }
}

fn json_lines(text: &str, told: bool) -> Result<Found, String> {
    if text.starts_with('[') {
        return Err("a JSON array; JSON Lines with one object a line are accepted".to_owned());
    }
    let first = text.lines().next().unwrap_or_default().trim();
    if first == "{" {
        return Err("a JSON document over several lines; one object a line is accepted".to_owned());
    }
    let known = [Field::OfferId, Field::Price, Field::Title, Field::Ean];
    let names_one = known
        .iter()
        .any(|f| text.contains(&format!("\"{}\"", f.own_name())));
    if told || (names_one && !text.contains("\"@context\"")) {
        return Ok(plain(FeedFormat::OffersJsonLines));
    }
    Err("JSON without offer_id and price".to_owned())
}
