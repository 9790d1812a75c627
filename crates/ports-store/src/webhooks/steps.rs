//! What owners do, and what becomes of it.

use domain::access::Tenant;
use domain::secret::Sealed;
use domain::watch::Freshness;
use domain::webhook::EventFilter;
use domain::webhook::audit::{Action, SUCCEEDED};
use domain::webhook::subscription::StepRefusal;
use domain::webhook_url::WebhookUrl;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{AuditEntry, AuditTarget, NamedIncident, Subscription};
use crate::deliveries::ListedDelivery;

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

impl Order {
    /// What the audit says of it: what was done, and what a state did not allow (D-50). `None` of what was
    /// refused for another reason.
    pub fn audit_entry(&self, done: Result<&Applied, StepRefusal>) -> Option<AuditEntry> {
        let outcome = match done {
            Ok(_) => SUCCEEDED,
            Err(refusal) => refusal.conflict()?,
        };
        Some(AuditEntry {
            id: self.entry,
            at: self.now,
            action: self.step.action(),
            actor: self.actor.clone(),
            target: Some(self.step.target(done.ok())),
            outcome: outcome.to_owned(),
        })
    }
}
