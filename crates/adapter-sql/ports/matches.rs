//! Which products are the same.

use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::ids::{DoubtNo, ProductNo};
use domain::placement::MatchKey;
use ports_store::{
    DoubtfulMatch, EditedMatches, MatchEdit, MatchStore, OfferedCandidate, OpenDoubts, StoreError,
    StoredLexicon,
};

use crate::queries::grouping::{doubts, matching as queries};
use crate::store::SqlStore;

#[async_trait]
impl MatchStore for SqlStore {
    async fn list_doubts(&self, limit: u32) -> Result<OpenDoubts, StoreError> {
        self.read(async move |c| doubts::list_doubts(c, limit).await)
            .await
    }

    async fn find_doubt(&self, no: DoubtNo) -> Result<Option<DoubtfulMatch>, StoreError> {
        self.read(async move |c| doubts::find_doubt(c, no).await)
            .await
    }

    async fn find_doubted_with(&self, product: ProductNo) -> Result<Vec<ProductNo>, StoreError> {
        self.read(async move |c| doubts::find_doubted_with(c, product).await)
            .await
    }

    async fn find_keyed(&self, keys: &[MatchKey]) -> Result<Vec<OfferedCandidate>, StoreError> {
        let keys = keys.to_vec();
        self.read(async move |c| queries::find_keyed(c, &keys).await)
            .await
    }

    async fn list_candidates(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<OfferedCandidate>, StoreError> {
        self.read(async move |c| queries::list_candidates(c, after, limit).await)
            .await
    }

    async fn find_candidates(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<OfferedCandidate>, StoreError> {
        let products = products.to_vec();
        self.read(async move |c| queries::find_candidates(c, &products).await)
            .await
    }

    async fn apply_matches(
        &self,
        edits: &[MatchEdit],
        freshness: Freshness,
    ) -> Result<EditedMatches, StoreError> {
        let edits = edits.to_vec();
        let (mut hold, freshness) = self.hold_prices(freshness).await?;
        let done = hold
            .revise(async move |c| queries::apply(c, &edits, freshness).await)
            .await;
        hold.end().await;
        done
    }

    async fn find_lexicon(&self) -> Result<Option<StoredLexicon>, StoreError> {
        self.read(queries::find_lexicon).await
    }

    async fn count_products(&self) -> Result<u64, StoreError> {
        self.read(queries::count_products).await
    }
}
