//! What a workspace is told of an endpoint that fails (§3.4, D-48): by mail, never by the failing webhook.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::webhook::audit::Action;
use crate::webhook::delivery::DeliveryError;

/// Why it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// An incident opened.
    Opened,
    /// It is still open, and nobody has acknowledged it.
    Reminder,
    /// A delivery arrived: it is over.
    Recovered,
}

impl Occasion {
    /// What the audit calls it.
    pub const fn action(self) -> Action {
        match self {
            Self::Opened => Action::IncidentOpened,
            Self::Reminder => Action::IncidentReminded,
            Self::Recovered => Action::IncidentResolved,
        }
    }

    /// Its code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Reminder => "reminder",
            Self::Recovered => "recovered",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Opened, Self::Reminder, Self::Recovered]
            .into_iter()
            .find(|occasion| occasion.code() == code)
    }
}

/// One notice. Holds the host of the URL only: its path may carry a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Why.
    pub occasion: Occasion,
    /// The subscription.
    pub subscription: Uuid,
    /// The host of its URL.
    pub host: String,
    /// The incident.
    pub incident: Uuid,
    /// What opened it.
    pub cause: DeliveryError,
    /// When it opened.
    pub opened_at: OffsetDateTime,
    /// When this was noticed.
    pub at: OffsetDateTime,
    /// Deliveries that wait for the endpoint to work again.
    pub waiting: u64,
}

impl Notice {
    /// The id of the mail that tells of it: the same however often it is written (RFC 9562 version 5 in
    /// the namespace of the incident's id). `number` counts reminders.
    pub fn mail_id(&self, number: u32) -> Uuid {
        let name = format!("{} {number}", self.occasion.code());
        Uuid::new_v5(&self.incident, name.as_bytes())
    }

    /// The id of the audit's entry of it, likewise.
    pub fn entry_id(&self, number: u32) -> Uuid {
        Uuid::new_v5(&self.mail_id(number), b"audit")
    }
}
