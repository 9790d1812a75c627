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
    #[arg(long, default_value = "api", value_name = "NAME")]
    pub name: String,
}

/// Arguments of `api manual`.
#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder, which is made when it is missing.
    pub folder: PathBuf,
    /// The name that the command is called by.
    #[arg(long, default_value = "api", value_name = "NAME")]
    pub name: String,
}
