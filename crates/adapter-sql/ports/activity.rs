//! How much happened.

use std::ops::Range;

use async_trait::async_trait;
use ports_store::{Activity, ActivityStore, StoreError};
use time::OffsetDateTime;

use crate::queries::activity;
use crate::store::SqlStore;

#[async_trait]
impl ActivityStore for SqlStore {
    async fn count_activity(
        &self,
        what: Activity,
        span: Range<OffsetDateTime>,
        most: u32,
    ) -> Result<u32, StoreError> {
        self.read(async move |c| activity::count(c, what, span, most).await)
            .await
    }

    async fn count_watches(&self, most: u32) -> Result<u32, StoreError> {
        self.read(async move |c| activity::watches(c, most).await)
            .await
    }
}
