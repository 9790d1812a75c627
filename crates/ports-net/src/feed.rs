//! Feeds: what they hold and how they are read.

use std::fmt;
use std::io::{Read, Seek};
use std::sync::Arc;

use async_trait::async_trait;
use domain::money::Currency;
use domain::offer::FeedOffer;
use domain::product::ProductDraft;
use product_knowledge::price_text::Evidence;
use thiserror::Error;
use time::OffsetDateTime;

use crate::availability::AvailabilityFeed;
use crate::history::OpenHistory;

/// The bytes of a file that can be read more than once: archives have their directory at the end,
/// and the decimal mark of a feed is found out from all its prices.
pub trait FeedInput: Read + Seek + Send {}

impl<T: Read + Seek + Send> FeedInput for T {}

/// The format of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeedFormat {
    /// Our own offers file, CSV with a header.
    OffersCsv,
    /// Our own offers file, one JSON object a line.
    OffersJsonLines,
    /// Google Merchant XML: RSS 2.0 or Atom.
    GoogleXml,
    /// Google Merchant tab-separated values.
    GoogleTsv,
    /// Heureka XML (and Zboží, which shares its elements).
    HeurekaXml,
    /// idealo CSV.
    IdealoCsv,
    /// Awin CSV.
    AwinCsv,
    /// Ceneo XML.
    CeneoXml,
    /// Skroutz XML.
    SkroutzXml,
    /// A shop's page with schema.org data: `JSON-LD`, microdata or `RDFa`.
    SchemaOrgPage,
}

impl fmt::Display for FeedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffersCsv => "offers CSV",
            Self::OffersJsonLines => "offers JSON Lines",
            Self::GoogleXml => "Google Merchant XML",
            Self::GoogleTsv => "Google Merchant TSV",
            Self::HeurekaXml => "Heureka XML",
            Self::IdealoCsv => "idealo CSV",
            Self::AwinCsv => "Awin CSV",
            Self::CeneoXml => "Ceneo XML",
            Self::SkroutzXml => "Skroutz XML",
            Self::SchemaOrgPage => "a page with schema.org data",
        })
    }
}

/// What the caller asks a feed to be read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WantedFormat {
    /// Find out from the content.
    Auto,
    /// Our own offers file, CSV or JSON Lines.
    Offers,
    /// Google Merchant XML or TSV.
    Google,
    /// Heureka XML.
    Heureka,
    /// idealo CSV.
    Idealo,
    /// Awin CSV.
    Awin,
    /// Ceneo XML.
    Ceneo,
    /// Skroutz XML.
    Skroutz,
    /// A shop's page with schema.org data.
    SchemaOrg,
}

impl WantedFormat {
    /// Every one.
    pub const ALL: [Self; 9] = [
        Self::Auto,
        Self::Google,
        Self::Heureka,
        Self::Idealo,
        Self::Awin,
        Self::Ceneo,
        Self::Skroutz,
        Self::SchemaOrg,
        Self::Offers,
    ];

    /// What operators call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Google => "google",
            Self::Heureka => "heureka",
            Self::Idealo => "idealo",
            Self::Awin => "awin",
            Self::Ceneo => "ceneo",
            Self::Skroutz => "skroutz",
            Self::SchemaOrg => "schemaorg",
            Self::Offers => "offers",
        }
    }

    /// The format that operators call so; `None`: none is.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The names of all, as a sentence lists them.
    pub fn names() -> String {
        let [first @ .., last] = Self::ALL.map(Self::name);
        format!("{} or {last}", first.join(", "))
    }
}

/// Which character separates the decimals in price texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DecimalMark {
    /// The format's own rule, else found out from all prices of the feed; a text that may still mean
    /// two amounts is refused.
    Auto,
    /// A point; commas group thousands.
    Dot,
    /// A comma; points group thousands.
    Comma,
    /// What the reader found out from all prices of the feed: decides where a text's own form does not.
    Found(Evidence),
}

impl DecimalMark {
    /// The mark that operators call so.
    pub fn named(name: &str) -> Self {
        match name {
            "dot" => Self::Dot,
            "comma" => Self::Comma,
            _ => Self::Auto,
        }
    }
}

