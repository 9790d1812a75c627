//! Several products at once, and the shops.

use std::cmp::Reverse;

use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::store::Store;
use ports_store::{Hit, ProductRecord};
use product_knowledge::query::SearchQuery;

use crate::AppError;
use crate::catalogue::Catalogue;
use crate::catalogue::product::ProductAnswer;

/// Products whose offers are read and held at once.
pub(crate) const MOST_READ: usize = 100;

/// The most products that are asked for at once.
pub const MOST_PRODUCTS: usize = 50;

impl Catalogue {
    /// The products with these ids, in their order, each as [`Catalogue::product`] has it; `None` for one that nothing
    /// has. What is read is read at once.
    #[tracing::instrument(target = "otel", name = "products", skip_all)]
    pub async fn products(
        &self,
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Option<ProductAnswer>>, AppError> {
        let digests = self.digests(ids).await?.into_iter();
        let answers = digests.map(|digest| digest.map(|digest| digest.answer.clone()));
        Ok(answers.collect())
    }

    /// The ids of the products that have these trade item numbers, in their order; of several products with one
    /// number that which most shops sell. `None` for a number that nothing has.
    pub fn ids_of_numbers(
        &self,
        numbers: &[Gtin],
    ) -> Result<Vec<Option<CanonicalProductId>>, AppError> {
        let hits = numbers
            .iter()
            .map(|number| self.hits(&SearchQuery::of_number(*number)));
        let hits: Vec<_> = hits.collect::<Result<_, _>>()?;
        let table = self.read_table();
        let id = |hits: Vec<Hit>| {
            let rows = hits.into_iter().filter_map(|hit| table.get(hit.product));
            let most = rows.min_by_key(|row| (Reverse(row.store_count()), row.id().to_owned()));
            most?.canonical_id()
        };
        Ok(hits.into_iter().map(id).collect())
    }

    /// The products with these numbers that are there, as the store has them at this moment; at most [`MOST_READ`].
    pub(crate) async fn records(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<ProductRecord>, AppError> {
        Ok(self.stores.reader.load(products).await?)
    }

    /// The shops that sell something, in the order in which they came: those of which a snapshot was seen of late, so that
    /// their offers count.
    pub async fn selling_stores(&self) -> Result<Vec<Store>, AppError> {
        let freshness = self.settings.freshness(self.now());
        let mut stores = self.stores().await?;
        let sells = |store: &Store| {
            let seen = store.last_observed_at;
            seen.is_some_and(|seen| freshness.is_fresh(seen))
        };
        stores.retain(sells);
        Ok(stores)
    }

    /// The shops, in the order in which they came.
    pub async fn stores(&self) -> Result<Vec<Store>, AppError> {
        Ok(self.stores.reader.list_stores().await?)
    }
}
