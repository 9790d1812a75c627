use std::collections::{BTreeMap, BTreeSet};

use domain::webhook::delivery::{DeliveryError, State};
use time::{Duration, OffsetDateTime};

use crate::{Event, Market, Outcome, Sent, Subscription, Told, WaitsFor, Watch};

/// Everything.
#[derive(Debug, Clone)]
pub struct Model {
    /// Now.
    pub now: OffsetDateTime,
    /// What readers see.
    pub revision: i64,
    /// Prices.
    pub market: Market,
    /// Watches, those that are gone included.
    pub watches: Vec<Watch>,
    /// Subscriptions, those that are gone included.
    pub subscriptions: Vec<Subscription>,
    /// All that happened.
    pub events: Vec<Event>,
    /// All that was queued, in order.
    pub sent: Vec<Sent>,
}

impl Model {
    /// Nothing, where offers count for this long after they were seen.
    pub const fn new(now: OffsetDateTime, ttl: Duration) -> Self {
        Self {
            now,
            revision: 0,
            market: Market::new(ttl),
            watches: Vec::new(),
            subscriptions: Vec::new(),
            events: Vec::new(),
            sent: Vec::new(),
        }
    }

    /// The lowest price in cents that counts now, of all shops.
    pub fn price(&self, product: usize) -> Option<i64> {
        self.market.price(product, None, self.now)
    }

    /// The price in cents that counts now for a watch: the lowest of all shops, or that of the one that it looks at.
    pub fn price_for(&self, watch: usize) -> Option<i64> {
        let Watch { product, shop, .. } = self.watches[watch];
        self.market.price(product, shop, self.now)
    }

    /// Whether that price is a new low; not looked at where nobody waits for one.
    fn is_low_for(&self, watch: usize) -> bool {
        let Watch {
            product,
            shop,
            waits_for,
            ..
        } = self.watches[watch];
        waits_for == WaitsFor::Low && self.market.is_low(product, shop, self.now)
    }

    /// Shops said something of these products: the numbers of the watches that fire.
    pub fn publish(&mut self, products: &BTreeSet<usize>) -> Vec<usize> {
        let mut fired = Vec::new();
        for no in 0..self.watches.len() {
            let product = self.watches[no].product;
            let price = self.price_for(no);
            let shop = self.watches[no].shop;
            let is_sold_out = self.market.is_sold_out(product, shop, self.now);
            let reference = self.watches[no].reference;
            let is_low = self.watches[no].is_reached(price, true) && self.is_low_for(no);
            if products.contains(&product) && self.watches[no].observe(price, is_sold_out, is_low) {
                fired.push(no);
                let workspace = self.watches[no].workspace;
                let asks = |to: &Subscription| {
                    !to.is_paused && !to.is_gone && to.wants_watches && to.workspace == workspace
                };
                let all = 0..self.subscriptions.len();
                let receivers = all.filter(|to| asks(&self.subscriptions[*to])).collect();
                self.tell(no, receivers, reference);
            }
        }
        self.judge(products);
        fired
    }

    /// A client sets another target, pauses or resumes a watch.
    pub fn change_watch(&mut self, no: usize, target: Option<i64>, is_paused: Option<bool>) {
        let price = self.price_for(no);
        let watch = &mut self.watches[no];
        let is_resumed = watch.is_paused && is_paused == Some(false);
        let is_moved = target.is_some_and(|target| target != watch.target);
        watch.target = target.unwrap_or(watch.target);
        watch.is_paused = is_paused.unwrap_or(watch.is_paused);
        if is_resumed || is_moved {
            watch.settle(price);
        }
    }

    /// What speaks against sending it now.
    pub fn against(&self, sent: &Sent) -> Option<DeliveryError> {
        let told = self.events[sent.event].told.as_ref()?;
        let product = self.watches[told.watch].product;
        if told.evidence != self.market.evidence(product) {
            Some(DeliveryError::SourceSuperseded)
        } else if self.market.price(product, told.shop, self.now) == Some(told.price) {
            None
        } else {
            Some(DeliveryError::SourceExpired)
        }
    }

