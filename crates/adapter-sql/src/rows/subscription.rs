use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use domain::secret::Sealed;
use domain::webhook::endpoint::Health;
use domain::webhook::incident::{Incident, IncidentState};
use domain::webhook::subscription::Registration;
use domain::webhook::{EventFilter, EventKind};
use ports_store::{
    CommandContext, NamedIncident, NewSubscription, PreparedRotation, StoreError, Subscription,
};
use serde::{Deserialize, Serialize};

use super::json::texts;
use super::{corrupt, narrow};
use crate::schema::{incidents, subscriptions};
use crate::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};

/// A subscription with its incident that is not resolved and its rotation that is prepared.
#[derive(Debug, Clone, Queryable, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct SubscriptionRow {
    pub no: i64,
    pub id: DbUuid,
    pub workspace_no: i64,
    pub url: String,
    pub events: DbJson,
    pub enabled: bool,
    pub version: i32,
    pub failures: i32,
    pub cooldown_until: Option<DbTs>,
    pub tested_at: Option<DbTs>,
    pub created_at: DbTs,
    pub updated_at: DbTs,
    pub deleted_at: Option<DbTs>,
    pub incident: Option<IncidentRow>,
    pub rotation: Option<(DbUuid, DbTs)>,
}

/// An incident.
#[derive(Debug, Clone, Queryable, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct IncidentRow {
    pub no: i64,
    pub id: DbUuid,
    pub cause: String,
    pub reminders: i32,
    pub opened_at: DbTs,
    pub remind_at: Option<DbTs>,
    pub acknowledged_at: Option<DbTs>,
    pub resolved_at: Option<DbTs>,
}

/// The SQL types of an [`IncidentRow`].
pub type IncidentTypes = (
    BigInt,
    SqlUuid,
    Text,
    Integer,
    SqlTs,
    Nullable<SqlTs>,
    Nullable<SqlTs>,
    Nullable<SqlTs>,
);

/// The SQL types of a [`SubscriptionRow`].
pub type SubscriptionTypes = (
    BigInt,
    SqlUuid,
    BigInt,
    Text,
    SqlJson,
    Bool,
    Integer,
    Integer,
    Nullable<SqlTs>,
    Nullable<SqlTs>,
    SqlTs,
    SqlTs,
    Nullable<SqlTs>,
    Nullable<IncidentTypes>,
    Nullable<(SqlUuid, SqlTs)>,
);

/// A subscription to be stored.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = subscriptions)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewSubscriptionRow {
    pub id: DbUuid,
    pub workspace_no: i64,
    pub mode: &'static str,
    pub url: String,
    pub events: DbJson,
    pub enabled: bool,
    pub version: i32,
    pub secret: Vec<u8>,
    pub secret_key: String,
    pub failures: i32,
    pub created_at: DbTs,
    pub updated_at: DbTs,
}

/// What an owner's change writes.
#[derive(Debug, Clone, AsChangeset)]
#[diesel(table_name = subscriptions, treat_none_as_null = true)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct RegistrationColumns {
    pub url: String,
    pub events: DbJson,
    pub enabled: bool,
    pub version: i32,
    pub failures: i32,
    pub cooldown_until: Option<DbTs>,
    pub tested_at: Option<DbTs>,
    pub updated_at: DbTs,
}

/// An incident to be stored.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = incidents, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewIncidentRow {
    pub id: DbUuid,
    pub subscription_no: i64,
    #[diesel(embed)]
    pub columns: IncidentColumns,
}

/// What an incident says.
#[derive(Debug, Clone, Insertable, AsChangeset)]
#[diesel(table_name = incidents, treat_none_as_null = true)]
#[diesel(treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct IncidentColumns {
    pub cause: &'static str,
    pub reminders: i32,
    pub opened_at: DbTs,
    pub remind_at: Option<DbTs>,
    pub acknowledged_at: Option<DbTs>,
    pub resolved_at: Option<DbTs>,
}

/// The kinds of a filter as a JSON array.
pub fn filter_json(events: &EventFilter) -> DbJson {
    DbJson::texts(events.kinds().map(EventKind::code))
}

/// A stored filter.
pub fn filter(events: &DbJson) -> Result<EventFilter, StoreError> {
    const COLUMN: &str = "subscriptions.events";
    let kinds = texts(&events.0, COLUMN)?;
    let kinds = kinds.iter().map(|code| EventKind::from_code(code));
    let kinds: Option<Vec<_>> = kinds.collect();
    kinds
        .and_then(EventFilter::new)
        .ok_or_else(|| corrupt(COLUMN))
}

impl NewSubscriptionRow {
    /// The row of a new subscription.
    pub fn of(context: &CommandContext, new: &NewSubscription) -> Self {
        let now = DbTs::new(context.now);
        let Sealed { key_id, bytes } = new.secret.signing.clone();
        Self {
            id: DbUuid(new.id),
            workspace_no: context.tenant.workspace.0,
            mode: context.tenant.mode.code(),
            url: new.url.as_str().to_owned(),
            events: filter_json(&new.events),
            enabled: true,
            version: 1,
            secret: bytes,
            secret_key: key_id,
            failures: 0,
            created_at: now,
            updated_at: now,
        }
    }
}

