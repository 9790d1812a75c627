//! Changing a signing secret without a gap (§3.4, D-41, D-42): a new one is prepared and deployed at the
//! receiver, then activated; until then the old one signs.

use time::{Duration, OffsetDateTime};

/// How long a preparation is valid (§8).
pub const VALID: Duration = Duration::hours(24);

/// Where a rotation stands. A preparation whose time is over is expired, whatever is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RotationState {
    /// The new secret waits.
    Prepared {
        /// Until when it can be activated.
        expires_at: OffsetDateTime,
    },
    /// The new secret signs.
    Activated,
    /// It was discarded.
    Cancelled,
    /// Its time ran out.
    Expired,
}

/// Why a rotation does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RotationRefusal {
    /// It was activated or cancelled before.
    NotPending,
    /// Its time ran out.
    Expired,
}

impl RotationState {
    /// A preparation made now.
    pub fn prepare(now: OffsetDateTime) -> Self {
        Self::Prepared {
            expires_at: now + VALID,
        }
    }

    /// The state as it is now.
    #[must_use]
    pub fn at(self, now: OffsetDateTime) -> Self {
        match self {
            Self::Prepared { expires_at } if expires_at <= now => Self::Expired,
            Self::Prepared { .. } | Self::Activated | Self::Cancelled | Self::Expired => self,
        }
    }

    /// The new secret signs from now on.
    pub fn activate(self, now: OffsetDateTime) -> Result<Self, RotationRefusal> {
        self.leave(now, Self::Activated)
    }

    /// The new secret is discarded.
    pub fn cancel(self, now: OffsetDateTime) -> Result<Self, RotationRefusal> {
        self.leave(now, Self::Cancelled)
    }

    /// Whether it can still be activated.
    pub fn is_pending(self, now: OffsetDateTime) -> bool {
        matches!(self.at(now), Self::Prepared { .. })
    }

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Prepared { .. } => "prepared",
            Self::Activated => "activated",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }

    fn leave(self, now: OffsetDateTime, next: Self) -> Result<Self, RotationRefusal> {
        match self.at(now) {
            Self::Prepared { .. } => Ok(next),
            Self::Expired => Err(RotationRefusal::Expired),
            Self::Activated | Self::Cancelled => Err(RotationRefusal::NotPending),
        }
    }
}
