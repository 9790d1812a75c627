#![doc = include_str!("../README.md")]

mod catalogue;
mod catalogue_csv;
mod catalogue_jsonl;
mod charset;
mod codes;
mod detect;
mod fault;
mod field;
mod google;
mod google_tsv;
mod google_xml;
mod history;
mod input;
mod json;
mod json_lines;
mod lines;
mod marks;
mod money;
mod offers_csv;
mod offers_jsonl;
mod row;
mod rows;
mod table;
mod trade_numbers;
mod xml;

use std::io::Read;

use ports_net::{
    FeedError, FeedFormat, FeedItem, FeedOptions, FeedReader, OpenCatalogue, OpenFeed, OpenHistory,
};

use crate::google_tsv::GoogleTsv;
use crate::google_xml::GoogleXml;
use crate::offers_csv::OffersCsv;
use crate::offers_jsonl::OffersJsonl;

/// Reads every feed format that the service knows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Feeds;

impl FeedReader for Feeds {
    fn open(
        &self,
        input: Box<dyn Read + Send>,
        options: &FeedOptions,
    ) -> Result<OpenFeed, FeedError> {
        let opened = input::open(input, options)?;
        let found = detect::feed(&opened.raw_head, &opened.head, options.format)?;
        let text = opened.text;
        let items: Box<dyn Iterator<Item = Result<FeedItem, FeedError>> + Send> = match found.format
        {
            FeedFormat::OffersCsv => Box::new(OffersCsv::open(text, found.delimiter, options)?),
            FeedFormat::OffersJsonLines => Box::new(OffersJsonl::open(text, options)),
            FeedFormat::GoogleXml => Box::new(GoogleXml::open(text, options)),
            FeedFormat::GoogleTsv => Box::new(GoogleTsv::open(text, options)?),
        };
        Ok(OpenFeed {
            format: found.format,
            items: Box::new(UntilError::new(items)),
        })
    }

    fn open_catalogue(
        &self,
        input: Box<dyn Read + Send>,
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
        input: Box<dyn Read + Send>,
        options: &FeedOptions,
    ) -> Result<OpenHistory, FeedError> {
        let opened = input::open(input, options)?;
        let items = history::open(opened.text, &opened.raw_head, &opened.head, options)?;
        Ok(OpenHistory {
            items: Box::new(UntilError::new(items)),
        })
    }
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
