use domain::webhook::attempt::Endpoint;
use domain::webhook::delivery::{Delivery, DeliveryError, LEASE, State, Verdict};
use domain::webhook::incident::{Incident, IncidentState};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Between two reminders of an incident.
const REMINDER: Duration = Duration::hours(6);

/// How an attempt ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The receiver answers, and may ask to be left alone for a while.
    Status(u16, Option<Duration>),
    /// There is no answer, for this reason.
    Error(DeliveryError),
    /// Nobody knows: its process died.
    Lost,
}

/// A delivery of an event to a subscription.
#[derive(Debug, Clone)]
pub struct Sent {
    /// Its id, for whoever compares; `None` until it was shown.
    pub id: Option<Uuid>,
    /// Number of its event.
    pub event: usize,
    /// Number of its subscription.
    pub to: usize,
    /// The version of the subscription that it goes to.
    pub version: u32,
    /// When it was queued.
    pub queued_at: OffsetDateTime,
    /// How it stands; while it waits with the jitter unknown, `due` is the earliest instant.
    pub is: Delivery,
    /// The latest instant at which it may be due, while the jitter is unknown.
    pub latest: Option<OffsetDateTime>,
    /// It was cancelled although its watch was there and active, and the price was below the target.
    pub is_owed: bool,
    /// It was cancelled while the price was below the target, and its watch was paused.
    pub is_silenced: bool,
}

/// A subscription with its endpoint.
#[derive(Debug, Clone, Default)]
pub struct Subscription {
    /// Its id, for whoever compares.
    pub id: Uuid,
    /// Whose it is.
    pub workspace: usize,
    /// Where events go.
    pub url: String,
    /// It is told of watches.
    pub wants_watches: bool,
    /// Its owner paused it.
    pub is_paused: bool,
    /// Its owner removed it.
    pub is_gone: bool,
    /// Counts changes of URL and filter.
    pub version: u32,
    /// How its endpoint fares.
    pub endpoint: Endpoint,
    /// Incidents that were opened, ever.
    pub opened: u32,
    /// Incidents that were resolved, ever.
    pub resolved: u32,
}

impl Outcome {
    /// What went wrong, if anything.
    pub const fn error(self) -> Option<DeliveryError> {
        match self {
            Self::Status(200..=299, _) => None,
            Self::Status(..) => Some(DeliveryError::Http),
            Self::Error(error) => Some(error),
            Self::Lost => Some(DeliveryError::LeaseExpired),
        }
    }

    /// Whether another attempt would fare no better.
    pub const fn is_permanent(self) -> bool {
        match self {
            Self::Status(408 | 409 | 425 | 429, _) | Self::Lost => false,
            Self::Status(status, _) => status >= 400 && status < 500,
            Self::Error(error) => matches!(error, DeliveryError::DestinationDenied),
        }
    }

    /// Whether it is the receiver's fault, if it is one.
    const fn counts(self) -> bool {
        !matches!(self, Self::Lost | Self::Error(DeliveryError::Encryption))
    }

    /// In the words in which the product is told of it.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Status(status, asked) => Verdict::of_status(status, asked),
            Self::Error(error) if self.is_permanent() => Verdict::Permanent(error),
            Self::Error(error) => Verdict::Transient {
                error,
                retry_after: None,
            },
            Self::Lost => Verdict::Lost,
        }
    }
}

impl Sent {
    /// One that is due at once.
    pub const fn queued(event: usize, to: usize, version: u32, now: OffsetDateTime) -> Self {
        Self {
            id: None,
            event,
            to,
            version,
            queued_at: now,
            is: Delivery::queued(now),
            latest: None,
            is_owed: false,
            is_silenced: false,
        }
    }

    /// Whether it waits.
    pub const fn waits(&self) -> bool {
        matches!(self.is.state, State::Pending { .. })
    }

    /// Whether an attempt runs.
    pub const fn runs(&self) -> bool {
        matches!(self.is.state, State::Sending { .. })
    }

    /// Whether the time of its next attempt has come.
    pub fn is_due(&self, now: OffsetDateTime) -> bool {
        matches!(self.is.state, State::Pending { due } if due <= now)
    }

    /// An attempt begins.
    pub fn begin(&mut self, now: OffsetDateTime) {
        let lease_until = now + LEASE;
        self.is.state = State::Sending { lease_until };
        self.is.attempts += 1;
        self.is.cycle += 1;
    }

