#![doc = include_str!("../README.md")]

mod alarm;
mod availability;
mod content;
mod feed;
mod history;
mod mail;
mod rereadable;
mod source;
mod webhook;

pub use alarm::AlarmChannel;
pub use availability::{AvailabilityFeed, StockNews};
pub use content::{ContentError, FeedContent, Fetched, SourceContent};
pub use feed::{
    Batches, CatalogueItem, DecimalMark, FeedError, FeedFormat, FeedInput, FeedItem, FeedOptions,
    FeedReader, OpenCatalogue, OpenFeed, RowRemark, WantedFormat,
};
pub use history::{HistoryItem, HistoryRow, OpenHistory};
pub use mail::{Content, Ending, Letter, MailError, Mailer};
pub use rereadable::Rereadable;
pub use source::{
    Authorization, Download, DownloadLimits, FeedRequest, FeedSource, MAX_REDIRECTS, NetError,
    Validators,
};
pub use webhook::{
    HostResolver, ResolveError, RetryAfter, WebhookAnswer, WebhookError, WebhookRequest,
    WebhookTransport,
};