/// How to read a feed.
#[derive(Debug, Clone)]
pub struct FeedOptions {
    /// The format.
    pub format: WantedFormat,
    /// The catalogue's currency. A row that states another is rejected.
    pub catalogue_currency: Currency,
    /// The currency of rows that state none.
    pub default_currency: Currency,
    /// The decimal mark of price texts.
    pub decimal_mark: DecimalMark,
    /// Name of the character set (WHATWG label); `None`: byte order mark, XML declaration, else
    /// UTF-8.
    pub charset: Option<String>,
    /// The instant that the snapshot describes: decides whether a sale price applies.
    pub observed_at: OffsetDateTime,
    /// The most bytes that may come out of decompression before the feed is refused.
    pub max_bytes: u64,
    /// The address of a page that does not state its own.
    pub page_url: Option<String>,
    /// The store's second file with stock and delivery times; it overrides what the feed says.
    pub availability: Option<Arc<AvailabilityFeed>>,
}

/// A row that was not accepted, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowRemark {
    /// Line (text formats) or item number (XML) in the file, from 1.
    pub line: u64,
    /// The offer's id, when it could be read; at most 200 characters of it.
    pub offer_id: Option<String>,
    /// The field at fault, in the feed's own words; empty when the whole row is.
    pub field: String,
    /// What is wrong and what is accepted.
    pub reason: String,
}

/// One record of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedItem {
    /// A valid offer, with remarks about optional fields that were dropped (a GTIN with a wrong
    /// check digit, say).
    Offer(Box<FeedOffer>, Vec<RowRemark>),
    /// A rejected row.
    Rejected(RowRemark),
}

/// Why a whole feed cannot be used. Nothing of it may be published.
#[derive(Debug, Error)]
pub enum FeedError {
    /// Reading failed.
    #[error("the feed cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// It is no feed of any known format.
    #[error("not a feed: {0}")]
    NotAFeed(String),
    /// It is not of the format that was asked for.
    #[error("not {wanted}: {found}")]
    WrongFormat {
        /// The format asked for.
        wanted: String,
        /// What was found instead.
        found: String,
    },
    /// It ends in the middle of a record or of the document.
    #[error("the feed is truncated: {0}")]
    Truncated(String),
    /// It is not well-formed.
    #[error("the feed is broken at {at}: {problem}")]
    Broken {
        /// Line or byte position.
        at: String,
        /// What is wrong there.
        problem: String,
    },
    /// It is larger than allowed.
    #[error("the feed is larger than {limit} bytes once unpacked")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// The character set is not known or does not fit.
    #[error("the character set is not usable: {0}")]
    Charset(String),
}

/// A feed that was recognized and can be read.
pub struct OpenFeed {
    /// What it was taken for.
    pub format: FeedFormat,
    /// Its records in file order. After an error nothing more comes.
    pub items: Box<dyn Iterator<Item = Result<FeedItem, FeedError>> + Send>,
}

/// Makes offers of a feed's bytes.
pub trait FeedReader: Send + Sync {
    /// Recognizes the feed and reads it as a stream: memory stays bounded whatever its size, gzip
    /// and zip are unpacked on the way. A bad row is an item of its own and never ends the stream; a feed
    /// that ends too early ends with [`FeedError::Truncated`].
    fn open(&self, input: Box<dyn FeedInput>, options: &FeedOptions)
    -> Result<OpenFeed, FeedError>;

    /// Reads a store's second file with stock and delivery times (Heureka availability feed) whole.
    fn read_availability(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<AvailabilityFeed, FeedError>;

    /// Reads a file of canonical products (JSON Lines, or CSV with a header) in the same way.
    fn open_catalogue(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<OpenCatalogue, FeedError>;

    /// Reads a file of past price points (CSV with a header) in the same way.
    fn open_history(
        &self,
        input: Box<dyn FeedInput>,
        options: &FeedOptions,
    ) -> Result<OpenHistory, FeedError>;
}

/// One record of a catalogue file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CatalogueItem {
    /// A valid product.
    Product {
        /// Where it is in the file, as in its remarks.
        line: u64,
        /// The product.
        draft: Box<ProductDraft>,
        /// About fields that were dropped.
        remarks: Vec<RowRemark>,
    },
    /// A rejected row.
    Rejected(RowRemark),
}

/// A catalogue file that can be read.
pub struct OpenCatalogue {
    /// Its records in file order.
    pub items: Box<dyn Iterator<Item = Result<CatalogueItem, FeedError>> + Send>,
}

/// Records that arrive in batches, read elsewhere (on a thread of their own, say).
#[async_trait]
pub trait Batches<T>: Send {
    /// The next records in order; an empty batch is the end, an error is final.
    async fn next(&mut self) -> Result<Vec<T>, FeedError>;
}
