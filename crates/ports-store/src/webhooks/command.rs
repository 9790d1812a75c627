//! What owners do about their webhooks, and what becomes of it.

use domain::access::Tenant;
use domain::freshness::Freshness;
use domain::secret::Sealed;
use domain::webhook::EventFilter;
use domain::webhook::audit::{Action, SUCCEEDED};
use domain::webhook::replays::ReplayRange;
use domain::webhook::rotation::RotationState;
use domain::webhook::subscription::{CommandRefusal, RegistrationPatch};
use domain::webhook_url::WebhookUrl;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{AuditEntry, AuditTarget, NamedIncident, Subscription};

/// A signing secret that was made for a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSecret {
    /// As its subscription keeps it, to sign with.
    pub signing: Sealed,
    /// As the outcome keeps it, to be shown to whoever sends the command's idempotency key.
    pub shown: Sealed,
}

/// A subscription that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSubscription {
    /// Its id.
    pub id: Uuid,
    /// Where events go.
    pub url: WebhookUrl,
    /// Which events.
    pub events: EventFilter,
    /// Its signing secret.
    pub secret: NewSecret,
}

/// What an owner does to a subscription, or to one of its deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookCommand {
    /// Registers a subscription.
    Create(NewSubscription),
    /// Changes it. Another URL or another filter cancels what is pending; switching it on, or another URL,
    /// ends a cooldown.
    Change {
        /// Which one.
        id: Uuid,
        /// What is to be otherwise.
        patch: RegistrationPatch,
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
    /// Tries failed deliveries of a time again, those of one step, each as [`Replay`](Self::Replay) does.
    ReplayRange {
        /// To which subscription.
        id: Uuid,
        /// When their events happened.
        range: ReplayRange,
        /// The `next` of the step before; `None`: from the beginning.
        after: Option<i64>,
        /// How long offers stay true.
        freshness: Freshness,
    },
    /// Stops the reminders of an incident.
    Acknowledge {
        /// Of which subscription.
        id: Uuid,
        /// The incident.
        incident: Uuid,
    },
    /// Prepares a new secret.
    Prepare {
        /// For which subscription.
        id: Uuid,
        /// The rotation.
        rotation: Uuid,
        /// The new secret.
        secret: NewSecret,
    },
    /// Makes the prepared secret the one that signs; the old one is erased.
    Activate {
        /// Of which subscription.
        id: Uuid,
        /// The rotation.
        rotation: Uuid,
    },
    /// Discards the prepared secret.
    Cancel {
        /// Of which subscription.
        id: Uuid,
        /// The rotation.
        rotation: Uuid,
    },
}

/// Under which circumstances a command is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandContext {
    /// Whose: what belongs to somebody else does not exist.
    pub tenant: Tenant,
    /// Who, as the audit names it.
    pub actor: String,
    /// Id of the audit's entry.
    pub entry: Uuid,
    /// Whether this deployment delivers webhooks at all (D-53).
    pub deliverable: bool,
    /// How many subscriptions the workspace may have, both modes together; `None`: any number.
    pub quota: Option<u64>,
    /// Now.
    pub now: OffsetDateTime,
}

/// What a command did. It is kept with the command's idempotency key, if it has one, and each answer is made of
/// nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandOutcome {
    /// What it did.
    pub effect: CommandEffect,
    /// When, in whole microseconds.
    pub at: OffsetDateTime,
    /// The signing secret that it made, as it is shown; `None` when it made none, or when it made one
    /// [`SECRET_KEPT`](crate::SECRET_KEPT) ago or earlier.
    pub secret: Option<Sealed>,
}

/// What a command made of things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandEffect {
    /// A subscription, which did not exist before.
    Registered(Box<Subscription>),
    /// The subscription after its change.
    Changed(Box<Subscription>),
    /// The subscription is gone.
    Removed,
    /// A delivery waits.
    Queued {
        /// Which one.
        delivery: Uuid,
        /// Its event.
        event: Uuid,
    },
    /// Failed deliveries wait.
    QueuedAgain(QueuedAgain),
    /// The incident, of which its owner knows.
    Acknowledged {
        /// Of which subscription.
        subscription: Uuid,
        /// The incident.
        named: NamedIncident,
    },
    /// A new secret waits.
    Prepared(SecretRotation),
    /// The rotation is over.
    Ended(SecretRotation),
}