    /// Its attempt ends, at an endpoint that cools down until then. `changed` says why it is not wanted
    /// there any more.
    pub fn end(
        &mut self,
        outcome: Outcome,
        now: OffsetDateTime,
        cooldown: Option<OffsetDateTime>,
        changed: Option<DeliveryError>,
    ) {
        let is = &mut self.is;
        let Some(error) = outcome.error() else {
            is.state = State::Delivered { at: now };
            return;
        };
        is.last_error = Some(error);
        if outcome.is_permanent() {
            is.state = State::Failed;
        } else if let Some(why) = changed {
            is.state = State::Cancelled;
            is.last_error = Some(why);
        } else if is.cycle == 8 || is.attempts == 32 {
            is.state = State::Failed;
        } else {
            let mut wait = Duration::seconds(10);
            for _ in 1..is.cycle {
                wait = (wait * 3_i32).min(Duration::hours(2));
            }
            let asked = match outcome {
                Outcome::Status(_, Some(asked)) => asked.min(Duration::HOUR),
                _ => Duration::ZERO,
            };
            let least = cooldown.max(Some(now + asked)).unwrap_or(now);
            let due = least.max(now + wait * 8 / 10);
            is.state = State::Pending { due };
            self.latest = Some(least.max(now + wait * 12 / 10));
        }
    }

    /// It is not to be delivered any more; whether that is possible.
    pub fn cancel(&mut self, why: DeliveryError) -> bool {
        let waits = self.waits();
        if waits {
            self.is.state = State::Cancelled;
            self.is.last_error = Some(why);
        }
        waits
    }

    /// Its owner wants it tried again; whether that is possible.
    pub fn replay(&mut self, now: OffsetDateTime) -> bool {
        let is = &mut self.is;
        let is_legal = is.state == State::Failed && is.replays < 3 && is.attempts < 32;
        if is_legal {
            is.state = State::Pending { due: now };
            is.cycle = 0;
            is.replays += 1;
        }
        is_legal
    }

    /// Whether it stands as it is shown; where in the jitter its next attempt was put is taken over. Instants
    /// may be rounded by so much.
    pub fn agrees(&mut self, shown: &Delivery, slip: Duration) -> bool {
        let latest = self.latest.take();
        if let (State::Pending { due }, State::Pending { due: shown }) =
            (&mut self.is.state, shown.state)
            && *due - slip <= shown
            && shown <= latest.unwrap_or(*due) + slip
        {
            *due = shown;
        }
        self.is == *shown
    }
}

impl Subscription {
    /// How many attempts its endpoint may have at a time, if it is called at all.
    pub fn room(&self, now: OffsetDateTime) -> usize {
        match self.endpoint.health.cooldown_until {
            Some(until) if until > now => 0,
            Some(_) => 1,
            None if self.endpoint.health.failures > 0 => 2,
            None => 16,
        }
    }

    /// What an attempt at the present destination makes of its endpoint; whether it began to cool down.
    pub(crate) fn feel(&mut self, outcome: Outcome, now: OffsetDateTime) -> bool {
        if outcome.error().is_none() {
            self.forgive();
            return false;
        }
        if !outcome.counts() {
            return false;
        }
        let health = &mut self.endpoint.health;
        let pause = if outcome.is_permanent() {
            Duration::minutes(15)
        } else {
            health.failures += 1;
            if health.failures < 3 {
                return false;
            }
            Duration::minutes(5)
        };
        health.cooldown_until = health.cooldown_until.max(Some(now + pause));
        true
    }

    /// What failed is forgotten.
    pub fn forgive(&mut self) {
        self.endpoint.health.failures = 0;
        self.endpoint.health.cooldown_until = None;
    }

    /// Something is wrong with it: the workspace is told, if it does not know yet.
    pub(crate) fn open(&mut self, cause: DeliveryError, now: OffsetDateTime) {
        if self.endpoint.incident.is_none() {
            self.opened += 1;
            self.endpoint.incident = Some(Incident {
                state: IncidentState::Open {
                    remind_at: now + REMINDER,
                },
                cause,
                opened_at: now,
                reminders: 0,
            });
        }
    }

    /// It works.
    pub(crate) fn resolve(&mut self) {
        let was_open = self.endpoint.incident.take().is_some();
        self.resolved += u32::from(was_open);
    }

    /// Somebody knows of its incident: there are no more reminders.
    pub fn acknowledge(&mut self, now: OffsetDateTime) {
        if let Some(incident) = &mut self.endpoint.incident
            && let IncidentState::Open { .. } = incident.state
        {
            incident.state = IncidentState::Acknowledged { at: now };
        }
    }

    /// Reminds of its incident; whether that was due.
    pub fn remind(&mut self, now: OffsetDateTime) -> bool {
        if let Some(incident) = &mut self.endpoint.incident
            && let IncidentState::Open { remind_at } = &mut incident.state
            && *remind_at <= now
        {
            *remind_at = now + REMINDER;
            incident.reminders += 1;
            return true;
        }
        false
    }
}
