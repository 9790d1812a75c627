//! `api workspace`, `api keys`, `api console` and `api vault`: who may do what, and secrets.

use clap::Subcommand;

use crate::settings::whole_number;

/// `api workspace`
#[derive(Debug, Subcommand)]
pub enum WorkspaceCommand {
    /// Change a workspace; it is created when it is new.
    Set {
        /// Name of the workspace.
        name: String,
        /// What it may do beyond scopes: webhooks:manage; repeatable.
        #[arg(long, value_name = "ENTITLEMENT")]
        entitlement: Vec<String>,
        /// Where operational notices go; empty for nowhere.
        #[arg(long, value_name = "ADDRESS")]
        alert_email: Option<String>,
        /// Reads per minute and key, instead of the deployment's setting.
        #[arg(long, value_name = "PER_MINUTE", allow_negative_numbers = true, value_parser = whole_number::<u32, 0, 4_294_967_295>)]
        rate_limit: Option<u32>,
    },
    /// List the workspaces, in the order in which they were made.
    List,
}

/// `api keys`
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Make a key; it is shown once.
    Create {
        /// Workspace; it is created when it is new.
        #[arg(long)]
        workspace: String,
        /// live or test.
        #[arg(long, default_value = "live", value_parser = ["live", "test"])]
        mode: String,
        /// A right; repeatable; none means no rights.
        #[arg(long, value_name = "SCOPE")]
        scope: Vec<String>,
        /// What the key is for, in words that lists show.
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        label: String,
        /// From when on it is refused: how long from now (90d), a day (2027-01-31, from 00:00 UTC) or a time of RFC
        /// 3339; never, if it is not given.
        #[arg(
            long,
            value_name = "SPAN|DATE",
            default_value = "",
            hide_default_value = true
        )]
        expires: String,
    },
    /// List keys, with when each was used last (to some minutes); the keys themselves are kept nowhere.
    List {
        /// Of one workspace only.
        #[arg(long)]
        workspace: Option<String>,
    },
    /// Revoke a key: it is refused from the next request on.
    Revoke {
        /// Id of the key (key_…).
        id: String,
    },
}

/// `api console`
#[derive(Debug, Subcommand)]
pub enum ConsoleCommand {
    /// Make an operator, or give one another password: asked for at a terminal, else the first line of
    /// standard input. It ends all sessions of that operator.
    Password {
        /// Name of the operator.
        name: String,
    },
    /// List operators.
    List,
    /// Remove an operator; all sessions end at once.
    Remove {
        /// Name of the operator.
        name: String,
    },
}

/// `api vault`
#[derive(Debug, Subcommand)]
pub enum VaultCommand {
    /// Seal all secrets with the first key of `PCS_VAULT_KEY`.
    Reseal,
}
