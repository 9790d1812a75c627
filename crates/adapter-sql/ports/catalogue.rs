//! The catalogue: reading it, and writing it beside snapshots.

use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::Amount;
use domain::store::{Store, StoreName};
use ports_store::{
    CatalogueReader, CatalogueWriter, CataloguedProduct, Changes, Deployment, ProductBatch,
    ProductRecord, StoreError, StoreTermsChange,
};

use crate::queries::catalogue::terms::{self, Begun};
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

    async fn stamp(&self, revision: Revision) -> Result<Option<i64>, StoreError> {
        self.read(async move |c| reading::stamp(c, revision).await)
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
        let (mut hold, freshness) = self.hold_prices(freshness).await?;
        let begun = {
            let change = change.clone();
            hold.revise(async move |c| terms::begin(c, &name, &change).await)
                .await?
        };
        let no = match begun {
            Begun::Done(store) => {
                hold.end().await;
                return Ok(store);
            }
            Begun::Other(no) => no,
        };
        let mut noted = Some(i64::MIN);
        while let Some(after) = noted {
            noted = hold
                .write(async move |c| terms::note_some(c, no, after).await)
                .await?;
        }
        let store = hold
            .revise(async move |c| terms::publish(c, no, &change).await)
            .await?;
        hold.end().await;
        // what is left of them now workers do as well
        let mut looked = self.look_at_watches(freshness).await;
        while let Ok(report) = &looked
            && report.is_some()
        {
            looked = self.look_at_watches(freshness).await;
        }
        if let Err(error) = looked {
            tracing::warn!(%error, "watches of the changed terms are left to workers");
        }
        Ok(store)
    }
}
