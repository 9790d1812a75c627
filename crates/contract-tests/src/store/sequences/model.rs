//! What the rules say of watches, subscriptions and deliveries, in the plainest way: everything is looked
//! at, nothing is remembered that can be looked up.

use std::collections::{BTreeMap, BTreeSet};

use domain::webhook::delivery::{Delivery, DeliveryError, State};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::super::fixtures::TTL;

/// What one shop says of one product.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    pub price: i64,
    pub is_orderable: bool,
    pub seen_at: OffsetDateTime,
}

#[derive(Debug, Clone)]
pub struct Watch {
    pub id: Uuid,
    pub workspace: usize,
    pub product: usize,
    pub target: i64,
    pub is_active: bool,
    pub is_below: bool,
    pub is_gone: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incident {
    pub cause: DeliveryError,
    pub opened_at: OffsetDateTime,
    pub reminders: u32,
    pub remind_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone)]
pub struct Subscription {
    pub id: Uuid,
    pub workspace: usize,
    pub url: String,
    pub wants_watches: bool,
    pub is_enabled: bool,
    pub is_gone: bool,
    pub version: u32,
    pub failures: u32,
    pub cooldown_until: Option<OffsetDateTime>,
    pub incident: Option<Incident>,
}

/// What shops say of a product, without when.
pub type Evidence = Vec<(usize, i64, bool)>;

/// What an event of a watch tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    pub watch: usize,
    pub revision: i64,
    pub evidence: Evidence,
    pub price: i64,
}

#[derive(Debug, Clone)]
pub struct Event {
    /// Known once the store has shown it.
    pub id: Option<Uuid>,
    /// None is a test.
    pub told: Option<Told>,
    pub at: OffsetDateTime,
}

#[derive(Debug, Clone)]
pub struct Sent {
    /// Known once the store has shown it.
    pub id: Option<Uuid>,
    pub event: usize,
    pub to: usize,
    pub version: u32,
    pub queued_at: OffsetDateTime,
    pub is: Delivery,
    /// The last instant at which it may be due, with the jitter.
    pub latest: Option<OffsetDateTime>,
    /// It was cancelled although its watch was there and active, and the price was below the target.
    pub is_owed: bool,
    /// It was cancelled while the price was below the target, and its watch was paused.
    pub is_silenced: bool,
}

/// Everything.
pub struct Model {
    pub now: OffsetDateTime,
    pub revision: i64,
    pub offers: BTreeMap<(usize, usize), Offer>,
    pub watches: Vec<Watch>,
    pub subscriptions: Vec<Subscription>,
    pub events: Vec<Event>,
    pub sent: Vec<Sent>,
}

impl Model {
    pub fn evidence(&self, product: usize) -> Evidence {
        let of = self.offers.iter().filter(|((_, of), _)| *of == product);
        of.map(|((shop, _), offer)| (*shop, offer.price, offer.is_orderable))
            .collect()
    }

    /// The lowest price that counts now.
    pub fn price(&self, product: usize) -> Option<i64> {
        let of = self.offers.iter().filter(|((_, of), offer)| {
            *of == product && offer.is_orderable && offer.seen_at + TTL > self.now
        });
        of.map(|(_, offer)| offer.price).min()
    }

    pub fn is_below(&self, product: usize, target: i64) -> bool {
        self.price(product).is_some_and(|price| price < target)
    }

    /// What speaks against sending it now.
    pub fn against(&self, sent: &Sent) -> Option<DeliveryError> {
        let told = self.events[sent.event].told.as_ref()?;
        let product = self.watches[told.watch].product;
        if told.evidence != self.evidence(product) {
            Some(DeliveryError::SourceSuperseded)
        } else if self.price(product) == Some(told.price) {
            None
        } else {
            Some(DeliveryError::SourceExpired)
        }
    }

    /// Shops said something new of these products; how many watches fired.
    pub fn publish(&mut self, products: &BTreeSet<usize>) -> u64 {
        self.judge(products);
        let mut fired = 0;
        for no in 0..self.watches.len() {
            let watch = self.watches[no].clone();
            let Some(price) = self.price(watch.product) else {
                continue;
            };
            if watch.is_gone || !products.contains(&watch.product) {
                continue;
            }
            let is_below = price < watch.target;
            self.watches[no].is_below = is_below;
            if is_below && !watch.is_below && watch.is_active {
                fired += 1;
                let asking = |(_, to): &(usize, &Subscription)| {
                    let is_on = to.is_enabled && !to.is_gone && to.wants_watches;
                    is_on && to.workspace == watch.workspace
                };
                let all = self.subscriptions.iter().enumerate();
                let receivers = all.filter(asking).map(|(no, _)| no).collect();
                self.tell(no, receivers);
            }
        }
        fired
    }

