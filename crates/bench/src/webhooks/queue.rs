//! The store, past the service: events are queued in it as a revision does, and counted.

use std::path::{Path, PathBuf};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls, Statement};

use super::rows::{Batch, Subscribed};
use crate::bulk::Scratch;
use crate::clock;
use crate::outcome::Outcome;
use crate::process;
use crate::watches::server;

/// The same statement in both dialects but for the words in capitals.
const EVENTS: &str = "INSERT INTO events (id, kind, workspace_no, watch_id, channel, product_no, \
        revision, source_revision, payload, created_at, price_minor) \
    SELECT UUID(value->>0), 'watchlist.triggered', INT(value->>1), UUID(value->>2), 'webhook', \
        INT(value->>5), 1, UUID(value->>3), value->>4, NOW, 89999 FROM EACH";
const DELIVERIES: &str = "INSERT INTO deliveries (id, subscription_no, workspace_no, event_id, kind, \
        version, product_no, status, attempts, cycle_attempts, replays, created_at, updated_at) \
    SELECT UUID(d.value->>0), INT(d.value->>1), INT(d.value->>2), UUID(d.value->>3), \
        'watchlist.triggered', s.version, INT(d.value->>4), 'pending', 0, 0, 0, NOW, NOW \
    FROM EACH AS d JOIN subscriptions s ON s.no = INT(d.value->>1)";
/// Their places in the queue; before it `MADE` is what was inserted.
const PLACES: &str = "INSERT INTO delivery_queue (delivery_no, subscription_no, workspace_no, version, \
        product_no, evidence_until, due_at, attempts, cycle_attempts, created_at) \
    SELECT no, subscription_no, workspace_no, version, product_no, LATER, created_at, 0, 0, created_at \
    FROM MADE";

/// Where the service keeps its rows.
pub enum Place {
    /// A file.
    Sqlite(PathBuf),
    /// A database; the server's first process, when it runs on this machine.
    Postgres(Scratch, Option<u32>),
}

impl Place {
    /// A store for this label.
    pub fn create(postgres: Option<&str>, folder: &Path) -> Outcome<Self> {
        let Some(admin) = postgres else {
            return Ok(Self::Sqlite(folder.join("webhooks.sqlite")));
        };
        let scratch = Scratch::create(admin, "webhooks")?;
        let server = server(&scratch.url)?;
        Ok(Self::Postgres(scratch, server))
    }

    /// As the service names it.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(file) => format!("sqlite://{}", file.display()),
            Self::Postgres(scratch, _) => scratch.url.clone(),
        }
    }

    /// Processor time of the database server; 0 when it is the service itself or runs elsewhere.
    pub fn cpu_seconds(&self) -> f64 {
        match self {
            Self::Postgres(_, Some(server)) => {
                process::family_cpu_seconds(*server).unwrap_or_default()
            }
            Self::Sqlite(_) | Self::Postgres(..) => 0.0,
        }
    }
}

/// A connection of whoever publishes.
pub enum Queue {
    /// To the file.
    Sqlite(Box<SqliteConnection>),
    /// To the server, with both statements.
    Postgres(Box<Client>, Runtime, [Statement; 2]),
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

impl Queue {
    /// Connects.
    pub fn open(place: &Place) -> Outcome<Self> {
        match place {
            Place::Sqlite(file) => {
                let path = file.to_str().ok_or("a path that is no text")?;
                let mut c = SqliteConnection::establish(path)?;
                c.batch_execute("PRAGMA busy_timeout = 10000; PRAGMA synchronous = FULL")?;
                Ok(Self::Sqlite(Box::new(c)))
            }
            Place::Postgres(scratch, _) => {
                let runtime = tokio::runtime::Builder::new_multi_thread()
                    .worker_threads(1)
                    .enable_all()
                    .build()?;
                let (client, connection) =
                    runtime.block_on(tokio_postgres::connect(&scratch.url, NoTls))?;
                runtime.spawn(connection);
                let events = runtime.block_on(client.prepare(&postgres(EVENTS)))?;
                let both = format!("WITH made AS ({DELIVERIES} RETURNING *) {PLACES}");
                let deliveries = runtime.block_on(client.prepare(&postgres(&both)))?;
                Ok(Self::Postgres(
                    Box::new(client),
                    runtime,
                    [events, deliveries],
                ))
            }
        }
    }

    /// Queues events in one transaction; the instant just before its commit was asked for.
    pub fn queue(&mut self, batches: &[Batch]) -> Outcome<i64> {
        match self {
            Self::Sqlite(c) => {
                let now = clock::utc_micros();
                let said = |sql| sqlite(sql, now);
                let (events, deliveries) = (said(EVENTS), said(DELIVERIES));
                let places = said(&PLACES.replace("MADE", "deliveries WHERE no > ?"));
                c.batch_execute("BEGIN IMMEDIATE")?;
                for batch in batches {
                    let Batch {
                        events: of_events,
                        deliveries: of_deliveries,
                        ..
                    } = batch;
                    let inserted = diesel::sql_query(&events)
                        .bind::<Text, _>(of_events)
                        .execute(&mut **c)?;
                    check(inserted, batch.ids.len())?;
                    let last: Number =
                        diesel::sql_query("SELECT coalesce(max(no), 0) AS number FROM deliveries")
                            .get_result(&mut **c)?;
                    diesel::sql_query(&deliveries)
                        .bind::<Text, _>(of_deliveries)
                        .execute(&mut **c)?;
                    diesel::sql_query(&places)
                        .bind::<BigInt, _>(last.number)
                        .execute(&mut **c)?;
                }
                let at = clock::utc_micros();
                c.batch_execute("COMMIT")?;
                Ok(at)
            }
            Self::Postgres(client, runtime, statements) => {
                runtime.block_on(queue_postgres(client, statements, batches))
            }
        }
    }

