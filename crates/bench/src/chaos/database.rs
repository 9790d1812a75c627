//! What stands in the store, read past the service.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use tokio_postgres::{Client, SimpleQueryMessage};

use crate::bulk::on_postgres;
use crate::chaos::market::Versions;
use crate::clock;
use crate::outcome::Outcome;

/// How long the database may take to notice that a client died.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where the service keeps its rows.
pub enum Database {
    /// A file.
    Sqlite(PathBuf),
    /// A server.
    Postgres(String),
}

/// How far the open snapshot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staged {
    /// Its number; 0: what it left is being cleared away; `None`: no snapshot is open.
    pub snapshot: Option<u64>,
    /// What the next revision makes of offers.
    pub written: Versions,
}

/// A row of `events`.
#[derive(Debug)]
pub struct Event {
    /// Its id.
    pub id: String,
    /// The watch.
    pub watch: String,
    /// The revision.
    pub revision: u64,
    /// How it is told.
    pub channel: String,
    /// What is told.
    pub payload: String,
}

/// A row of `mails`.
#[derive(Debug)]
pub struct Mail {
    /// Its id.
    pub id: String,
    /// What became of it.
    pub state: String,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

impl Database {
    /// The one column `line` of what a statement finds.
    fn lines(&self, sql: &str) -> Outcome<Vec<String>> {
        match self {
            Self::Sqlite(path) => {
                let path = path.to_str().ok_or("a path that is no text")?;
                let mut c = SqliteConnection::establish(path)?;
                c.batch_execute("PRAGMA busy_timeout = 10000; PRAGMA query_only = ON")?;
                let rows: Vec<Line> = diesel::sql_query(sql).load(&mut c)?;
                Ok(rows.into_iter().map(|row| row.line).collect())
            }
            Self::Postgres(url) => on_postgres(url, async |client: Client| {
                let text = |message: &SimpleQueryMessage| match message {
                    SimpleQueryMessage::Row(row) => row.get("line").map(str::to_owned),
                    _ => None,
                };
                let said = client.simple_query(sql).await?;
                Ok(said.iter().filter_map(text).collect())
            }),
        }
    }

    /// The fields of the rows that a statement finds, joined with `|`; the last may hold one.
    pub fn rows<const N: usize>(&self, sql: &str) -> Outcome<Vec<[String; N]>> {
        let fields = |line: String| {
            let fields: Vec<String> = line.splitn(N, '|').map(str::to_owned).collect();
            fields.try_into().map_err(|_| "a row of another length")
        };
        let rows: Result<_, _> = self.lines(sql)?.into_iter().map(fields).collect();
        Ok(rows?)
    }

    /// The number that a statement finds.
    pub fn number(&self, sql: &str) -> Outcome<u64> {
        let [number] = self.rows(sql)?.pop().ok_or("no row")?;
        Ok(number.parse()?)
    }

    /// The revision that readers see.
    pub fn revision(&self) -> Outcome<u64> {
        self.number("SELECT CAST(revision AS text) AS line FROM catalogue_state")
    }

    /// How far the open snapshot is.
    pub fn staged(&self) -> Outcome<Staged> {
        let rows = self.rows(
            "SELECT CAST(coalesce(staging, -1) AS text) \
                 || '|' || (SELECT count(*) FROM offers WHERE from_rev = revision + 1) \
                 || '|' || (SELECT count(*) FROM offers WHERE to_rev = revision + 1) AS line \
             FROM catalogue_state",
        )?;
        let [snapshot, new, ended] = rows.into_iter().next().ok_or("no row")?;
        Ok(Staged {
            snapshot: snapshot.parse().ok(),
            written: Versions {
                new: new.parse()?,
                ended: ended.parse()?,
            },
        })
    }

    /// Waits until nothing of a killed import goes on: a server notices only some time later that its
    /// client died, and a COMMIT that was sent still happens.
    pub fn settle(&self) -> Outcome<()> {
        let Self::Postgres(_) = self else {
            return Ok(());
        };
        let began = clock::now();
        // locks under one number; those under two are leases of processes that serve
        let locks = "SELECT CAST(count(*) AS text) AS line FROM pg_locks \
             WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND objsubid = 1 AND database = \
                 (SELECT oid FROM pg_database WHERE datname = current_database())";
        while self.number(locks)? > 0 {
            if began.elapsed() > PATIENCE {
                return Err("a killed import keeps its lock".into());
            }
            clock::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// The attempts at mails that are under way, or were when their process died.
    pub fn attempts(&self) -> Outcome<HashSet<[String; 2]>> {
        let rows = self.rows(
            "SELECT CAST(id AS text) || '|' || attempts AS line FROM mails \
             WHERE state = 'sending'",
        )?;
        Ok(rows.into_iter().collect())
    }

    /// How many mails wait or are under way.
    pub fn unsent(&self) -> Outcome<u64> {
        self.number(
            "SELECT CAST(count(*) AS text) AS line FROM mails \
             WHERE state IN ('waiting', 'sending')",
        )
    }

    /// How many watches there are.
    pub fn watches(&self) -> Outcome<u64> {
        self.number("SELECT CAST(count(*) AS text) AS line FROM watches")
    }

    /// All events.
    pub fn events(&self) -> Outcome<Vec<Event>> {
        let rows = self.rows(
            "SELECT CAST(id AS text) || '|' || CAST(watch_id AS text) || '|' || revision \
                 || '|' || channel || '|' || payload AS line FROM events",
        )?;
        let event = |[id, watch, revision, channel, payload]: [String; 5]| {
            Ok(Event {
                id,
                watch,
                revision: revision.parse()?,
                channel,
                payload,
            })
        };
        rows.into_iter().map(event).collect()
    }

    /// All mails.
    pub fn mails(&self) -> Outcome<Vec<Mail>> {
        let rows = self.rows("SELECT CAST(id AS text) || '|' || state AS line FROM mails")?;
        let mail = |[id, state]: [String; 2]| Mail { id, state };
        Ok(rows.into_iter().map(mail).collect())
    }
}
