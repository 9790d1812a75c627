//! Importing a snapshot: the catalogue lock is kept from `open` to the end of the snapshot, however
//! that comes.

mod compact;
pub mod partitions;
mod stage;
mod statistics;

use async_trait::async_trait;
use diesel_async::{AsyncConnection, AsyncPgConnection};
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::placement::MatchKey;
use ports_store::{
    Candidate, KeyedProduct, KnownOffer, OpenSnapshot, OpenedSnapshot, Published, SnapshotStore,
    SnapshotSummary, StageBatch, StoreError,
};

use crate::error::failed;
use crate::limits::Transaction::IndexedWrites;
use crate::lock::{CatalogueLock, clear, rely_on};
use crate::queries::importing::publishing::{note_some, publish};
use crate::queries::importing::{candidates, snapshots as queries};
use crate::store::PostgresStore;

#[async_trait]
impl SnapshotStore for PostgresStore {
    async fn open(&self, snapshot: &OpenSnapshot) -> Result<OpenedSnapshot, StoreError> {
        let mut lock = self.take_catalogue().await?;
        let c = lock.connection();
        let compacted = compact::compact(c, self.working()).await;
        compacted.map_err(failed)?;
        refresh_statistics(self, c).await;
        let store = &snapshot.store;
        let counting = async move |c: &mut AsyncPgConnection| queries::live_offers(c, store).await;
        let live_offers = self.working().read(c, counting).await.map_err(failed)?;
        let term = lock.term();
        let opened = lock.connection().transaction(async |c| {
            self.working().set(c).await?;
            rely_on(c, term).await?;
            queries::open(c, snapshot, live_offers).await
        });
        let opened = opened.await.map_err(failed)?;
        let lock = self.keep(opened.no, lock);
        Ok(OpenedSnapshot { lock, ..opened })
    }

    async fn known(
        &self,
        snapshot: SnapshotNo,
        offer_ids: &[String],
    ) -> Result<Vec<KnownOffer>, StoreError> {
        let mut c = self.connection().await?;
        let asking =
            async move |c: &mut AsyncPgConnection| queries::known(c, snapshot, offer_ids).await;
        self.working().read(&mut c, asking).await.map_err(failed)
    }

    async fn keyed(
        &self,
        snapshot: SnapshotNo,
        keys: &[MatchKey],
    ) -> Result<Vec<KeyedProduct>, StoreError> {
        let mut c = self.connection().await?;
        let asking =
            async move |c: &mut AsyncPgConnection| candidates::keyed(c, snapshot, keys).await;
        self.working().read(&mut c, asking).await.map_err(failed)
    }

    async fn candidates(
        &self,
        snapshot: SnapshotNo,
        products: &[ProductNo],
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Candidate>, StoreError> {
        let mut c = self.connection().await?;
        let asking = async move |c: &mut AsyncPgConnection| {
            candidates::candidates(c, snapshot, products, ids).await
        };
        self.working().read(&mut c, asking).await.map_err(failed)
    }

    async fn stage(
        &self,
        snapshot: SnapshotNo,
        batch: &StageBatch,
    ) -> Result<Vec<ProductNo>, StoreError> {
        let mut c = self.connection().await?;
        let staging = async move |c: &mut AsyncPgConnection| stage::stage(c, snapshot, batch).await;
        // watches and offers of products that are in the batch, however many there are since anybody counted
        let staged = self
            .working()
            .write_in(&mut c, IndexedWrites, staging)
            .await;
        let staged = staged.map_err(failed)?;
        // products are followed by their offers
        if !batch.offers.is_empty() {
            refresh_statistics(self, &mut c).await;
        }
        Ok(staged)
    }

    async fn unreplaced(
        &self,
        snapshot: SnapshotNo,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<OfferNo>, StoreError> {
        let mut c = self.connection().await?;
        let asking = async move |c: &mut AsyncPgConnection| {
            queries::unreplaced(c, snapshot, after, limit).await
        };
        self.working().read(&mut c, asking).await.map_err(failed)
    }

    async fn retire(&self, snapshot: SnapshotNo, offers: &[OfferNo]) -> Result<(), StoreError> {
        let mut c = self.connection().await?;
        let retiring =
            async move |c: &mut AsyncPgConnection| stage::retire(c, snapshot, offers).await;
        let retired = self
            .working()
            .write_in(&mut c, IndexedWrites, retiring)
            .await;
        retired.map_err(failed)
    }

    async fn publish(
        &self,
        snapshot: SnapshotNo,
        summary: &SnapshotSummary,
    ) -> Result<Published, StoreError> {
        // given back wherever this ends
        let lock = self.take_lock(snapshot);
        let summary = self.look_at_left_before(snapshot, summary).await?;
        let mut c = self.connection().await?;
        let mut noted = Some(i64::MIN);
        while let Some(after) = noted {
            let summary = summary.clone();
            let noting = async move |c: &mut AsyncPgConnection| {
                note_some(c, snapshot, &summary, after).await
            };
            let noting = self.working().write(&mut c, noting).await;
            noted = noting.map_err(failed)?;
        }
        let telling = self.telling();
        let publishing = async move |c: &mut AsyncPgConnection| {
            let done = publish(c, snapshot, &summary).await?;
            telling.of_catalogue(c).await?;
            Ok(done)
        };
        let published = self.working().write(&mut c, publishing).await;
        let (mut published, left) = published.map_err(failed)?;
        self.notices().bump_catalogue();
        // there may be no other
        drop(c);
        published.triggered += self.fire_left(left).await;
        // readers have the revision: what is left now the next `open` can do as well
        let compacted = async {
            let mut c = self.connection().await?;
            let compacted = compact::compact(&mut c, self.working()).await;
            compacted.map_err(failed)
        };
        if let Err(error) = compacted.await {
            tracing::warn!(%error, "ended offers stay where they are until the next import");
        }
        release(lock).await;
        Ok(published)
    }

    async fn discard(&self, snapshot: SnapshotNo) -> Result<(), StoreError> {
        let lock = self.take_lock(snapshot);
        let mut c = self.connection().await?;
        let fenced = c.transaction(async |c| {
            self.working().set(c).await?;
            queries::fence(c, snapshot).await
        });
        fenced.await.map_err(failed)?;
        let lock = if let Some(lock) = lock {
            clear(&mut c, self.working(), lock.term()).await?;
            lock
        } else {
            // a publish that failed has given it back; who takes it clears
            drop(c);
            self.take_catalogue().await?
        };
        lock.release().await;
        Ok(())
    }
}

/// An import goes on without them, only slower.
async fn refresh_statistics(store: &PostgresStore, c: &mut AsyncPgConnection) {
    let refreshed = c.transaction(async |c| {
        store.working().set(c).await?;
        statistics::refresh(c).await
    });
    if let Err(error) = refreshed.await.map_err(failed) {
        tracing::warn!(%error, "tables that have grown are not analyzed before autovacuum does it");
    }
}

async fn release(lock: Option<CatalogueLock>) {
    if let Some(lock) = lock {
        lock.release().await;
    }
}
