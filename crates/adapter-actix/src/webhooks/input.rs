//! Bodies of requests that change webhooks.

use app::AppError;
use app::delivery::webhooks::Webhooks;
use domain::webhook::subscription::RegistrationPatch;
use domain::webhook::{EventFilter, EventKind};
use domain::webhook_url::WebhookUrl;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::closed_list::True;
use crate::http::json::{self, JsonBody, Members};
use crate::http::typed::{Accepted, Field, Value};
use crate::webhooks::body::codes;
use crate::webhooks::public_id::{IncidentId, RotationId};

/// The longest array of events that is read.
const MOST_EVENTS: usize = 16;

/// A subscription that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookInput)]
pub struct WebhookInput {
    /// Where events go: a public HTTPS URL on port 443 with a host name in the public DNS.
    #[schema(value_type = String, format = "uri", max_length = 2048)]
    pub url: Field<UrlText>,
    /// Which events; one that comes twice counts once.
    #[schema(value_type = Vec<codes::EventKind>, min_items = 1, max_items = 16)]
    pub events: Field<EventFilter>,
}

impl WebhookInput {
    /// Reads the body that registers a subscription, by the rules that the deployment has for URLs.
    pub fn read(body: &[u8], webhooks: &Webhooks) -> Result<JsonBody<Self>, AppError> {
        json::read(body, |members| check_url(members, webhooks))
    }
}

/// A change of a subscription: at least one member.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookPatch, min_properties = 1)]
pub struct WebhookPatch {
    /// The new URL.
    #[schema(value_type = String, format = "uri", max_length = 2048, required = false)]
    pub url: Option<Field<UrlText>>,
    /// The new choice of events.
    #[schema(value_type = Vec<codes::EventKind>, min_items = 1, max_items = 16, required = false)]
    pub events: Option<Field<EventFilter>>,
    /// On or off.
    #[schema(value_type = bool, required = false)]
    pub enabled: Option<Field<bool>>,
}

impl WebhookPatch {
    /// Reads the body that changes a subscription, by the rules that the deployment has for URLs.
    pub fn read(body: &[u8], webhooks: &Webhooks) -> Result<JsonBody<Self>, AppError> {
        json::read(body, |members| {
            members.require_any();
            check_url(members, webhooks);
        })
    }

    /// What is to be otherwise.
    pub fn patch(self, webhooks: &Webhooks) -> Result<RegistrationPatch, AppError> {
        let Self {
            url,
            events,
            enabled,
        } = self;
        let url = url.map(|Field(text)| self::url(&text, webhooks));
        Ok(RegistrationPatch {
            url: url.transpose()?,
            events: events.map(|Field(events)| events),
            enabled: enabled.map(|Field(enabled)| enabled),
        })
    }

    /// Whether events may go somewhere, afterwards, where they did not go before.
    pub fn may_cause_traffic(&self) -> bool {
        self.url.is_some() || self.enabled == Some(Field(true))
    }
}

/// Says that a test is meant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TestConfirmation)]
pub struct TestConfirmation {
    #[schema(inline, value_type = True)]
    #[expect(dead_code, reason = "it has one value")]
    confirm: Field<Confirmed>,
}

/// Names the incident.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = IncidentAcknowledgement)]
pub struct IncidentAcknowledgement {
    /// Its id.
    #[schema(value_type = String, pattern = "^wi_[0-9a-f]{32}$")]
    pub incident_id: Field<IncidentId>,
}

/// Names the preparation, and says that its activation is meant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RotationActivation)]
pub struct RotationActivation {
    /// Its id.
    #[schema(value_type = String, pattern = "^wr_[0-9a-f]{32}$")]
    pub rotation_id: Field<RotationId>,
    #[schema(inline, value_type = True)]
    #[expect(dead_code, reason = "it has one value")]
    confirm: Field<Confirmed>,
}

/// Names the preparation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RotationCancellation)]
pub struct RotationCancellation {
    /// Its id.
    #[schema(value_type = String, pattern = "^wr_[0-9a-f]{32}$")]
    pub rotation_id: Field<RotationId>,
}

/// Says nothing: for what takes no body.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

impl Nothing {
    /// Reads no body, or an object without members: both are the same request.
    pub fn read(body: &[u8]) -> Result<JsonBody<Self>, AppError> {
        let body = if body.is_empty() { b"{}" } else { body };
        json::read(body, |_| ())
    }
}

/// Judges a URL by the rules of the deployment.
pub fn url(text: &UrlText, webhooks: &Webhooks) -> Result<WebhookUrl, AppError> {
    let judged = webhooks.url(&text.0);
    judged.map_err(|error| AppError::validation("url", error.to_string()))
}

fn check_url(members: &mut Members<'_>, webhooks: &Webhooks) {
    if let Some(UrlText(text)) = members.get("url")
        && let Err(error) = webhooks.url(&text)
    {
        members.refuse("url", error.to_string());
    }
}

/// A text that is to be a URL.
#[derive(Debug)]
pub struct UrlText(String);

impl Accepted for UrlText {
    const ACCEPTED: &'static str = "a public HTTPS URL on port 443";

    fn read(value: Value<'_>) -> Option<Self> {
        value.storable_text().map(Self)
    }
}

impl Accepted for EventFilter {
    const ACCEPTED: &'static str = "an array of 1 to 16 of watchlist.triggered, webhook.test";

    fn read(value: Value<'_>) -> Option<Self> {
        let kinds = value.list(MOST_EVENTS)?.into_iter();
        let kinds = kinds.map(|kind| EventKind::from_code(&kind.text()?));
        Self::new(kinds.collect::<Option<Vec<_>>>()?)
    }
}

/// `true`.
#[derive(Debug)]
struct Confirmed;

impl Accepted for Confirmed {
    const ACCEPTED: &'static str = "true";

    fn read(value: Value<'_>) -> Option<Self> {
        bool::read(value)?.then_some(Self)
    }
}
