//! The keys that were found, with when they were found good for the last time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use domain::access::KeyState;
use ports_store::{KeyWithWorkspace, UsedKey};
use time::{Duration, OffsetDateTime};

use super::{Digest, REMEMBERED, TRUSTED};

/// Keys by their digest.
#[derive(Default)]
pub struct Memory {
    keys: RwLock<HashMap<Digest, Found>>,
    /// The last uses of keys that are remembered no more, which are not written down yet.
    left: Mutex<Vec<UsedKey>>,
}

/// A use that is to be written down, and of which remembered key it is.
pub struct Use {
    digest: Option<Digest>,
    /// The use.
    pub used: UsedKey,
}

struct Found {
    key: Arc<KeyWithWorkspace>,
    /// The last access epoch that was known when the store was asked.
    epoch: Option<u64>,
    /// When it was known to be good, in milliseconds of Unix time.
    good_at_ms: AtomicI64,
    /// The last use of it that is written down, the same way.
    written_ms: AtomicI64,
}

impl Found {
    /// Its last use, if that is later by so much, and later at all, than what is written down.
    fn used(&self, grain: Duration) -> Option<UsedKey> {
        let good_at = self.good_at_ms.load(Ordering::Relaxed);
        let since = good_at.saturating_sub(self.written_ms.load(Ordering::Relaxed));
        let is_due = since > 0 && i128::from(since) >= grain.whole_milliseconds();
        let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(good_at) * 1_000_000);
        let id = || self.key.key.id.clone();
        is_due.then(|| {
            Some(UsedKey {
                id: id(),
                at: at.ok()?,
            })
        })?
    }

    fn is_usable(&self, now: OffsetDateTime) -> bool {
        self.key.key.state(now) == KeyState::Usable
    }

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
    /// A key about which nothing has changed in the store since it was found, and that has not expired: it is good
    /// now.
    pub fn good(
        &self,
        epoch: Option<u64>,
        digest: &Digest,
        now: OffsetDateTime,
    ) -> Option<Arc<KeyWithWorkspace>> {
        let memory = self.read();
        let found = memory
            .get(digest)
            .filter(|found| found.epoch == epoch && found.is_usable(now))?;
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
        let found = memory.get(digest).filter(|found| {
            found.epoch == epoch && found.is_trusted(now) && found.is_usable(now)
        })?;
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
            self.part(memory.extract_if(|_, found| !found.is_trusted(at)));
        }
        if memory.len() >= REMEMBERED {
            self.part(memory.drain());
        }
        let found = Found {
            key: Arc::clone(key),
            epoch,
            good_at_ms: AtomicI64::new(milliseconds(at)),
            written_ms: AtomicI64::new(key.key.last_used_at.map_or(i64::MIN, milliseconds)),
        };
        memory.insert(digest, found);
    }

    /// Drops a key that the store does not have, or does not let in.
    pub fn forget(&self, digest: &Digest) {
        if self.has(digest) {
            let gone = self.write().remove(digest);
            self.part(gone.map(|found| (*digest, found)));
        }
    }

    /// Keeps the last uses of keys that are remembered no more.
    fn part(&self, gone: impl IntoIterator<Item = (Digest, Found)>) {
        let last = gone.into_iter();
        let last = last.filter_map(|(_, found)| found.used(Duration::ZERO));
        self.keep_left(last);
    }

    fn keep_left(&self, uses: impl IntoIterator<Item = UsedKey>) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let room = REMEMBERED.saturating_sub(left.len());
        left.extend(uses.into_iter().take(room));
    }

    /// Uses that are to be written down: those of remembered keys once they are later by `grain` than what is written, those
    /// of others at once. In order of ids: whoever writes them meets nobody who holds one and waits for another.
    pub fn uses(&self, grain: Duration) -> Vec<Use> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let parted = std::mem::take(&mut *left);
        drop(left);
        let parted = parted.into_iter().map(|used| Use { digest: None, used });
        let keys = self.read();
        let kept = keys.iter().filter_map(|(digest, found)| {
            let digest = Some(*digest);
            let used = found.used(grain)?;
            Some(Use { digest, used })
        });
        let mut uses: Vec<Use> = kept.chain(parted).collect();
        drop(keys);
        uses.sort_by(|a, b| (&a.used.id, a.used.at).cmp(&(&b.used.id, b.used.at)));
        uses
    }

    /// These uses are written down.
    pub fn written(&self, uses: &[Use]) {
        let keys = self.read();
        for Use { digest, used } in uses {
            if let Some(found) = digest.as_ref().and_then(|digest| keys.get(digest)) {
                let at = milliseconds(used.at);
                found.written_ms.fetch_max(at, Ordering::Relaxed);
            }
        }
    }

    /// These uses could not be written down: those that are in no other place wait for the next time.
    pub fn not_written(&self, uses: Vec<Use>) {
        let uses = uses.into_iter();
        self.keep_left(uses.filter(|it| it.digest.is_none()).map(|it| it.used));
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<Digest, Found>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<Digest, Found>> {
        self.keys.write().unwrap_or_else(PoisonError::into_inner)
    }
}
