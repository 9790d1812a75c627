//! Failed authentications of each client address. A key that is not known takes a place before the store is
//! asked, so that requests that come at once ask no more often than the address may fail.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::{MANY_ADDRESSES, MINUTE, origin, seconds};

/// From how many addresses on those that have no failures are looked for and forgotten.
const SWEEP_FROM: usize = 4096;

/// How long after that it is done again at the soonest.
const SWEEP_PAUSE: Duration = Duration::from_secs(1);

/// A bucket for each address.
pub struct Failures {
    /// How many failures a bucket holds.
    burst: u32,
    /// In which one is forgotten.
    interval: Duration,
    addresses: Mutex<Addresses>,
    /// A question to the store ended.
    ended: Notify,
}

#[derive(Default)]
struct Addresses {
    all: HashMap<IpAddr, Address>,
    /// How many are too many until they are swept.
    sweep_at: usize,
    swept_at: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Address {
    /// When all failures are forgotten.
    clear_at: Instant,
    /// Questions to the store that run.
    asking: u32,
}

/// A place for a question to the store. Unless it is given back, it counts as a failure.
pub struct Place<'a> {
    failures: &'a Failures,
    address: IpAddr,
    failed: bool,
}

impl Place<'_> {
    /// The key was found, or the store could not say.
    pub fn give_back(mut self) {
        self.failed = false;
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut addresses = self.failures.lock();
        if let Some(address) = addresses.all.get_mut(&self.address) {
            address.asking = address.asking.saturating_sub(1);
            if self.failed {
                address.clear_at = address.clear_at.max(Instant::now()) + self.failures.interval;
            }
        }
        drop(addresses);
        self.failures.ended.notify_waiters();
    }
}

impl Failures {
    /// `None` when the limit is switched off.
    pub fn new(per_minute: u32) -> Option<Self> {
        Some(Self {
            burst: per_minute,
            interval: MINUTE.checked_div(per_minute)?,
            addresses: Mutex::default(),
            ended: Notify::new(),
        })
    }

    /// Counts a failure that asked nothing of the store, or else the whole seconds until one may come.
    pub fn take(&self, peer: Option<IpAddr>) -> Result<(), u64> {
        let (mut addresses, now) = (self.lock(), Instant::now());
        let (_, address) = addresses.of(peer, now);
        self.left(address, now)?;
        address.clear_at = address.clear_at.max(now) + self.interval;
        Ok(())
    }

    /// A place, as soon as it is known that the address may fail, or else the whole seconds until it may.
    pub async fn place(&self, peer: Option<IpAddr>) -> Result<Place<'_>, u64> {
        loop {
            let ended = self.ended.notified();
            if let Some(place) = self.place_now(peer)? {
                return Ok(place);
            }
            ended.await;
        }
    }

    /// `None` while as many questions run as may fail.
    fn place_now(&self, peer: Option<IpAddr>) -> Result<Option<Place<'_>>, u64> {
        let (mut addresses, now) = (self.lock(), Instant::now());
        let (origin, address) = addresses.of(peer, now);
        if self.left(address, now)? <= address.asking {
            return Ok(None);
        }
        address.asking += 1;
        Ok(Some(Place {
            failures: self,
            address: origin,
            failed: true,
        }))
    }

    /// How many failures may come now, at least one.
    fn left(&self, address: &Address, now: Instant) -> Result<u32, u64> {
        let ahead = address.clear_at.saturating_duration_since(now);
        let counted = ahead.as_nanos().div_ceil(self.interval.as_nanos());
        let left = u128::from(self.burst).saturating_sub(counted);
        if let Ok(left @ 1..) = u32::try_from(left) {
            return Ok(left);
        }
        let others = self.interval.saturating_mul(self.burst.saturating_sub(1));
        Err(seconds(ahead.saturating_sub(others)).max(1))
    }

    fn lock(&self) -> MutexGuard<'_, Addresses> {
        self.addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Addresses {
    /// What failures of this client count for.
    fn of(&mut self, peer: Option<IpAddr>, now: Instant) -> (IpAddr, &mut Address) {
        let is_rested = self.swept_at.is_none_or(|at| now >= at + SWEEP_PAUSE);
        if is_rested && self.all.len() >= self.sweep_at.max(SWEEP_FROM) {
            self.all
                .retain(|_, address| address.clear_at > now || address.asking > 0);
            self.all.shrink_to_fit();
            self.swept_at = Some(now);
            // beyond so many they are not told apart any more, and hardly more come
            self.sweep_at = self.all.len().saturating_mul(2).min(MANY_ADDRESSES);
        }
        let origin = origin(peer, self.all.len() >= MANY_ADDRESSES);
        let fresh = Address {
            clear_at: now,
            asking: 0,
        };
        (origin, self.all.entry(origin).or_insert(fresh))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use tokio::time::Instant;

    use super::{Addresses, MANY_ADDRESSES, MINUTE};

    #[test]
    fn very_many_addresses_are_told_apart_again_once_they_are_clear() {
        let mut addresses = Addresses::default();
        let start = Instant::now();
        let fail = |addresses: &mut Addresses, number: u32, now: Instant| {
            let peer = IpAddr::from(Ipv4Addr::from_bits(number));
            let (origin, address) = addresses.of(Some(peer), now);
            address.clear_at = now + MINUTE;
            origin == peer
        };
        for number in 0..100_000 {
            fail(&mut addresses, number, start);
        }
        assert!(addresses.all.len() >= MANY_ADDRESSES);
        assert!(!fail(&mut addresses, 200_000, start));
        assert!(fail(&mut addresses, 200_001, start + MINUTE));
        assert!(addresses.all.len() < 10);
    }
}
