#![doc = include_str!("../README.md")]

mod mailer;
mod name_server;
mod resolver;
mod transport;
mod vault;

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use async_trait::async_trait;
use ports_net::{Batches, FeedError};
use ports_system::{Clock, Digester, IdSource, RandomnessError, SecretSource, Signer};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

pub use mailer::CollectingMailer;
pub use name_server::NameServer;
pub use resolver::ScriptedResolver;
pub use transport::{Addressee, ScriptedTransport};
pub use vault::QuickVault;

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock at this time, cut to microseconds.
    pub fn at(now: OffsetDateTime) -> Self {
        Self(AtomicI64::new(micros(now)))
    }

    /// Moves the clock.
    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.whole_microseconds()).unwrap_or(i64::MAX);
        self.0.fetch_add(by, Ordering::SeqCst);
    }
}

fn micros(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos() / 1000).unwrap_or(i64::MAX)
}

impl Clock for ManualClock {
    fn now(&self) -> OffsetDateTime {
        let nanos = i128::from(self.0.load(Ordering::SeqCst)) * 1000;
        OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
}

/// Ids and secrets that are the same in every run with the same seed.
#[derive(Debug)]
pub struct Seeded {
    seed: u64,
    given: AtomicU64,
}

impl Seeded {
    /// A source with a seed.
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            given: AtomicU64::new(0),
        }
    }

    fn next(&self) -> [u8; 32] {
        spread((self.seed, self.given.fetch_add(1, Ordering::SeqCst)))
    }
}

/// 32 bytes that depend on every bit of a value; no cryptography.
fn spread(value: impl Hash) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (part, place) in bytes.chunks_mut(8).zip(0_u8..) {
        let mut hasher = DefaultHasher::new();
        (place, &value).hash(&mut hasher);
        part.copy_from_slice(&hasher.finish().to_le_bytes());
    }
    bytes
}

impl IdSource for Seeded {
    fn uuid(&self) -> Uuid {
        let mut bytes = [0; 16];
        bytes
            .iter_mut()
            .zip(self.next())
            .for_each(|(to, from)| *to = from);
        Uuid::from_bytes(bytes)
    }
}

impl SecretSource for Seeded {
    fn secret(&self) -> Result<[u8; 32], RandomnessError> {
        Ok(self.next())
    }
}

/// Digests and signatures that are quick and good enough for tests.
#[derive(Debug)]
pub struct QuickDigest;

impl Digester for QuickDigest {
    fn sha256(&self, bytes: &[u8]) -> [u8; 32] {
        spread(bytes)
    }
}

impl Signer for QuickDigest {
    fn hmac_sha256(&self, key: &[u8], message: &[u8]) -> [u8; 32] {
        spread((key, message))
    }
}

/// Records that come in prepared batches; an error ends them.
pub struct PreparedBatches<T>(pub VecDeque<Result<Vec<T>, FeedError>>);

impl<T> PreparedBatches<T> {
    /// One batch with everything.
    pub fn of(items: Vec<T>) -> Self {
        Self(VecDeque::from([Ok(items)]))
    }
}

#[async_trait]
impl<T: Send> Batches<T> for PreparedBatches<T> {
    async fn next(&mut self) -> Result<Vec<T>, FeedError> {
        self.0.pop_front().unwrap_or_else(|| Ok(Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use ports_system::{Clock, Digester, IdSource, RandomnessError, SecretSource};
    use time::OffsetDateTime;
    use time::macros::datetime;
    use uuid::Uuid;

    use super::{ManualClock, QuickDigest, Seeded};

    struct All(ManualClock, Seeded);

    impl Clock for All {
        fn now(&self) -> OffsetDateTime {
            self.0.now()
        }
    }

    impl IdSource for All {
        fn uuid(&self) -> Uuid {
            self.1.uuid()
        }
    }

    impl SecretSource for All {
        fn secret(&self) -> Result<[u8; 32], RandomnessError> {
            self.1.secret()
        }
    }

    impl Digester for All {
        fn sha256(&self, bytes: &[u8]) -> [u8; 32] {
            QuickDigest.sha256(bytes)
        }
    }

    fn all() -> All {
        All(
            ManualClock::at(datetime!(2026-03-01 12:00:00.123456789 UTC)),
            Seeded::new(7),
        )
    }

    contract_tests::system_contract!(all());
    contract_tests::signer_contract!(QuickDigest);

    #[test]
    fn the_clock_moves_only_when_it_is_moved() {
        let clock = ManualClock::at(datetime!(2026-03-01 12:00 UTC));
        assert_eq!(clock.now(), clock.now());
        clock.advance(time::Duration::hours(1));
        assert_eq!(clock.now(), datetime!(2026-03-01 13:00 UTC));
    }
}
