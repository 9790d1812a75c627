//! How a source fares, and when it is due again.
//!
//! | what happens | failures | due again |
//! |---|---|---|
//! | its content was imported, or is what it was | none | interval × 0.95 to 1.05 |
//! | it failed for the n-th time in a row | n | interval × 2^(n − 1), at most 24 h but never less than the interval, × 1.0 to 1.1 |
//! | it could not be run now for a reason of ours | as before | when the reason may be gone |
//! | its content is what it was, but the store holds something else by now | as before | at once, and read whatever it is |
//! | whoever ran it died | one more | the first time at once, then as after a failure |
//! | it was changed | none | at once, and read whatever it is; a run of what it was is not recorded |
//! | it is paused | as before | when it is resumed: at once |
//!
//! A failure imports nothing: the store keeps what its last snapshot said, and its offers go out of
//! date by their own time to live.
//!
//! Content that is what it was is not imported again: that the offers are as they were is written down
//! (of a full snapshot; a delta says nothing of what it does not name, and is not repeated). It is
//! imported again although it is what it was once in [`REREAD`], because prices in a feed may begin
//! and end at an instant that it states; while prices of it are held back, because seeing them again
//! may release them; and before its offers go out of date.

use time::{Duration, OffsetDateTime};

use super::{Fault, FaultClass, Interval, SourceId};
use crate::freshness::Freshness;
use crate::snapshot::SnapshotKind;

/// How long unchanged content is only confirmed.
pub const REREAD: Duration = Duration::hours(6);

/// The longest pause after failures, unless the interval is longer.
const LONGEST_PAUSE: Duration = Duration::hours(24);

/// By what content is known again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentMark {
    /// The server's entity tag; of a file, its path, size and time.
    pub etag: Option<String>,
    /// What the server said of its last change.
    pub last_modified: Option<String>,
    /// Digest of the bytes.
    pub digest: [u8; 32],
}

/// The content that was imported last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its mark.
    pub mark: ContentMark,
    /// The observation that the store holds of it.
    pub observed_at: OffsetDateTime,
    /// When it was imported; `None`: it has to be imported again, whatever it is.
    pub imported_at: Option<OffsetDateTime>,
}

/// What an import counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Rows in the feed.
    pub read: u64,
    /// Rows that became offers.
    pub accepted: u64,
    /// Rows that did not.
    pub rejected: u64,
    /// Offers that the store did not have.
    pub created: u64,
    /// Offers that it had with other content.
    pub changed: u64,
    /// Offers that it had just so.
    pub unchanged: u64,
    /// Offers that it has no more.
    pub gone: u64,
    /// Prices that are held back.
    pub quarantined: u64,
}

impl ImportCounts {
    /// Each count with its name, as they are stored and shown.
    pub const fn named(&self) -> [(&'static str, u64); 8] {
        let Self {
            read,
            accepted,
            rejected,
            created,
            changed,
            unchanged,
            gone,
            quarantined,
        } = *self;
        [
            ("read", read),
            ("accepted", accepted),
            ("rejected", rejected),
            ("created", created),
            ("changed", changed),
            ("unchanged", unchanged),
            ("gone", gone),
            ("quarantined", quarantined),
        ]
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The content was imported.
    Imported {
        /// Its mark.
        mark: ContentMark,
        /// The observation that was imported.
        observed_at: OffsetDateTime,
        /// What came of it.
        counts: ImportCounts,
    },
    /// The content is what it was.
    Unchanged {
        /// Its mark now.
        mark: ContentMark,
        /// The observation by which its offers count as seen; `None`: nothing was confirmed.
        observed_at: Option<OffsetDateTime>,
    },
    /// The content is what it was, but the store does not hold it any more.
    Overtaken,
    /// Something is wrong with the source.
    Failed(Fault),
    /// It could not be run now; the source is not to blame.
    PutOff(Duration),
}

/// The end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The source.
    pub id: SourceId,
    /// Its interval.
    pub interval: Interval,
    /// Now.
    pub now: OffsetDateTime,
}

/// A wish to run a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// Now.
    pub now: OffsetDateTime,
    /// How long it is held.
    pub until: OffsetDateTime,
    /// It is run although it is not due.
    pub at_once: bool,
}

/// What becomes of a source that somebody wants to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leased {
    /// It may be run.
    Taken(SourceState),
    /// Whoever ran it died again; it waits until it is due.
    Waits(SourceState),
    /// It is not due, or somebody else runs it.
    NotDue,
}

/// How a source fares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceState {
    /// How often it was begun to be run: the fencing token of the record.
    pub attempt: u32,
    /// It was begun to be run, and no end is recorded: see [`Self::is_run`].
    pub running: bool,
    /// When it is due; while it is being run, when that lease ends.
    pub due_at: OffsetDateTime,
    /// When it was begun to be run last.
    pub last_attempt_at: Option<OffsetDateTime>,
    /// When it was last found in order.
    pub last_success_at: Option<OffsetDateTime>,
    /// When other content than before was imported last.
    pub changed_at: Option<OffsetDateTime>,
    /// How often in a row it failed.
    pub failures: u32,
    /// What went wrong the last time, if it did.
    pub fault: Option<Fault>,
    /// The content that was imported last.
    pub known: Option<Known>,
    /// What the last import counted.
    pub counts: Option<ImportCounts>,
    /// Nobody runs it but who asks for it by its id.
    pub paused: bool,
}

impl SourceState {
    /// A source that was never run.
    pub const fn new(due_at: OffsetDateTime) -> Self {
        Self {
            attempt: 0,
            running: false,
            due_at,
            last_attempt_at: None,
            last_success_at: None,
            changed_at: None,
            failures: 0,
            fault: None,
            known: None,
            counts: None,
            paused: false,
        }
    }

