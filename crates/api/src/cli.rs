//! The command line.

mod evaluate;
mod matching;
mod source;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;
use crate::output;
use crate::settings::{Given, ROWS, Settings};

pub use evaluate::{EvaluateCommand, EvaluateMatchArgs};
pub use matching::{MatchCommand, ReviewArgs};
pub use source::{SourceAddArgs, SourceCommand, SourceRunArgs};

/// Price comparison service: feeds in, one normalized catalogue out over HTTP.
#[derive(Debug, Parser)]
#[command(name = "api", version, max_term_width = 100)]
pub struct Cli {
    /// Settings file (TOML); keys are the settings in lower case without PCS_.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Results as JSON, for machines.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve HTTP and run the workers.
    Serve(ServeArgs),
    /// Load the sample catalogue, make demo keys, print ready curl lines, and serve.
    Demo,
    /// Bring the schema of the store up to date.
    Migrate,
    /// Import one snapshot of one store's offers.
    Import(ImportArgs),
    /// Canonical products.
    #[command(subcommand)]
    Catalog(CatalogCommand),
    /// Past prices.
    #[command(subcommand)]
    History(HistoryCommand),
    /// Stores and their terms.
    #[command(subcommand)]
    Store(StoreCommand),
    /// Feeds that are fetched on a schedule.
    #[command(subcommand)]
    Source(SourceCommand),
    /// Offers that wait for a person.
    #[command(subcommand)]
    Match(MatchCommand),
    /// Workspaces.
    #[command(subcommand)]
    Workspace(WorkspaceCommand),
    /// API keys.
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Sealed secrets.
    #[command(subcommand)]
    Vault(VaultCommand),
    /// Measure rules on labelled data.
    #[command(subcommand)]
    Evaluate(EvaluateCommand),
    /// Settings.
    #[command(subcommand)]
    Config(ConfigCommand),
}

/// A command with the flags that all have.
#[derive(Debug)]
pub struct Invocation {
    /// The command.
    pub command: Command,
    /// Results as JSON.
    pub json: bool,
}

/// A part of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Answers requests.
    Http,
    /// Runs background jobs.
    Worker,
}

/// Arguments of `api serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Parts to run.
    #[arg(long, value_delimiter = ',', default_value = "http,worker")]
    pub roles: Vec<Role>,
}

/// Arguments of `api import`.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A file, an https:// URL, or - for standard input; gzip is unpacked.
    pub source: String,
    /// Name of the store; it is created when it is new.
    #[arg(long, value_name = "NAME")]
    pub store: String,
    /// Format of the feed.
    #[arg(
        long,
        default_value = "auto",
        value_name = "auto|google|heureka|idealo|awin|ceneo|skroutz|schemaorg|offers"
    )]
    pub format: String,
    /// full: an offer that is missing is gone; delta: it stays as it was.
    #[arg(long, default_value = "full", value_parser = ["full", "delta"])]
    pub snapshot: String,
    /// When the offers were as the feed says (RFC 3339); default: now.
    #[arg(long, value_name = "TIME")]
    pub observed_at: Option<String>,
    /// Currency of rows that state none (ISO 4217); default: the catalogue's.
    #[arg(long = "currency", id = "row_currency", value_name = "CODE")]
    pub currency: Option<String>,
    /// Decimal mark of price texts in our own formats.
    #[arg(long, default_value = "auto", value_parser = ["auto", "dot", "comma"])]
    pub decimal_mark: String,
    /// Character set of the file; default: byte order mark, declaration, else UTF-8.
    #[arg(long, value_name = "LABEL")]
    pub charset: Option<String>,
    /// Address of a shop page (schemaorg) that does not state its own; default: SOURCE, when that is
    /// an address.
    #[arg(long, value_name = "URL")]
    pub page_url: Option<String>,
    /// The store's second file with stock and delivery times (Heureka availability feed), like SOURCE.
    #[arg(long, value_name = "SOURCE")]
    pub availability: Option<String>,
    /// A full snapshot that lost more than this share of the store's offers is refused.
    #[arg(long, default_value = "50%", value_name = "PERCENT")]
    pub max_shrink: String,
    /// Count, but change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Write one JSON line per rejected row: line, offer id, field, reason.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
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
    /// Name of the store; it is created when it is new.
    #[arg(long, value_name = "NAME")]
    pub store: String,
    /// Decimal mark of price texts.
    #[arg(long, default_value = "auto", value_parser = ["auto", "dot", "comma"])]
    pub decimal_mark: String,
    /// Character set of the file; default: byte order mark, else UTF-8.
    #[arg(long, value_name = "LABEL")]
    pub charset: Option<String>,
    /// Count, but change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Write one JSON line per rejected row: line, offer id, field, reason.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// `api store`
