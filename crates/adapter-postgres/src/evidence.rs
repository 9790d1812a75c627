//! Evidence for and against single prices.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::history::PriceSegment;
use domain::ids::{OfferNo, ProductNo, SnapshotNo, StoreNo};
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use domain::watch::Freshness;
use ports_store::{CompetingOffer, EvidenceStore, HeldOffer, HeldSnapshot, StoreError, Verdict};
use time::OffsetDateTime;

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::importing::{evidence as queries, suspects};
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

    async fn hold_staged(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
        reason: &str,
    ) -> Result<u64, StoreError> {
        let mut c = self.connection().await?;
        let recorded = c.transaction(async |c| suspects::record(c, snapshot, suspicion).await);
        recorded.await.map_err(failed)?;
        let (mut held, mut below) = (0, Some(i64::MAX));
        while let Some(number) = below {
            let some =
                c.transaction(async |c| suspects::hold_some(c, snapshot, (number, reason)).await);
            let (newly, next) = some.await.map_err(failed)?;
            held += newly;
            below = next;
        }
        Ok(held)
    }

    async fn record_refusal(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
    ) -> Result<(), StoreError> {
        let mut c = self.connection().await?;
        let recorded = c.transaction(async |c| suspects::record(c, snapshot, suspicion).await);
        recorded.await.map_err(failed)
    }

    async fn find_refusal(
        &self,
        store: StoreNo,
        kind: SuspicionKind,
    ) -> Result<Option<HeldSnapshot>, StoreError> {
        one_state!(self, async |c| suspects::find_refusal(c, store, kind).await)
    }
}
