//! Token buckets: per key, and per client address for failed authentications (D-52). They live in
//! this process: each instance counts for itself.

mod failures;

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use app::Workspace;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::http::settings::Rate;

use failures::Failures;
pub use failures::Place;

const MINUTE: Duration = Duration::from_mins(1);

/// After how many uses full buckets are forgotten.
const SWEEP_EVERY: u32 = 4096;

/// From how many addresses on whole networks share a bucket.
const MANY_ADDRESSES: usize = 65_536;

/// How many limits of workspaces are kept.
const MANY_OVERRIDES: usize = 1024;

/// How a key stands with its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The most requests at once.
    pub limit: u32,
    /// Requests that may come now.
    pub remaining: u32,
    /// Seconds until `remaining` is `limit` again.
    pub reset_seconds: u64,
}

/// The limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// How the key stands.
    pub standing: Standing,
    /// Whole seconds until the next request is accepted, at least 1.
    pub retry_after_seconds: u64,
}

type Limiter<K> =
    RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>;

/// Buckets of one size.
struct Buckets<K: Hash + Eq + Clone> {
    limiter: Limiter<K>,
    burst: NonZeroU32,
    interval: Duration,
    uses: AtomicU32,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// `None` when the limit is switched off.
    fn new(rate: Rate) -> Option<Self> {
        let interval = MINUTE.checked_div(rate.per_minute)?;
        let burst = NonZeroU32::new(rate.burst.max(1))?;
        let quota = Quota::with_period(interval)?.allow_burst(burst);
        let limiter = RateLimiter::keyed(quota).with_middleware();
        Some(Self {
            limiter,
            burst,
            interval,
            uses: AtomicU32::new(0),
        })
    }

    fn take(&self, key: &K) -> Result<Standing, Refused> {
        if self.uses.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        match self.limiter.check_key(key) {
            Ok(snapshot) => Ok(self.standing(snapshot.remaining_burst_capacity())),
            Err(until) => {
                let wait = until.wait_time_from(self.limiter.clock().now());
                Err(Refused {
                    standing: self.standing(0),
                    retry_after_seconds: seconds(wait).max(1),
                })
            }
        }
    }

    fn standing(&self, remaining: u32) -> Standing {
        let missing = self.burst.get().saturating_sub(remaining);
        let reset = self.interval.saturating_mul(missing);
        Standing {
            limit: self.burst.get(),
            remaining,
            reset_seconds: seconds(reset),
        }
    }
}

/// Rounded up.
fn seconds(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0)
}

/// Which limit a request counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// GET and HEAD.
    Read,
    /// Everything else.
    Write,
}

/// All limits of this process.
pub struct RateLimits {
    reads: Option<Buckets<String>>,
    writes: Option<Buckets<String>>,
    overrides: RwLock<HashMap<u32, Arc<Buckets<String>>>>,
    failures: Option<Failures>,
}

impl RateLimits {
    /// Full buckets.
    pub fn new(reads: Rate, writes: Rate, auth_failures_per_minute: u32) -> Self {
        Self {
            reads: Buckets::new(reads),
            writes: Buckets::new(writes),
            overrides: RwLock::default(),
            failures: Failures::new(auth_failures_per_minute),
        }
    }

    /// Counts a request of a key; `None` when no limit applies.
    pub fn take(
        &self,
        kind: Kind,
        key_id: &String,
        workspace: &Workspace,
    ) -> Result<Option<Standing>, Refused> {
        let buckets = match (kind, workspace.reads_per_minute) {
            (Kind::Write, _) => self.writes.as_ref(),
            (Kind::Read, None) => self.reads.as_ref(),
            (Kind::Read, Some(own)) => {
                return self
                    .own(own)
                    .map(|buckets| buckets.take(key_id))
                    .transpose();
            }
        };
        buckets.map(|buckets| buckets.take(key_id)).transpose()
    }

    /// Counts a failed authentication, or else the whole seconds until one is within the limit. Addresses of
    /// one IPv6 network (/64) count as one.
    pub fn take_failure(&self, peer: Option<IpAddr>) -> Result<(), u64> {
        self.failures.as_ref().map_or(Ok(()), |all| all.take(peer))
    }

    /// A place for a key of which nobody knows whether it exists, or else the whole seconds until a failure of
    /// this address is within the limit. `None` when no limit applies.
    pub async fn place(&self, peer: Option<IpAddr>) -> Result<Option<Place<'_>>, u64> {
        match &self.failures {
            Some(failures) => failures.place(peer).await.map(Some),
            None => Ok(None),
        }
    }

    fn own(&self, per_minute: u32) -> Option<Arc<Buckets<String>>> {
        let known = self
            .overrides
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(buckets) = known.get(&per_minute) {
            return Some(Arc::clone(buckets));
        }
        drop(known);
        let fresh = Arc::new(Buckets::new(Rate {
            per_minute,
            burst: (per_minute / 6).max(1),
        })?);
        let mut known = self
            .overrides
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MANY_OVERRIDES {
            known.clear();
        }
        Some(Arc::clone(known.entry(per_minute).or_insert(fresh)))
    }
}

/// How often each client address may call. Addresses of one IPv6 network (/64) count as one.
pub struct AddressLimits(Option<Buckets<IpAddr>>);

impl AddressLimits {
    /// Full buckets; without any limit for 0 requests a minute.
    pub fn new(rate: Rate) -> Self {
        Self(Buckets::new(rate))
    }

