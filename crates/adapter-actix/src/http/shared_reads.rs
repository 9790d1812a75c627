//! Reads that many ask for at once are made once.
//!
//! An answer is shared by those who asked before its read began, so that nobody gets an older state than by a read of
//! their own: at any time one read of a key goes on, and one more waits for it, whoever asks for it.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The reads of answers `V` under keys `K`.
pub struct SharedReads<K, V>(Mutex<HashMap<K, Weak<Slot<V>>>>);

struct Slot<V> {
    /// How many reads have begun.
    begun: AtomicU64,
    last: tokio::sync::Mutex<Option<Done<V>>>,
}

struct Done<V> {
    /// The number of the read.
    read: u64,
    answer: V,
}

impl<K, V> Default for SharedReads<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> SharedReads<K, V> {
    /// What `read` answers, or a read of somebody else did that began after this call.
    pub async fn get(&self, key: K, read: impl AsyncFnOnce() -> V) -> V {
        let slot = self.slot(key);
        let begun_before = slot.begun.load(Ordering::Acquire);
        let mut last = slot.last.lock().await;
        if let Some(done) = last.as_ref().filter(|done| done.read > begun_before) {
            return done.answer.clone();
        }
        let number = slot.begun.fetch_add(1, Ordering::AcqRel) + 1;
        let answer = read().await;
        *last = Some(Done {
            read: number,
            answer: answer.clone(),
        });
        answer
    }

    fn slot(&self, key: K) -> Arc<Slot<V>> {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(&key).and_then(Weak::upgrade) {
            return slot;
        }
        slots.retain(|_, slot| slot.strong_count() > 0);
        let slot = Arc::new(Slot {
            begun: AtomicU64::new(0),
            last: tokio::sync::Mutex::new(None),
        });
        slots.insert(key, Arc::downgrade(&slot));
        slot
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use tokio::sync::Semaphore;

    use super::SharedReads;

    #[tokio::test]
    async fn those_who_ask_at_once_share_a_read_that_began_after_they_asked() {
        let reads = Arc::new(SharedReads::<&str, u64>::default());
        let (made, gate) = (Arc::new(AtomicU64::new(0)), Arc::new(Semaphore::new(0)));
        let ask = |key| {
            let (reads, made, gate) = (Arc::clone(&reads), Arc::clone(&made), Arc::clone(&gate));
            tokio::spawn(async move {
                let read = async || {
                    let number = made.fetch_add(1, Ordering::SeqCst) + 1;
                    gate.acquire().await.unwrap().forget();
                    number
                };
                reads.get(key, read).await
            })
        };
        let first = ask("a");
        tokio::task::yield_now().await;
        let others: Vec<_> = (0..60).map(|_| ask("a")).collect();
        tokio::task::yield_now().await;
        let elsewhere = ask("b");
        tokio::task::yield_now().await;
        gate.add_permits(3);
        assert_eq!(first.await.unwrap(), 1);
        assert_eq!(elsewhere.await.unwrap(), 2, "another key does not wait");
        for other in others {
            assert_eq!(other.await.unwrap(), 3, "not the one that had begun");
        }
        gate.add_permits(1);
        assert_eq!(ask("a").await.unwrap(), 4, "nothing is kept for later");
    }
}
