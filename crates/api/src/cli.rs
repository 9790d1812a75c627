//! The command line.

mod backup;
mod evaluate;
mod imports;
mod keys;
mod matching;
mod parse;
mod source;
mod store;
mod tools;
mod usage;
mod values;
mod webhook;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use backup::{BackupArgs, RestoreArgs};
pub use evaluate::{EvaluateCommand, EvaluateMatchArgs, EvaluateOffersArgs};
pub use imports::{CatalogCommand, HistoryCommand, HistoryImportArgs, ImportArgs, ImportsArgs};
pub use keys::{ConsoleCommand, KeysCommand, VaultCommand, WorkspaceCommand};
pub use matching::{CorrectArgs, MatchCommand, ReviewArgs};
pub use parse::{parse, whole};
pub use source::{SourceAddArgs, SourceChangeArgs, SourceCommand, SourceRunArgs};
pub use store::{ProductCommand, ProductRemoveArgs, StoreCommand, StoreRemoveArgs, StoreSetArgs};
pub use tools::{CompletionsArgs, HealthcheckArgs, ManualArgs};
pub use webhook::{ListenArgs, WebhookCommand};

/// Price comparison service: feeds in, one normalized catalogue out over HTTP.
#[derive(Debug, Parser)]
#[command(name = "api", version, max_term_width = 100)]
pub struct Cli {
    /// Settings file (TOML); keys are the settings in lower case without PCS_. Without it /etc/cotejo/cotejo.toml is
    /// read where there is one.
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
    /// Write the store and its vault key to one file, while the service runs.
    Backup(BackupArgs),
    /// Make a store out of a backup, while no service runs.
    Restore(RestoreArgs),
    /// Import one snapshot of one store's offers.
    Import(ImportArgs),
    /// List the last imports, by command and of sources, or show one with its rejected rows.
    Imports(ImportsArgs),
    /// Canonical products.
    #[command(subcommand)]
    Catalog(CatalogCommand),
    /// Past prices.
    #[command(subcommand)]
    History(HistoryCommand),
    /// Stores and their terms.
    #[command(subcommand)]
    Store(StoreCommand),
    /// Single products.
    #[command(subcommand)]
    Product(ProductCommand),
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
    /// For who writes a receiver of webhooks.
    #[command(subcommand)]
    Webhook(WebhookCommand),
    /// Operators of the console.
    #[command(subcommand)]
    Console(ConsoleCommand),
    /// Sealed secrets.
    #[command(subcommand)]
    Vault(VaultCommand),
    /// Measure rules on labelled data.
    #[command(subcommand)]
    Evaluate(EvaluateCommand),
    /// Channels on which operators are told what needs a person.
    #[command(subcommand)]
    Alert(AlertCommand),
    /// Settings.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Ask the running service whether it is well; exit status 0 says yes.
    Healthcheck(HealthcheckArgs),
    /// Print what a shell needs to complete commands and flags.
    Completions(CompletionsArgs),
    /// Write a manual page for each command.
    Manual(ManualArgs),
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

/// Arguments of `api config check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Those of `serve`.
    #[command(flatten)]
    pub serve: ServeArgs,
    /// Neither the store nor the mail server is asked.
    #[arg(long)]
    pub offline: bool,
}

/// `api alert`
#[derive(Debug, Subcommand)]
pub enum AlertCommand {
    /// Send a message to each channel of `PCS_ALERT_CHANNELS`, and print what was answered.
    Test,
}

/// `api config`
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the effective settings, secrets masked, and check whether `serve` would start with them.
    Check(CheckArgs),
    /// Write a settings file with every setting, what it means and its default, all of them commented out.
    Init {
        /// The file, which must not be there yet; without one it is printed.
        file: Option<PathBuf>,
    },
}
