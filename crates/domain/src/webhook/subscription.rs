//! What owners may do with their subscriptions, and what follows (§3.4, §8).
//!
//! Whatever is asked for is looked at in one order: what does not exist is not found; what causes traffic is
//! refused where the deployment delivers nothing (D-53); then the states speak.

use time::{Duration, OffsetDateTime};

use super::EventFilter;
use super::delivery::{Delivery, DeliveryError, DestinationChange, ReplayRefusal};
use super::endpoint::Health;
use super::rotation::{RotationRefusal, RotationState};
use crate::access::is_quota_reached;
use crate::instant::later_than;
use crate::webhook_url::WebhookUrl;

/// Why a command was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandRefusal {
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

impl CommandRefusal {
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

impl From<RotationRefusal> for CommandRefusal {
    fn from(refusal: RotationRefusal) -> Self {
        match refusal {
            RotationRefusal::NotPending => Self::RotationNotPending,
            RotationRefusal::Expired => Self::RotationExpired,
        }
    }
}

/// A subscription that is not removed, as its owner's commands see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// Where events go, in its stored spelling.
    pub url: String,
    /// Which ones.
    pub events: EventFilter,
    /// Switched on by its owner.
    pub enabled: bool,
    /// Counts changes of URL and filter: deliveries are for the version under which they were queued.
    pub version: u32,
    /// How its endpoint fares.
    pub health: Health,
    /// When a test was accepted last.
    pub tested_at: Option<OffsetDateTime>,
    /// When its owner changed it last; greater after each change.
    pub updated_at: OffsetDateTime,
}

/// What its owner wants to be otherwise; `None` leaves a property as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegistrationPatch {
    /// The new URL.
    pub url: Option<WebhookUrl>,
    /// The new filter.
    pub events: Option<EventFilter>,
    /// On or off.
    pub enabled: Option<bool>,
}

/// What a change makes of a subscription and asks of its deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistrationChange {
    /// As it is now.
    pub registration: Registration,
    /// Why all that waits is cancelled; `None`: nothing is.
    pub cancels: Option<DeliveryError>,
    /// What waits and is due after now, but not after this instant, is due at once: a cooldown that had it
    /// wait is over. `None`: no such cooldown.
    pub makes_due_until: Option<OffsetDateTime>,
    /// What workers are claiming is waited for: they began before the subscription was switched off.
    pub waits_for_claims: bool,
}

/// Whether a workspace that has `owned` subscriptions may register one more; `quota` of `None` is no limit.
pub fn may_register(
    is_deliverable: bool,
    owned: u64,
    quota: Option<u64>,
) -> Result<(), CommandRefusal> {
    if !is_deliverable {
        Err(CommandRefusal::DeliveryUnavailable)
    } else if is_quota_reached(owned, quota) {
        Err(CommandRefusal::QuotaReached)
    } else {
        Ok(())
    }
}

impl Registration {
    /// The changed subscription. Another URL or another filter cancels what waits; another URL, and
    /// switching it on, end a cooldown.
    pub fn change(
        &self,
        patch: RegistrationPatch,
        is_deliverable: bool,
        now: OffsetDateTime,
    ) -> Result<RegistrationChange, CommandRefusal> {
        let RegistrationPatch {
            url,
            events,
            enabled,
        } = patch;
        if enabled == Some(true) && !is_deliverable {
            return Err(CommandRefusal::DeliveryUnavailable);
        }
        let url = url.map_or_else(|| self.url.clone(), |url| url.as_str().to_owned());
        let events = events.unwrap_or_else(|| self.events.clone());
        let is_moved = url != self.url;
        let is_another = is_moved || events != self.events;
        let is_resumed = is_moved || enabled == Some(true);
        Ok(RegistrationChange {
            cancels: is_another.then_some(DeliveryError::SubscriptionChanged),
            makes_due_until: self.health.cooldown_until.filter(|_| is_resumed),
            waits_for_claims: enabled == Some(false),
            registration: Self {
                url,
                events,
                enabled: enabled.unwrap_or(self.enabled),
                version: self.version.saturating_add(u32::from(is_another)),
                health: if is_resumed {
                    Health::default()
                } else {
                    self.health
                },
                tested_at: self.tested_at,
                updated_at: later_than(self.updated_at, now),
            },
        })
    }

    /// Whether failed deliveries may be replayed at all; each is judged besides ([`Replay::begin`]).
    pub const fn may_replay(&self, is_deliverable: bool) -> Result<(), CommandRefusal> {
        if !is_deliverable {
            Err(CommandRefusal::DeliveryUnavailable)
        } else if self.enabled {
            Ok(())
        } else {
            Err(CommandRefusal::Disabled)
        }
    }

    /// Whether a test event may be queued now, `interval` after the last one at the earliest.
    pub fn may_test(
        &self,
        is_deliverable: bool,
        interval: Duration,
        now: OffsetDateTime,
    ) -> Result<(), CommandRefusal> {
        if !is_deliverable {
            return Err(CommandRefusal::DeliveryUnavailable);
        }
        if !self.enabled {
            return Err(CommandRefusal::Disabled);
        }
        let again_at = self.tested_at.map(|at| at + interval);
        match again_at.filter(|at| *at > now) {
            Some(again_at) => Err(CommandRefusal::TestedRecently { again_at }),
            None => Ok(()),
        }
    }
}

/// A delivery that its owner wants tried again, and its circumstances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replay {
    /// The delivery.
    pub delivery: Delivery,
    /// What became of its destination since it was queued.
    pub destination: DestinationChange,
    /// Whether the subscription is switched on.
    pub is_enabled: bool,
    /// Whether it tells of no price, or of the current one.
    pub is_current: bool,
    /// Whether this deployment delivers at all.
    pub is_deliverable: bool,
}

impl Replay {
    /// The delivery in its new cycle, due now.
    pub fn begin(self, now: OffsetDateTime) -> Result<Delivery, CommandRefusal> {
        if !self.is_deliverable {
            return Err(CommandRefusal::DeliveryUnavailable);
        }
        let replayed = self.delivery.replay(now);
        if replayed == Err(ReplayRefusal::NotFailed) {
            return Err(CommandRefusal::NotReplayable);
        }
        if self.destination != DestinationChange::Unchanged {
            return Err(CommandRefusal::WebhookChanged);
        }
        if !self.is_enabled {
            return Err(CommandRefusal::Disabled);
        }
        if !self.is_current {
            return Err(CommandRefusal::SourceNotCurrent);
        }
        replayed.map_err(|_| CommandRefusal::ReplayLimitReached)
    }
}

/// Prepares a new secret; `pending_until` is how long the preparation that there is can be activated. One
/// whose time is over is in nobody's way.
pub fn prepare_rotation(
    pending_until: Option<OffsetDateTime>,
    is_deliverable: bool,
    now: OffsetDateTime,
) -> Result<RotationState, CommandRefusal> {
    if !is_deliverable {
        return Err(CommandRefusal::DeliveryUnavailable);
    }
    let pending = pending_until.map(|expires_at| RotationState::Prepared { expires_at });
    if pending.is_some_and(|pending| pending.is_pending(now)) {
        return Err(CommandRefusal::RotationInProgress);
    }
    Ok(RotationState::prepare(now))
}

/// Makes the prepared secret the one that signs.
pub fn activate_rotation(
    rotation: RotationState,
    is_deliverable: bool,
    now: OffsetDateTime,
) -> Result<RotationState, CommandRefusal> {
    if !is_deliverable {
        return Err(CommandRefusal::DeliveryUnavailable);
    }
    Ok(rotation.activate(now)?)
}
