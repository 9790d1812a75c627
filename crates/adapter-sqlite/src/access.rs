//! Workspaces and API keys. The file's data version tells everybody of every change.

use async_trait::async_trait;
use domain::ids::WorkspaceNo;
use ports_store::{
    AccessStore, ApiKey, KeyWithWorkspace, NewApiKey, RevokedKey, StoreError, Workspace,
    WorkspaceChange,
};
use time::OffsetDateTime;

use crate::SqliteStore;
use crate::queries::access;

#[async_trait]
impl AccessStore for SqliteStore {
    async fn save_workspace(
        &self,
        name: &str,
        change: &WorkspaceChange,
    ) -> Result<Workspace, StoreError> {
        let (name, change) = (name.to_owned(), change.clone());
        self.write(async move |c| access::save_workspace(c, &name, &change).await)
            .await
    }

    async fn list_workspaces(
        &self,
        after: Option<WorkspaceNo>,
        limit: u32,
    ) -> Result<Vec<Workspace>, StoreError> {
        self.read(async move |c| access::list_workspaces(c, after, limit).await)
            .await
    }

    async fn insert_key(&self, key: &NewApiKey) -> Result<ApiKey, StoreError> {
        let key = key.clone();
        self.write(async move |c| access::insert_key(c, &key).await)
            .await
    }

    async fn find_key(&self, digest: &[u8; 32]) -> Result<Option<KeyWithWorkspace>, StoreError> {
        let digest = *digest;
        self.read(async move |c| access::find_key(c, &digest).await)
            .await
    }

    async fn list_keys(&self, workspace: Option<&str>) -> Result<Vec<ApiKey>, StoreError> {
        let workspace = workspace.map(str::to_owned);
        self.read(async move |c| access::list_keys(c, workspace.as_deref()).await)
            .await
    }

    async fn revoke_key(
        &self,
        id: &str,
        now: OffsetDateTime,
    ) -> Result<Option<RevokedKey>, StoreError> {
        let id = id.to_owned();
        let revoked = self.write(async move |c| access::revoke_key(c, &id, now).await);
        // whoever uses the file sees what is committed
        let heard = |key| RevokedKey {
            key,
            is_heard: true,
        };
        Ok(revoked.await?.map(heard))
    }

    fn access_epoch(&self) -> Option<u64> {
        self.data_version()
            .ok()
            .and_then(|version| u64::try_from(version).ok())
    }
}
