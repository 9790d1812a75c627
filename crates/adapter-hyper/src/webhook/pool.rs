//! Connections that wait for the next request to their endpoint.
//!
//! A connection leads to the address that was judged when it was opened, for as long as it is young; it
//! serves one endpoint and one host. Nothing here runs on its own but the task that each connection has
//! anyway, which looks whether its time has come.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::TrySendError;
use hyper::{Request, Response, Version};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;

use super::WebhookSettings;
use super::connection::{Driver, Opened, Sender};
use super::metered::Allowance;

/// The most connections that wait for one endpoint.
const MOST_WAITING: usize = 16;

/// How long a connection that has just served a request may take to be ready for the next one.
const SETTLING: Duration = Duration::from_millis(100);

/// How long a connection may take to close.
const CLOSING: Duration = Duration::from_secs(5);

/// The connections of all endpoints.
pub struct Pool {
    waiting: Mutex<HashMap<Uuid, Vec<Kept>>>,
    next: AtomicU64,
    max_age: Duration,
    max_idle: Duration,
    /// How long a connection can exist at all: a request begins before it is too old, and ends in time.
    lifetime: Duration,
}

/// A connection and what is known of it.
struct Kept {
    number: u64,
    host: Arc<str>,
    sender: Sender,
    opened: Instant,
    used: Instant,
    allowance: Allowance,
    task: AbortHandle,
}

/// A connection that is being used.
pub struct Live {
    pool: Arc<Pool>,
    endpoint: Uuid,
    kept: Kept,
}

impl Pool {
    /// Without connections.
    pub fn new(settings: &WebhookSettings) -> Self {
        Self {
            waiting: Mutex::default(),
            next: AtomicU64::new(0),
            max_age: settings.max_age,
            max_idle: settings.max_idle,
            lifetime: settings.max_age + settings.timeout + CLOSING,
        }
    }

    /// A connection that was opened for this endpoint and host and is young enough.
    pub async fn take(self: &Arc<Self>, endpoint: Uuid, host: &str) -> Option<Live> {
        loop {
            let mut kept = self.pick(endpoint, host)?;
            if timeout(SETTLING, kept.sender.ready()).await == Ok(true) {
                return Some(self.lend(endpoint, kept));
            }
        }
    }

    /// Takes a new connection in and sets it going.
    pub fn admit(self: &Arc<Self>, endpoint: Uuid, host: &str, opened: Opened) -> Live {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let now = Instant::now();
        let place = Place {
            endpoint,
            number,
            old_at: now + self.max_age,
        };
        let driving = drive(opened.driver, Arc::downgrade(self), place, self.lifetime);
        let kept = Kept {
            number,
            host: host.into(),
            sender: opened.sender,
            opened: now,
            used: now,
            allowance: opened.allowance,
            task: tokio::spawn(driving).abort_handle(),
        };
        if let Some(shared) = kept.share() {
            self.put(endpoint, shared);
        }
        self.lend(endpoint, kept)
    }

    fn lend(self: &Arc<Self>, endpoint: Uuid, kept: Kept) -> Live {
        kept.allowance.grant();
        Live {
            pool: Arc::clone(self),
            endpoint,
            kept,
        }
    }

    fn pick(&self, endpoint: Uuid, host: &str) -> Option<Kept> {
        let now = Instant::now();
        let mut waiting = self.waiting();
        let lane = waiting.get_mut(&endpoint)?;
        lane.retain(|kept| {
            *kept.host == *host && !kept.sender.is_closed() && self.until(kept) > now
        });
        let picked = lane.last_mut().and_then(|last| {
            last.used = now;
            last.share()
        });
        let picked = picked.or_else(|| lane.pop());
        if lane.is_empty() {
            waiting.remove(&endpoint);
        }
        picked
    }

