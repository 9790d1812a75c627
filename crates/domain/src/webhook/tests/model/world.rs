//! The machines as their caller drives them, beside the model.

use time::{Duration, OffsetDateTime};

use super::Event;
use super::naive::{Naive, Outcome, SECOND, Trouble};
use crate::webhook::Policy;
use crate::webhook::attempt::{Ended, Endpoint, IncidentChange, settle};
use crate::webhook::delivery::{Delivery, DeliveryError, Destination, LEASE, State, Verdict};
use crate::webhook::endpoint::Health;
use crate::webhook::incident::{Incident, IncidentState};
use crate::webhook::tests::NOW as START;

const MOST: usize = 4;

/// Both, and what was told of incidents.
#[derive(Debug, Default)]
pub struct World {
    model: Naive,
    deliveries: Vec<Delivery>,
    endpoint: Endpoint,
    opened: u32,
    resolved: u32,
}

impl World {
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
        self.model.parcels.clear();
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
            Event::Pass(seconds) => self.model.now += seconds * SECOND,
            Event::Take(which) => self.each(which, Self::take),
            Event::End(which, outcome, spread) => {
                self.each(which, |world, which| world.end(which, (outcome, spread)));
            }
            Event::Reap => self.all(Self::reap),
            Event::Replay(which) => self.each(which, Self::replay),
            Event::Supersede(which) => self.each(which, |world, which| {
                world.cancel(which, DeliveryError::SourceSuperseded);
            }),
            Event::Move => self.move_away(),
            Event::Pause => self.model.paused = true,
            Event::Resume => {
                self.model.paused = false;
                self.model.forgive();
                self.endpoint.health = Health::default();
            }
            Event::Acknowledge => {
                self.model.acknowledge();
                let known = |one: Incident| one.acknowledge(self.now());
                self.endpoint.incident = self.endpoint.incident.map(known);
            }
            Event::Remind => self.remind(),
            Event::Expire => self.all(|world, which| {
                if world.model.is_expired(which) {
                    world.cancel(which, DeliveryError::Expired);
                }
            }),
        }
    }

    fn now(&self) -> OffsetDateTime {
        instant(self.model.now)
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
        if self.deliveries.len() < MOST && !self.model.paused {
            self.model.queue();
            self.deliveries.push(Delivery::queued(self.now()));
        }
    }

    fn take(&mut self, which: usize) {
        let now = self.now();
        let taken = self.deliveries[which].take(now, now + LEASE);
        assert_eq!(taken.is_ok(), self.model.may_take(which));
        let room = usize::try_from(self.endpoint.health.room(now)).unwrap();
        if self.model.cools_down() {
            assert_eq!(room, 0);
        } else if self.model.probes() {
            assert_eq!(room, 1);
        } else {
            assert!(room >= 1);
        }
        let has_place = self.model.running() < room && !self.model.paused;
        if let Ok(taken) = taken
            .map_err(drop)
            .and_then(|taken| has_place.then_some(taken).ok_or(()))
        {
            self.deliveries[which] = taken;
            self.model.take(which);
        }
    }

    fn end(&mut self, which: usize, (outcome, spread): (Outcome, u64)) {
        let parcel = &self.model.parcels[which];
        let ended = Ended {
            verdict: verdict(outcome),
            destination: if parcel.version == self.model.version {
                Destination::Unchanged
            } else {
                Destination::Changed
            },
            now: self.now(),
            spread,
        };
        let runs = parcel.status == "sending";
        let policy = Policy::default();
        let settled = settle(self.deliveries[which], self.endpoint, ended, &policy);
        assert_eq!(settled.is_ok(), runs);
        let Ok(settled) = settled else {
            return;
        };
        let window = self.model.end(which, outcome);
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
        // the contract says how far the jitter goes, and not how it is drawn
        if let (Some((least, most)), State::Pending { due }) = (window, settled.delivery.state) {
            assert!(
                instant(least) <= due && due <= instant(most),
                "{due} is not within {least}..={most}"
            );
            self.model.parcels[which].due = nanoseconds(due);
        }
    }

    fn reap(&mut self, which: usize) {
        let parcel = &self.model.parcels[which];
        if parcel.status == "sending" && parcel.lease <= self.model.now {
            self.end(which, (Outcome::Lost, 0));
        }
    }

    fn replay(&mut self, which: usize) {
        // the caller refuses when the destination is another now
        if self.model.parcels[which].version != self.model.version {
            return;
        }
        let replayed = self.deliveries[which].replay(self.now());
        assert_eq!(replayed.is_ok(), self.model.replay(which));
        self.deliveries[which] = replayed.unwrap_or(self.deliveries[which]);
    }

    fn cancel(&mut self, which: usize, why: DeliveryError) {
        let cancelled = self.deliveries[which].cancel(why);
        assert_eq!(cancelled.is_ok(), self.model.cancel(which, why.code()));
        self.deliveries[which] = cancelled.unwrap_or(self.deliveries[which]);
    }

    fn move_away(&mut self) {
        self.all(|world, which| world.cancel(which, DeliveryError::SubscriptionChanged));
        self.model.version += 1;
        self.model.forgive();
        self.endpoint.health = Health::default();
    }

    fn remind(&mut self) {
        let incident = self.endpoint.incident;
        let reminded = incident.and_then(|one| one.remind(self.now(), &Policy::default()));
        assert_eq!(reminded.is_some(), self.model.remind());
        self.endpoint.incident = reminded.or(incident);
    }

    fn compare(&self) {
        let model = &self.model;
        let health = self.endpoint.health;
        assert_eq!(health.failures, model.strikes);
        assert_eq!(health.cooldown_until, model.cooldown.map(instant));
        let trouble = self.endpoint.incident.as_ref().map(trouble);
        let expected = model.trouble.clone().map(|mut trouble| {
            // an acknowledged incident has none
            if trouble.acknowledged.is_some() {
                trouble.next_reminder = 0;
            }
            trouble
        });
        assert_eq!(trouble, expected);
        assert_eq!(
            (self.opened, self.resolved),
            (model.opened, model.recoveries)
        );
        for (delivery, parcel) in self.deliveries.iter().zip(&model.parcels) {
            assert_eq!(delivery.state.code(), parcel.status);
            assert_eq!(delivery.attempts, parcel.attempts);
            assert_eq!(delivery.cycle, parcel.cycle);
            assert_eq!(delivery.replays, parcel.replays);
            assert_eq!(delivery.last_error.map(DeliveryError::code), parcel.error);
            match delivery.state {
                State::Pending { due } => assert_eq!(due, instant(parcel.due)),
                State::Sending { lease_until } => assert_eq!(lease_until, instant(parcel.lease)),
                State::Delivered { .. } | State::Failed | State::Cancelled => {}
            }
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
            let taken = is.attempts > was.attempts;
            if taken {
                let now = self.now();
                assert!(matches!(was.state, State::Pending { due } if due <= now));
                assert!(
                    self.endpoint
                        .health
                        .cooldown_until
                        .is_none_or(|end| end <= now)
                );
                assert!(!self.model.paused);
            }
        }
    }
}

