use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::ids::WorkspaceNo;
use domain::secret::Sealed;
use domain::webhook::delivery::{Delivery, DeliveryError, Verdict};
use domain::webhook::excerpt::Excerpt;
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::{EventKind, Policy};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::StoreError;

/// A delivery as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedDelivery {
    /// Public id.
    pub id: Uuid,
    /// To which subscription.
    pub subscription: Uuid,
    /// The event.
    pub event: Uuid,
    /// Its kind.
    pub kind: EventKind,
    /// How it stands.
    pub delivery: Delivery,
    /// When its event happened.
    pub created_at: OffsetDateTime,
    /// When it changed last.
    pub updated_at: OffsetDateTime,
    /// Its attempts that ended, in order.
    pub attempts: Vec<AttemptEntry>,
}

/// An attempt that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptEntry {
    /// Its number, from 1.
    pub number: u16,
    /// When it began.
    pub started_at: OffsetDateTime,
    /// When it ended, or was taken for lost.
    pub finished_at: OffsetDateTime,
    /// What the receiver answered.
    pub http_status: Option<u16>,
    /// What went wrong.
    pub error: Option<DeliveryError>,
    /// When the next attempt was planned.
    pub next_retry_at: Option<OffsetDateTime>,
}

/// A delivery with what is sent for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryDetail {
    /// As it is listed.
    pub listed: ListedDelivery,
    /// What is, or was, sent, byte for byte; `None` when its event is kept no more.
    pub payload: Option<String>,
    /// How answers began: of attempts that have an excerpt, in order.
    pub excerpts: Vec<KeptExcerpt>,
}

/// How the answer to an attempt began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptExcerpt {
    /// The attempt.
    pub attempt: u16,
    /// The beginning.
    pub excerpt: Excerpt,
}

/// A delivery that was taken for an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedDelivery {
    /// Its number in the store.
    pub no: i64,
    /// Public id.
    pub id: Uuid,
    /// Whose.
    pub workspace: WorkspaceNo,
    /// Number of its subscription in the store.
    pub endpoint: i64,
    /// Which subscription.
    pub subscription: Uuid,
    /// Where to, as it is stored.
    pub url: String,
    /// What signs it.
    pub secret: Sealed,
    /// What is prepared to sign in its place, while it can be activated.
    pub prepared: Option<Sealed>,
    /// The event.
    pub event: Uuid,
    /// Its kind.
    pub kind: EventKind,
    /// Which attempt this is, from 1: the fencing token of its record.
    pub attempt: u16,
    /// The exact bytes to send.
    pub payload: String,
    /// When it was due.
    pub due_at: OffsetDateTime,
}

/// An attempt that ended, or was lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedAttempt {
    /// Number of the delivery.
    pub no: i64,
    /// Number of its subscription.
    pub endpoint: i64,
    /// The attempt.
    pub attempt: u16,
    /// When it began.
    pub started_at: OffsetDateTime,
    /// When it ended.
    pub finished_at: OffsetDateTime,
    /// What the receiver answered.
    pub http_status: Option<u16>,
    /// How it went.
    pub verdict: Verdict,
    /// Any number, for the jitter.
    pub spread: u64,
    /// How the answer began, where that is kept.
    pub excerpt: Option<Excerpt>,
}

/// What maintenance of deliveries did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MaintenanceReport {
    /// Events of which deliveries were made, or that nobody asks for.
    pub fanned_out: u64,
    /// Deliveries that were made of them.
    pub queued: u64,
    /// Products that changed and whose deliveries were looked for, or whose watches were looked at; a product counts
    /// once for each.
    pub checked: u64,
    /// Watches that fired.
    pub fired: u64,
    /// Deliveries that were judged by the prices of now.
    pub judged: u64,
    /// Attempts whose lease had run out.
    pub lost: u64,
    /// Deliveries that were cancelled.
    pub cancelled: u64,
    /// Deliveries that took the place of cancelled ones.
    pub requeued: u64,
    /// Reminders.
    pub reminded: u64,
}

impl MaintenanceReport {
    /// Whether anything was done: then there may be more.
    pub const fn is_some(self) -> bool {
        self.fanned_out + self.checked + self.judged + self.lost + self.reminded > 0
    }

