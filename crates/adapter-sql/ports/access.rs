//! When API keys were used.

use async_trait::async_trait;
use ports_store::{KeyUseStore, StoreError, UsedKey};

use crate::queries::access;
use crate::store::SqlStore;

#[async_trait]
impl KeyUseStore for SqlStore {
    async fn record_key_uses(&self, uses: &[UsedKey]) -> Result<(), StoreError> {
        let uses = uses.to_vec();
        self.write(async move |c| access::record_uses(c, &uses).await)
            .await
    }
}