fn instant(nanoseconds: i64) -> OffsetDateTime {
    START + Duration::nanoseconds(nanoseconds)
}

fn nanoseconds(at: OffsetDateTime) -> i64 {
    i64::try_from((at - START).whole_nanoseconds()).unwrap()
}

fn trouble(incident: &Incident) -> Trouble {
    let (acknowledged, next_reminder) = match incident.state {
        IncidentState::Open { remind_at } => (None, nanoseconds(remind_at)),
        IncidentState::Acknowledged { at } => (Some(nanoseconds(at)), 0),
        IncidentState::Resolved { .. } => panic!("an endpoint keeps no incident that is over"),
    };
    Trouble {
        cause: incident.cause.code(),
        since: nanoseconds(incident.opened_at),
        acknowledged,
        next_reminder,
        reminders: incident.reminders,
    }
}

fn verdict(outcome: Outcome) -> Verdict {
    let transient = |error| Verdict::Transient {
        error,
        retry_after: None,
    };
    match outcome {
        Outcome::Status(status, asked) => Verdict::of_status(status, asked.map(Duration::seconds)),
        Outcome::Denied => Verdict::Permanent(DeliveryError::DestinationDenied),
        Outcome::TimedOut => transient(DeliveryError::Timeout),
        Outcome::SecretClosed => transient(DeliveryError::Encryption),
        Outcome::Lost => Verdict::Lost,
    }
}
