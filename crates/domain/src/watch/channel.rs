//! How clients are told.

use crate::email::EmailAddress;

/// How a client is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Channel {
    /// By a mail to this address.
    Email {
        /// Where to.
        destination: EmailAddress,
    },
    /// By the workspace's webhook subscriptions.
    Webhook {
        /// Kept and shown, never used (D-24).
        destination: Option<EmailAddress>,
    },
}

impl Channel {
    /// The code of the interface.
    pub const fn kind(&self) -> ChannelKind {
        match self {
            Self::Email { .. } => ChannelKind::Email,
            Self::Webhook { .. } => ChannelKind::Webhook,
        }
    }

    /// The address, if there is one.
    pub const fn destination(&self) -> Option<&EmailAddress> {
        match self {
            Self::Email { destination } => Some(destination),
            Self::Webhook { destination } => destination.as_ref(),
        }
    }

    /// Where mails that tell of firings go; `None` where webhooks tell.
    pub const fn mail_to(&self) -> Option<&EmailAddress> {
        match self {
            Self::Email { destination } => Some(destination),
            Self::Webhook { .. } => None,
        }
    }

    /// The same channel with another address.
    #[must_use]
    pub fn with_destination(&self, destination: EmailAddress) -> Self {
        match self {
            Self::Email { .. } => Self::Email { destination },
            Self::Webhook { .. } => Self::Webhook {
                destination: Some(destination),
            },
        }
    }
}

/// Which channel, without its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChannelKind {
    /// Mail.
    Email,
    /// Webhooks.
    Webhook,
}

impl ChannelKind {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Webhook => "webhook",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Email, Self::Webhook]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}
