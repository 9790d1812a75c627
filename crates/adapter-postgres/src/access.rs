//! Workspaces and API keys. Every change is told to all processes by a notice in its transaction.

use std::time::Duration;

use async_trait::async_trait;
use domain::ids::WorkspaceNo;
use ports_store::{
    AccessStore, ApiKey, KeyWithWorkspace, NewApiKey, RevokedKey, StoreError, Workspace,
    WorkspaceChange,
};
use time::OffsetDateTime;
use tokio::time::timeout;

use crate::dialect::Conn;
use crate::error::failed;
use crate::lease;
use crate::queries::access as queries;
use crate::store::PostgresStore;

/// How long a look-up may take while the listener is not connected.
const AWAY: Duration = Duration::from_secs(2);

impl PostgresStore {
    /// Nothing that was read before counts here, and the listener tells so.
    fn access_changed(&self) {
        self.notices().bump_access();
        self.notices().poke.notify_one();
    }
}

#[async_trait]
impl AccessStore for PostgresStore {
    async fn save_workspace(
        &self,
        name: &str,
        change: &WorkspaceChange,
    ) -> Result<Workspace, StoreError> {
        let mut c = self.connection().await?;
        let telling = self.telling();
        let saving = async move |c: &mut Conn| {
            let saved = queries::save_workspace(c, name, change).await?;
            telling.of_access(c).await?;
            Ok(saved)
        };
        let saved = self.writing().write(&mut c, saving).await;
        self.access_changed();
        lease::wait_for_all(&mut c, self.writing()).await;
        saved.map_err(failed)
    }

    async fn list_workspaces(
        &self,
        after: Option<WorkspaceNo>,
        limit: u32,
    ) -> Result<Vec<Workspace>, StoreError> {
        self.read(async move |c| queries::list_workspaces(c, after, limit).await)
            .await
    }

    async fn insert_key(&self, key: &NewApiKey) -> Result<ApiKey, StoreError> {
        let mut c = self.connection().await?;
        let telling = self.telling();
        let inserting = async move |c: &mut Conn| {
            let inserted = queries::insert_key(c, key).await?;
            telling.of_access(c).await?;
            Ok(inserted)
        };
        let inserted = self.writing().write(&mut c, inserting).await;
        self.access_changed();
        inserted.map_err(failed)
    }

    async fn find_key(&self, digest: &[u8; 32]) -> Result<Option<KeyWithWorkspace>, StoreError> {
        let asked = async {
            let digest = *digest;
            self.read(async move |c| queries::find_key(c, &digest).await)
                .await
        };
        if self.access_epoch().is_some() {
            return asked.await;
        }
        // the listener lost the server, which may be gone without a word
        match timeout(AWAY, asked).await {
            Ok(found) => found,
            Err(_) => Err(StoreError::Unreachable("no answer in time".to_owned())),
        }
    }

    async fn list_keys(&self, workspace: Option<&str>) -> Result<Vec<ApiKey>, StoreError> {
        let workspace = workspace.map(str::to_owned);
        self.read(async move |c| queries::list_keys(c, workspace.as_deref()).await)
            .await
    }

    async fn revoke_key(
        &self,
        id: &str,
        now: OffsetDateTime,
    ) -> Result<Option<RevokedKey>, StoreError> {
        let mut c = self.connection().await?;
        let telling = self.telling();
        let revoking = async move |c: &mut Conn| {
            let revoked = queries::revoke_key(c, id, now).await?;
            telling.of_access(c).await?;
            Ok(revoked)
        };
        let revoked = self.writing().write(&mut c, revoking).await;
        // also after a failure: a commit whose answer was lost counts
        self.access_changed();
        let is_heard = lease::wait_for_all(&mut c, self.writing()).await;
        let revoked = revoked.map_err(failed)?;
        Ok(revoked.map(|key| RevokedKey { key, is_heard }))
    }

    fn access_epoch(&self) -> Option<u64> {
        self.notices().access_epoch()
    }

    fn last_access_epoch(&self) -> Option<u64> {
        Some(self.notices().last_access_epoch())
    }
}
