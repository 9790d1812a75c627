//! Watches that nobody uses.

use std::sync::Arc;

use app::catalogue::Catalogue;
use app::watchlists::Watchlists;
use async_trait::async_trait;
use domain::watch::{Showing, WatchPatch};
use fakes::{QuickDigest, Seeded};
use ports_store::{
    ListedWatch, Once, Outcome, StoreError, WantedWatch, WatchOwner, WatchRefusal, WatchStore,
    WatchedProduct,
};
use time::OffsetDateTime;
use uuid::Uuid;

struct Nowhere;

/// The use cases over a store that is never asked.
pub fn watchlists(catalogue: Arc<Catalogue>) -> Arc<Watchlists> {
    Arc::new(Watchlists {
        store: Arc::new(Nowhere),
        catalogue,
        ids: Arc::new(Seeded::new(1)),
        digester: Arc::new(QuickDigest),
        quota: None,
        webhooks: true,
    })
}

#[async_trait]
impl WatchStore for Nowhere {
    async fn save(
        &self,
        _: &WantedWatch,
        _: &Once<WatchedProduct>,
    ) -> Result<Outcome<WatchRefusal>, StoreError> {
        unreachable!()
    }

    async fn change(
        &self,
        _: &WatchOwner,
        _: Uuid,
        _: &WatchPatch,
        _: Showing,
    ) -> Result<Option<WatchedProduct>, StoreError> {
        unreachable!()
    }

    async fn remove(&self, _: &WatchOwner, _: Uuid) -> Result<bool, StoreError> {
        unreachable!()
    }

    async fn list_watches(&self, _: &WatchOwner) -> Result<Vec<ListedWatch>, StoreError> {
        unreachable!()
    }

    async fn forget(&self, _: OffsetDateTime, _: OffsetDateTime) -> Result<bool, StoreError> {
        unreachable!()
    }
}
