//! The commands, one file each.

mod catalog;
mod config;
mod demo;
mod history;
mod import;
mod keys;
mod review;
mod serve;
mod store;
mod vault;
mod workspace;

use adapter_system::System;
use app::scales::{self, Occasion};

use crate::cli::{
    CatalogCommand, Command, ConfigCommand, HistoryCommand, Invocation, MatchCommand, StoreCommand,
    VaultCommand,
};
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores::{self, Stores};

/// Runs one command.
pub async fn run(invocation: Invocation, settings: &Settings) -> Result<(), Failure> {
    let Invocation { command, json } = invocation;
    match command {
        Command::Serve(args) => serve::run(&args, settings).await,
        Command::Demo => demo::run(settings).await,
        Command::Migrate => {
            stores::open(settings).await?;
            output::line(if json {
                r#"{"migrated":true}"#
            } else {
                "the schema is up to date"
            });
            Ok(())
        }
        Command::Import(args) => import::run(&args, json, settings).await,
        Command::Catalog(CatalogCommand::Import { file, report }) => {
            catalog::run(&file, report.as_deref(), json, settings).await
        }
        Command::History(HistoryCommand::Import(args)) => history::run(&args, json, settings).await,
        Command::Store(StoreCommand::Set(args)) => store::set(&args, json, settings).await,
        Command::Store(StoreCommand::List) => store::list(json, settings).await,
        Command::Match(MatchCommand::Review(args)) => review::run(&args, json, settings).await,
        Command::Workspace(command) => workspace::run(command, json, settings).await,
        Command::Keys(command) => keys::run(command, json, settings).await,
        Command::Vault(VaultCommand::Reseal) => {
            let stores = stores::open(settings).await?;
            let keys = crate::vault::open(settings, stores.holds_secrets().await?)?;
            vault::reseal(&*stores.secrets, &*keys, json).await
        }
        Command::Config(ConfigCommand::Check) => config::check(json, settings),
    }
}

/// Makes scales of properties anew when they have to be. The import that gave the occasion is done:
/// a failure is told, and made good by the next import.
async fn rescale(stores: &Stores, occasion: Occasion) {
    match scales::rescale(&*stores.scales, &System::new(), occasion).await {
        Ok(None) => {}
        Ok(Some(version)) => {
            tracing::info!(version = version.0, "products are scored by new scales");
        }
        Err(error) => {
            tracing::warn!(%error, "scales of properties are made anew by the next import");
        }
    }
}
