//! When a channel is told of which conditions. One ledger is of one channel: what it was told, and what it is to be told.
//!
//! * A condition is told when it has stood for [`Policy::after`] without a break; what ends before is never told.
//! * One that was told is told to be over when it has been gone for as long without a break.
//! * In between it is told again when the last time is [`Policy::reminder`] ago; a digest
//!   ([`AlarmKind::is_digest`](super::AlarmKind::is_digest)) only if there are more things than were told.
//! * All that is to be told at once is one message, and the next one is made [`Policy::after`] later at the earliest.
//! * A message that the channel does not take is sent again, the same under the same id, after 30 s, 1 min, 2 min and so on, or
//!   later where the channel asks for that, but after an hour at the latest. What was not taken for an hour is made anew of what stands then.
//! * What could not be looked at ([`Observation::unclear`]) stays as it was: it is told neither to begin, nor to stand, nor to be over.
//! * Nothing counts as told before the channel took it. So each condition is told at least once.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Alarm;
use super::observation::Observation;

/// Conditions of a kind that a ledger has at most; more are not noted until others are over.
pub const MOST_OF_KIND: usize = 50;

/// The pause after the first failed attempt; twice as long after each further one.
pub const FIRST_PAUSE: Duration = Duration::seconds(30);

/// The longest pause.
pub const LONGEST_PAUSE: Duration = Duration::HOUR;

/// A message that was tried in vain is made anew when it is so old.
pub const STALE: Duration = Duration::HOUR;

/// When what is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// How long a condition stands before it is told, and is gone before that is told.
    pub after: Duration,
    /// Between two times at which a condition that stands is told.
    pub reminder: Duration,
}

/// That a condition was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// When it was told last.
    pub at: OffsetDateTime,
    /// Of how many things it was then, or the least of which it has been since.
    pub size: u64,
}

/// A condition as one channel knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// As it stood last.
    pub alarm: Alarm,
    /// Since when it stands.
    pub since: OffsetDateTime,
    /// When it was told.
    pub told: Option<Told>,
    /// Since when it stands no more.
    pub gone_since: Option<OffsetDateTime>,
}

/// What is told of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// It needs a person.
    Begun,
    /// It still does.
    Reminded,
    /// It does no more.
    Ended,
}

impl What {
    /// Everything that is told.
    pub const ALL: [Self; 3] = [Self::Begun, Self::Reminded, Self::Ended];

    /// How stores name it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Reminded => "reminded",
            Self::Ended => "ended",
        }
    }

    /// What has this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|what| what.code() == code)
    }
}

/// One thing that is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// What.
    pub what: What,
    /// Of which condition, as it stood then.
    pub alarm: Alarm,
    /// Since when it stood.
    pub since: OffsetDateTime,
}

/// A message on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The same in every attempt.
    pub id: Uuid,
    /// When it was made.
    pub made_at: OffsetDateTime,
    /// Attempts that failed in a row, of the messages before it too.
    pub failures: u32,
    /// When it is to be sent.
    pub due_at: OffsetDateTime,
    /// What it tells.
    pub news: Vec<News>,
}

/// What one channel was told and is to be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Conditions that stand, or that it was told.
    pub entries: Vec<Entry>,
    /// The message that it is to be sent.
    pub pending: Option<Pending>,
    /// When it took a message last.
    pub sent_at: Option<OffsetDateTime>,
}

impl Ledger {
    /// With what is seen now.
    #[must_use]
    pub fn observed(self, seen: &Observation, now: OffsetDateTime) -> Self {
        let mut ledger = self.not_later_than(now);
        let pending = ledger.pending.take();
        let is_pending = |alarm: &Alarm| {
            let news = pending.iter().flat_map(|pending| &pending.news);
            news.clone().any(|news| news.alarm.is_same(alarm))
        };
        for entry in &mut ledger.entries {
            if let Some(alarm) = seen.find(&entry.alarm) {
                entry.alarm = alarm.clone();
                if entry.gone_since.take().is_some() && entry.told.is_none() {
                    entry.since = now;
                }
                if let Some(told) = &mut entry.told {
                    told.size = told.size.min(alarm.size());
                }
            } else if seen.is_clear(&entry.alarm) {
                entry.gone_since = entry.gone_since.or(Some(now));
            }
        }
        ledger.entries.retain(|entry| {
            entry.gone_since.is_none() || entry.told.is_some() || is_pending(&entry.alarm)
        });
        for alarm in &seen.standing {
            let of_kind = ledger.entries.iter().map(|entry| &entry.alarm);
            let mut of_kind = of_kind.filter(|it| it.kind() == alarm.kind());
            let has_room = of_kind.clone().count() < MOST_OF_KIND;
            if has_room && !of_kind.any(|it| it.is_same(alarm)) {
                ledger.entries.push(Entry {
                    alarm: alarm.clone(),
                    since: now,
                    told: None,
                    gone_since: None,
                });
            }
        }
        ledger.pending = pending;
        ledger
    }