/// What became of the failed deliveries that one step came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueuedAgain {
    /// To which subscription they go.
    pub subscription: Uuid,
    /// Those that wait now.
    pub queued: u32,
    /// Those whose replay would be refused.
    pub refused: u32,
    /// Where the next step goes on; `None`: there is nothing more.
    pub next: Option<i64>,
}

/// A rotation after a step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretRotation {
    /// Public id.
    pub id: Uuid,
    /// Of which subscription.
    pub subscription: Uuid,
    /// Where it stands.
    pub state: RotationState,
    /// Until when it can, or could, be activated.
    pub expires_at: OffsetDateTime,
}

impl WebhookCommand {
    /// What the audit calls it.
    pub const fn action(&self) -> Action {
        match self {
            Self::Create(_) => Action::Create,
            Self::Change { .. } => Action::Update,
            Self::Remove { .. } => Action::Delete,
            Self::Test { .. } => Action::Test,
            Self::Replay { .. } | Self::ReplayRange { .. } => Action::Retry,
            Self::Acknowledge { .. } => Action::Acknowledge,
            Self::Prepare { .. } => Action::PrepareSecret,
            Self::Activate { .. } => Action::ActivateSecret,
            Self::Cancel { .. } => Action::CancelSecret,
        }
    }

    /// The subscription to which it is done and nothing has to be looked at before it, as far as it names one.
    pub const fn subscription(&self) -> Option<Uuid> {
        match self {
            Self::Create(_) | Self::Replay { .. } | Self::ReplayRange { .. } => None,
            Self::Change { id, .. }
            | Self::Remove { id }
            | Self::Test { id, .. }
            | Self::Acknowledge { id, .. }
            | Self::Prepare { id, .. }
            | Self::Activate { id, .. }
            | Self::Cancel { id, .. } => Some(*id),
        }
    }

    /// The signing secret that was made for it.
    pub const fn secret(&self) -> Option<&NewSecret> {
        match self {
            Self::Create(NewSubscription { secret, .. }) | Self::Prepare { secret, .. } => {
                Some(secret)
            }
            Self::Change { .. }
            | Self::Remove { .. }
            | Self::Test { .. }
            | Self::Replay { .. }
            | Self::ReplayRange { .. }
            | Self::Acknowledge { .. }
            | Self::Activate { .. }
            | Self::Cancel { .. } => None,
        }
    }

    /// To what it is done; a preparation that was made is known by its rotation.
    const fn target(&self, is_done: bool) -> AuditTarget {
        match self {
            Self::Create(new) => AuditTarget::Webhook(new.id),
            Self::Change { id, .. }
            | Self::Remove { id }
            | Self::Test { id, .. }
            | Self::ReplayRange { id, .. } => AuditTarget::Webhook(*id),
            Self::Replay { delivery, .. } => AuditTarget::Delivery(*delivery),
            Self::Acknowledge { incident, .. } => AuditTarget::Incident(*incident),
            Self::Prepare { id, .. } if !is_done => AuditTarget::Webhook(*id),
            Self::Prepare { rotation, .. }
            | Self::Activate { rotation, .. }
            | Self::Cancel { rotation, .. } => AuditTarget::Rotation(*rotation),
        }
    }
}

impl CommandContext {
    /// What the audit says of a command: what was done, and what a state did not allow (D-50). `None` of what
    /// was refused for another reason.
    pub fn audit_entry(
        &self,
        command: &WebhookCommand,
        refused: Option<CommandRefusal>,
    ) -> Option<AuditEntry> {
        let outcome = match refused {
            None => SUCCEEDED,
            Some(refusal) => refusal.conflict()?,
        };
        Some(AuditEntry {
            id: self.entry,
            at: self.now,
            action: command.action(),
            actor: self.actor.clone(),
            target: Some(command.target(refused.is_none())),
            outcome: outcome.to_owned(),
        })
    }
}
