//! One endpoint by the words of the contract: counters and flags, times in nanoseconds since the start.

/// A second.
pub const SECOND: i64 = 1_000_000_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const WEEK: i64 = 7 * 24 * HOUR;

/// How an attempt ends.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// The receiver answers, and may ask for seconds of patience.
    Status(u16, Option<i64>),
    /// The destination may not be called.
    Denied,
    /// There is no answer.
    TimedOut,
    /// The secret cannot be opened.
    SecretClosed,
    /// The process died.
    Lost,
}

/// A delivery.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parcel {
    pub status: &'static str,
    pub due: i64,
    pub lease: i64,
    pub attempts: u16,
    pub cycle: u16,
    pub replays: u16,
    pub error: Option<&'static str>,
    /// When it was queued.
    pub created: i64,
    /// The version of the destination it goes to.
    pub version: u32,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    pub cause: &'static str,
    pub since: i64,
    pub acknowledged: Option<i64>,
    pub next_reminder: i64,
    pub reminders: u32,
}

/// The endpoint.
#[derive(Debug, Clone, Default)]
pub struct Naive {
    pub now: i64,
    pub paused: bool,
    pub version: u32,
    pub parcels: Vec<Parcel>,
    /// Transient failures since the last success.
    pub strikes: u32,
    /// The end of the last cooldown since the last success.
    pub cooldown: Option<i64>,
    pub trouble: Option<Trouble>,
    pub opened: u32,
    pub recoveries: u32,
}

/// From when to when the next attempt may be planned.
pub type Window = (i64, i64);

impl Naive {
    pub fn queue(&mut self) {
        self.parcels.push(Parcel {
            status: "pending",
            due: self.now,
            created: self.now,
            version: self.version,
            ..Parcel::default()
        });
    }

    pub fn may_take(&self, which: usize) -> bool {
        let parcel = &self.parcels[which];
        parcel.status == "pending" && parcel.due <= self.now
    }

    pub fn cools_down(&self) -> bool {
        self.cooldown.is_some_and(|end| self.now < end)
    }

    pub fn probes(&self) -> bool {
        self.cooldown.is_some_and(|end| self.now >= end)
    }

    pub fn running(&self) -> usize {
        let running = self.parcels.iter().filter(|one| one.status == "sending");
        running.count()
    }

    pub fn take(&mut self, which: usize) {
        let parcel = &mut self.parcels[which];
        parcel.status = "sending";
        parcel.lease = self.now + MINUTE;
        parcel.attempts += 1;
        parcel.cycle += 1;
    }

    /// The window is of the next attempt, if there is one.
    pub fn end(&mut self, which: usize, outcome: Outcome) -> Option<Window> {
        let error = error_of(outcome);
        let permanent = is_permanent(outcome);
        let outdated = self.parcels[which].version != self.version;
        if !outdated {
            self.judge(outcome, error, permanent);
        }
        let cooldown = self.cooldown.unwrap_or(0);
        let now = self.now;
        let parcel = &mut self.parcels[which];
        parcel.error = error.or(parcel.error);
        let spent = parcel.cycle == 8 || parcel.attempts == 32;
        parcel.status = match error {
            None => "delivered",
            Some(_) if permanent => "failed",
            Some(_) if outdated => "cancelled",
            Some(_) if spent => "failed",
            Some(_) => "pending",
        };
        if parcel.status == "cancelled" {
            parcel.error = Some("subscription_changed");
        }
        if parcel.status == "failed" && !outdated {
            self.open(error.unwrap());
        }
        let parcel = &self.parcels[which];
        (parcel.status == "pending").then(|| {
            let mut wait = 10 * SECOND;
            for _ in 1..parcel.cycle {
                wait = (wait * 3).min(2 * HOUR);
            }
            let asked = match outcome {
                Outcome::Status(_, Some(seconds)) => (seconds * SECOND).min(HOUR),
                _ => 0,
            };
            let least = (now + asked).max(cooldown);
            (
                least.max(now + wait / 10 * 8),
                least.max(now + wait / 10 * 12),
            )
        })
    }

    /// What an outcome means for the endpoint.
    fn judge(&mut self, outcome: Outcome, error: Option<&'static str>, permanent: bool) {
        let Some(error) = error else {
            self.strikes = 0;
            self.cooldown = None;
            self.recoveries += u32::from(self.trouble.take().is_some());
            return;
        };
        if matches!(outcome, Outcome::SecretClosed | Outcome::Lost) {
            return;
        }
        let mut pause = 0;
        if permanent {
            pause = 15 * MINUTE;
        } else {
            self.strikes += 1;
            if self.strikes >= 3 {
                pause = 5 * MINUTE;
            }
        }
        if pause > 0 {
            let end = self.now + pause;
            self.cooldown = Some(self.cooldown.unwrap_or(0).max(end));
            self.open(error);
        }
    }

    fn open(&mut self, cause: &'static str) {
        if self.trouble.is_none() {
            self.opened += 1;
            self.trouble = Some(Trouble {
                cause,
                since: self.now,
                acknowledged: None,
                next_reminder: self.now + 6 * HOUR,
                reminders: 0,
            });
        }
    }

    pub fn cancel(&mut self, which: usize, why: &'static str) -> bool {
        let parcel = &mut self.parcels[which];
        let legal = parcel.status == "pending";
        if legal {
            parcel.status = "cancelled";
            parcel.error = Some(why);
        }
        legal
    }

    pub fn replay(&mut self, which: usize) -> bool {
        let now = self.now;
        let parcel = &mut self.parcels[which];
        let legal = parcel.status == "failed" && parcel.replays < 3 && parcel.attempts < 32;
        if legal {
            parcel.status = "pending";
            parcel.due = now;
            parcel.cycle = 0;
            parcel.replays += 1;
        }
        legal
    }

    /// The worker looks every so often, and a week may have gone.
    pub fn is_expired(&self, which: usize) -> bool {
        self.now - self.parcels[which].created >= WEEK
    }

    pub fn forgive(&mut self) {
        self.strikes = 0;
        self.cooldown = None;
    }

    pub fn acknowledge(&mut self) {
        let now = self.now;
        if let Some(trouble) = &mut self.trouble {
            trouble.acknowledged.get_or_insert(now);
        }
    }

    pub fn remind(&mut self) -> bool {
        let now = self.now;
        match &mut self.trouble {
            Some(trouble) if trouble.acknowledged.is_none() && trouble.next_reminder <= now => {
                trouble.reminders += 1;
                trouble.next_reminder = now + 6 * HOUR;
                true
            }
            _ => false,
        }
    }
}

fn is_permanent(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Denied => true,
        Outcome::Status(408 | 409 | 425 | 429, _) => false,
        Outcome::Status(status, _) => (400..500).contains(&status),
        _ => false,
    }
}

fn error_of(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Status(status, _) if (200..300).contains(&status) => None,
        Outcome::Status(..) => Some("http_error"),
        Outcome::Denied => Some("destination_denied"),
        Outcome::TimedOut => Some("timeout"),
        Outcome::SecretClosed => Some("encryption_error"),
        Outcome::Lost => Some("lease_expired"),
    }
}
