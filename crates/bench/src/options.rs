//! Options that several measurements share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::outcome::Outcome;

/// Where the catalogue is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// A file in a temporary folder.
    Sqlite,
    /// A database of its own on the server that `TEST_DATABASE_URL` names.
    Postgres,
}

impl Backend {
    /// Its name as people write it.
    pub fn shown(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// What all measurements share.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// Products, and rows of a feed: below 1,000,000.
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1000..1_000_000))]
    products: u64,
    /// A small run, to see that it works: 20,000 products, rounds of a second.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    places: Places,
}

/// What is run, and where.
#[derive(Debug, Clone, Args)]
pub struct Places {
    /// The api binary; default: the one beside this program.
    #[arg(long, value_name = "FILE")]
    api: Option<PathBuf>,
    /// A PostgreSQL server that may be filled with databases.
    #[arg(long, env = "TEST_DATABASE_URL", hide_env_values = true)]
    postgres_url: Option<String>,
}

impl Common {
    /// How many products there are, and rows of a feed.
    pub fn products(&self) -> u64 {
        if self.quick {
            self.products.min(20_000)
        } else {
            self.products
        }
    }

    /// Whether it is only to be seen that it works.
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// How long a round is.
    pub fn round(&self) -> Duration {
        Duration::from_secs(if self.quick { 1 } else { 4 })
    }

    /// How many rounds there are of each.
    pub fn rounds(&self) -> usize {
        if self.quick { 2 } else { 5 }
    }

    /// What is run, and where.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The api binary.
    pub fn binary(&self) -> Outcome<PathBuf> {
        self.places.binary()
    }

    /// The PostgreSQL server.
    pub fn postgres(&self) -> Outcome<&str> {
        self.places.postgres()
    }
}

impl Places {
    /// The api binary.
    pub fn binary(&self) -> Outcome<PathBuf> {
        let beside = || Outcome::Ok(std::env::current_exe()?.with_file_name("api"));
        let binary = self.api.clone().map_or_else(beside, Ok)?;
        let found = std::path::absolute(&binary)?;
        if !found.is_file() {
            return Err(format!(
                "{} is missing: cargo build --release -p api",
                found.display()
            )
            .into());
        }
        Ok(found)
    }

    /// The PostgreSQL server.
    pub fn postgres(&self) -> Outcome<&str> {
        let url = self.postgres_url.as_deref();
        Ok(url.ok_or("TEST_DATABASE_URL is missing: run this under scripts/with-postgres.sh")?)
    }
}
