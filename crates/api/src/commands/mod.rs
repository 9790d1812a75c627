//! The commands, one file each.

mod alert;
mod backup;
mod catalog;
mod config;
mod console;
mod corrections;
mod demo;
mod doubts;
mod evaluate;
mod healthcheck;
mod history;
pub mod import;
mod imports;
mod keys;
mod listen;
mod manual;
mod removing;
mod rerun;
mod review;
mod serve;
mod source;
mod store;
mod suspects;
mod vault;
mod workspace;

use crate::cli::{
    AlertCommand, CatalogCommand, Command, ConfigCommand, HistoryCommand, Invocation, MatchCommand,
    ProductCommand, StoreCommand, VaultCommand, WebhookCommand,
};
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;
use crate::words;

/// Runs one command.
pub async fn run(invocation: Invocation, settings: &Settings) -> Result<(), Failure> {
    let Invocation { command, json } = invocation;
    // `config check` prints the settings before it tries what they name
    if !matches!(command, Command::Config(_)) {
        words::add(settings)?;
    }
    match command {
        Command::Serve(args) => serve::run(&args, settings).await,
        Command::Demo => demo::run(settings).await,
        Command::Migrate => migrate(json, settings).await,
        Command::Backup(args) => backup::back_up(&args, json, settings).await,
        Command::Restore(args) => backup::restore(&args, json, settings).await,
        Command::Import(args) => import::run(&args, json, settings).await,
        Command::Imports(args) => imports::run(&args, json, settings).await,
        Command::Catalog(CatalogCommand::Import { file, report }) => {
            catalog::run(&file, report.as_deref(), json, settings).await
        }
        Command::History(HistoryCommand::Import(args)) => history::run(&args, json, settings).await,
        Command::Store(StoreCommand::Set(args)) => store::set(&args, json, settings).await,
        Command::Store(StoreCommand::List) => store::list(json, settings).await,
        Command::Store(StoreCommand::Remove(args)) => removing::store(&args, json, settings).await,
        Command::Product(ProductCommand::Remove(args)) => {
            removing::product(&args, json, settings).await
        }
        Command::Source(command) => source::run(command, json, settings).await,
        Command::Match(MatchCommand::Review(args)) => review::run(&args, json, settings).await,
        Command::Match(MatchCommand::Merge { product, into }) => {
            doubts::merge(&product, &into, json, settings).await
        }
        Command::Match(MatchCommand::Split {
            product,
            store,
            offer,
        }) => corrections::split(&product, &store, &offer, json, settings).await,
        Command::Match(MatchCommand::Correct(args)) => {
            corrections::correct(&args, json, settings).await
        }
        Command::Match(MatchCommand::Rerun { dry_run }) => {
            rerun::run(dry_run, json, settings).await
        }
        Command::Workspace(command) => workspace::run(command, json, settings).await,
        Command::Keys(command) => keys::run(command, json, settings).await,
        Command::Webhook(WebhookCommand::Listen(args)) => listen::run(args, json, settings).await,
        Command::Console(command) => console::run(command, json, settings).await,
        Command::Vault(VaultCommand::Reseal) => {
            let stores = stores::open(settings).await?;
            let keys = crate::vault::open(settings, stores.holds_secrets().await?)?;
            vault::reseal(&*stores.secrets, &*keys, json).await
        }
        Command::Evaluate(command) => evaluate::run(&command, json, settings).await,
        Command::Alert(AlertCommand::Test) => alert::test(json, settings).await,
        Command::Config(ConfigCommand::Check(args)) => config::check(&args, json, settings).await,
        Command::Config(ConfigCommand::Init { file }) => config::init(file.as_deref()),
        Command::Healthcheck(args) => healthcheck::run(args.ready, json, settings).await,
        Command::Completions(args) => {
            manual::completions(args.shell, &args.name);
            Ok(())
        }
        Command::Manual(args) => manual::pages(&args.folder, &args.name),
    }
}

async fn migrate(json: bool, settings: &Settings) -> Result<(), Failure> {
    stores::open(settings).await?;
    output::line(if json {
        r#"{"migrated":true}"#
    } else {
        "the schema is up to date"
    });
    Ok(())
}