#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Set terms that feeds do not carry; the store is created when it is new.
    Set(StoreSetArgs),
    /// List stores.
    List,
}

/// Arguments of `api store set`.
#[derive(Debug, Args)]
pub struct StoreSetArgs {
    /// Name of the store.
    pub name: String,
    /// Rating, 0 to 5.
    #[arg(long)]
    pub seller_score: Option<String>,
    /// Number of reviews behind the rating.
    #[arg(long)]
    pub seller_reviews: Option<u32>,
    /// Days for returning.
    #[arg(long)]
    pub return_days: Option<u16>,
    /// Months of warranty.
    #[arg(long)]
    pub warranty_months: Option<u16>,
    /// Delivery cost of an order.
    #[arg(long)]
    pub delivery_cost: Option<String>,
    /// Item price from which delivery is free.
    #[arg(long)]
    pub free_delivery_from: Option<String>,
    /// Business days until delivery.
    #[arg(long)]
    pub delivery_days: Option<u16>,
    /// The shop's page, for offers without one.
    #[arg(long)]
    pub url: Option<String>,
}

/// `api workspace`
#[derive(Debug, Subcommand)]
pub enum WorkspaceCommand {
    /// Change a workspace; it is created when it is new.
    Set {
        /// Name of the workspace.
        name: String,
        /// What it may do beyond scopes: webhooks:manage; repeatable.
        #[arg(long, value_name = "ENTITLEMENT")]
        entitlement: Vec<String>,
        /// Where operational notices go.
        #[arg(long, value_name = "ADDRESS")]
        alert_email: Option<String>,
        /// Reads per minute and key, instead of the deployment's setting.
        #[arg(long, value_name = "PER_MINUTE")]
        rate_limit: Option<u32>,
    },
}

/// `api keys`
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Make a key; it is shown once.
    Create {
        /// Workspace; it is created when it is new.
        #[arg(long)]
        workspace: String,
        /// live or test.
        #[arg(long, default_value = "live", value_parser = ["live", "test"])]
        mode: String,
        /// A right; repeatable; none means no rights.
        #[arg(long, value_name = "SCOPE")]
        scope: Vec<String>,
    },
    /// List keys; the keys themselves are kept nowhere.
    List {
        /// Of one workspace only.
        #[arg(long)]
        workspace: Option<String>,
    },
    /// Revoke a key: it is refused from the next request on.
    Revoke {
        /// Id of the key (key_…).
        id: String,
    },
}

/// `api vault`
#[derive(Debug, Subcommand)]
pub enum VaultCommand {
    /// Seal all secrets with the first key of `PCS_VAULT_KEY`.
    Reseal,
}

/// `api config`
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Check the settings and print the effective ones, secrets masked.
    Check,
}

/// Why the program ends before a command runs.
pub enum Early {
    /// Help, version, or a wrong argument.
    Clap(Box<clap::Error>),
    /// A wrong setting.
    Failure(Failure),
}

impl Early {
    /// Prints it and answers the exit status.
    pub fn finish(self) -> ExitCode {
        match self {
            Self::Clap(error) => {
                if error.print().is_err() {
                    return ExitCode::FAILURE;
                }
                match error.kind() {
                    ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
                    _ => ExitCode::from(2),
                }
            }
            Self::Failure(failure) => {
                output::complain(&failure.to_string());
                failure.exit_code()
            }
        }
    }
}

/// Reads arguments and settings.
pub fn parse(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<(Invocation, Settings), Early> {
    let settings = ROWS.iter().map(|row| {
        let arg = Arg::new(row.variable)
            .long(row.flag())
            .env(row.variable)
            .hide_env_values(true)
            .global(true)
            .hide_short_help(true)
            .value_name("VALUE")
            .action(ArgAction::Set)
            .help_heading("Settings");
        let default = row
            .default
            .map_or_else(String::new, |value| format!(" [default: {value}]"));
        arg.help(format!("{}{default}", row.help))
    });
    let command = Cli::command().args(settings);
    let matches = command
        .try_get_matches_from(arguments)
        .map_err(|e| Early::Clap(Box::new(e)))?;
    let cli = Cli::from_arg_matches(&matches).map_err(|e| Early::Clap(Box::new(e)))?;
    let deepest = std::iter::successors(Some(&matches), |m| m.subcommand().map(|(_, sub)| sub));
    let matches = deepest.last().unwrap_or(&matches);
    let settings = Given::collect(matches, cli.config.as_deref())
        .and_then(Settings::read)
        .map_err(Early::Failure)?;
    Ok((
        Invocation {
            command: cli.command,
            json: cli.json,
        },
        settings,
    ))
}
