#![doc = include_str!("../README.md")]

mod formats;
mod offer;
mod reading;

pub use formats::schema_org::PageReading;

use std::sync::Arc;

use ports_net::{
    AvailabilityFeed, DecimalMark, FeedError, FeedFormat, FeedInput, FeedItem, FeedOptions,
    FeedReader, OpenCatalogue, OpenFeed, OpenHistory,
};
use product_knowledge::price_text::Evidence;

use crate::formats::google_tsv::GoogleTsv;
use crate::formats::google_xml::GoogleXml;
use crate::formats::offers_csv::OffersCsv;
use crate::formats::offers_jsonl::OffersJsonl;
use crate::formats::{
    awin, catalogue, ceneo, heureka, heureka_stock, history, idealo, schema_org, skroutz,
};
use crate::offer::decimal_mark;
use crate::reading::charset::Text;
use crate::reading::input::Opened;
use crate::reading::{detect, input};

/// The records of a feed.
type Items = Box<dyn Iterator<Item = Result<FeedItem, FeedError>> + Send>;

/// Reads every feed format that the service knows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Feeds;

impl Feeds {
    /// Reads a shop's page in whatever currency it states: a page that has no product is no error
    /// here.
    pub fn read_page(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<PageReading, FeedError> {
        let opened = input::open(input, options)?;
        schema_org::read(opened.text, options, true)
    }
}

impl FeedReader for Feeds {
    fn open(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<OpenFeed, FeedError> {
        let opened = input::open(input, options)?;
        let found = detect::feed(&opened.raw_head, &opened.head, options.format)?;
        let infer = |text| decimal_mark::infer(text, found);
        let (opened, options) = with_mark(opened, options, infer)?;
        let options = &options;
        let text = opened.text;
        let items: Items = match found.format {
            FeedFormat::OffersCsv => Box::new(OffersCsv::open(text, found.delimiter, options)?),
            FeedFormat::OffersJsonLines => Box::new(OffersJsonl::open(text, options)),
            FeedFormat::GoogleXml => Box::new(GoogleXml::open(text, options)),
            FeedFormat::GoogleTsv => Box::new(GoogleTsv::open(text, options)?),
            FeedFormat::HeurekaXml => heureka::open(text, options),
            FeedFormat::CeneoXml => ceneo::open(text, options),
            FeedFormat::SkroutzXml => skroutz::open(text, &opened.head, options),
            FeedFormat::IdealoCsv => idealo::open(text, found.delimiter, options)?,
            FeedFormat::AwinCsv => awin::open(text, found.delimiter, options)?,
            FeedFormat::SchemaOrgPage => schema_org::open(text, options)?,
        };
        let items = match &options.availability {
            Some(news) => heureka_stock::joined(items, Arc::clone(news)),
            None => items,
        };
        Ok(OpenFeed {
            format: found.format,
            items: Box::new(UntilError::new(items)),
        })
    }

    fn read_availability(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<AvailabilityFeed, FeedError> {
        let opened = input::open(input, options)?;
        heureka_stock::read(opened.text, options)
    }

    fn open_catalogue(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<OpenCatalogue, FeedError> {
        let opened = input::open(input, options)?;
        let items = catalogue::open(opened.text, &opened.raw_head, &opened.head)?;
        Ok(OpenCatalogue {
            items: Box::new(UntilError::new(items)),
        })
    }

    fn open_history(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<OpenHistory, FeedError> {
        let opened = input::open(input, options)?;
        let delimiter = history::delimiter(&opened.head);
        let infer = |text| decimal_mark::table(text, delimiter, history::is_price);
        let (opened, options) = with_mark(opened, options, infer)?;
        let items = history::open(opened.text, &opened.raw_head, &opened.head, &options)?;
        Ok(OpenHistory {
            items: Box::new(UntilError::new(items)),
        })
    }
}

/// Where the decimal mark is not declared: reads the feed a first time, and begins anew with what its
/// prices showed.
fn with_mark(
    opened: Opened,
    options: &FeedOptions,
    infer: impl FnOnce(Text) -> Evidence,
) -> Result<(Opened, FeedOptions), FeedError> {
    if options.decimal_mark != DecimalMark::Auto {
        return Ok((opened, options.clone()));
    }
    let source = opened.source;
    let evidence = infer(opened.text);
    let opened = input::reopen(&source, options)?;
    let options = FeedOptions {
        decimal_mark: DecimalMark::Found(evidence),
        ..options.clone()
    };
    Ok((opened, options))
}

/// Items up to and with the first error or the end, whichever comes first; then nothing.
struct UntilError<I> {
    items: I,
    ended: bool,
}

impl<I> UntilError<I> {
    const fn new(items: I) -> Self {
        Self {
            items,
            ended: false,
        }
    }
}

impl<T, E, I: Iterator<Item = Result<T, E>>> Iterator for UntilError<I> {
    type Item = Result<T, E>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let item = self.items.next();
        self.ended = !matches!(item, Some(Ok(_)));
        item
    }
}