    /// Lets a connection wait for the next request, if there is one to come for it.
    fn put(&self, endpoint: Uuid, mut kept: Kept) {
        kept.used = Instant::now();
        if kept.sender.is_closed() || self.until(&kept) <= kept.used {
            return;
        }
        let mut waiting = self.waiting();
        let lane = waiting.entry(endpoint).or_default();
        lane.retain(|other| other.number != kept.number);
        if lane.len() >= MOST_WAITING {
            lane.remove(0);
        }
        lane.push(kept);
    }

    fn remove(&self, endpoint: Uuid, number: u64) {
        let mut waiting = self.waiting();
        if let Some(lane) = waiting.get_mut(&endpoint) {
            lane.retain(|kept| kept.number != number);
            if lane.is_empty() {
                waiting.remove(&endpoint);
            }
        }
    }

    /// Lets go of a connection whose time has come; until when it may stay otherwise.
    fn expire(&self, place: Place) -> Option<Instant> {
        let now = Instant::now();
        let until = self.waiting().get(&place.endpoint).and_then(|lane| {
            let kept = lane.iter().find(|kept| kept.number == place.number)?;
            Some(self.until(kept))
        });
        match until {
            Some(until) if until <= now => {
                self.remove(place.endpoint, place.number);
                None
            }
            Some(until) => Some(until),
            None => {
                let being_used = now + self.max_idle.max(SETTLING);
                let may_wait = place.old_at > now;
                Some(if may_wait {
                    being_used.min(place.old_at)
                } else {
                    being_used
                })
            }
        }
    }

    fn until(&self, kept: &Kept) -> Instant {
        (kept.opened + self.max_age).min(kept.used + self.max_idle)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<Kept>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// The same connection once more, if it can serve several requests at a time.
    fn share(&self) -> Option<Self> {
        let Sender::Shared(sender) = &self.sender else {
            return None;
        };
        Some(Self {
            number: self.number,
            host: Arc::clone(&self.host),
            sender: Sender::Shared(sender.clone()),
            opened: self.opened,
            used: self.used,
            allowance: self.allowance.clone(),
            task: self.task.clone(),
        })
    }
}

impl Live {
    /// The version it speaks.
    pub fn version(&self) -> Version {
        self.kept.sender.version()
    }

    /// Sends a request and returns the head of its answer.
    pub async fn send(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, TrySendError<Request<Full<Bytes>>>> {
        self.kept.sender.send(request).await
    }

    /// It has served a request to the end: the next one may have it.
    pub fn give_back(self) {
        self.pool.put(self.endpoint, self.kept);
    }

    /// An answer was left unread on it. One that serves several requests bears that, another is of no
    /// more use.
    pub fn leave(self) {
        match self.kept.sender {
            Sender::One(_) => self.close(),
            Sender::Shared(_) => self.give_back(),
        }
    }

    /// Something went wrong on it: no request may have it any more. What others are doing on it goes on.
    pub fn close(self) {
        match self.kept.sender {
            Sender::One(_) => self.kept.task.abort(),
            Sender::Shared(_) => self.pool.remove(self.endpoint, self.kept.number),
        }
    }
}

/// Where a connection waits when it does, and when it is too old to.
#[derive(Debug, Clone, Copy)]
struct Place {
    endpoint: Uuid,
    number: u64,
    old_at: Instant,
}

/// Does a connection's work. When its time has come the pool lets go of it, and without anybody to send
/// requests it closes.
async fn drive(mut driver: Driver, pool: Weak<Pool>, place: Place, lifetime: Duration) {
    let mut next = Some(Instant::now());
    let work = async {
        while let Some(look) = next {
            if timeout_at(look, &mut driver).await.is_ok() {
                return;
            }
            next = pool.upgrade().and_then(|pool| pool.expire(place));
        }
        driver.await.ok();
    };
    timeout(lifetime, work).await.ok();
    if let Some(pool) = pool.upgrade() {
        pool.remove(place.endpoint, place.number);
    }
}
