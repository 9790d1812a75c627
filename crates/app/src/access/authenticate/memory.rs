//! The keys that were found, with when they were found good for the last time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use ports_store::KeyWithWorkspace;
use time::{Duration, OffsetDateTime};

use super::{Digest, REMEMBERED, TRUSTED};

/// Keys by their digest.
#[derive(Default)]
pub struct Memory(RwLock<HashMap<Digest, Found>>);

struct Found {
    key: Arc<KeyWithWorkspace>,
    /// The last access epoch that was known when the store was asked.
    epoch: Option<u64>,
    /// When it was known to be good, in milliseconds of Unix time.
    good_at_ms: AtomicI64,
}

impl Found {
    fn age(&self, now: OffsetDateTime) -> Duration {
        Duration::milliseconds(milliseconds(now) - self.good_at_ms.load(Ordering::Relaxed))
    }

    // a clock that was put back makes no key last longer
    fn is_trusted(&self, now: OffsetDateTime) -> bool {
        (Duration::ZERO..=TRUSTED).contains(&self.age(now))
    }
}

fn milliseconds(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}

impl Memory {
    /// A key about which nothing has changed in the store since it was found: it is good now.
    pub fn good(
        &self,
        epoch: Option<u64>,
        digest: &Digest,
        now: OffsetDateTime,
    ) -> Option<Arc<KeyWithWorkspace>> {
        let memory = self.read();
        let found = memory.get(digest).filter(|found| found.epoch == epoch)?;
        found.good_at_ms.store(milliseconds(now), Ordering::Relaxed);
        Some(Arc::clone(&found.key))
    }

    /// A key that was good within the time for which one is trusted, and since when no change was heard of.
    pub fn lately_good(
        &self,
        epoch: Option<u64>,
        digest: &Digest,
        now: OffsetDateTime,
    ) -> Option<Arc<KeyWithWorkspace>> {
        let memory = self.read();
        let found = memory
            .get(digest)
            .filter(|found| found.epoch == epoch && found.is_trusted(now))?;
        Some(Arc::clone(&found.key))
    }

    /// Whether the store had the key when it was asked the last time.
    pub fn has(&self, digest: &Digest) -> bool {
        self.read().contains_key(digest)
    }

    /// Keeps what the store was asked for in an epoch and at a time.
    pub fn keep(
        &self,
        epoch: Option<u64>,
        digest: Digest,
        key: &Arc<KeyWithWorkspace>,
        at: OffsetDateTime,
    ) {
        let mut memory = self.write();
        if memory.len() >= REMEMBERED {
            memory.retain(|_, found| found.is_trusted(at));
        }
        if memory.len() >= REMEMBERED {
            memory.clear();
        }
        let found = Found {
            key: Arc::clone(key),
            epoch,
            good_at_ms: AtomicI64::new(milliseconds(at)),
        };
        memory.insert(digest, found);
    }

    /// Drops a key that the store does not have, or does not let in.
    pub fn forget(&self, digest: &Digest) {
        if self.has(digest) {
            self.write().remove(digest);
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<Digest, Found>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<Digest, Found>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
