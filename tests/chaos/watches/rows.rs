//! What stands in the store, read past the service.

use std::collections::HashSet;
use std::time::Duration;

use tests::{Deployment, wait_at_most};
use uuid::Uuid;

use super::snapshot::Versions;

/// How long the database may take to notice that a client died.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staged {
    /// Its number; 0: what it left is being cleared away; `None`: no snapshot is open.
    pub snapshot: Option<u64>,
    /// What the next revision makes of offers.
    pub written: Versions,
}

#[derive(Debug)]
pub struct Event {
    pub id: String,
    pub watch: Uuid,
    pub revision: i64,
    pub channel: String,
    pub payload: String,
}

#[derive(Debug)]
pub struct Mail {
    pub id: String,
    pub state: String,
}

pub fn revision(deployment: &Deployment) -> i64 {
    let sql = "SELECT CAST(revision AS text) AS line FROM catalogue_state";
    deployment.number(sql).try_into().expect("a revision")
}

pub fn staged(deployment: &Deployment) -> Staged {
    let rows = deployment.rows(
        "SELECT CAST(coalesce(staging, -1) AS text) \
             || '|' || (SELECT count(*) FROM offers WHERE from_rev = revision + 1) \
             || '|' || (SELECT count(*) FROM offers WHERE to_rev = revision + 1) AS line \
         FROM catalogue_state",
    );
    let [[snapshot, new, ended]] = rows.try_into().expect("one row");
    Staged {
        snapshot: snapshot.parse().ok(),
        written: Versions {
            new: new.parse().expect("a count"),
            ended: ended.parse().expect("a count"),
        },
    }
}

/// Waits until nothing of a killed import goes on: PostgreSQL notices only some time later that its
/// client died, and a COMMIT that was sent still happens.
pub fn settle(deployment: &Deployment) {
    if deployment.url.starts_with("sqlite:") {
        return;
    }
    // locks under one number; those under two are leases of processes that serve
    let locks = "SELECT CAST(count(*) AS text) AS line FROM pg_locks \
         WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND objsubid = 1 AND database = \
             (SELECT oid FROM pg_database WHERE datname = current_database())";
    let free = wait_at_most(PATIENCE, || (deployment.number(locks) == 0).then_some(()));
    free.expect("a killed import gives back its lock");
}

/// The attempts at mails that are under way, or were when their process died.
pub fn attempts(deployment: &Deployment) -> HashSet<[String; 2]> {
    let rows = deployment.rows(
        "SELECT CAST(id AS text) || '|' || attempts AS line FROM mails WHERE state = 'sending'",
    );
    rows.into_iter().collect()
}

pub fn unsent(deployment: &Deployment) -> u64 {
    deployment.number(
        "SELECT CAST(count(*) AS text) AS line FROM mails WHERE state IN ('waiting', 'sending')",
    )
}

pub fn events(deployment: &Deployment) -> Vec<Event> {
    let rows = deployment.rows(
        "SELECT CAST(id AS text) || '|' || CAST(watch_id AS text) || '|' || revision \
             || '|' || channel || '|' || payload AS line FROM events",
    );
    let event = |[id, watch, revision, channel, payload]: [String; 5]| Event {
        id,
        watch: Uuid::parse_str(&watch).expect("an id"),
        revision: revision.parse().expect("a revision"),
        channel,
        payload,
    };
    rows.into_iter().map(event).collect()
}

pub fn mails(deployment: &Deployment) -> Vec<Mail> {
    let rows = deployment.rows("SELECT CAST(id AS text) || '|' || state AS line FROM mails");
    rows.into_iter()
        .map(|[id, state]| Mail { id, state })
        .collect()
}