    /// Writes so many deliveries of a subscription that were delivered, each with an attempt of its own duration.
    pub fn fill(&mut self, to: &Subscribed, deliveries: u64) -> Outcome<()> {
        let Subscribed { no, workspace } = to;
        let (ids, numbers, now, took) = match self {
            Self::Sqlite(_) => (
                "lower(hex(randomblob(16)))",
                format!(
                    "(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers \
                     WHERE n < {deliveries}) SELECT n FROM numbers)"
                ),
                clock::utc_micros().to_string(),
                "no % 5000 * 1000",
            ),
            Self::Postgres(..) => (
                "gen_random_uuid()",
                format!("generate_series(1, {deliveries})"),
                "now()".to_owned(),
                "no % 5000 * interval '1 millisecond'",
            ),
        };
        self.run(&format!(
            "INSERT INTO deliveries (id, subscription_no, workspace_no, event_id, kind, version, status, \
                 attempts, cycle_attempts, replays, created_at, updated_at, delivered_at) \
             SELECT {ids}, {no}, {workspace}, {ids}, 'watchlist.triggered', 1, 'delivered', 1, 1, 0, \
                 {now}, {now}, {now} FROM {numbers} AS numbers; \
             INSERT INTO attempts (delivery_no, number, started_at, finished_at) \
             SELECT no, 1, created_at, created_at + {took} FROM deliveries \
             WHERE workspace_no = {workspace} \
                 AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.delivery_no = deliveries.no)"
        ))
    }

    /// The number that a statement finds in its column `number`.
    pub fn number(&mut self, sql: &str) -> Outcome<i64> {
        match self {
            Self::Sqlite(c) => {
                let found: Number = diesel::sql_query(sql).get_result(&mut **c)?;
                Ok(found.number)
            }
            Self::Postgres(client, runtime, _) => {
                Ok(runtime.block_on(client.query_one(sql, &[]))?.try_get(0)?)
            }
        }
    }

    /// Bytes of all tables and indexes but the price history's, which grows with each price that ends. SQLite does not
    /// tell them apart, and counts all pages that are used.
    pub fn bytes(&mut self) -> Outcome<i64> {
        self.number(match self {
            Self::Sqlite(_) => {
                "SELECT (p.page_count - f.freelist_count) * s.page_size AS number \
                 FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s"
            }
            Self::Postgres(..) => {
                "SELECT CAST(sum(pg_total_relation_size(oid)) AS bigint) AS number FROM pg_class \
                 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' \
                 AND relname NOT LIKE 'price_segments%'"
            }
        })
    }

    /// Does something without an answer.
    pub fn run(&mut self, sql: &str) -> Outcome<()> {
        match self {
            Self::Sqlite(c) => Ok(c.batch_execute(sql)?),
            Self::Postgres(client, runtime, _) => Ok(runtime.block_on(client.batch_execute(sql))?),
        }
    }
}

async fn queue_postgres(
    client: &mut Client,
    [events, deliveries]: &[Statement; 2],
    batches: &[Batch],
) -> Outcome<i64> {
    let transaction = client.transaction().await?;
    for batch in batches {
        let inserted = transaction.execute(events, &[&batch.events]).await?;
        check(usize::try_from(inserted)?, batch.ids.len())?;
        transaction
            .execute(deliveries, &[&batch.deliveries])
            .await?;
    }
    transaction.batch_execute("NOTIFY pcs_deliveries").await?;
    let at = clock::utc_micros();
    transaction.commit().await?;
    Ok(at)
}

fn check(inserted: usize, wanted: usize) -> Outcome<()> {
    if inserted == wanted {
        return Ok(());
    }
    Err(format!("{inserted} of {wanted} events were queued").into())
}

fn postgres(sql: &str) -> String {
    let sql = sql.replace("UUID(", "uuid(").replace("INT(", "int8(");
    let sql = sql.replace("LATER", "now() + interval '1 day'");
    let sql = sql.replace("NOW", "now()").replace("MADE", "made");
    sql.replace("EACH", "jsonb_array_elements($1::text::jsonb)")
}

fn sqlite(sql: &str, now: i64) -> String {
    let sql = sql.replace("UUID(", "(").replace("INT(", "(");
    let sql = sql.replace("LATER", &(now + 86_400_000_000).to_string());
    let sql = sql.replace("NOW", &now.to_string());
    sql.replace("EACH", "json_each(?)")
}
