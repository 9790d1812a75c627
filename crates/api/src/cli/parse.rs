//! Reading the command line with the settings on it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, value_parser};

use super::{Cli, Invocation, usage};
use crate::failure::Failure;
use crate::settings::{self, Given, Settings};

/// Why the program ends before a command runs.
pub enum Early {
    /// Help, version, or a wrong argument told to a person.
    Clap(Box<clap::Error>),
    /// A wrong setting, or a wrong argument told to a machine.
    Failure {
        /// What is wrong.
        failure: Failure,
        /// Whether it is told as JSON.
        json: bool,
    },
}

impl Early {
    /// What is wrong.
    pub fn in_words(&self) -> String {
        match self {
            Self::Clap(error) => error.to_string(),
            Self::Failure { failure, .. } => failure.to_string(),
        }
    }

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
            Self::Failure { failure, json } => failure.finish(json),
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
        .map_err(|error| early(explained(error, &arguments), &arguments))?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| early(error, &arguments))?;
    let deepest = std::iter::successors(Some(&matches), |m| m.subcommand().map(|(_, sub)| sub));
    let matches = deepest.last().unwrap_or(&matches);
    let settings = Given::collect(matches, cli.config.as_deref())
        .and_then(Settings::read)
        .map_err(|failure| Early::Failure {
            failure,
            json: cli.json,
        })?;
    Ok((
        Invocation {
            command: cli.command,
            json: cli.json,
        },
        settings,
    ))
}

/// Help and versions are for people; a wrong argument is told as JSON to who wrote `--json` anywhere among arguments that
/// cannot be read as a whole.
fn early(error: clap::Error, arguments: &[OsString]) -> Early {
    let asks_for_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    let mut flags = arguments.iter().take_while(|argument| *argument != "--");
    if !asks_for_help && flags.any(is_json) {
        let failure = usage::failure(&error);
        return Early::Failure {
            failure,
            json: true,
        };
    }
    Early::Clap(Box::new(error))
}

/// The flag, also with a value, which it does not take.
fn is_json(argument: &OsString) -> bool {
    let flag = argument.to_str().unwrap_or_default();
    flag == "--json" || flag.starts_with("--json=")
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
