//! `api evaluate`, one file for each measurement.

mod matching;
mod offers;
mod pages;
mod prices;
mod search;

use crate::cli::EvaluateCommand;
use crate::failure::Failure;
use crate::settings::Settings;

/// Runs one measurement.
pub async fn run(
    command: &EvaluateCommand,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    match command {
        EvaluateCommand::Match(args) => matching::run(args, json),
        EvaluateCommand::Offers(args) => offers::run(args, json, settings).await,
        EvaluateCommand::Search { dir } => search::run(dir, json),
        EvaluateCommand::Prices { file } => prices::run(file, json),
        EvaluateCommand::Pages { dir } => pages::run(dir, json),
    }
}
