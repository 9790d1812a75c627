//! What outcomes of attempts make of deliveries, endpoints and incidents, as rows.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::ids::WorkspaceNo;
use domain::webhook::Policy;
use domain::webhook::attempt::{self, Ended, Endpoint, IncidentChange};
use domain::webhook::delivery::{DestinationChange, Verdict};
use domain::webhook::endpoint::Health;
use domain::webhook::fair::EndpointQueue;
use domain::webhook::incident::{self, Incident};
use domain::webhook::notice::{Notice, Occasion};
use domain::webhook_url::host_of;
use ports_store::{FinishedAttempt, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{DeliveryRow, IncidentRow, IncidentTypes, OutcomeRow, narrow};
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// An endpoint for which something waits.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct WaitingRow {
    pub no: i64,
    pub workspace_no: i64,
    pub failures: i32,
    pub cooldown_until: Option<DbTs>,
    /// Of what may be taken; `None`: nothing may.
    pub due_at: Option<DbTs>,
    /// When the first lease of what is being sent runs out.
    pub lease_until: Option<DbTs>,
}

/// The SQL types of a [`WaitingRow`].
pub type WaitingTypes = (
    BigInt,
    BigInt,
    Integer,
    Nullable<SqlTs>,
    Nullable<SqlTs>,
    Nullable<SqlTs>,
);

/// An endpoint with its incident that is not resolved.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct EndpointRow {
    pub no: i64,
    pub id: DbUuid,
    pub workspace_no: i64,
    pub url: String,
    pub version: i32,
    pub deleted_at: Option<DbTs>,
    pub failures: i32,
    pub cooldown_until: Option<DbTs>,
    pub alert_email: Option<String>,
    pub incident: Option<IncidentRow>,
}

/// The SQL types of an [`EndpointRow`].
pub type EndpointTypes = (
    BigInt,
    SqlUuid,
    BigInt,
    Text,
    Integer,
    Nullable<SqlTs>,
    Integer,
    Nullable<SqlTs>,
    Nullable<Text>,
    Nullable<IncidentTypes>,
);

/// An attempt whose lease ran out.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct LostRow {
    pub no: i64,
    pub endpoint: i64,
    pub attempt: i32,
    pub started_at: DbTs,
}

/// The SQL types of a [`LostRow`].
pub type LostTypes = (BigInt, BigInt, Integer, SqlTs);

impl LostRow {
    /// The attempt as it ended now.
    pub fn finished(
        &self,
        now: OffsetDateTime,
        verdict: Verdict,
    ) -> Result<FinishedAttempt, StoreError> {
        Ok(FinishedAttempt {
            no: self.no,
            endpoint: self.endpoint,
            attempt: narrow(self.attempt, "deliveries.attempts")?,
            started_at: self.started_at.at(),
            finished_at: now,
            http_status: None,
            verdict,
            // any number will do, and this one differs from its neighbours'
            spread: self.no.unsigned_abs().wrapping_mul(97),
            excerpt: None,
        })
    }
}

/// What became of an incident, for whom it is written and who is told.
#[derive(Debug, Clone)]
pub struct IncidentNews {
    /// Its number, if it is stored.
    pub no: Option<i64>,
    /// Its id.
    pub id: Uuid,
    /// As it is now.
    pub incident: Incident,
    /// Why somebody is told.
    pub occasion: Occasion,
    /// The endpoint's number.
    pub endpoint: i64,
    /// Its subscription's id.
    pub subscription: Uuid,
    /// Its workspace.
    pub workspace_no: i64,
    /// The host of its URL.
    pub host: String,
    /// Where mails about it go.
    pub alert_email: Option<String>,
}

/// An endpoint, and the incident that opened while its batch was settled.
struct Known {
    row: EndpointRow,
    opened: Option<Uuid>,
}

/// A batch of outcomes that is being settled.
pub struct Settling {
    endpoints: BTreeMap<i64, (Known, Endpoint)>,
    policy: Policy,
    now: OffsetDateTime,
}

/// What is written.
#[derive(Debug, Default)]
pub struct SettledBatch {
    /// Of attempts and deliveries.
    pub outcomes: Vec<OutcomeRow>,
    /// Endpoints whose health changed.
    pub changed: Vec<EndpointRow>,
    /// Incidents that opened or are over.
    pub incidents: Vec<IncidentNews>,
}

fn health(failures: i32, cooldown_until: Option<DbTs>) -> Result<Health, StoreError> {
    Ok(Health {
        failures: narrow(failures, "subscriptions.failures")?,
        cooldown_until: cooldown_until.map(DbTs::at),
    })
}

impl WaitingRow {
    /// What waits there, as the rules of fairness see it; `None`: nothing that may be taken.
    pub fn queue(&self) -> Result<Option<EndpointQueue>, StoreError> {
        let Some(due_at) = self.due_at else {
            return Ok(None);
        };
        Ok(Some(EndpointQueue {
            endpoint: self.no,
            workspace: WorkspaceNo(self.workspace_no),
            health: health(self.failures, self.cooldown_until)?,
            due_at: due_at.at(),
            is_sending: self.lease_until.is_some(),
        }))
    }
}

