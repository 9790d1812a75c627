use diesel::prelude::*;
use domain::access::{Entitlement, Mode, Scope};
use domain::ids::WorkspaceNo;
use ports_store::{ApiKey, Change, NewApiKey, StoreError, Workspace, WorkspaceChange};

use super::json::texts;
use super::{corrupt, narrow_some};
use crate::schema::{api_keys, workspaces};
use crate::types::{DbJson, DbTs};

/// A stored workspace.
#[derive(Debug, Clone, Queryable, Selectable, AsChangeset)]
#[diesel(table_name = workspaces, treat_none_as_null = true)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct WorkspaceRow {
    pub no: i64,
    pub name: String,
    pub entitlements: DbJson,
    pub alert_email: Option<String>,
    pub reads_per_minute: Option<i64>,
}

/// A stored key, without its digest.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = api_keys)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ApiKeyRow {
    pub id: String,
    pub mode: String,
    pub scopes: DbJson,
    pub created_at: DbTs,
    pub revoked_at: Option<DbTs>,
    pub label: String,
    pub expires_at: Option<DbTs>,
    pub last_used_at: Option<DbTs>,
}

/// A key to be stored.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = api_keys)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewApiKeyRow<'a> {
    pub id: &'a str,
    pub workspace_no: i64,
    pub mode: &'static str,
    pub scopes: DbJson,
    pub digest: &'a [u8],
    pub created_at: DbTs,
    pub label: &'a str,
    pub expires_at: Option<DbTs>,
}

/// Codes as a JSON array.
pub fn codes(codes: impl IntoIterator<Item = &'static str>) -> DbJson {
    DbJson::texts(codes)
}

impl WorkspaceRow {
    /// The row after a change: what the change does not say stays.
    #[must_use]
    pub fn changed(self, change: &WorkspaceChange) -> Self {
        let WorkspaceChange {
            entitlements,
            alert_email,
            reads_per_minute,
            is_new: _,
        } = change;
        let stated = entitlements
            .as_ref()
            .map(|all| codes(all.iter().map(|one| one.code())));
        Self {
            entitlements: stated.unwrap_or(self.entitlements),
            alert_email: alert_email.clone().of(self.alert_email),
            reads_per_minute: match reads_per_minute {
                Change::Keep => self.reads_per_minute,
                Change::Clear => None,
                Change::Set(limit) => Some(i64::from(*limit)),
            },
            no: self.no,
            name: self.name,
        }
    }
}

impl TryFrom<WorkspaceRow> for Workspace {
    type Error = StoreError;

    fn try_from(row: WorkspaceRow) -> Result<Self, StoreError> {
        let WorkspaceRow {
            no,
            name,
            entitlements,
            alert_email,
            reads_per_minute,
        } = row;
        let column = "workspaces.entitlements";
        let codes = texts(&entitlements.0, column)?;
        let entitlements = codes.iter().map(|code| Entitlement::from_code(code));
        Ok(Self {
            no: WorkspaceNo(no),
            name,
            entitlements: entitlements
                .collect::<Option<_>>()
                .ok_or_else(|| corrupt(column))?,
            alert_email,
            reads_per_minute: narrow_some(reads_per_minute, "workspaces.reads_per_minute")?,
        })
    }
}

impl<'a> NewApiKeyRow<'a> {
    /// The row of a key in a workspace.
    pub fn of(key: &'a NewApiKey, workspace_no: i64) -> Self {
        let NewApiKey {
            id,
            workspace: _,
            mode,
            scopes,
            label,
            expires_at,
            digest,
            created_at,
        } = key;
        Self {
            id,
            workspace_no,
            mode: mode.code(),
            scopes: codes(scopes.iter().map(|scope| scope.code())),
            digest,
            created_at: DbTs::new(*created_at),
            label,
            expires_at: expires_at.map(DbTs::new),
        }
    }
}

impl ApiKeyRow {
    /// The key of a workspace.
    pub fn key(self, workspace: String) -> Result<ApiKey, StoreError> {
        let Self {
            id,
            mode,
            scopes,
            created_at,
            revoked_at,
            label,
            expires_at,
            last_used_at,
        } = self;
        let column = "api_keys.scopes";
        let codes = texts(&scopes.0, column)?;
        let scopes = codes.iter().map(|code| Scope::from_code(code));
        Ok(ApiKey {
            id,
            workspace,
            mode: Mode::from_code(&mode).ok_or_else(|| corrupt("api_keys.mode"))?,
            scopes: scopes
                .collect::<Option<_>>()
                .ok_or_else(|| corrupt(column))?,
            label,
            created_at: created_at.at(),
            expires_at: expires_at.map(DbTs::at),
            last_used_at: last_used_at.map(DbTs::at),
            revoked_at: revoked_at.map(DbTs::at),
        })
    }
}
