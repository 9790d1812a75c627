//! An endpoint that fails, until it works again (§3.4, D-48).
//!
//! A subscription has at most one incident that is not resolved. It opens when a cooldown starts or a
//! delivery ends failed; any delivered event resolves it. Acknowledging stops the reminders, and nothing
//! else.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::webhook::Policy;
use crate::webhook::delivery::DeliveryError;

/// Where an incident stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncidentState {
    /// Its workspace is reminded of it.
    Open {
        /// When next.
        remind_at: OffsetDateTime,
    },
    /// Somebody knows.
    Acknowledged {
        /// Since when.
        at: OffsetDateTime,
    },
    /// A delivery arrived.
    Resolved {
        /// Whether somebody had acknowledged it, and when.
        acknowledged_at: Option<OffsetDateTime>,
        /// When.
        at: OffsetDateTime,
    },
}

/// An incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incident {
    /// Where it stands.
    pub state: IncidentState,
    /// What opened it.
    pub cause: DeliveryError,
    /// When.
    pub opened_at: OffsetDateTime,
    /// Reminders so far.
    pub reminders: u32,
}

impl Incident {
    /// A new one.
    pub fn open(cause: DeliveryError, now: OffsetDateTime, policy: &Policy) -> Self {
        Self {
            state: IncidentState::Open {
                remind_at: now + policy.reminder,
            },
            cause,
            opened_at: now,
            reminders: 0,
        }
    }

    /// Stops the reminders. One that is acknowledged or resolved already stays as it is.
    #[must_use]
    pub fn acknowledge(self, now: OffsetDateTime) -> Self {
        let state = match self.state {
            IncidentState::Open { .. } => IncidentState::Acknowledged { at: now },
            same @ (IncidentState::Acknowledged { .. } | IncidentState::Resolved { .. }) => same,
        };
        Self { state, ..self }
    }

    /// A delivery arrived; `None` when it is resolved already.
    #[must_use]
    pub fn resolve(self, now: OffsetDateTime) -> Option<Self> {
        let acknowledged_at = match self.state {
            IncidentState::Open { .. } => None,
            IncidentState::Acknowledged { at } => Some(at),
            IncidentState::Resolved { .. } => return None,
        };
        let state = IncidentState::Resolved {
            acknowledged_at,
            at: now,
        };
        Some(Self { state, ..self })
    }

    /// Reminds of it and plans the next reminder; `None` when none is due.
    #[must_use]
    pub fn remind(self, now: OffsetDateTime, policy: &Policy) -> Option<Self> {
        match self.state {
            IncidentState::Open { remind_at } if remind_at <= now => Some(Self {
                state: IncidentState::Open {
                    remind_at: now + policy.reminder,
                },
                reminders: self.reminders.saturating_add(1),
                ..self
            }),
            IncidentState::Open { .. }
            | IncidentState::Acknowledged { .. }
            | IncidentState::Resolved { .. } => None,
        }
    }

    /// Whether it is still going on.
    pub const fn is_unresolved(self) -> bool {
        matches!(
            self.state,
            IncidentState::Open { .. } | IncidentState::Acknowledged { .. }
        )
    }
}

/// The id of an incident: made of the attempt that opened it, at the endpoint of a subscription (RFC 9562
/// version 5 in the namespace of the subscription's id), so that an outcome that is recorded twice opens one.
pub fn id_of(subscription: Uuid, delivery_no: i64, attempt: u16) -> Uuid {
    let name = format!("incident {delivery_no} {attempt}");
    Uuid::new_v5(&subscription, name.as_bytes())
}

impl IncidentState {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open { .. } => "open",
            Self::Acknowledged { .. } => "acknowledged",
            Self::Resolved { .. } => "resolved",
        }
    }
}
