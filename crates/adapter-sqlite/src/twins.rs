//! Requests with the same idempotency key take turns.
//!
//! The file has one writer anyway; this tells a twin that it waits for its twin, rather than for the
//! writer, and for how long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ports_store::StoreError;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use tokio::time::timeout;

/// How long a request waits for its twin.
const PATIENCE: Duration = Duration::from_secs(2);

/// The keys of requests that run in this process.
#[derive(Default)]
pub struct Twins {
    running: Mutex<HashMap<i64, Arc<Turn<()>>>>,
}

/// Proof that no twin runs.
pub struct Alone<'a> {
    twins: &'a Twins,
    number: i64,
    turn: Option<OwnedMutexGuard<()>>,
}

impl Twins {
    /// Waits until no request with this number runs; [`StoreError::Busy`] when one runs for long.
    pub async fn alone(&self, number: i64) -> Result<Alone<'_>, StoreError> {
        let turn = {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(running.entry(number).or_default())
        };
        // made before the wait, so that a wait that is given up tidies as well
        let mut alone = Alone {
            twins: self,
            number,
            turn: None,
        };
        let turn = timeout(PATIENCE, turn.lock_owned()).await;
        alone.turn = Some(turn.map_err(|_| StoreError::Busy)?);
        Ok(alone)
    }
}

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        self.turn = None;
        let running = self.twins.running.lock();
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

    use super::Twins;

    #[tokio::test]
    async fn a_twin_waits_for_two_seconds() {
        tokio::time::pause();
        let twins = Arc::new(Twins::default());
        let first = twins.alone(1).await.unwrap();
        assert!(twins.alone(2).await.is_ok());
        assert!(matches!(twins.alone(1).await, Err(StoreError::Busy)));
        drop(first);
        assert!(twins.alone(1).await.is_ok());
        assert!(twins.running.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn twins_take_turns() {
        let twins = Arc::new(Twins::default());
        let first = twins.alone(1).await.unwrap();
        let second = tokio::spawn({
            let twins = Arc::clone(&twins);
            async move { twins.alone(1).await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(first);
        assert!(second.await.unwrap());
        assert!(twins.running.lock().unwrap().is_empty());
    }
}