    /// Cancels what waits and is not true any more; tells what is true instead.
    fn judge(&mut self, products: &BTreeSet<usize>) {
        let mut replacing: BTreeMap<usize, (Option<i64>, Vec<usize>)> = BTreeMap::new();
        let mut untold = Vec::new();
        for no in 0..self.sent.len() {
            let sent = &self.sent[no];
            let Some(why) = self.against(sent).filter(|_| sent.waits()) else {
                continue;
            };
            let (event, to) = (sent.event, sent.to);
            let Some(of) = self.watch_of(sent) else {
                continue;
            };
            let watch = &self.watches[of];
            if !products.contains(&watch.product) {
                continue;
            }
            let price = self.price_for(of);
            let Event {
                told, reference, ..
            } = &self.events[event];
            let waits_so = told.as_ref().is_some_and(|told| told.is_of(watch));
            let is_low = watch.is_reached_from(*reference, price, true) && self.is_low_for(of);
            let is_reached =
                waits_so && !watch.is_gone && watch.is_reached_from(*reference, price, is_low);
            if is_reached && !watch.is_paused {
                let (from, receivers) = replacing.entry(of).or_insert((*reference, Vec::new()));
                if watch.is_higher(*reference, *from) {
                    *from = *reference;
                }
                receivers.push(to);
            }
            let is_gone_below = watch.is_below && price.is_none();
            let is_untold = waits_so
                && watch.is_counted()
                && watch.is_higher(*reference, watch.reference)
                && !is_reached;
            if !watch.is_gone && (is_gone_below || is_untold) {
                untold.push((of, event, is_untold));
            }
            let is_paused = watch.is_paused;
            let sent = &mut self.sent[no];
            sent.cancel(why);
            (sent.is_owed, sent.is_silenced) = (is_reached && !is_paused, is_reached && is_paused);
        }
        for (watch, (reference, receivers)) in replacing {
            self.tell(watch, receivers, reference);
            if self.watches[watch].is_counted() {
                self.watches[watch].reference = self.price_for(watch);
            }
        }
        self.make_good(untold);
    }

    /// Arms watches again of whose events nobody was told, and counts what they wait for from where the event did.
    fn make_good(&mut self, untold: Vec<(usize, usize, bool)>) {
        for (watch, event, is_untold) in untold {
            let is_told = |sent: &Sent| {
                let is_out = sent.runs() || matches!(sent.is.state, State::Delivered { .. });
                sent.event == event && is_out
            };
            if !self.sent.iter().any(is_told) {
                let reference = self.events[event].reference;
                let watch = &mut self.watches[watch];
                watch.is_below = false;
                if is_untold && watch.is_higher(reference, watch.reference) {
                    watch.reference = reference;
                }
            }
        }
    }

    /// Queues an event of a watch. One that told of the same within five minutes is the same event, unless
    /// it was cancelled for one of the receivers.
    fn tell(&mut self, watch: usize, receivers: Vec<usize>, reference: Option<i64>) {
        let product = self.watches[watch].product;
        let Some(price) = self.price_for(watch) else {
            return;
        };
        let told = Some(Told {
            watch,
            revision: self.revision,
            evidence: self.market.evidence(product),
            shop: self.watches[watch].shop,
            waits_for: self.watches[watch].waits_for,
            restarts: self.watches[watch].restarts,
            price,
        });
        let may_tell_again = |(no, event): (usize, &Event)| {
            let is_cancelled = |sent: &Sent| {
                sent.event == no
                    && receivers.contains(&sent.to)
                    && sent.is.state == State::Cancelled
            };
            event.told == told
                && event.at > self.now - Duration::minutes(5)
                && !self.sent.iter().any(is_cancelled)
        };
        let found = self.events.iter().enumerate().position(may_tell_again);
        let event = found.unwrap_or_else(|| self.happen(told));
        let known = &mut self.events[event].reference;
        if found.is_none() || self.watches[watch].is_higher(reference, *known) {
            *known = reference;
        }
        for to in receivers {
            let is_queued = |sent: &Sent| (sent.event, sent.to) == (event, to);
            if !self.sent.iter().any(is_queued) {
                self.queue(event, to);
            }
        }
    }

    /// A new event; its number.
    pub fn happen(&mut self, told: Option<Told>) -> usize {
        self.events.push(Event {
            id: None,
            told,
            reference: None,
            at: self.now,
        });
        self.events.len() - 1
    }

