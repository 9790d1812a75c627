use app::{Page, Subscription};
use domain::access::Mode;
use domain::webhook::EventKind;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::moment;
use crate::webhooks::body::codes;
use crate::webhooks::body::incident::IncidentBody;
use crate::webhooks::body::rotation::PendingRotationBody;
use crate::webhooks::public_id::IdKind;

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
    #[schema(value_type = Vec<codes::EventKind>)]
    pub events: Vec<&'static str>,
    /// Switched on or off by its owner; a cooldown does not change it.
    pub enabled: bool,
    /// The mode of the keys that see it.
    #[schema(value_type = codes::Mode)]
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
    /// The subscription as it is seen.
    pub fn of(subscription: &'a Subscription, mode: Mode) -> Self {
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
        Self {
            id: IdKind::Webhook.write(*id),
            url,
            events: events.kinds().map(EventKind::code).collect(),
            enabled: *enabled,
            mode: mode.code(),
            created_at: moment::instant(*created_at),
            updated_at: moment::instant(*updated_at),
            cooldown_until: health.cooldown_until.map(moment::instant),
            incident: incident.as_ref().map(|named| IncidentBody::of(*id, named)),
            pending_rotation: rotation.map(PendingRotationBody::of),
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
    pub signing_secret: Option<&'a str>,
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
    /// The page.
    pub fn of(page: &'a Page<Subscription>, mode: Mode) -> Self {
        let items = page.items.iter().map(|s| WebhookBody::of(s, mode));
        Self {
            total: page.total,
            items: items.collect(),
            next_offset: page.next,
        }
    }
}
