//! Subscriptions, their incidents and the rotations of their secrets (D-30, D-42, D-48).

mod delivery;
mod input;
mod records;

use app::{NamedIncident, Page, PreparedRotation, Subscription};
use domain::access::Mode;
use domain::webhook::EventKind;
use domain::webhook::incident::{Incident, IncidentState};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::moment;
use crate::public_id::IdKind;

pub use delivery::{DeliveryBody, DeliveryListBody, QueuedBody};
pub use input::{
    AcknowledgementBody, ActivationBody, CancellationBody, TestConfirmationBody, WebhookInputBody,
    WebhookPatchBody,
};
pub use records::{AuditBody, MetricsBody};

/// A webhook subscription.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookBody<'a> {
    /// Its id.
    #[schema(pattern = "^wh_[0-9a-f]{32}$")]
    pub id: String,
    /// Where events go, in its stored spelling.
    #[schema(format = "uri", max_length = 2048)]
    pub url: &'a str,
    /// Which events go there. A test goes there in any case.
    #[schema(value_type = Vec<EventName>)]
    pub events: Vec<&'static str>,
    /// Switched on or off by its owner; a cooldown does not change it.
    pub enabled: bool,
    /// The mode of the keys that see it.
    #[schema(value_type = ModeName)]
    pub mode: &'static str,
    /// When it was registered.
    #[schema(format = "date-time")]
    pub created_at: String,
    /// When its owner changed it last; later after each change.
    #[schema(format = "date-time")]
    pub updated_at: String,
    /// Until when its endpoint is left alone after failures; null when it is not.
    #[schema(format = "date-time", required = true)]
    pub cooldown_until: Option<String>,
    /// Its incident that is not resolved; null when there is none.
    #[schema(required = true)]
    pub incident: Option<IncidentBody>,
    /// A new secret that was prepared and can be activated; null when there is none.
    #[schema(required = true)]
    pub pending_rotation: Option<PendingRotationBody>,
}

impl<'a> WebhookBody<'a> {
    /// The subscription as it is at an instant.
    pub fn of(subscription: &'a Subscription, mode: Mode, now: OffsetDateTime) -> Self {
        let Subscription {
            id,
            url,
            events,
            enabled,
            health,
            incident,
            rotation,
            created_at,
            updated_at,
        } = subscription;
        let cooldown = health.cooldown_until.filter(|until| *until > now);
        let pending = rotation.filter(|rotation| rotation.expires_at > now);
        Self {
            id: IdKind::Webhook.write(*id),
            url,
            events: events.kinds().map(EventKind::code).collect(),
            enabled: *enabled,
            mode: mode.code(),
            created_at: moment::instant(*created_at),
            updated_at: moment::instant(*updated_at),
            cooldown_until: cooldown.map(moment::instant),
            incident: incident.as_ref().map(|named| IncidentBody::of(*id, named)),
            pending_rotation: pending.map(PendingRotationBody::of),
        }
    }
}

/// A subscription that was just registered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegisteredWebhook)]
pub struct RegisteredWebhookBody<'a> {
    /// The subscription.
    #[serde(flatten)]
    pub subscription: WebhookBody<'a>,
    /// What its deliveries are signed with: shown here and never again. The same answer, sent again
    /// for its key, has it for 24 hours, then null.
    #[schema(required = true, pattern = "^whsec_[A-Za-z0-9_-]{43}$")]
    pub signing_secret: Option<&'static str>,
}

/// A page of subscriptions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookList)]
pub struct WebhookListBody<'a> {
    /// How many there are in all.
    pub total: u64,
    /// This page's, the newest first.
    pub items: Vec<WebhookBody<'a>>,
    /// The `offset` of the next page, to be passed back as received; null on the last page.
    #[schema(required = true, minimum = 1)]
    pub next_offset: Option<i64>,
}

impl<'a> WebhookListBody<'a> {
    /// The page as it is at an instant.
    pub fn of(page: &'a Page<Subscription>, mode: Mode, now: OffsetDateTime) -> Self {
        let items = page.items.iter().map(|s| WebhookBody::of(s, mode, now));
        Self {
            total: page.total,
            items: items.collect(),
            next_offset: page.next,
        }
    }
}

/// A prepared secret that can be activated.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PendingRotation)]
pub struct PendingRotationBody {
    /// Names the preparation.
    #[schema(pattern = "^wr_[0-9a-f]{32}$")]
    pub rotation_id: String,
    /// Until when it can be activated.
    #[schema(format = "date-time")]
    pub expires_at: String,
}

