//! Price history is kept for a while, and in less detail after a shorter while.

use std::sync::Arc;

use domain::ids::ProductNo;
use ports_store::{HistoryKeeping, HistoryStore, StoreError, UpkeepTask, UpkeepTurn};
use time::Duration;

use crate::upkeep::Turns;

/// How long after a pass through all products the next one is due.
const PASS: Duration = Duration::days(1);

/// Thins the price history, some products at a time.
pub struct HistoryMaintenance {
    /// The history.
    pub history: Arc<dyn HistoryStore>,
    /// Whose turn it is, and how far it has come.
    pub turns: Turns,
    /// How long prices are kept after they were last seen.
    pub retention: Duration,
    /// How long all of them are kept; after that one for each offer and
    /// [`HistoryKeeping::PERIOD`]. At most `retention`.
    pub detail: Duration,
}

impl HistoryMaintenance {
    /// Makes room for the prices of the next two quarters.
    pub async fn prepare(&self) -> Result<(), StoreError> {
        let turns = &self.turns;
        turns.store.prepare_history(turns.clock.now()).await
    }

    /// Takes up a pass through all products, if one is due and no other process is at it: a new one, or one that was
    /// broken off, where that had come to.
    pub async fn begin(&self) -> Result<Option<UpkeepTurn>, StoreError> {
        self.turns.begin(UpkeepTask::Thinning).await
    }

    /// Thins the next products in one short transaction and notes it; whether the pass goes on.
    pub async fn step(&self, turn: &mut UpkeepTurn) -> Result<bool, StoreError> {
        let now = self.turns.clock.now();
        let keeping = HistoryKeeping {
            drop_before: now.saturating_sub(self.retention),
            thin_before: now.saturating_sub(self.detail),
        };
        let after = turn.progress.map(ProductNo);
        if let Some(last) = self.history.thin(keeping, after).await? {
            turn.progress = Some(last.0);
            return self.turns.note(turn).await;
        }
        self.turns.end(turn, PASS).await?;
        Ok(false)
    }
}
