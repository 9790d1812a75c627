//! `api import`, `api catalog` and `api history`: what is imported from files.

use std::path::PathBuf;

use app::importing::charset::standard_charset;
use app::importing::currency::standard_currency;
use clap::{Args, Subcommand};
use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use ports_net::WantedFormat;
use time::OffsetDateTime;

use super::values;
use crate::settings::whole_number;

/// Arguments of `api import`.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A file, an https:// URL, or - for standard input; gzip is unpacked.
    pub source: String,
    /// Name of the store, 2 to 120 characters; it is created when it is new.
    #[arg(long, value_name = "NAME")]
    pub store: String,
    /// Format of the feed.
    #[arg(
        long,
        default_value = WantedFormat::Auto.name(),
        value_name = values::formats(),
        value_parser = values::format
    )]
    pub format: WantedFormat,
    /// full: an offer that is missing is gone; delta: it stays as it was.
    #[arg(long, default_value = SnapshotKind::Full.code(), value_parser = SnapshotKind::ALL.map(SnapshotKind::code))]
    pub snapshot: String,
    /// When the offers were as the feed says (RFC 3339); default: now.
    #[arg(long, value_name = "TIME", value_parser = values::instant)]
    pub observed_at: Option<OffsetDateTime>,
    /// Currency of rows that state none (ISO 4217); default: the catalogue's.
    #[arg(long = "currency", id = "row_currency", value_name = "CODE", value_parser = standard_currency)]
    pub currency: Option<Currency>,
    /// Decimal mark of price texts in our own formats.
    #[arg(long, default_value = "auto", value_parser = ["auto", "dot", "comma"])]
    pub decimal_mark: String,
    /// Character set of the file; default: byte order mark, declaration, else UTF-8.
    #[arg(long, value_name = "LABEL", value_parser = standard_charset)]
    pub charset: Option<String>,
    /// Address of a shop page (schemaorg) that does not state its own; default: SOURCE, when that is
    /// an address.
    #[arg(long, value_name = "URL")]
    pub page_url: Option<String>,
    /// The store's second file with stock and delivery times (Heureka availability feed), like SOURCE.
    #[arg(long, value_name = "SOURCE")]
    pub availability: Option<String>,
    /// A full snapshot that lost more than this share of the store's offers is refused.
    #[arg(long, default_value_t = MaxShrink::DEFAULT, value_name = "PERCENT", value_parser = values::max_shrink)]
    pub max_shrink: MaxShrink,
    /// Count, but change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Write one JSON line per rejected row: line, offer id, field, reason.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// Arguments of `api imports`.
#[derive(Debug, Args)]
pub struct ImportsArgs {
    /// Imports of this store alone.
    #[arg(long, value_name = "NAME", conflicts_with = "run")]
    pub store: Option<String>,
    /// This import (run_…) with its rejected rows.
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// How many imports are listed, the last ones first; of each store the last 20 are kept.
    #[arg(long, default_value = "20", value_name = "COUNT", allow_negative_numbers = true, value_parser = whole_number::<u32, 1, 1000>)]
    pub limit: u32,
}

/// `api catalog`
#[derive(Debug, Subcommand)]
pub enum CatalogCommand {
    /// Import canonical products (JSON Lines or CSV).
    Import {
        /// A file, an https:// URL, or - for standard input.
        file: String,
        /// Write one JSON line per rejected row.
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
    },
}

/// `api history`
#[derive(Debug, Subcommand)]
pub enum HistoryCommand {
    /// Import past price points of one store (CSV).
    Import(HistoryImportArgs),
}

/// Arguments of `api history import`.
#[derive(Debug, Args)]
pub struct HistoryImportArgs {
    /// A file, an https:// URL, or - for standard input; gzip is unpacked.
    pub file: String,
    /// Name of the store, 2 to 120 characters; it is created when it is new.
    #[arg(long, value_name = "NAME")]
    pub store: String,
    /// Decimal mark of price texts.
    #[arg(long, default_value = "auto", value_parser = ["auto", "dot", "comma"])]
    pub decimal_mark: String,
    /// Character set of the file; default: byte order mark, else UTF-8.
    #[arg(long, value_name = "LABEL", value_parser = standard_charset)]
    pub charset: Option<String>,
    /// Count, but change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Write one JSON line per rejected row: line, offer id, field, reason.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}
