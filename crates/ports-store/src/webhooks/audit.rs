use domain::webhook::audit::Action;
use time::OffsetDateTime;
use uuid::Uuid;

/// One entry of the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its id.
    pub id: Uuid,
    /// When.
    pub at: OffsetDateTime,
    /// What.
    pub action: Action,
    /// By whom: a one-way reference.
    pub actor: String,
    /// Done to what kind of thing, and which one; `None` when it was refused before that was known.
    pub target: Option<AuditTarget>,
    /// `succeeded`, or the code of the error with which it was refused.
    pub outcome: String,
}

/// What something was done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditTarget {
    /// A subscription.
    Webhook(Uuid),
    /// A delivery.
    Delivery(Uuid),
    /// An incident.
    Incident(Uuid),
    /// A rotation.
    Rotation(Uuid),
}