impl Settling {
    /// Begins with these endpoints.
    pub fn new(
        endpoints: Vec<EndpointRow>,
        policy: Policy,
        now: OffsetDateTime,
    ) -> Result<Self, StoreError> {
        let mut settling = Self {
            endpoints: BTreeMap::new(),
            policy,
            now: DbTs::new(now).at(),
        };
        settling.refresh(endpoints)?;
        Ok(settling)
    }

    /// Takes endpoints as they were read again.
    pub fn refresh(&mut self, endpoints: Vec<EndpointRow>) -> Result<(), StoreError> {
        for row in endpoints {
            let incident = row.incident.as_ref().map(IncidentRow::incident);
            let endpoint = Endpoint {
                health: health(row.failures, row.cooldown_until)?,
                incident: incident.transpose()?,
            };
            let known = Known { row, opened: None };
            self.endpoints.insert(known.row.no, (known, endpoint));
        }
        Ok(())
    }

    /// Endpoints that these outcomes may change: all but those that work and go on working.
    pub fn delicate(&self, finished: &[FinishedAttempt]) -> Vec<i64> {
        let may_change = |one: &&FinishedAttempt| {
            let found = self.endpoints.get(&one.endpoint);
            found.is_none_or(|(_, endpoint)| attempt::may_change(*endpoint, one.verdict))
        };
        let delicate = finished.iter().filter(may_change);
        let numbers: BTreeSet<i64> = delicate.map(|one| one.endpoint).collect();
        numbers.into_iter().collect()
    }

    /// Settles outcomes of deliveries that are being sent, in the order in which they ended.
    pub fn settle(
        mut self,
        deliveries: Vec<DeliveryRow>,
        finished: &[FinishedAttempt],
    ) -> Result<SettledBatch, StoreError> {
        let mut rows: HashMap<i64, DeliveryRow> =
            deliveries.into_iter().map(|row| (row.no, row)).collect();
        let mut in_order: Vec<&FinishedAttempt> = finished.iter().collect();
        in_order.sort_by_key(|one| one.finished_at);
        let mut batch = SettledBatch::default();
        let mut changed = BTreeSet::new();
        for one in in_order {
            let Some(row) = rows.get(&one.no) else {
                continue;
            };
            let delivery = row.delivery()?;
            if !delivery.is_attempt(one.attempt) {
                continue;
            }
            let Some((known, endpoint)) = self.endpoints.get_mut(&row.subscription_no) else {
                continue;
            };
            let is_changed = known.row.version != row.version;
            let destination = DestinationChange::of(known.row.deleted_at.is_some(), is_changed);
            let ended = Ended {
                verdict: one.verdict,
                destination,
                now: self.now,
                spread: one.spread,
            };
            let settled = attempt::settle(delivery, *endpoint, ended, &self.policy);
            let Ok(settled) = settled else { continue };
            if settled.endpoint.health != endpoint.health {
                changed.insert(known.row.no);
            }
            *endpoint = settled.endpoint;
            if let Some(change) = settled.incident {
                batch.incidents.push(known.news(change, one)?);
            }
            batch.outcomes.push(OutcomeRow::of(one, &settled.delivery));
            rows.remove(&one.no);
        }
        for no in changed {
            let found = self.endpoints.remove(&no);
            batch
                .changed
                .extend(found.map(|(known, endpoint)| known.row.with(endpoint.health)));
        }
        Ok(batch)
    }
}

impl EndpointRow {
    fn with(self, health: Health) -> Self {
        Self {
            failures: i32::try_from(health.failures).unwrap_or(i32::MAX),
            cooldown_until: health.cooldown_until.map(DbTs::new),
            ..self
        }
    }
}

impl Known {
    /// The news of an incident.
    fn news(
        &mut self,
        change: IncidentChange,
        by: &FinishedAttempt,
    ) -> Result<IncidentNews, StoreError> {
        let (no, id, incident, occasion) = match change {
            IncidentChange::Opened(incident) => {
                let id = incident::id_of(self.row.id.0, by.no, by.attempt);
                self.opened = Some(id);
                (None, id, incident, Occasion::Opened)
            }
            IncidentChange::Resolved(incident) => {
                let stored = self.row.incident.as_ref();
                let stored = stored.map(|row| (Some(row.no), row.id.0));
                let opened = self.opened.map(|id| (None, id));
                let known = opened.or(stored);
                let (no, id) = known.ok_or_else(|| super::corrupt("incidents.no"))?;
                (no, id, incident, Occasion::Recovered)
            }
        };
        Ok(IncidentNews {
            no,
            id,
            incident,
            occasion,
            endpoint: self.row.no,
            subscription: self.row.id.0,
            workspace_no: self.row.workspace_no,
            host: host_of(&self.row.url).to_owned(),
            alert_email: self.row.alert_email.clone(),
        })
    }
}

impl IncidentNews {
    /// What the workspace is told, with so many deliveries that wait.
    pub fn notice(&self, now: OffsetDateTime, waiting: u64) -> Notice {
        Notice {
            occasion: self.occasion,
            subscription: self.subscription,
            host: self.host.clone(),
            incident: self.id,
            cause: self.incident.cause,
            opened_at: self.incident.opened_at,
            at: DbTs::new(now).at(),
            waiting,
        }
    }
}
