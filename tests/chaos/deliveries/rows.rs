//! What stands in the store at the end.

use std::collections::HashMap;

use tests::Deployment;
use time::OffsetDateTime;
use uuid::Uuid;

/// A row of `deliveries` with its event.
#[derive(Debug)]
pub struct Delivery {
    pub no: i64,
    pub id: Uuid,
    pub subscription: Uuid,
    pub event: Uuid,
    pub watch: Uuid,
    pub status: String,
    pub attempts: u16,
    /// Attempts of its cycle.
    pub cycle: u16,
    pub error: String,
    pub created_at: OffsetDateTime,
}

#[derive(Debug)]
pub struct Attempt {
    pub started_at: OffsetDateTime,
    /// When it ended; `None`: it never did.
    pub finished_at: Option<OffsetDateTime>,
    pub status: Option<u16>,
    pub error: String,
    /// Before which there is no other.
    pub next_retry_at: Option<OffsetDateTime>,
}

/// Attempts by number of delivery and attempt.
pub type Attempts = HashMap<(i64, u16), Attempt>;

/// All deliveries in the order in which they were queued.
pub fn deliveries(deployment: &Deployment) -> Vec<Delivery> {
    let sql = format!(
        "SELECT CAST(d.no AS text) || '|' || CAST(d.id AS text) || '|' || CAST(s.id AS text) \
             || '|' || CAST(d.event_id AS text) || '|' || coalesce(CAST(e.watch_id AS text), '') \
             || '|' || d.status || '|' || d.attempts || '|' || d.cycle_attempts \
             || '|' || coalesce(d.last_error, '') || '|' || {} AS line \
         FROM deliveries d JOIN subscriptions s ON s.no = d.subscription_no \
         JOIN events e ON e.id = d.event_id ORDER BY d.no",
        micros(deployment, "d.created_at")
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
        let read = |text: &str| Uuid::parse_str(text).expect("an id");
        Delivery {
            no: number(&no),
            id: read(&own),
            subscription: read(&subscription),
            event: read(&event),
            watch: read(&watch),
            status,
            attempts: number(&attempts) as u16,
            cycle: number(&cycle) as u16,
            error,
            created_at: instant(&at).expect("an instant"),
        }
    };
    deployment.rows(&sql).into_iter().map(delivery).collect()
}

pub fn attempts(deployment: &Deployment) -> Attempts {
    let at = |column| micros(deployment, column);
    let sql = format!(
        "SELECT CAST(delivery_no AS text) || '|' || number || '|' || {} || '|' || {} || '|' \
             || coalesce(CAST(http_status AS text), '') || '|' || coalesce(error, '') || '|' || {} \
             AS line FROM attempts",
        at("started_at"),
        at("finished_at"),
        at("next_retry_at")
    );
    let attempt = |fields: [String; 7]| {
        let [no, attempt, started_at, finished_at, status, error, next] = fields;
        let key = (number(&no), number(&attempt) as u16);
        let attempt = Attempt {
            started_at: instant(&started_at).expect("an instant"),
            finished_at: instant(&finished_at),
            status: status.parse().ok(),
            error,
            next_retry_at: instant(&next),
        };
        (key, attempt)
    };
    deployment.rows(&sql).into_iter().map(attempt).collect()
}

pub fn undone(deployment: &Deployment) -> u64 {
    deployment.number("SELECT CAST(count(*) AS text) AS line FROM delivery_queue")
}

/// Attempts that ended or run.
pub fn begun(deployment: &Deployment) -> u64 {
    deployment.number(
        "SELECT CAST((SELECT count(*) FROM attempts) + (SELECT count(*) FROM delivery_queue \
         WHERE started_at IS NOT NULL) AS text) AS line",
    )
}

fn number(text: &str) -> i64 {
    text.parse().expect("a number")
}

/// An instant in microseconds read back.
pub fn instant(text: &str) -> Option<OffsetDateTime> {
    let micros: i128 = text.parse().ok()?;
    OffsetDateTime::from_unix_timestamp_nanos(micros * 1000).ok()
}

/// An instant as text, in microseconds; empty when there is none.
fn micros(deployment: &Deployment, column: &str) -> String {
    if deployment.url.starts_with("sqlite:") {
        return format!("coalesce(CAST({column} AS text), '')");
    }
    format!("coalesce(CAST(CAST(extract(epoch FROM {column}) * 1000000 AS bigint) AS text), '')")
}