    /// An event is to go to a subscription.
    pub fn queue(&mut self, event: usize, to: usize) {
        let version = self.subscriptions[to].version;
        self.sent.push(Sent::queued(event, to, version, self.now));
    }

    /// How many attempts a subscription may have at a time.
    pub fn room(&self, to: usize) -> usize {
        let subscription = &self.subscriptions[to];
        if subscription.is_paused || subscription.is_gone {
            return 0;
        }
        subscription.room(self.now)
    }

    /// Whether it may be sent now, as far as it does not depend on others.
    pub fn is_ready(&self, sent: &Sent) -> bool {
        sent.is_due(self.now)
            && self.room(sent.to) > 0
            && sent.version == self.subscriptions[sent.to].version
            && self.against(sent).is_none()
    }

    /// How many attempts at a subscription run.
    pub fn running(&self, to: usize) -> usize {
        let all = self.sent.iter().filter(|sent| sent.to == to);
        all.filter(|sent| sent.runs()).count()
    }

    /// An attempt that runs ends.
    pub fn settle(&mut self, no: usize, outcome: Outcome) {
        let sent = &mut self.sent[no];
        let to = &mut self.subscriptions[sent.to];
        let changed = if to.is_gone {
            Some(DeliveryError::SubscriptionDeleted)
        } else {
            (to.version != sent.version).then_some(DeliveryError::SubscriptionChanged)
        };
        // an attempt at an earlier destination says nothing of the present one
        let is_same = changed.is_none();
        let cooled = is_same && to.feel(outcome, self.now);
        let cooldown = to.endpoint.health.cooldown_until;
        sent.end(outcome, self.now, cooldown, changed);
        if !is_same {
            return;
        }
        match outcome.error() {
            None => to.resolve(),
            Some(cause) if cooled || sent.is.state == State::Failed => to.open(cause, self.now),
            Some(_) => {}
        }
    }

    /// Takes an attempt for lost whose lease ran out; whether it was one.
    pub fn reap(&mut self, no: usize) -> bool {
        let state = self.sent[no].is.state;
        let is_lost = matches!(state, State::Sending { lease_until } if lease_until <= self.now);
        if is_lost {
            self.settle(no, Outcome::Lost);
        }
        is_lost
    }

    /// What a worker does besides sending: takes attempts for lost, reminds of incidents, and looks whether
    /// what waits is still true.
    pub fn keep(&mut self) {
        for no in 0..self.sent.len() {
            self.reap(no);
        }
        for to in &mut self.subscriptions {
            to.remind(self.now);
        }
        self.judge_all();
    }

    /// Looks whether what waits is still true, whatever it tells of.
    pub fn judge_all(&mut self) {
        self.judge(&self.watches.iter().map(|watch| watch.product).collect());
    }

    /// Cancels all that waits for a subscription.
    pub fn cancel_all(&mut self, to: usize, why: DeliveryError) {
        for sent in self.sent.iter_mut().filter(|sent| sent.to == to) {
            sent.cancel(why);
        }
    }

    /// Ends a cooldown: what it kept waiting is due.
    pub fn resume(&mut self, to: usize) {
        let cooldown = self.subscriptions[to].endpoint.health.cooldown_until;
        self.subscriptions[to].forgive();
        let Some(until) = cooldown else {
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

    /// The watch that a delivery tells of; `None`: it is a test.
    pub fn watch_of(&self, sent: &Sent) -> Option<usize> {
        let told = self.events[sent.event].told.as_ref();
        told.map(|told| told.watch)
    }

    /// Deliveries that are lost. Whoever is owed an event has one that is on its way, arrived or failed, or
    /// is owed nothing more since the watch or the subscription changed or the price rose.
    pub fn lost(&self) -> Vec<&Sent> {
        let is_followed = |no: usize, sent: &Sent| {
            let since = self.sent.iter().enumerate();
            let mut since = since.filter(|(other, it)| {
                *other != no && it.to == sent.to && self.watch_of(it) == self.watch_of(sent)
            });
            since.any(|(other, it)| other > no || it.is.state != State::Cancelled)
        };
        let all = self.sent.iter().enumerate();
        let owed = all.filter(|(_, sent)| sent.is_owed);
        owed.filter(|(no, sent)| !is_followed(*no, sent))
            .map(|(_, sent)| sent)
            .collect()
    }
}
