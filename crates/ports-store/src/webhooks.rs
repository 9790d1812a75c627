use async_trait::async_trait;
use domain::access::Tenant;
use domain::secret::Sealed;
use domain::watch::Freshness;
use domain::webhook::EventFilter;
use domain::webhook::audit::Action;
use domain::webhook::endpoint::Health;
use domain::webhook::incident::Incident;
use domain::webhook_url::WebhookUrl;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::deliveries::ListedDelivery;
use crate::{AnswerOf, IdempotencyClaim, Outcome, StoreError};

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
    /// Its preparation of a new secret that waits to be activated; one whose time is over is left out by
    /// the caller.
    pub rotation: Option<PreparedRotation>,
    /// When it was registered.
    pub created_at: OffsetDateTime,
    /// When its owner changed it last.
    pub updated_at: OffsetDateTime,
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

/// A subscription that is wanted.
#[derive(Debug, Clone)]
pub struct NewSubscription {
    /// Its id.
    pub id: Uuid,
    /// Where events go.
    pub url: WebhookUrl,
    /// Which events.
    pub events: EventFilter,
    /// Its signing secret.
    pub secret: Sealed,
}

/// What its owner does to a subscription, or to one of its deliveries.
#[derive(Debug, Clone)]
pub enum Step {
    /// Registers one.
    Create(NewSubscription),
    /// Changes it; `None` leaves a property as it is. Another URL or another filter cancels what is
    /// pending; switching it on, or another URL, ends a cooldown.
    Change {
        /// Which one.
        id: Uuid,
        /// The new URL.
        url: Option<WebhookUrl>,
        /// The new filter.
        events: Option<EventFilter>,
        /// On or off.
        enabled: Option<bool>,
    },
    /// Removes it: what is pending is cancelled, its secrets are erased.
    Remove {
        /// Which one.
        id: Uuid,
    },
    /// Queues a test event.
    Test {
        /// To which one.
        id: Uuid,
        /// The event.
        event: Uuid,
        /// Its envelope, byte for byte.
        payload: String,
        /// How long after the last accepted test.
        interval: Duration,
    },
    /// Tries a failed delivery again.
    Replay {
        /// Which one.
        delivery: Uuid,
        /// How long offers stay true.
        freshness: Freshness,
    },
    /// Stops the reminders of an incident.
    Acknowledge {
        /// Of which one.
        id: Uuid,
        /// The incident.
        incident: Uuid,
    },
    /// Prepares a new secret.
    Prepare {
        /// For which one.
        id: Uuid,
        /// The rotation.
        rotation: Uuid,
        /// The new secret.
        secret: Sealed,
    },
    /// Makes the prepared secret the one that signs; the old one is erased.
    Activate {
        /// Of which one.
        id: Uuid,
        /// The rotation.
        rotation: Uuid,
    },
    /// Discards the prepared secret.
    Cancel {
        /// Of which one.
        id: Uuid,
        /// The rotation.
        rotation: Uuid,
    },
}

/// A step with its circumstances.
#[derive(Debug, Clone)]
pub struct Order {
    /// Whose: what belongs to somebody else does not exist.
    pub tenant: Tenant,
    /// Who, as the audit names it.
    pub actor: String,
    /// Id of the audit's entry.
    pub entry: Uuid,
    /// What.
    pub step: Step,
    /// Whether this deployment delivers webhooks at all (D-53).
    pub deliverable: bool,
    /// How many subscriptions the workspace may have, both modes together; `None`: any number.
    pub quota: Option<u64>,
    /// Now.
    pub now: OffsetDateTime,
}

/// What a step did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Applied {
    /// The subscription as it is now.
    Subscription(Box<Subscription>),
    /// It is gone.
    Removed,
    /// A delivery waits.
    Queued(Box<ListedDelivery>),
    /// The incident as it is now.
    Incident {
        /// Of which subscription.
        subscription: Uuid,
        /// The incident.
        named: NamedIncident,
    },
    /// The rotation as it is now.
    Rotation {
        /// Of which subscription.
        subscription: Uuid,
        /// Its id.
        id: Uuid,
        /// The code of its state.
        state: &'static str,
        /// Until when it can, or could, be activated.
        expires_at: OffsetDateTime,
    },
}