    /// Counts a request, or else says after how many whole seconds one is within the limit.
    pub fn take(&self, peer: Option<IpAddr>) -> Result<(), u64> {
        let taken = self.0.as_ref().map(|all| all.take(&origin(peer, false)));
        match taken {
            None | Some(Ok(_)) => Ok(()),
            Some(Err(refused)) => Err(refused.retry_after_seconds),
        }
    }
}

/// The address under which failures and connections are counted.
pub fn origin(peer: Option<IpAddr>, crowded: bool) -> IpAddr {
    match peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| {
        peer.to_canonical()
    }) {
        IpAddr::V4(address) if crowded => {
            IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & 0xffff_0000))
        }
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let kept = if crowded { 32 } else { 64 };
            IpAddr::V6(Ipv6Addr::from_bits(
                address.to_bits() & (u128::MAX << (128 - kept)),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use app::Workspace;
    use domain::ids::WorkspaceNo;
    use futures_util::poll;

    use super::{Kind, RateLimits, origin};
    use crate::http::settings::Rate;

    fn workspace(reads_per_minute: Option<u32>) -> Workspace {
        Workspace {
            no: WorkspaceNo(1),
            name: "w".to_owned(),
            entitlements: Vec::new(),
            alert_email: None,
            reads_per_minute,
        }
    }

    fn limits(reads_per_minute: u32, burst: u32, failures: u32) -> RateLimits {
        let rate = |per_minute, burst| Rate { per_minute, burst };
        RateLimits::new(rate(reads_per_minute, burst), rate(1, 1), failures)
    }

    #[test]
    fn a_bucket_empties_and_says_when_to_come_back() {
        let limits = limits(6, 3, 0);
        let key = "key_1".to_owned();
        let take = || limits.take(Kind::Read, &key, &workspace(None));
        let first = take().unwrap().unwrap();
        assert_eq!(
            (first.limit, first.remaining, first.reset_seconds),
            (3, 2, 10)
        );
        take().unwrap();
        assert_eq!(take().unwrap().unwrap().remaining, 0);
        let refused = take().unwrap_err();
        assert!(
            (9..=10).contains(&refused.retry_after_seconds),
            "{refused:?}"
        );
        assert_eq!(refused.standing.remaining, 0);
        assert!(
            limits
                .take(Kind::Read, &"key_2".to_owned(), &workspace(None))
                .is_ok()
        );
        assert!(limits.take(Kind::Write, &key, &workspace(None)).is_ok());
        assert!(limits.take(Kind::Write, &key, &workspace(None)).is_err());
    }

    #[test]
    fn zero_switches_a_limit_off() {
        let limits = limits(0, 100, 0);
        let key = "key_1".to_owned();
        for _ in 0..500 {
            assert_eq!(limits.take(Kind::Read, &key, &workspace(None)), Ok(None));
            assert!(limits.take_failure(None).is_ok());
        }
        assert_eq!(limits.take(Kind::Read, &key, &workspace(Some(0))), Ok(None));
    }

    #[test]
    fn a_workspace_has_its_own_limit() {
        let limits = limits(600, 100, 0);
        let key = "key_1".to_owned();
        let own = limits
            .take(Kind::Read, &key, &workspace(Some(3)))
            .unwrap()
            .unwrap();
        assert_eq!((own.limit, own.remaining), (1, 0));
        assert!(limits.take(Kind::Read, &key, &workspace(Some(3))).is_err());
        let own = limits
            .take(Kind::Read, &key, &workspace(Some(1200)))
            .unwrap()
            .unwrap();
        assert_eq!(own.limit, 200);
    }

    #[tokio::test]
    async fn an_address_that_used_up_its_failures_is_known_before_it_fails_again() {
        let limits = limits(0, 0, 2);
        let peer = Some("192.0.2.1".parse().unwrap());
        for _ in 0..2 {
            limits.place(peer).await.unwrap().unwrap().give_back();
            drop(limits.place(peer).await.unwrap());
        }
        for _ in 0..2 {
            let wait = limits.place(peer).await.err().unwrap();
            assert!((29..=30).contains(&wait), "{wait}");
            assert_eq!(limits.take_failure(peer), Err(wait), "asking is free");
        }
        assert!(limits.place("192.0.2.2".parse().ok()).await.is_ok());
    }

    #[tokio::test]
    async fn no_more_keys_are_looked_for_at_once_than_may_fail() {
        let limits = limits(0, 0, 1);
        let peer = Some("192.0.2.1".parse().unwrap());
        let first = limits.place(peer).await.unwrap().unwrap();
        let second = limits.place(peer);
        tokio::pin!(second);
        assert!(poll!(&mut second).is_pending());
        first.give_back();
        let second = second.await.unwrap().unwrap();
        let third = limits.place(peer);
        tokio::pin!(third);
        assert!(poll!(&mut third).is_pending());
        drop(second);
        assert!(third.await.is_err());
    }

    #[test]
    fn failures_count_per_address_or_network() {
        let limits = limits(0, 0, 2);
        let at = |text: &str| limits.take_failure(Some(text.parse().unwrap()));
        assert!(at("192.0.2.1").is_ok() && at("::ffff:192.0.2.1").is_ok());
        assert!(at("192.0.2.1").is_err());
        assert!(at("192.0.2.2").is_ok());
        assert!(at("2001:db8::1").is_ok() && at("2001:db8::2").is_ok());
        assert!(at("2001:db8::3").is_err());
        assert!(at("2001:db8:0:1::3").is_ok());
        let wide = origin(Some("192.0.2.1".parse().unwrap()), true);
        assert_eq!(wide.to_string(), "192.0.0.0");
    }
}
