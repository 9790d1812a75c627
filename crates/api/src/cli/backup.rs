//! `api backup` and `api restore`

use std::path::PathBuf;

use clap::Args;

/// Arguments of `api backup`.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The file to write; it appears when all of it is on the disk.
    pub file: PathBuf,
    /// File whose first line is the passphrase that seals the vault key; without it the passphrase is asked for.
    #[arg(long, value_name = "FILE", conflicts_with = "without_key")]
    pub passphrase_file: Option<PathBuf>,
    /// Leave the vault key out: then it must be kept elsewhere, or signing secrets open no more.
    #[arg(long)]
    pub without_key: bool,
}

/// Arguments of `api restore`.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// A file that `api backup` has written.
    pub file: PathBuf,
    /// File whose first line is the passphrase that sealed the vault key; without it the passphrase is asked for.
    #[arg(long, value_name = "FILE", conflicts_with = "without_key")]
    pub passphrase_file: Option<PathBuf>,
    /// Leave the vault key as it is, and that of the backup sealed.
    #[arg(long)]
    pub without_key: bool,
    /// Put the backup in the place of a store of `SQLite` that is there, which is lost.
    #[arg(long)]
    pub replace: bool,
    /// On PostgreSQL: write the vault key to this new file, when `PCS_VAULT_KEY` does not hold it yet.
    #[arg(long, value_name = "FILE", conflicts_with = "without_key")]
    pub key_to: Option<PathBuf>,
}
