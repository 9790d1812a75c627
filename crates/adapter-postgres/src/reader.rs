//! Reading the catalogue: each answer comes from one transaction that sees one state.

use adapter_sql::Failure;
use async_trait::async_trait;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::Amount;
use domain::store::Store;
use ports_store::{CatalogueReader, Changes, ProductRecord, StoreError};

use crate::error::failed;
use crate::queries::catalogue::reading as queries;
use crate::store::PostgresStore;

/// Runs a query in a transaction that sees one state.
macro_rules! one_state {
    ($store:expr, $query:expr) => {{
        let mut c = $store.connection().await?;
        let answer = c
            .build_transaction()
            .repeatable_read()
            .read_only()
            .run($query)
            .await;
        answer.map_err(|failure: Failure| failed(failure))
    }};
}

pub(crate) use one_state;

#[async_trait]
impl CatalogueReader for PostgresStore {
    async fn revision(&self) -> Result<Revision, StoreError> {
        let mut c = self.connection().await?;
        queries::revision(&mut c)
            .await
            .map(Revision)
            .map_err(failed)
    }

    async fn find(&self, id: &CanonicalProductId) -> Result<Option<ProductRecord>, StoreError> {
        one_state!(self, async |c| queries::find(c, id).await)
    }

    async fn load(&self, products: &[ProductNo]) -> Result<Vec<ProductRecord>, StoreError> {
        one_state!(self, async |c| queries::load(c, products).await)
    }

    async fn list(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<ProductRecord>, StoreError> {
        one_state!(self, async |c| queries::list(c, after, limit).await)
    }

    async fn changes(&self, since: Revision) -> Result<Changes, StoreError> {
        one_state!(self, async |c| queries::changes(c, since).await)
    }

    async fn list_stores(&self) -> Result<Vec<Store>, StoreError> {
        let mut c = self.connection().await?;
        queries::list_stores(&mut c).await.map_err(failed)
    }

    async fn list_category_delivery(&self) -> Result<Vec<(String, Amount)>, StoreError> {
        let mut c = self.connection().await?;
        let listed = queries::list_category_delivery(&mut c).await;
        listed.map_err(failed)
    }
}
