//! Changing what matching learned.

use async_trait::async_trait;
use domain::ids::Revision;
use ports_store::{KeyChange, LexiconStore, StoreError, StoredLexicon};
use time::OffsetDateTime;

use crate::queries::grouping::lexicons as queries;
use crate::store::SqlStore;

#[async_trait]
impl LexiconStore for SqlStore {
    async fn begin_change(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
    ) -> Result<Option<u64>, StoreError> {
        self.write(async move |c| queries::begin_change(c, now, until).await)
            .await
    }

    async fn renew_change(&self, no: u64, until: OffsetDateTime) -> Result<(), StoreError> {
        self.write(async move |c| queries::renew_change(c, no, until).await)
            .await
    }

    async fn end_change(&self, no: u64) -> Result<(), StoreError> {
        self.write(async move |c| queries::end_change(c, no).await)
            .await
    }

    async fn find_spare(&self) -> Result<Option<String>, StoreError> {
        self.read(queries::find_spare).await
    }

    async fn save_spare(&self, no: u64, words: Option<&str>) -> Result<(), StoreError> {
        let words = words.map(str::to_owned);
        self.write(async move |c| queries::save_spare(c, no, words).await)
            .await
    }

    async fn is_rematch_unfinished(&self) -> Result<bool, StoreError> {
        self.read(queries::is_rematch_unfinished).await
    }

    async fn save_rematch_unfinished(
        &self,
        no: u64,
        is_unfinished: bool,
    ) -> Result<(), StoreError> {
        self.write(async move |c| queries::save_rematch_unfinished(c, no, is_unfinished).await)
            .await
    }

    async fn change_keys(
        &self,
        no: u64,
        at: Revision,
        changes: &[KeyChange],
    ) -> Result<bool, StoreError> {
        let changes = changes.to_vec();
        self.write_locked(async move |c| queries::change_keys(c, no, at, &changes).await)
            .await
    }

    async fn switch_lexicon(
        &self,
        no: u64,
        at: Revision,
        lexicon: &StoredLexicon,
    ) -> Result<bool, StoreError> {
        let lexicon = lexicon.clone();
        self.write_locked(async move |c| queries::switch_lexicon(c, no, at, lexicon).await)
            .await
    }
}
