//! Commands for who installs and watches the service.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Arguments of `api healthcheck`.
#[derive(Debug, Args)]
pub struct HealthcheckArgs {
    /// Ask whether it is ready for work as well (`/readyz`), not only whether it runs (`/healthz`).
    #[arg(long)]
    pub ready: bool,
}

/// Arguments of `api completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: Shell,
    /// The name that the command is called by.
    #[arg(long, default_value = "api", value_name = "NAME", value_parser = command_name)]
    pub name: String,
}

/// Arguments of `api manual`.
#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder, which is made when it is missing.
    pub folder: PathBuf,
    /// The name that the command is called by.
    #[arg(long, default_value = "api", value_name = "NAME", value_parser = command_name)]
    pub name: String,
}

/// A name that a command may have: it becomes part of names of files and of functions of a shell.
fn command_name(text: &str) -> Result<String, &'static str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_name = text.len() <= 64 && text.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_name && text.chars().all(is_part) {
        Ok(text.to_owned())
    } else {
        Err("a name of a command: a letter, then letters, digits, - and _, at most 64 in all")
    }
}
