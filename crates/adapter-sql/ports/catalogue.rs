//! The catalogue: reading it, and writing it beside snapshots.

use async_trait::async_trait;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::Amount;
use domain::store::{Store, StoreName};
use domain::watch::Freshness;
use ports_store::{
    CatalogueReader, CatalogueWriter, CataloguedProduct, Changes, Deployment, ProductBatch,
    ProductRecord, StoreError, StoreTermsChange,
};

use crate::queries::catalogue::{reading, writing};
use crate::store::SqlStore;

#[async_trait]
impl CatalogueReader for SqlStore {
    async fn revision(&self) -> Result<Revision, StoreError> {
        self.read(reading::revision).await.map(Revision)
    }

    async fn find(&self, id: &CanonicalProductId) -> Result<Option<ProductRecord>, StoreError> {
        let id = id.clone();
        self.read(async move |c| reading::find(c, &id).await).await
    }

    async fn load(&self, products: &[ProductNo]) -> Result<Vec<ProductRecord>, StoreError> {
        let products = products.to_vec();
        self.read(async move |c| reading::load(c, &products).await)
            .await
    }

    async fn list(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<ProductRecord>, StoreError> {
        self.read(async move |c| reading::list(c, after, limit).await)
            .await
    }

    async fn changes(&self, since: Revision) -> Result<Changes, StoreError> {
        self.read(async move |c| reading::changes(c, since).await)
            .await
    }

    async fn list_stores(&self) -> Result<Vec<Store>, StoreError> {
        self.read(reading::list_stores).await
    }

    async fn list_category_delivery(&self) -> Result<Vec<(String, Amount)>, StoreError> {
        self.read(reading::list_category_delivery).await
    }
}

#[async_trait]
impl CatalogueWriter for SqlStore {
    async fn migrate(&self) -> Result<(), StoreError> {
        self.run_migrations().await
    }

    async fn claim_deployment(&self, wanted: Deployment) -> Result<Deployment, StoreError> {
        // touches no revision: needs no catalogue lock, and works while an import runs
        self.write(async move |c| writing::claim_deployment(c, wanted).await)
            .await
    }

    async fn save_products(
        &self,
        products: &[CataloguedProduct],
    ) -> Result<ProductBatch, StoreError> {
        let products = products.to_vec();
        self.revise(async move |c| writing::save_products(c, &products).await)
            .await
    }

    async fn save_store(
        &self,
        name: &StoreName,
        change: &StoreTermsChange,
        freshness: Freshness,
    ) -> Result<Store, StoreError> {
        let (name, change) = (name.clone(), change.clone());
        self.revise(async move |c| writing::save_store(c, &name, &change, freshness).await)
            .await
    }
}
