//! Reading the command line with the settings on it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches};

use super::{Cli, Invocation};
use crate::failure::Failure;
use crate::output;
use crate::settings::{Given, ROWS, Settings};

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