impl PendingRotationBody {
    fn of(rotation: PreparedRotation) -> Self {
        Self {
            rotation_id: IdKind::Rotation.write(rotation.id),
            expires_at: moment::instant(rotation.expires_at),
        }
    }
}

/// A rotation of a secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecretRotation)]
pub struct RotationBody {
    /// Names it.
    #[schema(pattern = "^wr_[0-9a-f]{32}$")]
    pub rotation_id: String,
    /// Of which subscription.
    #[schema(pattern = "^wh_[0-9a-f]{32}$")]
    pub subscription_id: String,
    /// Where it stands.
    #[schema(value_type = RotationStateName)]
    pub state: &'static str,
    /// Until when it can, or could, be activated.
    #[schema(format = "date-time")]
    pub expires_at: String,
}

/// A secret that was just prepared.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreparedRotation)]
pub struct PreparedRotationBody {
    /// The rotation.
    #[serde(flatten)]
    pub rotation: RotationBody,
    /// The new secret: shown here and never again. The same answer, sent again for its key, has it for
    /// 24 hours, then null.
    #[schema(required = true, pattern = "^whsec_[A-Za-z0-9_-]{43}$")]
    pub signing_secret: Option<&'static str>,
}

/// An endpoint that fails, until a delivery arrives again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Incident)]
pub struct IncidentBody {
    /// Its id.
    #[schema(pattern = "^wi_[0-9a-f]{32}$")]
    pub id: String,
    /// Of which subscription.
    #[schema(pattern = "^wh_[0-9a-f]{32}$")]
    pub subscription_id: String,
    /// Where it stands.
    #[schema(value_type = IncidentStateName)]
    pub state: &'static str,
    /// What opened it.
    #[schema(value_type = delivery::ErrorName)]
    pub cause: &'static str,
    /// When.
    #[schema(format = "date-time")]
    pub opened_at: String,
    /// When somebody acknowledged it.
    #[schema(format = "date-time", required = true)]
    pub acknowledged_at: Option<String>,
    /// When a delivery arrived again.
    #[schema(format = "date-time", required = true)]
    pub resolved_at: Option<String>,
    /// Reminders so far.
    pub reminders: u32,
}

impl IncidentBody {
    /// The incident of a subscription.
    pub fn of(subscription: Uuid, named: &NamedIncident) -> Self {
        let NamedIncident { id, incident } = named;
        let Incident {
            state,
            cause,
            opened_at,
            reminders,
        } = incident;
        let (acknowledged_at, resolved_at) = match *state {
            IncidentState::Open { remind_at: _ } => (None, None),
            IncidentState::Acknowledged { at } => (Some(at), None),
            IncidentState::Resolved {
                acknowledged_at,
                at,
            } => (acknowledged_at, Some(at)),
        };
        Self {
            id: IdKind::Incident.write(*id),
            subscription_id: IdKind::Webhook.write(subscription),
            state: state.code(),
            cause: cause.code(),
            opened_at: moment::instant(*opened_at),
            acknowledged_at: acknowledged_at.map(moment::instant),
            resolved_at: resolved_at.map(moment::instant),
            reminders: *reminders,
        }
    }
}

/// Kinds of events.
#[derive(ToSchema)]
#[schema(as = EventKind)]
#[expect(
    dead_code,
    reason = "describes the values of domain::webhook::EventKind"
)]
enum EventName {
    /// A watch of the webhook channel fired.
    #[schema(rename = "watchlist.triggered")]
    WatchlistTriggered,
    /// A test was asked for.
    #[schema(rename = "webhook.test")]
    WebhookTest,
}

/// Modes of keys.
#[derive(ToSchema)]
#[schema(as = Mode, rename_all = "snake_case")]
#[expect(dead_code, reason = "describes the values of domain::access::Mode")]
enum ModeName {
    /// Events are delivered.
    Live,
    /// Nothing leaves the service.
    Test,
}

/// Where an incident stands.
#[derive(ToSchema)]
#[schema(as = IncidentState, rename_all = "snake_case")]
#[expect(
    dead_code,
    reason = "describes the values of domain::webhook::incident::IncidentState"
)]
enum IncidentStateName {
    /// The workspace is reminded of it.
    Open,
    /// Somebody knows of it.
    Acknowledged,
    /// A delivery arrived again.
    Resolved,
}

/// Where a rotation stands.
#[derive(ToSchema)]
#[schema(as = RotationState, rename_all = "snake_case")]
#[expect(
    dead_code,
    reason = "describes the values of domain::webhook::rotation::RotationState"
)]
enum RotationStateName {
    /// The new secret waits to be activated.
    Prepared,
    /// The new secret signs.
    Activated,
    /// It was discarded.
    Cancelled,
    /// Its time ran out.
    Expired,
}
