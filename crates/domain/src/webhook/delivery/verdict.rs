use time::Duration;

use super::DeliveryError;

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The receiver acknowledged it.
    Acknowledged,
    /// Another attempt would fare no better.
    Permanent(DeliveryError),
    /// Another attempt may succeed.
    Transient {
        /// What went wrong.
        error: DeliveryError,
        /// For how long the receiver asks to be left alone.
        retry_after: Option<Duration>,
    },
    /// Nobody knows: the lease ran out.
    Lost,
}

impl Verdict {
    /// What a receiver's status means (§3.2), with the wait it asks for.
    pub fn of_status(status: u16, retry_after: Option<Duration>) -> Self {
        match status {
            200..=299 => Self::Acknowledged,
            408 | 409 | 425 | 429 => Self::transient(retry_after),
            400..=499 => Self::Permanent(DeliveryError::Http),
            _ => Self::transient(retry_after),
        }
    }

    const fn transient(retry_after: Option<Duration>) -> Self {
        Self::Transient {
            error: DeliveryError::Http,
            retry_after,
        }
    }

    /// What went wrong, if anything.
    pub const fn error(self) -> Option<DeliveryError> {
        match self {
            Self::Acknowledged => None,
            Self::Permanent(error) | Self::Transient { error, .. } => Some(error),
            Self::Lost => Some(DeliveryError::LeaseExpired),
        }
    }
}
