//! Requests with the same idempotency key take turns.
//!
//! The file has one writer anyway; this tells a request that it waits for another one with its key, rather than for
//! the writer, and for how long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ports_store::StoreError;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use tokio::time::timeout;

/// How long a request waits for another one with its key.
const PATIENCE: Duration = Duration::from_secs(2);

/// The keys of requests that run in this process.
#[derive(Default)]
pub struct KeyLocks {
    running: Mutex<HashMap<i64, Arc<Turn<()>>>>,
}

/// While it lives no other request with its key runs.
pub struct KeyGuard<'a> {
    key_locks: &'a KeyLocks,
    number: i64,
    turn: Option<OwnedMutexGuard<()>>,
}

impl KeyLocks {
    /// Waits until no request with this number runs; [`StoreError::Busy`] when one runs for long.
    pub async fn lock(&self, number: i64) -> Result<KeyGuard<'_>, StoreError> {
        let turn = {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(running.entry(number).or_default())
        };
        // made before the wait, so that a wait that is given up tidies as well
        let mut guard = KeyGuard {
            key_locks: self,
            number,
            turn: None,
        };
        let turn = timeout(PATIENCE, turn.lock_owned()).await;
        guard.turn = Some(turn.map_err(|_| StoreError::Busy)?);
        Ok(guard)
    }
}

impl Drop for KeyGuard<'_> {
    fn drop(&mut self) {
        self.turn = None;
        let running = self.key_locks.running.lock();
        let mut running = running.unwrap_or_else(PoisonError::into_inner);
        // whoever waits holds one too
        if running
            .get(&self.number)
            .is_some_and(|turn| Arc::strong_count(turn) == 1)
        {
            running.remove(&self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ports_store::StoreError;

    use super::KeyLocks;

    #[tokio::test]
    async fn a_twin_waits_for_two_seconds() {
        tokio::time::pause();
        let locks = Arc::new(KeyLocks::default());
        let first = locks.lock(1).await.unwrap();
        assert!(locks.lock(2).await.is_ok());
        assert!(matches!(locks.lock(1).await, Err(StoreError::Busy)));
        drop(first);
        assert!(locks.lock(1).await.is_ok());
        assert!(locks.running.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn twins_take_turns() {
        let locks = Arc::new(KeyLocks::default());
        let first = locks.lock(1).await.unwrap();
        let second = tokio::spawn({
            let locks = Arc::clone(&locks);
            async move { locks.lock(1).await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(first);
        assert!(second.await.unwrap());
        assert!(locks.running.lock().unwrap().is_empty());
    }
}