impl SubscriptionRow {
    /// How the endpoint fares.
    pub fn health(&self) -> Result<Health, StoreError> {
        Ok(Health {
            failures: narrow(self.failures, "subscriptions.failures")?,
            cooldown_until: self.cooldown_until.map(DbTs::at),
        })
    }

    /// The subscription as its owner's steps see it.
    pub fn registration(&self) -> Result<Registration, StoreError> {
        Ok(Registration {
            url: self.url.clone(),
            events: filter(&self.events)?,
            enabled: self.enabled,
            version: narrow(self.version, "subscriptions.version")?,
            health: self.health()?,
            tested_at: self.tested_at.map(DbTs::at),
            updated_at: self.updated_at.at(),
        })
    }

    /// The incident that is not resolved.
    pub fn incident(&self) -> Result<Option<Incident>, StoreError> {
        self.incident
            .as_ref()
            .map(IncidentRow::incident)
            .transpose()
    }
}

impl From<&Registration> for RegistrationColumns {
    fn from(registration: &Registration) -> Self {
        let Registration {
            url,
            events,
            enabled,
            version,
            health: Health {
                failures,
                cooldown_until,
            },
            tested_at,
            updated_at,
        } = registration;
        Self {
            url: url.clone(),
            events: filter_json(events),
            enabled: *enabled,
            version: i32::try_from(*version).unwrap_or(i32::MAX),
            failures: i32::try_from(*failures).unwrap_or(i32::MAX),
            cooldown_until: cooldown_until.map(DbTs::new),
            tested_at: tested_at.map(DbTs::new),
            updated_at: DbTs::new(*updated_at),
        }
    }
}

impl TryFrom<SubscriptionRow> for Subscription {
    type Error = StoreError;

    fn try_from(row: SubscriptionRow) -> Result<Self, StoreError> {
        let health = row.health()?;
        let incident = row.incident.as_ref().map(IncidentRow::named).transpose()?;
        Ok(Self {
            id: row.id.0,
            events: filter(&row.events)?,
            url: row.url,
            enabled: row.enabled,
            health,
            incident,
            rotation: row.rotation.map(|(id, expires_at)| PreparedRotation {
                id: id.0,
                expires_at: expires_at.at(),
            }),
            created_at: row.created_at.at(),
            updated_at: row.updated_at.at(),
        })
    }
}

impl IncidentRow {
    /// The incident.
    pub fn incident(&self) -> Result<Incident, StoreError> {
        let state = match (self.resolved_at, self.acknowledged_at, self.remind_at) {
            (Some(at), acknowledged_at, _) => IncidentState::Resolved {
                acknowledged_at: acknowledged_at.map(DbTs::at),
                at: at.at(),
            },
            (None, Some(at), _) => IncidentState::Acknowledged { at: at.at() },
            (None, None, Some(at)) => IncidentState::Open { remind_at: at.at() },
            (None, None, None) => return Err(corrupt("incidents.remind_at")),
        };
        Ok(Incident {
            state,
            cause: super::delivery::error(&self.cause, "incidents.cause")?,
            opened_at: self.opened_at.at(),
            reminders: narrow(self.reminders, "incidents.reminders")?,
        })
    }

    /// The row of the incident as it is now.
    #[must_use]
    pub fn with(&self, incident: &Incident) -> Self {
        let IncidentColumns {
            cause,
            reminders,
            opened_at,
            remind_at,
            acknowledged_at,
            resolved_at,
        } = IncidentColumns::from(incident);
        Self {
            no: self.no,
            id: self.id,
            cause: cause.to_owned(),
            reminders,
            opened_at,
            remind_at,
            acknowledged_at,
            resolved_at,
        }
    }

    /// The incident with its id.
    pub fn named(&self) -> Result<NamedIncident, StoreError> {
        Ok(NamedIncident {
            id: self.id.0,
            incident: self.incident()?,
        })
    }
}

impl From<&Incident> for IncidentColumns {
    fn from(incident: &Incident) -> Self {
        let Incident {
            state,
            cause,
            opened_at,
            reminders,
        } = incident;
        let (remind_at, acknowledged_at, resolved_at) = match *state {
            IncidentState::Open { remind_at } => (Some(remind_at), None, None),
            IncidentState::Acknowledged { at } => (None, Some(at), None),
            IncidentState::Resolved {
                acknowledged_at,
                at,
            } => (None, acknowledged_at, Some(at)),
        };
        Self {
            cause: cause.code(),
            reminders: i32::try_from(*reminders).unwrap_or(i32::MAX),
            opened_at: DbTs::new(*opened_at),
            remind_at: remind_at.map(DbTs::new),
            acknowledged_at: acknowledged_at.map(DbTs::new),
            resolved_at: resolved_at.map(DbTs::new),
        }
    }
}
