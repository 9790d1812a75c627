use async_trait::async_trait;
use domain::access::{Entitlement, KeyState, Mode, Scope};
use domain::ids::WorkspaceNo;
use time::OffsetDateTime;

use crate::StoreError;

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    /// Its number.
    pub no: WorkspaceNo,
    /// Its name, unique.
    pub name: String,
    /// What it may do beyond scopes.
    pub entitlements: Vec<Entitlement>,
    /// Where operational notices go.
    pub alert_email: Option<String>,
    /// Reads per minute and key, instead of the deployment's setting.
    pub reads_per_minute: Option<u32>,
}

/// What becomes of a property that need not be there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Change<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It is there no more.
    Clear,
    /// It is this from now on.
    Set(T),
}

impl<T> Change<T> {
    /// The property after the change.
    pub fn of(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Clear => None,
            Self::Set(after) => Some(after),
        }
    }
}

/// A change of a workspace; the default leaves every property as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkspaceChange {
    /// The new entitlements, all of them; `None` leaves them.
    pub entitlements: Option<Vec<Entitlement>>,
    /// The new alert address.
    pub alert_email: Change<String>,
    /// The new limit.
    pub reads_per_minute: Change<u32>,
    /// Whether there must be none of this name yet: one that is there is a [`StoreError::Conflict`] and stays as it is.
    pub is_new: bool,
}

/// A key to be stored. The key itself is never stored, only its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewApiKey {
    /// Public id, `key_` and 32 hexadecimal digits.
    pub id: String,
    /// Name of the workspace, which is created when it is missing.
    pub workspace: String,
    /// Live or test.
    pub mode: Mode,
    /// Rights; none means none.
    pub scopes: Vec<Scope>,
    /// What it is for, in words; empty for none.
    pub label: String,
    /// From when on it is refused; `None`: never.
    pub expires_at: Option<OffsetDateTime>,
    /// SHA-256 of the whole key as it is shown.
    pub digest: [u8; 32],
    /// Now.
    pub created_at: OffsetDateTime,
}

/// A stored key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Public id.
    pub id: String,
    /// Name of the workspace.
    pub workspace: String,
    /// Live or test.
    pub mode: Mode,
    /// Rights.
    pub scopes: Vec<Scope>,
    /// What it is for, in words; empty for none.
    pub label: String,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// From when on it is refused; `None`: never.
    pub expires_at: Option<OffsetDateTime>,
    /// When it was used last, as far as that was written down.
    pub last_used_at: Option<OffsetDateTime>,
    /// When it was revoked.
    pub revoked_at: Option<OffsetDateTime>,
}

impl ApiKey {
    /// Whether it may be used.
    pub fn state(&self, now: OffsetDateTime) -> KeyState {
        KeyState::of(self.revoked_at, self.expires_at, now)
    }
}

/// A key that is revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevokedKey {
    /// The key.
    pub key: ApiKey,
    /// Whether every process has heard of it: one that does not answer may still accept the key.
    pub is_heard: bool,
}

/// When a key was used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedKey {
    /// Id of the key.
    pub id: String,
    /// When.
    pub at: OffsetDateTime,
}

/// A usable key with the workspace it opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyWithWorkspace {
    /// The key.
    pub key: ApiKey,
    /// The workspace.
    pub workspace: Workspace,
}

/// Workspaces and API keys.
#[async_trait]
pub trait AccessStore: Send + Sync {
    /// Creates the workspace when it is missing, applies the change and returns the result, in one
    /// transaction. Two at once never make two workspaces of one name; of two that want a new one, one does.
    async fn save_workspace(
        &self,
        name: &str,
        change: &WorkspaceChange,
    ) -> Result<Workspace, StoreError>;

    /// Workspaces in order of their numbers, at most `limit`; those with numbers above `after`, if it is given.
    async fn list_workspaces(
        &self,
        after: Option<WorkspaceNo>,
        limit: u32,
    ) -> Result<Vec<Workspace>, StoreError>;

    /// Stores a key, and its workspace when that is missing. A digest or id that exists already is
    /// a [`StoreError::Conflict`].
    async fn insert_key(&self, key: &NewApiKey) -> Result<ApiKey, StoreError>;

    /// The key with this digest, when it is not revoked; whether it has expired is for the caller to say.
    async fn find_key(&self, digest: &[u8; 32]) -> Result<Option<KeyWithWorkspace>, StoreError>;

    /// All keys, oldest first, revoked ones included; of one workspace when named.
    async fn list_keys(&self, workspace: Option<&str>) -> Result<Vec<ApiKey>, StoreError>;

    /// Revokes a key. `None` when no key has the id; a key revoked before keeps its first time.
    async fn revoke_key(
        &self,
        id: &str,
        now: OffsetDateTime,
    ) -> Result<Option<RevokedKey>, StoreError>;

    /// A number that differs from an earlier answer as soon as any process has committed a change
    /// to keys or workspaces since (it may differ for other reasons too). `None` when that cannot
    /// be told now: then nothing read earlier may be relied on. Cheap: no round trip, no waiting.
    fn access_epoch(&self) -> Option<u64>;

    /// The number that [`AccessStore::access_epoch`] told last, also while it cannot be told: it differs
    /// from an earlier one as soon as this process has heard of a change.
    fn last_access_epoch(&self) -> Option<u64> {
        self.access_epoch()
    }
}

/// When API keys were used. It is written now and then, apart from requests, and changes nothing that
/// [`AccessStore::access_epoch`] has to tell of.
#[async_trait]
pub trait KeyUseStore: Send + Sync {
    /// Notes when keys were used last, in one transaction. A use that is not later than the noted one changes nothing, nor
    /// does one of a key that is not there.
    async fn record_key_uses(&self, uses: &[UsedKey]) -> Result<(), StoreError>;
}
