//! `api evaluate`, one file for each measurement.

mod matching;
mod pages;
mod prices;
mod search;

use crate::cli::EvaluateCommand;
use crate::failure::Failure;

/// Runs one measurement.
pub fn run(command: &EvaluateCommand, json: bool) -> Result<(), Failure> {
    match command {
        EvaluateCommand::Match(args) => matching::run(args, json),
        EvaluateCommand::Search { dir } => search::run(dir, json),
        EvaluateCommand::Prices { file } => prices::run(file, json),
        EvaluateCommand::Pages { dir } => pages::run(dir, json),
    }
}
