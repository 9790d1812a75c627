//! Evidence for and against single prices, each call one transaction of `queries`.

use async_trait::async_trait;
use domain::history::PriceSegment;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::watch::Freshness;
use ports_store::{CompetingOffer, EvidenceStore, HeldOffer, StoreError, Verdict};
use time::OffsetDateTime;

use crate::SqliteStore;
use crate::queries::evidence;

#[async_trait]
impl EvidenceStore for SqliteStore {
    async fn competitors(
        &self,
        store: StoreNo,
        products: &[ProductNo],
    ) -> Result<Vec<CompetingOffer>, StoreError> {
        let products = products.to_vec();
        self.read(move |c| evidence::competitors(c, store, &products))
            .await
    }

    async fn past(
        &self,
        store: StoreNo,
        products: &[ProductNo],
        since: OffsetDateTime,
    ) -> Result<Vec<(ProductNo, PriceSegment)>, StoreError> {
        let products = products.to_vec();
        self.read(move |c| evidence::past(c, store, &products, since))
            .await
    }

    async fn list_held(
        &self,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<HeldOffer>, StoreError> {
        self.read(move |c| evidence::list_held(c, after, limit))
            .await
    }

    async fn settle(
        &self,
        offer: OfferNo,
        verdict: Verdict,
        freshness: Freshness,
    ) -> Result<Option<HeldOffer>, StoreError> {
        let held = self.cleared_lock().await?;
        let settled = self
            .write(move |c| evidence::settle(c, offer, verdict, freshness))
            .await;
        drop(held);
        self.inner.queued.bump();
        settled
    }
}
