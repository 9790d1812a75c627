//! When keys were used: noted where they are remembered, and written down now and then, apart from requests.

use ports_store::{KeyUseStore, UsedKey};
use time::Duration;

use super::Authenticator;
use super::memory::Use;
use crate::AppError;

/// How much later a use is than the one that is written down before it is written too.
pub const GRAIN: Duration = Duration::minutes(5);

/// Uses that are written at once.
const BATCH: usize = 100;

impl Authenticator {
    /// Writes down which keys were used since: each once in [`GRAIN`], in short batches. How many it was.
    pub async fn write_uses(&self, store: &dyn KeyUseStore) -> Result<usize, AppError> {
        self.write(store, GRAIN).await
    }

    /// The same for all that is not written yet, before the process ends.
    pub async fn write_last_uses(&self, store: &dyn KeyUseStore) -> Result<usize, AppError> {
        self.write(store, Duration::ZERO).await
    }

    async fn write(&self, store: &dyn KeyUseStore, grain: Duration) -> Result<usize, AppError> {
        let mut uses = self.memory.uses(grain);
        let mut written = 0;
        while !uses.is_empty() {
            let later = uses.split_off(uses.len().min(BATCH));
            let batch: Vec<UsedKey> = uses.iter().map(|it: &Use| it.used.clone()).collect();
            if let Err(error) = store.record_key_uses(&batch).await {
                uses.extend(later);
                self.memory.not_written(uses);
                return Err(error.into());
            }
            self.memory.written(&uses);
            written += batch.len();
            uses = later;
        }
        Ok(written)
    }
}
