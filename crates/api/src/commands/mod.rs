//! The commands, one file each.

mod catalog;
mod config;
mod demo;
mod import;
mod keys;
mod serve;
mod store;
mod workspace;

use crate::cli::{CatalogCommand, Command, ConfigCommand, Invocation, StoreCommand};
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

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
        Command::Store(StoreCommand::Set(args)) => store::set(&args, json, settings).await,
        Command::Store(StoreCommand::List) => store::list(json, settings).await,
        Command::Workspace(command) => workspace::run(command, json, settings).await,
        Command::Keys(command) => keys::run(command, json, settings).await,
        Command::Config(ConfigCommand::Check) => config::check(json, settings),
    }
}
