//! Reading whole files in tests.

use std::io::{Cursor, Write};

use adapter_feeds::Feeds;
use domain::money::Currency;
use domain::offer::FeedOffer;
use ports_net::{
    CatalogueItem, DecimalMark, FeedError, FeedFormat, FeedItem, FeedOptions, FeedReader,
    RowRemark, WantedFormat,
};
use time::macros::datetime;

/// Options of a catalogue in euros, with auto-detection.
pub fn options() -> FeedOptions {
    let eur = Currency::parse("EUR").expect("a code");
    FeedOptions {
        format: WantedFormat::Auto,
        catalogue_currency: eur,
        default_currency: eur,
        decimal_mark: DecimalMark::Auto,
        charset: None,
        observed_at: datetime!(2025-06-15 12:00 UTC),
        max_bytes: 64 * 1024 * 1024,
        page_url: None,
        availability: None,
    }
}

/// What came out of a feed.
#[derive(Debug, Default)]
pub struct Outcome {
    pub format: Option<FeedFormat>,
    pub offers: Vec<FeedOffer>,
    pub remarks: Vec<RowRemark>,
    pub rejected: Vec<RowRemark>,
    pub error: Option<FeedError>,
}

impl Outcome {
    /// Field and reason of the only rejected row.
    pub fn rejection(&self) -> (&str, &str) {
        assert!(self.error.is_none(), "{self:?}");
        match self.rejected.as_slice() {
            [row] => (&row.field, &row.reason),
            _ => panic!("not one rejected row: {self:?}"),
        }
    }

    /// The only offer.
    pub fn offer(&self) -> &FeedOffer {
        assert!(self.error.is_none(), "{self:?}");
        match self.offers.as_slice() {
            [offer] => offer,
            _ => panic!("not one offer: {self:?}"),
        }
    }

    /// The error as text; empty without one.
    pub fn error_text(&self) -> String {
        self.error
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default()
    }
}

/// Reads a whole feed.
pub fn read_with(bytes: impl Into<Vec<u8>>, options: &FeedOptions) -> Outcome {
    let mut outcome = Outcome::default();
    let opened = match Feeds.open(Box::new(Cursor::new(bytes.into())), options) {
        Ok(opened) => opened,
        Err(e) => {
            outcome.error = Some(e);
            return outcome;
        }
    };
    outcome.format = Some(opened.format);
    for item in opened.items {
        assert!(outcome.error.is_none(), "an item after an error");
        match item {
            Ok(FeedItem::Offer(offer, remarks)) => {
                outcome.offers.push(*offer);
                outcome.remarks.extend(remarks);
            }
            Ok(FeedItem::Rejected(row)) => outcome.rejected.push(row),
            Err(e) => outcome.error = Some(e),
        }
    }
    outcome
}

/// Reads a whole feed with the usual options.
pub fn read(bytes: impl Into<Vec<u8>>) -> Outcome {
    read_with(bytes, &options())
}

/// Reads a whole catalogue file.
pub fn catalogue(bytes: impl Into<Vec<u8>>) -> Result<Vec<CatalogueItem>, FeedError> {
    Feeds
        .open_catalogue(Box::new(Cursor::new(bytes.into())), &options())?
        .items
        .collect()
}

/// Packs bytes.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}
