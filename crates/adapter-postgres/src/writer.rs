//! Writing the catalogue beside snapshots.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::store::{Store, StoreName};
use domain::watch::Freshness;
use ports_store::{
    CatalogueWriter, CataloguedProduct, Deployment, ProductBatch, StoreError, StoreTermsChange,
};

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::catalogue::writing as queries;
use crate::store::PostgresStore;

/// Runs a query in one transaction that makes a revision, tells everybody, and gives the catalogue
/// lock back.
macro_rules! as_revision {
    ($store:expr, $lock:ident, $c:ident => $query:expr) => {{
        let saved = $lock.connection().transaction(async |$c| {
            let saved = $query.await?;
            notify_catalogue($c).await?;
            Ok::<_, Failure>(saved)
        });
        let saved = saved.await;
        $lock.release().await;
        $store.notices().bump_catalogue();
        saved.map_err(|failure: Failure| failed(failure))
    }};
}

pub(crate) use as_revision;

#[async_trait]
impl CatalogueWriter for PostgresStore {
    async fn migrate(&self) -> Result<(), StoreError> {
        self.run_migrations().await
    }

    async fn claim_deployment(&self, wanted: Deployment) -> Result<Deployment, StoreError> {
        let mut c = self.connection().await?;
        let claimed = c.transaction(async |c| queries::claim_deployment(c, wanted).await);
        claimed.await.map_err(failed)
    }

    async fn save_products(
        &self,
        products: &[CataloguedProduct],
    ) -> Result<ProductBatch, StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        let saved = lock.connection().transaction(async |c| {
            let saved = queries::save_products(c, products).await?;
            if saved.created + saved.changed > 0 {
                notify_catalogue(c).await?;
            }
            Ok::<_, Failure>(saved)
        });
        let saved = saved.await;
        lock.release().await;
        self.notices().bump_catalogue();
        saved.map_err(failed)
    }

    async fn save_store(
        &self,
        name: &StoreName,
        change: &StoreTermsChange,
        freshness: Freshness,
    ) -> Result<Store, StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        as_revision!(self, lock, c => queries::save_store(c, name, change, freshness))
    }
}