    /// Cancels what waits and is not true any more; tells what is true instead.
    pub fn judge(&mut self, products: &BTreeSet<usize>) {
        let mut replacing: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut untold = Vec::new();
        for no in 0..self.sent.len() {
            let sent = &self.sent[no];
            let (State::Pending { .. }, Some(why)) = (sent.is.state, self.against(sent)) else {
                continue;
            };
            let (event, to) = (sent.event, sent.to);
            let of = self.events[event].told.as_ref().map(|told| told.watch);
            let Some(of) = of.filter(|of| products.contains(&self.watches[*of].product)) else {
                continue;
            };
            let watch = &self.watches[of];
            let is_below = !watch.is_gone && self.is_below(watch.product, watch.target);
            let (is_owed, is_silenced) =
                (is_below && watch.is_active, is_below && !watch.is_active);
            if is_owed {
                replacing.entry(of).or_default().push(to);
            }
            if !watch.is_gone && watch.is_below && self.price(watch.product).is_none() {
                untold.push((of, event));
            }
            self.sent[no].cancel(why);
            (self.sent[no].is_owed, self.sent[no].is_silenced) = (is_owed, is_silenced);
        }
        for (watch, receivers) in replacing {
            self.tell(watch, receivers);
        }
        for (watch, event) in untold {
            let reached = |sent: &Sent| {
                let state = sent.is.state;
                let is_told = matches!(state, State::Delivered { .. } | State::Sending { .. });
                sent.event == event && is_told
            };
            if !self.sent.iter().any(reached) {
                self.watches[watch].is_below = false;
            }
        }
    }

    /// Queues an event of a watch. One that told of the same within the hour is the same event, unless
    /// it was cancelled for one of the receivers.
    fn tell(&mut self, watch: usize, receivers: Vec<usize>) {
        let product = self.watches[watch].product;
        let told = Some(Told {
            watch,
            revision: self.revision,
            evidence: self.evidence(product),
            price: self.price(product).unwrap(),
        });
        let may_tell_again = |(no, event): (usize, &Event)| {
            let is_cancelled = |sent: &Sent| {
                sent.event == no
                    && receivers.contains(&sent.to)
                    && sent.is.state == State::Cancelled
            };
            event.told == told
                && event.at > self.now - Duration::HOUR
                && !self.sent.iter().any(is_cancelled)
        };
        let found = self.events.iter().enumerate().position(may_tell_again);
        let event = found.unwrap_or_else(|| self.happen(told));
        for to in receivers {
            let is_queued = |sent: &Sent| (sent.event, sent.to) == (event, to);
            if !self.sent.iter().any(is_queued) {
                self.queue(event, to);
            }
        }
    }

    /// A new event.
    pub fn happen(&mut self, told: Option<Told>) -> usize {
        self.events.push(Event {
            id: None,
            told,
            at: self.now,
        });
        self.events.len() - 1
    }

    pub fn queue(&mut self, event: usize, to: usize) {
        self.sent.push(Sent {
            id: None,
            event,
            to,
            version: self.subscriptions[to].version,
            queued_at: self.now,
            is: Delivery::queued(self.now),
            latest: None,
            is_owed: false,
            is_silenced: false,
        });
    }

    /// Cancels all that waits for a subscription.
    pub fn cancel_all(&mut self, to: usize, why: DeliveryError) {
        for sent in self.sent.iter_mut().filter(|sent| sent.to == to) {
            if matches!(sent.is.state, State::Pending { .. }) {
                sent.cancel(why);
            }
        }
    }

    /// Ends a cooldown: what it kept waiting is due.
    pub fn resume(&mut self, to: usize) {
        let endpoint = &mut self.subscriptions[to];
        endpoint.failures = 0;
        let Some(until) = endpoint.cooldown_until.take() else {
            return;
        };
        for sent in self.sent.iter_mut().filter(|sent| sent.to == to) {
            if let State::Pending { due } = &mut sent.is.state
                && *due > self.now
                && *due <= until
            {
                *due = self.now;
            }
        }
    }

    /// How many deliveries were superseded while their watch was paused below its target.
    pub fn silenced(&self) -> usize {
        self.sent.iter().filter(|sent| sent.is_silenced).count()
    }

    /// Whoever is owed an event has one that is on its way, arrived or failed, or is owed nothing more
    /// since the watch or the subscription changed or the price rose.
    pub fn nothing_is_lost(&self) {
        for (no, sent) in self
            .sent
            .iter()
            .enumerate()
            .filter(|(_, sent)| sent.is_owed)
        {
            let watch_of = |sent: &Sent| self.events[sent.event].told.as_ref().map(|t| t.watch);
            let replaces = |other: &(usize, &Sent)| {
                other.0 != no && other.1.to == sent.to && watch_of(other.1) == watch_of(sent)
            };
            let since = self.sent.iter().enumerate().filter(replaces);
            let later = |(other, it): (usize, &Sent)| other > no || it.is.state != State::Cancelled;
            assert!(since.into_iter().any(later), "{sent:?} is lost");
        }
    }
}

impl Sent {
    pub fn cancel(&mut self, why: DeliveryError) {
        self.is.state = State::Cancelled;
        self.is.last_error = Some(why);
    }
}
