use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use domain::access::Tenant;
use domain::webhook::audit::Action;
use ports_store::{AuditEntry, AuditTarget, StoreError};

use super::corrupt;
use crate::schema::audit;
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// An entry to be written.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = audit, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewAuditRow {
    pub id: DbUuid,
    pub workspace_no: i64,
    pub mode: &'static str,
    pub at: DbTs,
    pub action: &'static str,
    pub actor: String,
    pub target_type: Option<String>,
    pub target_id: Option<DbUuid>,
    pub outcome: String,
}

/// A stored entry.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct AuditRow {
    pub id: DbUuid,
    pub at: DbTs,
    pub action: String,
    pub actor: String,
    pub target_type: Option<String>,
    pub target_id: Option<DbUuid>,
    pub outcome: String,
}

/// The SQL types of an [`AuditRow`].
pub type AuditTypes = (
    SqlUuid,
    SqlTs,
    Text,
    Text,
    Nullable<Text>,
    Nullable<SqlUuid>,
    Text,
);

impl NewAuditRow {
    /// The row of an entry.
    pub fn of(tenant: Tenant, entry: &AuditEntry) -> Self {
        let target = entry.target.map(|target| match target {
            AuditTarget::Webhook(id) => ("webhook".to_owned(), DbUuid(id)),
            AuditTarget::Delivery(id) => ("delivery".to_owned(), DbUuid(id)),
            AuditTarget::Incident(id) => ("incident".to_owned(), DbUuid(id)),
            AuditTarget::Rotation(id) => ("secret_rotation".to_owned(), DbUuid(id)),
        });
        let (target_type, target_id) = target.unzip();
        Self {
            id: DbUuid(entry.id),
            workspace_no: tenant.workspace.0,
            mode: tenant.mode.code(),
            at: DbTs::new(entry.at),
            action: entry.action.code(),
            actor: entry.actor.clone(),
            target_type,
            target_id,
            outcome: entry.outcome.clone(),
        }
    }
}

impl TryFrom<AuditRow> for AuditEntry {
    type Error = StoreError;

    fn try_from(row: AuditRow) -> Result<Self, StoreError> {
        let action = Action::ALL.into_iter().find(|one| one.code() == row.action);
        let target = match (row.target_type.as_deref(), row.target_id) {
            (Some("webhook"), Some(id)) => Some(AuditTarget::Webhook(id.0)),
            (Some("delivery"), Some(id)) => Some(AuditTarget::Delivery(id.0)),
            (Some("incident"), Some(id)) => Some(AuditTarget::Incident(id.0)),
            (Some("secret_rotation"), Some(id)) => Some(AuditTarget::Rotation(id.0)),
            (None, None) => None,
            _ => return Err(corrupt("audit.target_type")),
        };
        Ok(Self {
            id: row.id.0,
            at: row.at.at(),
            action: action.ok_or_else(|| corrupt("audit.action"))?,
            actor: row.actor,
            target,
            outcome: row.outcome,
        })
    }
}