/// Why a step was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepRefusal {
    /// The owner has no such thing.
    NotFound,
    /// This deployment does not deliver; looked at once everything was found (D-07).
    DeliveryUnavailable,
    /// The workspace has as many subscriptions as it may.
    QuotaReached,
    /// The subscription is switched off.
    Disabled,
    /// The last test was too short a while ago.
    TestedRecently {
        /// When the next one is accepted.
        again_at: OffsetDateTime,
    },
    /// The delivery is not a failed one.
    NotReplayable,
    /// Destination or filter are others than the delivery's.
    WebhookChanged,
    /// The price that the delivery tells of is not the current one any more.
    SourceNotCurrent,
    /// The delivery was replayed, or attempted, as often as it may be.
    ReplayLimitReached,
    /// A new secret is prepared already.
    RotationInProgress,
    /// The rotation was activated or cancelled before.
    RotationNotPending,
    /// The preparation's time ran out.
    RotationExpired,
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

/// One entry of the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its id.
    pub id: Uuid,
    /// When.
    pub at: OffsetDateTime,
    /// What.
    pub action: Action,
    /// By whom: a one-way reference.
    pub actor: String,
    /// Done to what kind of thing, and which one; `None` when it was refused before that was known.
    pub target: Option<AuditTarget>,
    /// `succeeded`, or the code of the error with which it was refused.
    pub outcome: String,
}

/// What something was done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditTarget {
    /// A subscription.
    Webhook(Uuid),
    /// A delivery.
    Delivery(Uuid),
    /// An incident.
    Incident(Uuid),
    /// A rotation.
    Rotation(Uuid),
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
    /// Does a step, once for its key if it has one, with its entry in the audit. What a state does not
    /// allow leaves an entry as well, and the key unused.
    async fn apply(
        &self,
        order: &Order,
        claim: Option<&IdempotencyClaim>,
        answer: &AnswerOf<Applied>,
    ) -> Result<Outcome<StepRefusal>, StoreError>;

    /// Writes an entry of what was refused before it came to a step.
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

    /// The owner's delivery with this id.
    async fn find_delivery(
        &self,
        tenant: Tenant,
        id: Uuid,
    ) -> Result<Option<ListedDelivery>, StoreError>;

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

impl Step {
    /// What the audit calls it.
    pub const fn action(&self) -> Action {
        match self {
            Self::Create(_) => Action::Create,
            Self::Change { .. } => Action::Update,
            Self::Remove { .. } => Action::Delete,
            Self::Test { .. } => Action::Test,
            Self::Replay { .. } => Action::Retry,
            Self::Acknowledge { .. } => Action::Acknowledge,
            Self::Prepare { .. } => Action::PrepareSecret,
            Self::Activate { .. } => Action::ActivateSecret,
            Self::Cancel { .. } => Action::CancelSecret,
        }
    }

    /// To what it is done; a preparation that was made is known by its rotation.
    pub const fn target(&self, applied: Option<&Applied>) -> AuditTarget {
        match self {
            Self::Create(new) => AuditTarget::Webhook(new.id),
            Self::Change { id, .. } | Self::Remove { id } | Self::Test { id, .. } => {
                AuditTarget::Webhook(*id)
            }
            Self::Replay { delivery, .. } => AuditTarget::Delivery(*delivery),
            Self::Acknowledge { incident, .. } => AuditTarget::Incident(*incident),
            Self::Prepare { id, rotation, .. } => match applied {
                Some(_) => AuditTarget::Rotation(*rotation),
                None => AuditTarget::Webhook(*id),
            },
            Self::Activate { rotation, .. } | Self::Cancel { rotation, .. } => {
                AuditTarget::Rotation(*rotation)
            }
        }
    }
}

impl StepRefusal {
    /// The code of the conflict with a state, if it is one: such refusals are in the audit (D-50).
    pub const fn conflict(self) -> Option<&'static str> {
        match self {
            Self::Disabled => Some("webhook_disabled"),
            Self::NotReplayable => Some("delivery_not_replayable"),
            Self::WebhookChanged => Some("webhook_changed"),
            Self::SourceNotCurrent => Some("source_not_current"),
            Self::ReplayLimitReached => Some("replay_limit_reached"),
            Self::RotationInProgress => Some("rotation_in_progress"),
            Self::RotationNotPending => Some("rotation_not_pending"),
            Self::RotationExpired => Some("rotation_expired"),
            Self::NotFound
            | Self::DeliveryUnavailable
            | Self::QuotaReached
            | Self::TestedRecently { .. } => None,
        }
    }
}
