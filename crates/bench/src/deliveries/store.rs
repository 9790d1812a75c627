//! What stands in the store at the end.

use std::collections::HashMap;

use crate::chaos::Database;
use crate::outcome::Outcome;
use crate::receiver::id;

/// A row of `deliveries` with its event.
#[derive(Debug)]
pub struct Delivery {
    /// Its number.
    pub no: i64,
    /// Its id.
    pub id: u128,
    /// Id of the subscription.
    pub subscription: u128,
    /// Id of the event.
    pub event: u128,
    /// Id of the watch.
    pub watch: u128,
    /// Where it stands.
    pub status: String,
    /// Attempts in all.
    pub attempts: u32,
    /// Attempts of its cycle.
    pub cycle: u32,
    /// What went wrong last.
    pub error: String,
    /// When it was queued.
    pub created_at: i64,
}

/// A row of `attempts`.
#[derive(Debug)]
pub struct Attempt {
    /// When it began.
    pub started_at: i64,
    /// When it ended; `None`: it never did.
    pub finished_at: Option<i64>,
    /// The answer.
    pub status: Option<u16>,
    /// What went wrong.
    pub error: String,
    /// Before which there is no other.
    pub next_retry_at: Option<i64>,
}

/// Attempts by number of delivery and attempt.
pub type Attempts = HashMap<(i64, u32), Attempt>;

/// All deliveries in the order in which they were queued.
pub fn deliveries(database: &Database) -> Outcome<Vec<Delivery>> {
    let sql = format!(
        "SELECT CAST(d.no AS text) || '|' || CAST(d.id AS text) || '|' || CAST(s.id AS text) \
             || '|' || CAST(d.event_id AS text) || '|' || coalesce(CAST(e.watch_id AS text), '') \
             || '|' || d.status || '|' || d.attempts || '|' || d.cycle_attempts \
             || '|' || coalesce(d.last_error, '') || '|' || {} AS line \
         FROM deliveries d JOIN subscriptions s ON s.no = d.subscription_no \
         JOIN events e ON e.id = d.event_id ORDER BY d.no",
        micros(database, "d.created_at")
    );
    let delivery = |fields: [String; 10]| {
        let [
            no,
            own,
            subscription,
            event,
            watch,
            status,
            attempts,
            cycle,
            error,
            at,
        ] = fields;
        let read = |text: &str| id(text).ok_or("an id that is none");
        Outcome::Ok(Delivery {
            no: no.parse()?,
            id: read(&own)?,
            subscription: read(&subscription)?,
            event: read(&event)?,
            watch: read(&watch)?,
            status,
            attempts: attempts.parse()?,
            cycle: cycle.parse()?,
            error,
            created_at: at.parse()?,
        })
    };
    database.rows(&sql)?.into_iter().map(delivery).collect()
}

/// All attempts.
pub fn attempts(database: &Database) -> Outcome<Attempts> {
    let at = |column| micros(database, column);
    let sql = format!(
        "SELECT CAST(delivery_no AS text) || '|' || number || '|' || {} || '|' || {} || '|' \
             || coalesce(CAST(http_status AS text), '') || '|' || coalesce(error, '') || '|' || {} \
             AS line FROM attempts",
        at("started_at"),
        at("finished_at"),
        at("next_retry_at")
    );
    let attempt = |fields: [String; 7]| {
        let [no, number, started_at, finished_at, status, error, next] = fields;
        let key = (no.parse()?, number.parse()?);
        let attempt = Attempt {
            started_at: started_at.parse()?,
            finished_at: finished_at.parse().ok(),
            status: status.parse().ok(),
            error,
            next_retry_at: next.parse().ok(),
        };
        Outcome::Ok((key, attempt))
    };
    database.rows(&sql)?.into_iter().map(attempt).collect()
}

/// How many deliveries are not done.
pub fn undone(database: &Database) -> Outcome<u64> {
    database.number(
        "SELECT CAST(count(*) AS text) AS line FROM deliveries \
         WHERE status IN ('pending', 'sending')",
    )
}

/// An instant as text, in microseconds; empty when there is none.
fn micros(database: &Database, column: &str) -> String {
    match database {
        Database::Sqlite(_) => format!("coalesce(CAST({column} AS text), '')"),
        Database::Postgres(_) => format!(
            "coalesce(CAST(CAST(extract(epoch FROM {column}) * 1000000 AS bigint) AS text), '')"
        ),
    }
}
