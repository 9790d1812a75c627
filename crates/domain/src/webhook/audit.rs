//! What was done about webhooks, by whom (§8, D-50).

use time::Duration;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A subscription was registered.
    Create,
    /// It was changed.
    Update,
    /// It was removed.
    Delete,
    /// A test event was asked for.
    Test,
    /// A failed delivery was replayed.
    Retry,
    /// An incident was acknowledged.
    Acknowledge,
    /// A new secret was prepared.
    PrepareSecret,
    /// It was activated.
    ActivateSecret,
    /// It was discarded.
    CancelSecret,
    /// An incident opened.
    IncidentOpened,
    /// The workspace was reminded of it.
    IncidentReminded,
    /// It is over.
    IncidentResolved,
}

impl Action {
    /// Every one.
    pub const ALL: [Self; 12] = [
        Self::Create,
        Self::Update,
        Self::Delete,
        Self::Test,
        Self::Retry,
        Self::Acknowledge,
        Self::PrepareSecret,
        Self::ActivateSecret,
        Self::CancelSecret,
        Self::IncidentOpened,
        Self::IncidentReminded,
        Self::IncidentResolved,
    ];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Create => "webhook.create",
            Self::Update => "webhook.update",
            Self::Delete => "webhook.delete",
            Self::Test => "webhook.test",
            Self::Retry => "delivery.retry",
            Self::Acknowledge => "incident.acknowledge",
            Self::PrepareSecret => "secret_rotation.prepare",
            Self::ActivateSecret => "secret_rotation.activate",
            Self::CancelSecret => "secret_rotation.cancel",
            Self::IncidentOpened => "incident.opened",
            Self::IncidentReminded => "incident.reminded",
            Self::IncidentResolved => "incident.resolved",
        }
    }
}

/// Who did what the service does by itself.
pub const SYSTEM_ACTOR: &str = "system";

/// The outcome of what succeeded; of what was refused it is the error's code.
pub const SUCCEEDED: &str = "succeeded";

/// Entries that are kept per workspace and mode (§8).
pub const MAX_ENTRIES: u32 = 1000;

/// How long they are kept (§8).
pub const KEPT: Duration = Duration::days(30);

/// How many of them are shown, the last ones (§8).
pub const SHOWN: u32 = 100;