    /// What two calls did.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            fanned_out: self.fanned_out + other.fanned_out,
            queued: self.queued + other.queued,
            checked: self.checked + other.checked,
            fired: self.fired + other.fired,
            judged: self.judged + other.judged,
            lost: self.lost + other.lost,
            cancelled: self.cancelled + other.cancelled,
            requeued: self.requeued + other.requeued,
            reminded: self.reminded + other.reminded,
        }
    }
}

/// What of all workspaces waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeliveryTally {
    /// Events of which deliveries are still to be made.
    pub events: u64,
    /// Deliveries that wait.
    pub pending: u64,
    /// Deliveries that are being sent.
    pub sending: u64,
    /// When the oldest of them was queued that is due and whose endpoint may be used.
    pub oldest_due: Option<OffsetDateTime>,
    /// Incidents that are not resolved.
    pub open_incidents: u64,
    /// The time by the store's own clock, if it has one: leases of several processes rest on theirs.
    pub store_clock: Option<OffsetDateTime>,
}

/// Instants before which things are forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forgetting {
    /// Now: preparations of secrets expire.
    pub now: OffsetDateTime,
    /// Deliveries with their attempts.
    pub deliveries: OffsetDateTime,
    /// Entries of the audit, resolved incidents and ended rotations.
    pub audit: OffsetDateTime,
    /// Secrets in remembered answers.
    pub answers: OffsetDateTime,
}

/// Deliveries, as workers see them. A revision writes events, of which [`fan_out`](DeliveryStore::fan_out) makes
/// deliveries; those of a test are queued in the transaction of the step that makes them.
#[async_trait]
pub trait DeliveryStore: Send + Sync {
    /// Takes due deliveries until `until`, as many as there are places for, writes their attempts, and
    /// returns them, with the secret that is prepared for their endpoint while it can be activated. The endpoints
    /// share the places fairly, the oldest of each first; an endpoint that cools down or is switched off gets none,
    /// one that probes gets one in all processes together. Two callers never hold the same attempt.
    async fn lease_due(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        places: &DeliveryCapacity,
    ) -> Result<Vec<LeasedDelivery>, StoreError>;

    /// Records outcomes, closes their attempts, and writes what follows for endpoints, incidents and the
    /// mails about them. One whose attempt is not the delivery's current one any more changes nothing.
    /// Returns how many were recorded. The excerpts of the last [`EXCERPTS_KEPT`](domain::webhook::excerpt::EXCERPTS_KEPT)
    /// attempts stay, counted from the newest that has one, as long as the delivery does.
    async fn record(
        &self,
        finished: &[FinishedAttempt],
        policy: &Policy,
        now: OffsetDateTime,
    ) -> Result<u64, StoreError>;

    /// When the next delivery can be taken by a process with these places; `None` when none waits, or only
    /// for places.
    async fn next_due(
        &self,
        now: OffsetDateTime,
        places: &DeliveryCapacity,
    ) -> Result<Option<OffsetDateTime>, StoreError>;

    /// Does one small batch of what lies between an event and its attempts. Events are queued, each once, for
    /// the live subscriptions of their workspaces that are switched on then and ask for them; workspaces take
    /// turns. Deliveries about products that changed, or whose evidence ran out, are judged: what is not true
    /// any more is cancelled, or replaced by a new event. Until it is judged, no such delivery is leased. Before all
    /// that, watches are looked at that a change for a whole store, or a revision that moves very many of them, has left;
    /// until then deliveries about their products wait. Those of a product that cannot be looked at stay, are logged, and keep
    /// no others waiting, nor deliveries about others.
    async fn fan_out(&self, freshness: Freshness) -> Result<MaintenanceReport, StoreError>;

    /// Does one small batch of what no attempt does: takes attempts for lost whose lease ran out; reminds of
    /// incidents.
    async fn keep(
        &self,
        now: OffsetDateTime,
        policy: &Policy,
    ) -> Result<MaintenanceReport, StoreError>;

    /// Cancels one small batch of what waits for a destination that is another one now, or has waited for
    /// too long; forgets one of what is past its time; whether there may be more of either.
    async fn forget_old(&self, before: &Forgetting) -> Result<bool, StoreError>;

    /// How deliveries stand.
    async fn tally_deliveries(&self, now: OffsetDateTime) -> Result<DeliveryTally, StoreError>;
}
