use async_trait::async_trait;
use domain::alert::AskedAlert;
use domain::email::EmailAddress;
use domain::language::Language;
use domain::mail::Next;
use domain::watch::Firing;
use domain::webhook::notice::Notice;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::StoreError;

/// What a mail tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailContent {
    /// A watch fired.
    Fired(Box<Firing>),
    /// The watch of an alert fired: its mail has a link that ends the alert.
    AlertFired(Box<Firing>, Language),
    /// An alert was asked for: its mail has a link that confirms it.
    Asked(Box<AskedAlert>),
    /// An endpoint fails, or works again.
    Endpoint(Box<Notice>),
}

/// A mail that was leased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedMail {
    /// Its id, the same in every attempt: that of the event it tells of.
    pub id: Uuid,
    /// Which attempt this is, from 1: the fencing token of its record.
    pub attempt: u16,
    /// Where to.
    pub to: EmailAddress,
    /// What it tells.
    pub content: MailContent,
    /// When it was written: when what it tells of happened.
    pub created_at: OffsetDateTime,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    /// The mail.
    pub id: Uuid,
    /// The attempt.
    pub attempt: u16,
    /// What follows.
    pub next: Next,
}

/// How the outbox stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MailTally {
    /// Mails that wait or are being sent.
    pub waiting: u64,
    /// Mails that were given up, as far as they are still kept.
    pub failed: u64,
    /// When the oldest mail that waits was written.
    pub oldest_waiting: Option<OffsetDateTime>,
}

/// The outbox of mails. The firing of a watch writes to it in the transaction of the revision.
#[async_trait]
pub trait MailStore: Send + Sync {
    /// Takes up to `limit` due mails until `until`, counts the attempt, and returns them: those that
    /// wait and are due at `now`, and those whose lease ran out before `now` and have attempts left.
    /// Workspaces take turns, so that a flood of one does not hold up the others. Two callers never
    /// hold the same attempt.
    async fn lease_due(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        limit: u32,
    ) -> Result<Vec<LeasedMail>, StoreError>;

    /// Makes leases last until `until` whose attempts, each a mail's id and number, still run. One that
    /// is not the mail's current attempt any more changes nothing.
    async fn renew(&self, running: &[(Uuid, u16)], until: OffsetDateTime)
    -> Result<(), StoreError>;

    /// Records outcomes. One whose attempt is not the mail's current one any more changes nothing.
    /// Returns how many were recorded.
    async fn record(&self, records: &[MailRecord], now: OffsetDateTime) -> Result<u64, StoreError>;

    /// When the next mail is due or the next lease runs out; `None` when nothing waits.
    async fn next_due(&self) -> Result<Option<OffsetDateTime>, StoreError>;

    /// How the outbox stands.
    async fn tally(&self) -> Result<MailTally, StoreError>;

    /// Gives up one small batch of mails written before `stale` that still wait, and of those whose
    /// last lease ran out before `now`; how many that were.
    async fn give_up(&self, stale: OffsetDateTime, now: OffsetDateTime) -> Result<u64, StoreError>;

    /// Forgets one small batch of mails that ended before `before`; whether there may be more.
    async fn forget_ended(&self, before: OffsetDateTime) -> Result<bool, StoreError>;
}
