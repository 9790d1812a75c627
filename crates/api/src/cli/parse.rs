//! Reading the command line with the settings on it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, value_parser};

use super::{Cli, Invocation};
use crate::failure::Failure;
use crate::output;
use crate::settings::{self, Given, Settings};

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
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let matches = command(true)
        .try_get_matches_from(&arguments)
        .map_err(|error| Early::Clap(Box::new(explained(error, &arguments))))?;
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

/// The whole command line, as help and manual pages show it.
pub fn whole(name: &str) -> Command {
    let name = name.to_owned();
    command(false).name(name.clone()).bin_name(name)
}

/// The command with a flag for each setting, which takes any text: what counts is checked, by
/// [`Settings::read`].
fn command(has_environment: bool) -> Command {
    let settings = settings::arguments().into_iter().map(|arg| {
        let variable = arg.get_id().to_string();
        let arg = arg
            .long(settings::flag(&variable))
            .global(true)
            .hide_short_help(true)
            .hide_env_values(true)
            .value_name("VALUE")
            .value_parser(value_parser!(String))
            .help_heading("Settings");
        if has_environment {
            arg.env(variable)
        } else {
            arg
        }
    });
    Cli::command().args(settings)
}

/// The error; one about missing arguments says what each accepts, and its line on usage names nothing that
/// the environment states, as if that were required too.
fn explained(error: clap::Error, arguments: &[OsString]) -> clap::Error {
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return error;
    }
    let mut root = command(false);
    let Err(mut plain) = root.try_get_matches_from_mut(arguments) else {
        return error;
    };
    let mut named = &root;
    for argument in arguments.iter().skip(1) {
        let name = argument.to_str().unwrap_or_default();
        named = named.find_subcommand(name).unwrap_or(named);
    }
    let with_help = |name: &String| {
        let arg = named.get_arguments().find(|arg| arg.to_string() == *name);
        let help = arg.and_then(Arg::get_help);
        help.map_or_else(|| name.clone(), |help| format!("{name}: {help}"))
    };
    if let Some(ContextValue::Strings(missing)) = plain.get(ContextKind::InvalidArg) {
        let told = missing.iter().map(with_help).collect();
        plain.insert(ContextKind::InvalidArg, ContextValue::Strings(told));
    }
    plain
}
