//! Evidence for and against single prices.

use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::history::PriceSegment;
use domain::ids::{OfferNo, ProductNo, SnapshotNo, StoreNo};
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use ports_store::{
    CompetingOffer, EvidenceStore, HeldOffer, HeldPrices, HeldSnapshot, OfferTraits,
    ReviewDecision, StoreError,
};
use time::OffsetDateTime;

use crate::queries::importing::{evidence, suspects};
use crate::store::SqlStore;

#[async_trait]
impl EvidenceStore for SqlStore {
    async fn competitors(
        &self,
        store: StoreNo,
        products: &[ProductNo],
    ) -> Result<Vec<CompetingOffer>, StoreError> {
        let products = products.to_vec();
        self.read(async move |c| evidence::competitors(c, store, &products).await)
            .await
    }

    async fn past(
        &self,
        store: StoreNo,
        products: &[ProductNo],
        since: OffsetDateTime,
    ) -> Result<Vec<(ProductNo, PriceSegment)>, StoreError> {
        let products = products.to_vec();
        self.read(async move |c| evidence::past(c, store, &products, since).await)
            .await
    }

    async fn list_held(
        &self,
        which: HeldPrices,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<HeldOffer>, StoreError> {
        self.read(async move |c| evidence::list_held(c, which, after, limit).await)
            .await
    }

    async fn settle(
        &self,
        offer: OfferNo,
        verdict: ReviewDecision,
        freshness: Freshness,
    ) -> Result<Option<HeldOffer>, StoreError> {
        let (mut hold, freshness) = self.hold_prices(freshness).await?;
        let done = hold
            .revise(async move |c| evidence::settle(c, offer, verdict, freshness).await)
            .await;
        hold.end().await;
        done
    }

    async fn hold_staged(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
        reason: &str,
    ) -> Result<u64, StoreError> {
        let recorded = suspicion.clone();
        self.write(async move |c| suspects::record(c, snapshot, &recorded, None).await)
            .await?;
        let (mut held, mut below) = (0, Some(i64::MAX));
        while let Some(number) = below {
            let reason = reason.to_owned();
            let (newly, next) = self
                .write(async move |c| suspects::hold_some(c, snapshot, number, &reason).await)
                .await?;
            held += newly;
            below = next;
        }
        Ok(held)
    }

    async fn traits(&self, offers: &[OfferNo]) -> Result<Vec<OfferTraits>, StoreError> {
        let offers = offers.to_vec();
        self.read(async move |c| evidence::traits(c, &offers).await)
            .await
    }

    async fn record_refusal(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
        named: [u8; 16],
        anew: Option<SnapshotNo>,
    ) -> Result<(), StoreError> {
        let suspicion = suspicion.clone();
        self.write(async move |c| match anew {
            None => suspects::record(c, snapshot, &suspicion, Some(named)).await,
            Some(no) => suspects::refuse_anew(c, no, snapshot, &suspicion, named).await,
        })
        .await
    }

    async fn find_refusal(
        &self,
        store: StoreNo,
        kind: SuspicionKind,
    ) -> Result<Option<HeldSnapshot>, StoreError> {
        self.read(async move |c| suspects::find_refusal(c, store, kind).await)
            .await
    }
}
