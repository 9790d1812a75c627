//! The machines as their caller drives them, beside the model.

use domain::webhook::Policy;
use domain::webhook::attempt::{Ended, Endpoint, IncidentChange, settle};
use domain::webhook::delivery::{Delivery, DeliveryError, DestinationChange, KEPT, LEASE, State};
use domain::webhook::endpoint::Health;
use domain::webhook::incident::Incident;
use reference_model::{Model, Outcome, Subscription};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::Event;

const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

const MOST: usize = 4;

/// Both, and what was told of incidents.
#[derive(Debug)]
pub struct World {
    /// With one subscription.
    model: Model,
    deliveries: Vec<Delivery>,
    endpoint: Endpoint,
    opened: u32,
    resolved: u32,
}

impl World {
    /// An endpoint that nothing was sent to.
    pub fn new() -> Self {
        let mut model = Model::new(START, Duration::DAY);
        model.subscriptions.push(Subscription::default());
        model.happen(None);
        Self {
            model,
            deliveries: Vec::new(),
            endpoint: Endpoint::default(),
            opened: 0,
            resolved: 0,
        }
    }

    /// Lets it happen to both, and compares them.
    pub fn happen(&mut self, event: Event) {
        let before = self.deliveries.clone();
        self.apply(event);
        self.compare();
        self.check_invariants(&before);
    }

    pub fn attempts(&self) -> u16 {
        self.deliveries.iter().map(|one| one.attempts).sum()
    }

    pub fn incidents(&self) -> u32 {
        self.opened
    }

    /// The owner resumes, the receiver answers again, and what waits is sent.
    pub fn recover(&mut self) {
        let success = |which| Event::End(which, Outcome::Status(204, None), 0);
        self.happen(Event::Resume);
        self.happen(Event::Pass(60));
        self.happen(Event::Reap);
        for _ in 0..2 {
            // beyond every backoff and cooldown
            self.happen(Event::Pass(9000));
            for which in 0..MOST {
                self.happen(Event::Take(which));
                self.happen(success(which));
            }
        }
        self.deliveries.clear();
        self.model.sent.clear();
        self.happen(Event::Queue);
        self.happen(Event::Take(0));
        self.happen(success(0));
    }

