//! What operators were told.

use async_trait::async_trait;
use ports_store::{AlarmStore, StoreError, StoredLedger};
use time::OffsetDateTime;

use crate::queries::alarms;
use crate::store::SqlStore;

#[async_trait]
impl AlarmStore for SqlStore {
    async fn find_ledger(&self, channel: &str) -> Result<StoredLedger, StoreError> {
        let channel = channel.to_owned();
        self.read(async move |c| alarms::find(c, &channel).await)
            .await
    }

    async fn save_ledger(
        &self,
        channel: &str,
        ledger: &StoredLedger,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let (channel, ledger) = (channel.to_owned(), ledger.clone());
        self.write(async move |c| alarms::save(c, &channel, &ledger, now).await)
            .await
    }
}
