use async_trait::async_trait;
use domain::ids::CanonicalProductId;
use domain::store::StoreName;

use crate::StoreError;

/// What became of a store that was to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreRemoval {
    /// There is no store of this name.
    Unknown,
    /// It has so many offers that readers see, and nothing was removed.
    Offers(u64),
    /// It is gone.
    Removed(RemovedStore),
}

/// What went with a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemovedStore {
    /// Closed price segments.
    pub past_prices: u64,
    /// Products that had them.
    pub products: u64,
}

/// What became of a product that was to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProductRemoval {
    /// No product has this public id.
    Unknown,
    /// It was merged into the product with this public id.
    Merged(CanonicalProductId),
    /// So many offers that readers see belong to it.
    Offers(u64),
    /// So many watches look at it.
    Watched(u64),
    /// It is gone, and so many watches with it.
    Removed {
        /// Watches that ended.
        watches: u64,
    },
}

/// Taking out of the catalogue what is not to come back.
#[async_trait]
pub trait RemovalStore: Send + Sync {
    /// Removes a store that offers nothing any more, with all that was kept of it: its past prices, terms, snapshots
    /// that are held back, and imports that ended. Takes the catalogue lock as [`crate::CatalogueWriter`] does, and keeps it
    /// over many short transactions: products change with a revision as their past goes, and the store goes last. A
    /// call that breaks off leaves the rest for the next. Watches that name the store stay, and wait.
    async fn remove_store(&self, name: &StoreName) -> Result<StoreRemoval, StoreError>;

    /// Removes a product that no store offers any more, with its past prices and the ids that were merged into it, as
    /// one revision, under the same lock. One that is watched stays unless `ending_watches`: then the watches of all
    /// tenants go with it, and what waits to be delivered of them is cancelled when it is judged next.
    async fn remove_product(
        &self,
        id: &CanonicalProductId,
        ending_watches: bool,
    ) -> Result<ProductRemoval, StoreError>;
}