    /// With the message that is to be sent, under this id if it is a new one: of what is seen now, and was noted
    /// ([`Ledger::observed`]).
    #[must_use]
    pub fn composed(
        mut self,
        seen: &Observation,
        id: Uuid,
        now: OffsetDateTime,
        policy: &Policy,
    ) -> Self {
        let is_stale = |old: &Pending| old.failures > 0 && now - old.made_at >= STALE;
        let before = match self.pending.take() {
            Some(pending) if !is_stale(&pending) => {
                self.pending = Some(pending);
                return self;
            }
            before => before,
        };
        if before.is_none() && self.sent_at.is_some_and(|at| now - at < policy.after) {
            return self;
        }
        let clear = self.entries.iter().filter(|it| seen.is_clear(&it.alarm));
        let news = clear.filter_map(|entry| {
            Some(News {
                what: entry.to_be_told(now, policy)?,
                alarm: entry.alarm.clone(),
                since: entry.since,
            })
        });
        let mut news: Vec<News> = news.collect();
        news.sort_by_key(|news| (news.what == What::Ended, news.alarm.kind()));
        if !news.is_empty() {
            self.pending = Some(Pending {
                id,
                made_at: now,
                failures: before.as_ref().map_or(0, |before| before.failures),
                due_at: before.map_or(now, |before| before.due_at),
                news,
            });
        }
        self
    }

    /// The message that is to be sent now.
    pub fn due(&self, now: OffsetDateTime) -> Option<&Pending> {
        self.pending.as_ref().filter(|it| it.due_at <= now)
    }

    /// The channel took the message.
    #[must_use]
    pub fn sent(mut self, now: OffsetDateTime) -> Self {
        let Some(pending) = self.pending.take() else {
            return self;
        };
        for News { what, alarm, .. } in pending.news {
            let entry = self.entries.iter_mut().find(|it| it.alarm.is_same(&alarm));
            let Some(entry) = entry else { continue };
            if what != What::Ended {
                let size = alarm.size().min(entry.alarm.size());
                entry.told = Some(Told { at: now, size });
            } else if entry.gone_since.is_none() {
                // it came back on the way: it has to stand anew
                entry.since = now;
                entry.told = None;
            } else {
                entry.told = None;
            }
        }
        self.entries
            .retain(|entry| entry.gone_since.is_none() || entry.told.is_some());
        self.sent_at = Some(now);
        self
    }

    /// The channel did not take the message, and may have asked for a pause.
    #[must_use]
    pub fn failed(mut self, asked: Option<Duration>, now: OffsetDateTime) -> Self {
        if let Some(pending) = &mut self.pending {
            let doublings = pending.failures.min(7);
            let pause = (FIRST_PAUSE * 2_i32.pow(doublings)).max(asked.unwrap_or_default());
            pending.failures = pending.failures.saturating_add(1);
            pending.due_at = now.saturating_add(pause.min(LONGEST_PAUSE));
        }
        self
    }

    /// Without instants that are yet to come, of a clock that was ahead.
    fn not_later_than(mut self, now: OffsetDateTime) -> Self {
        for entry in &mut self.entries {
            entry.since = entry.since.min(now);
            entry.gone_since = entry.gone_since.map(|at| at.min(now));
            if let Some(told) = &mut entry.told {
                told.at = told.at.min(now);
            }
        }
        if let Some(pending) = &mut self.pending {
            pending.made_at = pending.made_at.min(now);
            pending.due_at = pending.due_at.min(now.saturating_add(LONGEST_PAUSE));
        }
        self.sent_at = self.sent_at.map(|at| at.min(now));
        self
    }
}

impl Entry {
    fn to_be_told(&self, now: OffsetDateTime, policy: &Policy) -> Option<What> {
        match (self.told, self.gone_since) {
            (None, None) => (now - self.since >= policy.after).then_some(What::Begun),
            (Some(_), Some(gone)) => (now - gone >= policy.after).then_some(What::Ended),
            (Some(told), None) => {
                let is_more = self.alarm.size() > told.size;
                let is_wanted = is_more || !self.alarm.kind().is_digest();
                (is_wanted && now - told.at >= policy.reminder).then_some(What::Reminded)
            }
            (None, Some(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests;
