//! Which offers stand together.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::ids::ProductNo;
use domain::watch::Freshness;
use ports_store::{GroupedOffer, Regrouped, Regrouping, RegroupingStore, StoreError};

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::grouping::regrouping as queries;
use crate::reader::one_state;
use crate::store::PostgresStore;
use crate::writer::as_revision;

#[async_trait]
impl RegroupingStore for PostgresStore {
    async fn grouped_offers(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<GroupedOffer>, StoreError> {
        one_state!(self, async |c| queries::grouped_offers(c, products).await)
    }

    async fn apply_regroupings(
        &self,
        regroupings: &[Regrouping],
        freshness: Freshness,
    ) -> Result<Regrouped, StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        as_revision!(self, lock, c => queries::apply(c, regroupings, freshness))
    }
}
