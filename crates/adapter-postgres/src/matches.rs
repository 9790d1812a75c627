//! Which products are the same.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::ids::{DoubtNo, ProductNo};
use domain::matching::MatchKey;
use domain::watch::Freshness;
use ports_store::{
    DoubtfulMatch, EditedMatches, MatchEdit, MatchStore, OfferedCandidate, OpenDoubts, StoreError,
    StoredLexicon,
};

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::grouping::{doubts, matching as queries};
use crate::reader::one_state;
use crate::store::PostgresStore;
use crate::writer::as_revision;

#[async_trait]
impl MatchStore for PostgresStore {
    async fn list_doubts(&self, limit: u32) -> Result<OpenDoubts, StoreError> {
        one_state!(self, async |c| doubts::list_doubts(c, limit).await)
    }

    async fn find_doubt(&self, no: DoubtNo) -> Result<Option<DoubtfulMatch>, StoreError> {
        one_state!(self, async |c| doubts::find_doubt(c, no).await)
    }

    async fn find_doubted_with(&self, product: ProductNo) -> Result<Vec<ProductNo>, StoreError> {
        one_state!(self, async |c| doubts::find_doubted_with(c, product).await)
    }

    async fn find_keyed(&self, keys: &[MatchKey]) -> Result<Vec<OfferedCandidate>, StoreError> {
        one_state!(self, async |c| queries::find_keyed(c, keys).await)
    }

    async fn list_candidates(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<OfferedCandidate>, StoreError> {
        one_state!(self, async |c| queries::list_candidates(c, after, limit)
            .await)
    }

    async fn find_candidates(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<OfferedCandidate>, StoreError> {
        one_state!(self, async |c| queries::find_candidates(c, products).await)
    }

    async fn apply_matches(
        &self,
        edits: &[MatchEdit],
        freshness: Freshness,
    ) -> Result<EditedMatches, StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        as_revision!(self, lock, c => queries::apply(c, edits, freshness))
    }

    async fn find_lexicon(&self) -> Result<Option<StoredLexicon>, StoreError> {
        one_state!(self, async |c| queries::find_lexicon(c).await)
    }

    async fn save_lexicon(&self, lexicon: &StoredLexicon) -> Result<(), StoreError> {
        let mut c = self.connection().await?;
        queries::save_lexicon(&mut c, lexicon).await.map_err(failed)
    }

    async fn count_products(&self) -> Result<u64, StoreError> {
        one_state!(self, async |c| queries::count_products(c).await)
    }
}