    /// Nothing is wrong any more, and everybody was told.
    pub fn is_well(&self) -> bool {
        self.endpoint == Endpoint::default()
            && self.opened == self.resolved
            && matches!(self.deliveries[..], [one] if matches!(one.state, State::Delivered { .. }))
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Queue => self.queue(),
            Event::Pass(seconds) => self.model.now += Duration::seconds(seconds),
            Event::Take(which) => self.each(which, Self::take),
            Event::End(which, outcome, spread) => {
                self.each(which, |world, which| {
                    if world.end(which, outcome, spread) {
                        world.model.settle(which, outcome);
                    }
                });
            }
            Event::Reap => self.all(|world, which| {
                if world.model.reap(which) {
                    assert!(world.end(which, Outcome::Lost, 0));
                }
            }),
            Event::Replay(which) => self.each(which, Self::replay),
            Event::Supersede(which) => self.each(which, |world, which| {
                world.cancel(which, DeliveryError::SourceSuperseded);
            }),
            Event::Move => {
                self.all(|world, which| world.cancel(which, DeliveryError::SubscriptionChanged));
                self.subscription().version += 1;
                self.forgive();
            }
            Event::Pause => self.subscription().is_paused = true,
            Event::Resume => {
                self.subscription().is_paused = false;
                self.forgive();
            }
            Event::Acknowledge => {
                let now = self.model.now;
                self.subscription().acknowledge(now);
                let known = |one: Incident| one.acknowledge(now);
                self.endpoint.incident = self.endpoint.incident.map(known);
            }
            Event::Remind => self.remind(),
            Event::Expire => self.all(|world, which| {
                if world.model.now - world.model.sent[which].queued_at >= KEPT {
                    world.cancel(which, DeliveryError::Expired);
                }
            }),
        }
    }

    fn subscription(&mut self) -> &mut Subscription {
        &mut self.model.subscriptions[0]
    }

    fn forgive(&mut self) {
        self.subscription().forgive();
        self.endpoint.health = Health::default();
    }

    fn each(&mut self, which: usize, step: impl FnOnce(&mut Self, usize)) {
        if which < self.deliveries.len() {
            step(self, which);
        }
    }

    fn all(&mut self, step: impl Fn(&mut Self, usize)) {
        for which in 0..self.deliveries.len() {
            step(self, which);
        }
    }

    fn queue(&mut self) {
        if self.deliveries.len() < MOST && !self.subscription().is_paused {
            self.model.queue(0, 0);
            self.deliveries.push(Delivery::queued(self.model.now));
        }
    }

    fn take(&mut self, which: usize) {
        let now = self.model.now;
        let taken = self.deliveries[which].take(now, now + LEASE);
        assert_eq!(taken.is_ok(), self.model.sent[which].is_due(now));
        let room = usize::try_from(self.endpoint.health.room(now)).unwrap();
        assert_eq!(room, self.model.subscriptions[0].room(now));
        let has_place = self.model.running(0) < self.model.room(0);
        if let (Ok(taken), true) = (taken, has_place) {
            self.deliveries[which] = taken;
            self.model.sent[which].begin(now);
        }
    }

    /// The machine is told how an attempt ended; whether that was possible.
    fn end(&mut self, which: usize, outcome: Outcome, spread: u64) -> bool {
        let is_changed = self.model.sent[which].version != self.model.subscriptions[0].version;
        let ended = Ended {
            verdict: outcome.verdict(),
            destination: DestinationChange::of(false, is_changed),
            now: self.model.now,
            spread,
        };
        let policy = Policy::default();
        let settled = settle(self.deliveries[which], self.endpoint, ended, &policy);
        let runs = matches!(self.deliveries[which].state, State::Sending { .. });
        assert_eq!(settled.is_ok(), runs);
        let Ok(settled) = settled else {
            return false;
        };
        self.deliveries[which] = settled.delivery;
        self.endpoint = settled.endpoint;
        match settled.incident {
            Some(IncidentChange::Opened(_)) => self.opened += 1,
            Some(IncidentChange::Resolved(over)) => {
                assert!(!over.is_unresolved());
                self.resolved += 1;
            }
            None => {}
        }
        true
    }

    fn replay(&mut self, which: usize) {
        // the caller refuses when the destination is another now
        if self.model.sent[which].version != self.model.subscriptions[0].version {
            return;
        }
        let now = self.model.now;
        let replayed = self.deliveries[which].replay(now);
        assert_eq!(replayed.is_ok(), self.model.sent[which].replay(now));
        self.deliveries[which] = replayed.unwrap_or(self.deliveries[which]);
    }

    fn cancel(&mut self, which: usize, why: DeliveryError) {
        let cancelled = self.deliveries[which].cancel(why);
        assert_eq!(cancelled.is_ok(), self.model.sent[which].cancel(why));
        self.deliveries[which] = cancelled.unwrap_or(self.deliveries[which]);
    }

    fn remind(&mut self) {
        let (incident, now) = (self.endpoint.incident, self.model.now);
        let reminded = incident.and_then(|one| one.remind(now, &Policy::default()));
        assert_eq!(reminded.is_some(), self.subscription().remind(now));
        self.endpoint.incident = reminded.or(incident);
    }

    fn compare(&mut self) {
        let expected = &self.model.subscriptions[0];
        assert_eq!(self.endpoint, expected.endpoint);
        assert_eq!(
            (self.opened, self.resolved),
            (expected.opened, expected.resolved)
        );
        for (delivery, sent) in self.deliveries.iter().zip(&mut self.model.sent) {
            // the contract says how far the jitter goes, and not how it is drawn
            assert!(
                sent.agrees(delivery, Duration::ZERO),
                "{delivery:?}, and not {sent:?}"
            );
        }
    }

    fn check_invariants(&self, before: &[Delivery]) {
        assert!(self.opened - self.resolved <= 1);
        let unresolved = self.endpoint.incident.is_some_and(Incident::is_unresolved);
        assert_eq!(unresolved, self.opened > self.resolved);
        for one in &self.deliveries {
            assert!(one.cycle <= 8 && one.attempts <= 32 && one.replays <= 3);
            assert!(one.cycle <= one.attempts && one.attempts <= 8 * (one.replays + 1));
            let waits = matches!(one.state, State::Pending { .. });
            assert!(!waits || one.has_attempts_left());
        }
        for (was, is) in before.iter().zip(&self.deliveries) {
            match was.state {
                State::Cancelled | State::Delivered { .. } => assert_eq!(was, is),
                State::Failed => assert!(was == is || is.replays == was.replays + 1),
                State::Pending { .. } | State::Sending { .. } => {}
            }
            if is.attempts > was.attempts {
                let now = self.model.now;
                assert!(matches!(was.state, State::Pending { due } if due <= now));
                let cooldown = self.endpoint.health.cooldown_until;
                assert!(cooldown.is_none_or(|end| end <= now));
                assert!(!self.model.subscriptions[0].is_paused);
            }
        }
    }
}
