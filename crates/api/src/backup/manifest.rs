//! What a backup says of itself.

use serde::{Deserialize, Serialize};

/// The form of backups that this program writes, and the newest that it reads.
pub const FORMAT: u32 = 1;

/// Which kind of store a backup is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A file of SQLite.
    Sqlite,
    /// A dump of PostgreSQL.
    Postgres,
}

impl Kind {
    /// Its name, as people write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }

    /// The entry of the archive that is the store.
    pub const fn entry(self) -> &'static str {
        match self {
            Self::Sqlite => "prices.sqlite",
            Self::Postgres => "prices.dump",
        }
    }
}

/// Where the vault key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// In the backup, sealed by a passphrase.
    Sealed,
    /// Left out by choice.
    LeftOut,
    /// There was none.
    None,
}

impl KeyPlace {
    /// A word for machines.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::LeftOut => "left_out",
            Self::None => "none",
        }
    }
}

/// What a backup says of itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// The version of the program that made it.
    pub program: String,
    /// Which kind of store it is of.
    pub store: Kind,
    /// The newest migration of its schema.
    pub schema: String,
    /// When it was made, as RFC 3339 has it.
    pub made_at: String,
    /// Where the vault key is.
    pub vault_key: KeyPlace,
}

impl Manifest {
    /// Of a backup that this program makes.
    pub fn new(store: Kind, schema: String, made_at: String, vault_key: KeyPlace) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            store,
            schema,
            made_at,
            vault_key,
        }
    }
}

/// What every form of backup says of itself.
#[derive(Deserialize)]
pub struct Version {
    /// Its form.
    pub format: u32,
    /// The version of the program that made it.
    pub program: String,
}
