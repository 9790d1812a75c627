//! How many connections there are.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::connection::limits::ConnectionLimits;
use crate::http::rate_limits;
use crate::http::state::HttpState;

/// How often the log is told that connections are refused.
const REMINDER: Duration = Duration::from_mins(1);

/// The connections of one listener.
pub struct Connections {
    /// What requests on them share.
    pub(super) state: Arc<HttpState>,
    /// How many there may be, and how long each may keep us waiting.
    pub limits: ConnectionLimits,
    /// How metrics and the log name the listener.
    pub(super) listener: &'static str,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: u32,
    by_address: HashMap<IpAddr, u32>,
    told: Option<Instant>,
}

impl Taken {
    /// Counts a connection, or says which limit it is beyond.
    fn add(&mut self, address: IpAddr, limits: &ConnectionLimits) -> Result<(), &'static str> {
        if limits.all > 0 && self.all >= limits.all {
            return Err("all");
        }
        let of_address = self.by_address.entry(address).or_default();
        if limits.per_address > 0 && *of_address >= limits.per_address {
            return Err("address");
        }
        *of_address += 1;
        self.all += 1;
        Ok(())
    }

    fn remove(&mut self, address: IpAddr) {
        self.all = self.all.saturating_sub(1);
        if let Some(of_address) = self.by_address.get_mut(&address) {
            *of_address = of_address.saturating_sub(1);
            if *of_address == 0 {
                self.by_address.remove(&address);
            }
        }
    }

    /// Whether it is time to tell the log.
    fn is_news(&mut self) -> bool {
        let now = Instant::now();
        let is_news = self.told.is_none_or(|told| now >= told + REMINDER);
        if is_news {
            self.told = Some(now);
        }
        is_news
    }
}

impl Connections {
    /// A listener without connections.
    pub fn new(state: Arc<HttpState>, limits: ConnectionLimits, listener: &'static str) -> Self {
        Self {
            state,
            limits,
            listener,
            taken: Mutex::default(),
        }
    }

    /// A place for a connection of this client; `None` when there are too many.
    pub fn admit(self: &Arc<Self>, peer: Option<IpAddr>) -> Option<Seat> {
        let address = rate_limits::origin(peer, false);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let metrics = &self.state.metrics;
        match taken.add(address, &self.limits) {
            Ok(()) => {
                metrics.connection_opened(self.listener);
                Some(Seat {
                    connections: Arc::clone(self),
                    address,
                })
            }
            Err(limit) => {
                metrics.connection_refused(self.listener, limit);
                if taken.is_news() {
                    tracing::warn!(
                        listener = self.listener,
                        limit,
                        "connections are refused: there are as many as PCS_CONNECTIONS or \
                         PCS_CONNECTIONS_PER_ADDRESS allows"
                    );
                }
                None
            }
        }
    }
}

/// The place of one connection, free again when this is dropped.
pub struct Seat {
    /// Those it is one of.
    pub(super) connections: Arc<Connections>,
    address: IpAddr,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let connections = &self.connections;
        let taken = connections.taken.lock();
        taken
            .unwrap_or_else(PoisonError::into_inner)
            .remove(self.address);
        let metrics = &connections.state.metrics;
        metrics.connection_closed(connections.listener);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::Taken;
    use crate::connection::ConnectionLimits;

    const fn limits(all: u32, per_address: u32) -> ConnectionLimits {
        ConnectionLimits {
            all,
            per_address,
            streams: 1,
            head: std::time::Duration::ZERO,
            idle: std::time::Duration::ZERO,
            stall: std::time::Duration::ZERO,
        }
    }

    #[test]
    fn connections_are_counted_by_address_and_in_all() {
        let (one, two): (IpAddr, IpAddr) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let mut taken = Taken::default();
        let add = |taken: &mut Taken, address| taken.add(address, &limits(3, 2));
        assert_eq!(add(&mut taken, one), Ok(()));
        assert_eq!(add(&mut taken, one), Ok(()));
        assert_eq!(add(&mut taken, one), Err("address"));
        assert_eq!(add(&mut taken, two), Ok(()));
        assert_eq!(add(&mut taken, two), Err("all"));
        taken.remove(one);
        assert_eq!(add(&mut taken, two), Ok(()));
        for address in [one, two, two] {
            taken.remove(address);
        }
        assert_eq!((taken.all, taken.by_address.len()), (0, 0));
    }

    #[test]
    fn zero_switches_a_limit_of_connections_off() {
        let mut taken = Taken::default();
        for _ in 0..100 {
            assert_eq!(taken.add([192, 0, 2, 1].into(), &limits(0, 0)), Ok(()));
        }
    }

    #[test]
    fn the_log_is_told_once_in_a_while() {
        let mut taken = Taken::default();
        assert!(taken.is_news());
        assert!(!taken.is_news());
    }
}
