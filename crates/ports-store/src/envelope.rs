//! Events as receivers get them: the JSON that is kept, signed and sent, byte for byte (D-46, WEBHOOKS.md).

use std::io;

use domain::watch::{Firing, StatedMinimum};
use domain::webhook::event::{Event, MODE, WatchEvent};
use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter};
use serde_json::value::RawValue;
use time::OffsetDateTime;

use crate::StoreError;

/// Members in the order in which they are written.
#[derive(Serialize)]
struct Envelope<'a> {
    id: String,
    #[serde(rename = "type")]
    kind: &'static str,
    created_at: String,
    mode: &'static str,
    data: Data<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Data<'a> {
    Triggered(Triggered<'a>),
    Test { test: bool },
}

/// What a firing tells: no client, no address, no link.
#[derive(Serialize)]
struct Triggered<'a> {
    watch_id: String,
    canonical_product_id: &'a str,
    product_name: &'a str,
    /// `null` where no target was waited for.
    target_price: Option<Box<RawValue>>,
    current_price: Box<RawValue>,
    store: &'a str,
    source_revision: String,
    observed_at: String,
    /// Not there where it is a target: events of targets have what they always had.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'static str>,
    /// Of a fall: by how many percent, and from which price.
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference_price: Option<Box<RawValue>>,
}

/// Compact JSON in which every control character is written by its number.
struct Numbered;

impl Formatter for Numbered {
    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        let control = match escape {
            CharEscape::Quote => return writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => return writer.write_all(b"\\\\"),
            CharEscape::Solidus => return writer.write_all(b"\\/"),
            CharEscape::Backspace => 0x08,
            CharEscape::Tab => 0x09,
            CharEscape::LineFeed => 0x0a,
            CharEscape::FormFeed => 0x0c,
            CharEscape::CarriageReturn => 0x0d,
            CharEscape::AsciiControl(control) => control,
        };
        write!(writer, "\\u{control:04x}")
    }
}

/// The envelope of an event. Receivers verify a signature over these bytes, so an event has them once and
/// for all: they are kept with it, and nothing edits them.
///
/// # Errors
///
/// [`StoreError::Failed`] when an instant has no form in RFC 3339: a year beyond 9999.
pub fn envelope(event: &Event<'_>) -> Result<String, StoreError> {
    let envelope = Envelope {
        id: event.id().to_string(),
        kind: event.kind().code(),
        created_at: instant(event.created_at())?,
        mode: MODE.code(),
        data: match event {
            Event::Triggered(event) => Data::Triggered(triggered(event)?),
            Event::Test { .. } => Data::Test { test: true },
        },
    };
    let mut bytes = Vec::with_capacity(512);
    let mut writer = serde_json::Serializer::with_formatter(&mut bytes, Numbered);
    envelope.serialize(&mut writer).map_err(failed)?;
    String::from_utf8(bytes).map_err(failed)
}

fn triggered(event: &WatchEvent) -> Result<Triggered<'_>, StoreError> {
    let WatchEvent {
        id: _,
        product: _,
        revision: _,
        firing,
        currency,
        restarts: _,
        evidence_until: _,
    } = event;
    let Firing {
        watch,
        product,
        product_name,
        condition,
        watched_store: _,
        minimum,
        source_revision,
        observed_at,
    } = firing;
    let StatedMinimum {
        price,
        item: _,
        delivery: _,
        store,
        url: _,
    } = minimum;
    let target = condition.target();
    let fell_from = condition.fall().and_then(|fall| fall.from);
    Ok(Triggered {
        watch_id: watch.to_string(),
        canonical_product_id: product.as_str(),
        product_name,
        target_price: target.map(|target| number(target.decimal())).transpose()?,
        current_price: number(currency.number(*price))?,
        store,
        source_revision: source_revision.to_string(),
        observed_at: instant(*observed_at)?,
        condition: target.is_none().then(|| condition.code()),
        percent: condition.fall().map(|fall| fall.percent.get()),
        reference_price: fell_from
            .map(|price| number(currency.number(price)))
            .transpose()?,
    })
}

/// A decimal as it stands: no binary fraction comes near it.
fn number(decimal: String) -> Result<Box<RawValue>, StoreError> {
    RawValue::from_string(decimal).map_err(failed)
}

fn instant(at: OffsetDateTime) -> Result<String, StoreError> {
    domain::instant::rfc3339(at).ok_or_else(|| failed("its year is beyond 9999"))
}

fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("the envelope of an event: {error}"))
}

#[cfg(test)]
mod tests;
