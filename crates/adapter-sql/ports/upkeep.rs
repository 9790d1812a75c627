//! Who does which upkeep.

use async_trait::async_trait;
use ports_store::{StoreError, UpkeepStore, UpkeepTask, UpkeepTurn};
use time::OffsetDateTime;

use crate::queries::upkeep;
use crate::store::{SqlStore, prepare_quarters};

#[async_trait]
impl UpkeepStore for SqlStore {
    async fn begin_upkeep(
        &self,
        task: UpkeepTask,
        now: OffsetDateTime,
        until: OffsetDateTime,
    ) -> Result<Option<UpkeepTurn>, StoreError> {
        self.write(async move |c| upkeep::begin(c, task, now, until).await)
            .await
    }

    async fn note_upkeep(
        &self,
        turn: &UpkeepTurn,
        until: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let turn = *turn;
        self.write(async move |c| upkeep::note(c, turn, until).await)
            .await
    }

    async fn end_upkeep(
        &self,
        turn: &UpkeepTurn,
        due_at: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let turn = *turn;
        self.write(async move |c| upkeep::end(c, turn, due_at).await)
            .await
    }

    async fn check_writing(&self) -> Result<(), StoreError> {
        self.write(upkeep::touch).await
    }

    async fn forget_changes(&self) -> Result<bool, StoreError> {
        self.write_upkeep(upkeep::forget_changes).await
    }

    async fn prepare_history(&self, now: OffsetDateTime) -> Result<(), StoreError> {
        self.write(async move |c| prepare_quarters(c, now).await)
            .await
    }
}
