//! Price history is kept for a while, and in less detail after a shorter while.

use std::sync::Arc;

use domain::ids::ProductNo;
use ports_store::{HistoryKeeping, HistoryStore, StoreError};
use ports_system::Clock;
use time::Duration;

/// Thins the price history, some products at a time.
pub struct HistoryMaintenance {
    /// The history.
    pub history: Arc<dyn HistoryStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// How long prices are kept after they were last seen.
    pub retention: Duration,
    /// How long all of them are kept; after that one for each offer and
    /// [`HistoryKeeping::PERIOD`]. At most `retention`.
    pub detail: Duration,
}

impl HistoryMaintenance {
    /// Thins the next products after this one, in one short transaction, and answers where to go on;
    /// `None` when all products were looked at.
    pub async fn step(&self, after: Option<ProductNo>) -> Result<Option<ProductNo>, StoreError> {
        let now = self.clock.now();
        let keeping = HistoryKeeping {
            drop_before: now.saturating_sub(self.retention),
            thin_before: now.saturating_sub(self.detail),
        };
        self.history.thin(keeping, after).await
    }
}