    /// Whether somebody runs it now: of a run that died the lease has ended.
    pub fn is_run(&self, now: OffsetDateTime) -> bool {
        self.running && self.due_at > now
    }

    /// Whether it should be run by now, and nobody does.
    pub fn is_due(&self, now: OffsetDateTime) -> bool {
        !self.paused && self.due_at <= now
    }

    /// What becomes of the source when somebody wants to run it.
    #[must_use]
    pub fn leased(self, lease: Lease, id: SourceId, interval: Interval) -> Leased {
        let Lease {
            now,
            until,
            at_once,
        } = lease;
        if self.paused && !at_once {
            return Leased::NotDue;
        }
        let is_due = self.due_at <= now;
        if !is_due && (self.running || !at_once) {
            return Leased::NotDue;
        }
        let state = if self.running {
            self.lost(Ended { id, interval, now })
        } else {
            self
        };
        if state.due_at > now && !at_once {
            return Leased::Waits(state);
        }
        Leased::Taken(Self {
            attempt: state.attempt.saturating_add(1),
            running: true,
            due_at: until,
            last_attempt_at: Some(now),
            ..state
        })
    }

    /// The source is another one from now on: what is known of the old one says nothing of it, a run of the old one is
    /// not recorded, and it is due at once.
    #[must_use]
    pub fn changed(self, now: OffsetDateTime) -> Self {
        Self {
            attempt: self.attempt.saturating_add(1),
            running: false,
            due_at: now,
            failures: 0,
            fault: None,
            known: None,
            ..self
        }
    }

    /// The source is not run any more until it is resumed; a run that has begun ends as it would. Resumed, it is due at
    /// once unless it is being run.
    #[must_use]
    pub fn set_paused(self, paused: bool, now: OffsetDateTime) -> Self {
        let is_resumed = self.paused && !paused && !self.running;
        let due_at = if is_resumed { now } else { self.due_at };
        Self {
            due_at,
            paused,
            ..self
        }
    }

    /// Whoever ran it died.
    fn lost(self, ended: Ended) -> Self {
        let is_first = self.failures == 0;
        let text = "the run was not recorded: the process that ran it ended";
        let failed = self.failed(Fault::new(FaultClass::Lost, text), ended);
        let due_at = if is_first { ended.now } else { failed.due_at };
        Self { due_at, ..failed }
    }

    /// What follows from a run.
    #[must_use]
    pub fn after(self, outcome: Outcome, ended: Ended) -> Self {
        let now = ended.now;
        match outcome {
            Outcome::Imported {
                mark,
                observed_at,
                counts,
            } => {
                let is_new = self.known.as_ref().map(|k| k.mark.digest) != Some(mark.digest);
                let changed_at = if is_new { Some(now) } else { self.changed_at };
                let known = Known {
                    mark,
                    observed_at,
                    imported_at: Some(now),
                };
                Self {
                    known: Some(known),
                    counts: Some(counts),
                    changed_at,
                    ..self.succeeded(ended)
                }
            }
            Outcome::Unchanged { mark, observed_at } => {
                let known = self.known.clone().map(|known| Known {
                    mark,
                    observed_at: observed_at.unwrap_or(known.observed_at),
                    imported_at: known.imported_at,
                });
                Self {
                    known,
                    ..self.succeeded(ended)
                }
            }
            Outcome::Overtaken => Self {
                known: self.known.clone().map(|known| Known {
                    imported_at: None,
                    ..known
                }),
                ..self.put_off(now)
            },
            Outcome::Failed(fault) => self.failed(fault, ended),
            Outcome::PutOff(pause) => self.put_off(now + pause),
        }
    }

    /// The content that need not come again now, by which the server is asked.
    pub fn confirmable(&self, kind: SnapshotKind, freshness: Freshness) -> Option<&Known> {
        let known = self.known.as_ref()?;
        let imported_at = known.imported_at?;
        let is_kept = match kind {
            SnapshotKind::Delta => true,
            SnapshotKind::Full => {
                imported_at + REREAD > freshness.now
                    && freshness.is_fresh_after_import(known.observed_at)
                    && self.counts.is_none_or(|counts| counts.quarantined == 0)
            }
        };
        is_kept.then_some(known)
    }

    fn succeeded(self, ended: Ended) -> Self {
        let Ended { id, interval, now } = ended;
        let thousandths = part(id.spread(self.attempt), 101) + 950;
        Self {
            running: false,
            due_at: now + interval.duration() * thousandths / 1000,
            last_success_at: Some(now),
            failures: 0,
            fault: None,
            ..self
        }
    }

    fn put_off(self, due_at: OffsetDateTime) -> Self {
        Self {
            running: false,
            due_at,
            ..self
        }
    }

    fn failed(self, fault: Fault, ended: Ended) -> Self {
        let Ended { id, interval, now } = ended;
        let failures = self.failures.saturating_add(1);
        let thousandths = part(id.spread(self.attempt), 101) + 1000;
        Self {
            running: false,
            due_at: now + backoff(interval, failures) * thousandths / 1000,
            failures,
            fault: Some(fault),
            ..self
        }
    }
}

/// How long a source is left alone that failed so many times in a row, before jitter.
pub fn backoff(interval: Interval, failures: u32) -> Duration {
    let interval = interval.duration();
    // the shortest interval reaches the cap after eleven doublings
    let doublings = failures.saturating_sub(1).min(11);
    (interval * 2_i32.pow(doublings)).min(LONGEST_PAUSE.max(interval))
}

fn part(spread: u64, of: u64) -> i32 {
    i32::try_from(spread % of).unwrap_or_default()
}

#[cfg(test)]
mod tests;
