//! Imports that ended.

use async_trait::async_trait;
use domain::import_run::{ImportRun, RunId};
use domain::store::StoreName;
use ports_store::{ImportRunStore, KeptRun, StoreError};

use crate::queries::importing::runs;
use crate::store::SqlStore;

#[async_trait]
impl ImportRunStore for SqlStore {
    async fn insert_run(&self, run: &KeptRun) -> Result<(), StoreError> {
        let run = run.clone();
        self.write(async move |c| runs::insert(c, &run).await).await
    }

    async fn find_run(&self, id: RunId) -> Result<Option<KeptRun>, StoreError> {
        self.read(async move |c| runs::find(c, id).await).await
    }

    async fn list_runs(
        &self,
        of: Option<&StoreName>,
        limit: u32,
    ) -> Result<Vec<ImportRun>, StoreError> {
        let shop = of.map(StoreName::folded);
        self.read(async move |c| runs::list(c, shop, limit).await)
            .await
    }

    async fn list_last_runs(&self, of_each: u32) -> Result<Vec<ImportRun>, StoreError> {
        self.read(async move |c| runs::list_last(c, of_each).await)
            .await
    }
}
