mod audit;
mod command;
mod desk;

use async_trait::async_trait;
use domain::access::Tenant;
use domain::webhook::EventFilter;
use domain::webhook::endpoint::Health;
use domain::webhook::incident::Incident;
use time::OffsetDateTime;
use uuid::Uuid;

pub use audit::{AuditEntry, AuditTarget};
pub use command::{
    CommandContext, CommandEffect, CommandOutcome, NewSecret, NewSubscription, QueuedAgain,
    SecretRotation, WebhookCommand,
};
pub use desk::{EventPlace, TroubledWorkspace, WebhookDeskStore, WebhookThing, WrittenEvent};
pub use domain::webhook::subscription::CommandRefusal;

use crate::deliveries::{DeliveryDetail, ListedDelivery};
use crate::{IdempotencyClaim, Outcome, StoreError};

/// A subscription as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Public id.
    pub id: Uuid,
    /// Where events go, in its stored spelling.
    pub url: String,
    /// Which events.
    pub events: EventFilter,
    /// Switched on or off by its owner.
    pub enabled: bool,
    /// How its endpoint fares.
    pub health: Health,
    /// Its incident that is not resolved.
    pub incident: Option<NamedIncident>,
    /// Its preparation of a new secret that waits to be activated.
    pub rotation: Option<PreparedRotation>,
    /// When it was registered.
    pub created_at: OffsetDateTime,
    /// When its owner changed it last.
    pub updated_at: OffsetDateTime,
}

impl Subscription {
    /// As it is seen at an instant: without a cooldown and a preparation that are over.
    #[must_use]
    pub fn at(mut self, now: OffsetDateTime) -> Self {
        self.health.cooldown_until = self.health.cooldown_until.filter(|until| *until > now);
        self.rotation = self.rotation.filter(|rotation| rotation.expires_at > now);
        self
    }
}

/// An incident with its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedIncident {
    /// Public id.
    pub id: Uuid,
    /// The incident.
    pub incident: Incident,
}

/// A preparation of a new secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreparedRotation {
    /// Public id.
    pub id: Uuid,
    /// Until when it can be activated.
    pub expires_at: OffsetDateTime,
}

/// A page of a list, the newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// Only what comes after this place, the `next` of the page before; `None`: from the beginning.
    pub after: Option<i64>,
    /// How many.
    pub limit: u32,
}

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// How many there are in all.
    pub total: u64,
    /// This page's.
    pub items: Vec<T>,
    /// Where the next page begins; `None` when there is none.
    pub next: Option<i64>,
}

/// Summary of the deliveries that are kept (D-49).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeliverySummary {
    /// Deliveries by the code of their state.
    pub by_status: Vec<(&'static str, u64)>,
    /// Deliveries by the code of what went wrong last.
    pub by_error: Vec<(&'static str, u64)>,
    /// Attempts that ended.
    pub attempts: u64,
    /// Duration in milliseconds below which half of them, and 95 % of them, stayed.
    pub duration_ms: Option<(u64, u64)>,
    /// When the oldest delivery was queued that waits or is being sent.
    pub oldest_pending: Option<OffsetDateTime>,
    /// Incidents that are not resolved.
    pub open_incidents: u64,
}

/// Subscriptions, as their owners manage them.
#[async_trait]
pub trait WebhookStore: Send + Sync {
    /// Does what is commanded, once for its key if it has one, with its entry in the audit. What a state does
    /// not allow leaves an entry as well, and the key unused.
    async fn apply(
        &self,
        context: &CommandContext,
        command: &WebhookCommand,
        claim: Option<&IdempotencyClaim>,
    ) -> Result<Outcome<CommandOutcome, CommandRefusal>, StoreError>;

    /// Writes an entry of what was refused before it came to a command.
    async fn insert_audit(&self, tenant: Tenant, entry: &AuditEntry) -> Result<(), StoreError>;

    /// The owner's subscription with this id.
    async fn find_subscription(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<Subscription>, StoreError>;

    /// The owner's subscriptions.
    async fn list_subscriptions(
        &self,
        tenant: Tenant,
        page: PageRequest,
    ) -> Result<Page<Subscription>, StoreError>;

    /// The owner's delivery with this id, with the bytes that are, or were, sent for it.
    async fn find_delivery(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<DeliveryDetail>, StoreError>;

    /// The owner's deliveries, of one subscription or of all; `None` when the owner has no such
    /// subscription.
    async fn list_deliveries(
        &self,
        tenant: Tenant,
        subscription: Option<Uuid>,
        page: PageRequest,
    ) -> Result<Option<Page<ListedDelivery>>, StoreError>;

    /// A summary of the owner's deliveries.
    async fn summarize(&self, tenant: Tenant) -> Result<DeliverySummary, StoreError>;

    /// The owner's newest entries of the audit.
    async fn list_audit(&self, tenant: Tenant, limit: u32) -> Result<Vec<AuditEntry>, StoreError>;
}
