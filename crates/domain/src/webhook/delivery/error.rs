/// What went wrong (§7, D-58): a closed set, safe to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeliveryError {
    /// The receiver answered with a status that is no success.
    Http,
    /// Its name does not resolve.
    Dns,
    /// Handshake or certificate failed.
    Tls,
    /// It took too long.
    Timeout,
    /// No connection, or it broke.
    Transport,
    /// The signing secret cannot be opened.
    Encryption,
    /// The URL or an address behind it may not be called.
    DestinationDenied,
    /// The evidence of the price became too old.
    SourceExpired,
    /// The evidence of the price changed.
    SourceSuperseded,
    /// Destination or filter changed.
    SubscriptionChanged,
    /// The subscription is gone.
    SubscriptionDeleted,
    /// The attempt was never concluded: its process died, or lost the database.
    LeaseExpired,
    /// It was not delivered within seven days.
    Expired,
}

impl DeliveryError {
    /// Every one.
    pub const ALL: [Self; 13] = [
        Self::Http,
        Self::Dns,
        Self::Tls,
        Self::Timeout,
        Self::Transport,
        Self::Encryption,
        Self::DestinationDenied,
        Self::SourceExpired,
        Self::SourceSuperseded,
        Self::SubscriptionChanged,
        Self::SubscriptionDeleted,
        Self::LeaseExpired,
        Self::Expired,
    ];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Http => "http_error",
            Self::Dns => "dns_error",
            Self::Tls => "tls_error",
            Self::Timeout => "timeout",
            Self::Transport => "transport_error",
            Self::Encryption => "encryption_error",
            Self::DestinationDenied => "destination_denied",
            Self::SourceExpired => "source_expired",
            Self::SourceSuperseded => "source_superseded",
            Self::SubscriptionChanged => "subscription_changed",
            Self::SubscriptionDeleted => "subscription_deleted",
            Self::LeaseExpired => "lease_expired",
            Self::Expired => "expired",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|error| error.code() == code)
    }
}
