use async_trait::async_trait;
use domain::ids::ProductNo;
use domain::product::Product;
use product_knowledge::fit::{Scale, ScaleVersion};
use time::OffsetDateTime;

use crate::StoreError;

/// A version of the scales against which properties of products are scored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredScales {
    /// Its number, from 1.
    pub version: ScaleVersion,
    /// When it was made.
    pub made_at: OffsetDateTime,
    /// How many products with properties there were then.
    pub measured: u64,
    /// The scales, each pair of category and attribute once.
    pub scales: Vec<Scale>,
}

/// Scales made of the catalogue's own distribution.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ScaleStore: Send + Sync {
    /// The version in force; `None` before the first.
    async fn find_scales(&self) -> Result<Option<StoredScales>, StoreError>;

    /// How many products that readers see have properties.
    async fn count_described(&self) -> Result<u64, StoreError>;

    /// The products with properties that readers see, with a number above `after`, in order of
    /// number, at most `limit`. Trade item numbers are left out.
    async fn list_described(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<Product>, StoreError>;

    /// Puts the next version in force as a revision with which every product with properties
    /// changes, in one transaction, under the catalogue lock as [`crate::CatalogueWriter`] takes
    /// it. Older versions are removed. Returns the version's number.
    async fn save_scales(
        &self,
        made_at: OffsetDateTime,
        measured: u64,
        scales: &[Scale],
    ) -> Result<ScaleVersion, StoreError>;
}
