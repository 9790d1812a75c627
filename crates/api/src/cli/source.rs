//! `api source`: feeds that are fetched on a schedule.

use app::importing::currency::standard_currency;
use app::importing::sources::interval_text;
use clap::{Args, Subcommand};
use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::source::Interval;
use ports_net::WantedFormat;

use super::values;

/// `api source`
#[derive(Debug, Subcommand)]
pub enum SourceCommand {
    /// Add a source; the workers fetch it at once, and then again and again.
    Add(Box<SourceAddArgs>),
    /// List sources and how they fare.
    List,
    /// Remove a source; the store's offers stay as they are.
    Remove {
        /// Id of the source (src_…).
        id: String,
    },
    /// Fetch and import a source now, due or not.
    Run(SourceRunArgs),
    /// Change a source; it is fetched at once and read anew. What is not named stays.
    Change(Box<SourceChangeArgs>),
    /// Fetch a source no more until it is resumed.
    Pause {
        /// Id of the source (src_…).
        id: String,
    },
    /// Fetch a paused source again, at once.
    Resume {
        /// Id of the source (src_…).
        id: String,
    },
}

/// Arguments of `api source add`.
#[derive(Debug, Args)]
pub struct SourceAddArgs {
    /// An https:// URL, the path of a file, or a quoted pattern of paths (of the files that match, the
    /// one written last counts).
    #[arg(required_unless_present = "location_flag")]
    pub location: Option<String>,
    /// The same as a flag.
    #[arg(
        long = "location",
        id = "location_flag",
        value_name = "LOCATION",
        conflicts_with = "location"
    )]
    pub location_flag: Option<String>,
    /// Name of the store; the first import creates it when it is new.
    #[arg(long, value_name = "NAME")]
    pub store: String,
    /// Format of the feed.
    #[arg(
        long,
        default_value = WantedFormat::Auto.name(),
        value_name = values::formats(),
        value_parser = values::format_name
    )]
    pub format: String,
    /// How often it is fetched: 1m to 30days.
    #[arg(long, default_value_t = interval_text(Interval::DEFAULT), value_name = "DURATION")]
    pub interval: String,
    /// full: an offer that is missing is gone; delta: it stays as it was.
    #[arg(long, default_value = SnapshotKind::Full.code(), value_parser = SnapshotKind::ALL.map(SnapshotKind::code))]
    pub snapshot: String,
    /// Currency of rows that state none (ISO 4217); default: the catalogue's.
    #[arg(long = "currency", id = "row_currency", value_name = "CODE", value_parser = standard_currency)]
    pub currency: Option<Currency>,
    /// Decimal mark of price texts.
    #[arg(long, default_value = "auto", value_parser = ["auto", "dot", "comma"])]
    pub decimal_mark: String,
    /// Character set of the content; default: byte order mark, declaration, else UTF-8.
    #[arg(long, value_name = "LABEL")]
    pub charset: Option<String>,
    /// A full snapshot that lost more than this share of the store's offers is refused.
    #[arg(long, default_value_t = MaxShrink::DEFAULT, value_name = "PERCENT", value_parser = values::max_shrink)]
    pub max_shrink: MaxShrink,
    /// Environment variable of the workers that holds the credentials (https only); the secret itself is
    /// stored nowhere.
    #[arg(long, value_name = "VARIABLE")]
    pub credentials_env: Option<String>,
    /// What the variable holds: basic: user:password; bearer: a token.
    #[arg(long, default_value = "basic", value_parser = ["basic", "bearer"], requires = "credentials_env")]
    pub credentials: String,
}

/// Arguments of `api source change`.
#[derive(Debug, Args)]
pub struct SourceChangeArgs {
    /// Id of the source (src_…).
    pub id: String,
    /// An https:// URL, the path of a file, or a quoted pattern of paths.
    #[arg(long, value_name = "LOCATION")]
    pub location: Option<String>,
    /// Format of the feed.
    #[arg(
        long,
        value_name = values::formats(),
        value_parser = values::format_name
    )]
    pub format: Option<String>,
    /// How often it is fetched: 1m to 30days.
    #[arg(long, value_name = "DURATION")]
    pub interval: Option<String>,
    /// full: an offer that is missing is gone; delta: it stays as it was.
    #[arg(long, value_parser = SnapshotKind::ALL.map(SnapshotKind::code))]
    pub snapshot: Option<String>,
    /// Currency of rows that state none (ISO 4217).
    #[arg(long = "currency", id = "row_currency", value_name = "CODE", value_parser = standard_currency)]
    pub currency: Option<Currency>,
    /// Decimal mark of price texts.
    #[arg(long, value_parser = ["auto", "dot", "comma"])]
    pub decimal_mark: Option<String>,
    /// Character set of the content; an empty one: it is found out.
    #[arg(long, value_name = "LABEL")]
    pub charset: Option<String>,
    /// A full snapshot that lost more than this share of the store's offers is refused.
    #[arg(long, value_name = "PERCENT", value_parser = values::max_shrink)]
    pub max_shrink: Option<MaxShrink>,
    /// Environment variable of the workers that holds the credentials (https only); an empty one: none are sent.
    #[arg(long, value_name = "VARIABLE")]
    pub credentials_env: Option<String>,
    /// What the variable holds: basic: user:password; bearer: a token.
    #[arg(long, value_parser = ["basic", "bearer"])]
    pub credentials: Option<String>,
}

/// Arguments of `api source run`.
#[derive(Debug, Args)]
pub struct SourceRunArgs {
    /// Id of the source (src_…).
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub id: Option<String>,
    /// All sources, one after the other.
    #[arg(long)]
    pub all: bool,
    /// Fetch and import although nothing changed.
    #[arg(long)]
    pub anew: bool,
}
