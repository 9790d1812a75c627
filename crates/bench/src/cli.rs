//! The command line.

use clap::{Parser, Subcommand};

use crate::bare::BareArgs;
use crate::expiry;
use crate::feeds::{self, FeedsArgs, ReadArgs};
use crate::growth::{self, GrowthArgs};
use crate::matching::{self, MatchingArgs};
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, print, say};
use crate::peers::{self, PeersArgs};
use crate::soak::{self, SoakArgs};
use crate::table::{Row, render};
use crate::{bare, http, import, past, replicas, watches, webhooks};

/// Measures the api binary, each figure beside its physical limit in the same run.
#[derive(Debug, Parser)]
#[command(name = "bench", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// HTTP on SQLite; two processes on PostgreSQL; feeds of every format; price history, comparison,
    /// imports, price watches and webhooks on both stores.
    All(Common),
    /// Product and search over HTTP, beside a handler that sends the same bytes.
    Http {
        #[command(flatten)]
        common: Common,
        /// The store.
        #[arg(long, default_value = "sqlite")]
        backend: Backend,
    },
    /// Price history and comparison over HTTP, beside a handler that sends the same bytes.
    Past {
        #[command(flatten)]
        common: Common,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// Products from the caches of two processes on one PostgreSQL, beside one process.
    Replicas(Common),
    /// Imports, beside a plain copy of the same rows.
    Import {
        #[command(flatten)]
        common: Common,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// Feeds of every format: readers and dry imports, beside reading the same bytes, and their memory.
    Feeds(FeedsArgs),
    /// New offers beside a large catalogue: the time of matching, and how often it is right.
    Matching {
        #[command(flatten)]
        args: MatchingArgs,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// What price watches add to an import, and how long creating one waits for it.
    Watches {
        #[command(flatten)]
        common: Common,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// What a workspace whose watches all fire at once, with many webhooks, adds to an import, and how long
    /// others wait for it.
    Crowd {
        #[command(flatten)]
        common: Common,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// Searches while half of all offers expire in the same second, beside those just before.
    Expiry {
        #[command(flatten)]
        common: Common,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// How fast webhooks are delivered, beside a bare client that posts the same bytes.
    Webhooks {
        #[command(flatten)]
        common: Common,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// What grows with the catalogue, and how: a table and a plot.
    Growth(GrowthArgs),
    /// Search beside full-text search of PostgreSQL: latency and relevance.
    Peers(PeersArgs),
    /// Goes on for an hour, and fails when anything does or grows.
    Soak {
        #[command(flatten)]
        args: SoakArgs,
        /// The store; default: both.
        #[arg(long)]
        backend: Option<Backend>,
    },
    /// Reads a feed and counts its offers. `feeds` starts it.
    Read(ReadArgs),
    /// Serves one body to every request: the limit of HTTP. The others start it.
    Bare(BareArgs),
}

/// Does what the command line says.
pub fn run() -> Outcome<()> {
    let rows = match Cli::parse().command {
        Command::Bare(args) => return bare::serve(args),
        Command::Read(args) => return feeds::read(&args),
        Command::Feeds(args) => feeds::measure(&args)?,
        Command::Http { common, backend } => http::measure(&common, backend)?,
        Command::Import { common, backend } => match backend {
            Some(backend) => import::measure(&common, backend)?,
            None => both(&common, import::measure)?,
        },
        Command::Matching { args, backend } => match backend {
            Some(backend) => matching::measure(&args, backend)?,
            None => matched_on_both(&args)?,
        },
        Command::Past { common, backend } => match backend {
            Some(backend) => past::measure(&common, backend)?,
            None => both(&common, past::measure)?,
        },
        Command::Replicas(common) => replicas::measure(&common)?,
        Command::Watches { common, backend } => match backend {
            Some(backend) => watches::measure(&common, backend)?,
            None => both(&common, watches::measure)?,
        },
        Command::Crowd { common, backend } => match backend {
            Some(backend) => watches::crowd::measure(&common, backend)?,
            None => both(&common, watches::crowd::measure)?,
        },
        Command::Expiry { common, backend } => match backend {
            Some(backend) => expiry::measure(&common, backend)?,
            None => both(&common, expiry::measure)?,
        },
        Command::Webhooks { common, backend } => match backend {
            Some(backend) => webhooks::measure(&common, backend)?,
            None => both(&common, webhooks::measure)?,
        },
        Command::Growth(args) => growth::measure(&args)?,
        Command::Peers(args) => peers::measure(&args)?,
        Command::Soak { args, backend } => return soaked(&args, backend),
        Command::All(common) => {
            common.postgres()?;
            let mut rows = http::measure(&common, Backend::Sqlite)?;
            rows.extend(both(&common, past::measure)?);
            rows.extend(replicas::measure(&common)?);
            rows.extend(both(&common, import::measure)?);
            rows.extend(feeds::measure(&FeedsArgs::of(&common))?);
            rows.extend(matched_on_both(&MatchingArgs::of(&common))?);
            rows.extend(both(&common, watches::measure)?);
            rows.extend(both(&common, watches::crowd::measure)?);
            rows.extend(both(&common, expiry::measure)?);
            rows.extend(both(&common, webhooks::measure)?);
            rows
        }
    };
    say("");
    print(&render(&rows))
}

fn soaked(args: &SoakArgs, backend: Option<Backend>) -> Outcome<()> {
    let rows = match backend {
        Some(backend) => soak::measure(args, backend)?,
        None => both(args.common(), |_, backend| soak::measure(args, backend))?,
    };
    say("");
    print(&render(&rows))?;
    let is_missed = |row: &Row| row.goal.is_some_and(|(_, is_met)| !is_met);
    if rows.iter().any(is_missed) {
        return Err("a goal is missed".into());
    }
    Ok(())
}

fn matched_on_both(args: &MatchingArgs) -> Outcome<Vec<Row>> {
    both(args.common(), |_, backend| matching::measure(args, backend))
}

fn both(
    common: &Common,
    measure: impl Fn(&Common, Backend) -> Outcome<Vec<Row>>,
) -> Outcome<Vec<Row>> {
    common.postgres()?;
    let mut rows = measure(common, Backend::Sqlite)?;
    rows.extend(measure(common, Backend::Postgres)?);
    Ok(rows)
}
