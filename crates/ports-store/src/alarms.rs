use async_trait::async_trait;
use domain::alarm::ledger::Ledger;
use time::OffsetDateTime;

use crate::StoreError;

/// So many channels have a ledger that is kept.
pub const LEDGERS_KEPT: u32 = 50;

/// The ledger of a channel as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredLedger {
    /// How often it was saved.
    pub version: i64,
    /// The ledger.
    pub ledger: Ledger,
}

/// What operators were told, by channel.
#[async_trait]
pub trait AlarmStore: Send + Sync {
    /// The ledger of a channel; an empty one of version 0 where none was saved.
    async fn find_ledger(&self, channel: &str) -> Result<StoredLedger, StoreError>;

    /// Saves the ledger of a channel if the version is the one that is there; whether it was, else nothing changes. Ledgers that are not among
    /// the [`LEDGERS_KEPT`] that were saved last are forgotten.
    async fn save_ledger(
        &self,
        channel: &str,
        ledger: &StoredLedger,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError>;
}
