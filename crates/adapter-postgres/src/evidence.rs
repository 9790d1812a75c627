//! Evidence for and against single prices.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::history::PriceSegment;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::watch::Freshness;
use ports_store::{CompetingOffer, EvidenceStore, HeldOffer, StoreError, Verdict};
use time::OffsetDateTime;

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::evidence as queries;
use crate::reader::one_state;
use crate::store::PostgresStore;
use crate::writer::as_revision;

#[async_trait]
impl EvidenceStore for PostgresStore {
    async fn competitors(
        &self,
        store: StoreNo,
        products: &[ProductNo],
    ) -> Result<Vec<CompetingOffer>, StoreError> {
        one_state!(self, async |c| queries::competitors(c, store, products)
            .await)
    }

    async fn past(
        &self,
        store: StoreNo,
        products: &[ProductNo],
        since: OffsetDateTime,
    ) -> Result<Vec<(ProductNo, PriceSegment)>, StoreError> {
        one_state!(self, async |c| queries::past(c, store, products, since)
            .await)
    }

    async fn list_held(
        &self,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<HeldOffer>, StoreError> {
        one_state!(self, async |c| queries::list_held(c, after, limit).await)
    }

    async fn settle(
        &self,
        offer: OfferNo,
        verdict: Verdict,
        freshness: Freshness,
    ) -> Result<Option<HeldOffer>, StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        as_revision!(self, lock, c => queries::settle(c, offer, verdict, freshness))
    }
}
