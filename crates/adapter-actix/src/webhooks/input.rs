//! Bodies of requests that change webhooks.

use app::AppError;
use app::delivery::webhooks::Webhooks;
use domain::webhook::{EventFilter, EventKind};
use domain::webhook_url::WebhookUrl;
use uuid::Uuid;

use crate::http::json::{Members, Shape, Value};
use crate::webhooks::public_id::IdKind;

const NEW: Shape = Shape {
    members: &["url", "events"],
    listed: "no members but url, events",
};

const CHANGE: Shape = Shape {
    members: &["url", "events", "enabled"],
    listed: "no members but url, events, enabled",
};

const TEST: Shape = Shape {
    members: &["confirm"],
    listed: "no members but confirm",
};

const ACKNOWLEDGE: Shape = Shape {
    members: &["incident_id"],
    listed: "no members but incident_id",
};

const ACTIVATE: Shape = Shape {
    members: &["rotation_id", "confirm"],
    listed: "no members but rotation_id, confirm",
};

const CANCEL: Shape = Shape {
    members: &["rotation_id"],
    listed: "no members but rotation_id",
};

const NOTHING: Shape = Shape {
    members: &[],
    listed: "no members: {}, or no body",
};

const URL: &str = "a public HTTPS URL on port 443";
const EVENTS: &str = "an array of 1 to 16 of watchlist.triggered, webhook.test";
const ENABLED: &str = "true or false";
const CONFIRM: &str = "true";
const INCIDENT: &str = "an incident's id: wi_ and 32 hexadecimal digits in small letters";
const ROTATION: &str = "a rotation's id: wr_ and 32 hexadecimal digits in small letters";

/// The longest array of events that is read.
const MOST_EVENTS: usize = 16;

/// The subscription that a body asks for.
#[derive(Debug)]
pub struct New {
    /// Where events go.
    pub url: WebhookUrl,
    /// Which ones.
    pub events: EventFilter,
    /// The body in its one spelling.
    pub spelling: String,
}

/// The change that a body asks for.
#[derive(Debug)]
pub struct Change {
    /// The new URL.
    pub url: Option<WebhookUrl>,
    /// The new filter.
    pub events: Option<EventFilter>,
    /// On or off.
    pub enabled: Option<bool>,
    /// The body in its one spelling.
    pub spelling: String,
}

impl Change {
    /// Whether events may go somewhere, afterwards, where they did not go before.
    pub fn may_cause_traffic(&self) -> bool {
        self.url.is_some() || self.enabled == Some(true)
    }
}

/// Reads a body that registers a subscription.
pub fn new(body: &[u8], webhooks: &Webhooks) -> Result<New, AppError> {
    let mut members = Members::read(body, &NEW)?;
    let text = members.required("url", URL, Value::text);
    let url = url(&mut members, text, webhooks);
    let events = members.required("events", EVENTS, events);
    let (Some(url), Some(events)) = (url, events) else {
        return Err(members.refusal());
    };
    Ok(New {
        url,
        events,
        spelling: members.finish()?,
    })
}

/// Reads a body that changes a subscription.
pub fn change(body: &[u8], webhooks: &Webhooks) -> Result<Change, AppError> {
    let mut members = Members::read(body, &CHANGE)?;
    if members.is_empty() {
        members.refuse_body("at least one of url, events, enabled");
    }
    let text = members.optional("url", URL, Value::text);
    Ok(Change {
        url: url(&mut members, text, webhooks),
        events: members.optional("events", EVENTS, events),
        enabled: members.optional("enabled", ENABLED, Value::boolean),
        spelling: members.finish()?,
    })
}

/// Reads the body of a request for a test; returns its one spelling.
pub fn test(body: &[u8]) -> Result<String, AppError> {
    let mut members = Members::read(body, &TEST)?;
    confirm(&mut members);
    members.finish()
}

/// Reads the body that acknowledges an incident: which one, and the one spelling.
pub fn acknowledgement(body: &[u8]) -> Result<(Uuid, String), AppError> {
    let mut members = Members::read(body, &ACKNOWLEDGE)?;
    let id = members.required("incident_id", INCIDENT, |value| {
        IdKind::Incident.read(&value.text()?)
    });
    complete(members, id)
}

/// Reads the body that activates a secret: of which rotation, and the one spelling.
pub fn activation(body: &[u8]) -> Result<(Uuid, String), AppError> {
    let mut members = Members::read(body, &ACTIVATE)?;
    let id = members.required("rotation_id", ROTATION, rotation);
    confirm(&mut members);
    complete(members, id)
}

/// Reads the body that discards a secret: of which rotation, and the one spelling.
pub fn cancellation(body: &[u8]) -> Result<(Uuid, String), AppError> {
    let mut members = Members::read(body, &CANCEL)?;
    let id = members.required("rotation_id", ROTATION, rotation);
    complete(members, id)
}

/// Reads the body of what takes none: nothing, or an object without members. Both are the same request.
pub fn nothing(body: &[u8]) -> Result<String, AppError> {
    if body.is_empty() {
        return Members::read(b"{}", &NOTHING)?.finish();
    }
    Members::read(body, &NOTHING)?.finish()
}

fn complete(members: Members<'_>, id: Option<Uuid>) -> Result<(Uuid, String), AppError> {
    match id {
        Some(id) => Ok((id, members.finish()?)),
        None => Err(members.refusal()),
    }
}

fn url(members: &mut Members<'_>, text: Option<String>, webhooks: &Webhooks) -> Option<WebhookUrl> {
    let judged = webhooks.url(&text?);
    judged
        .map_err(|error| members.refuse("url", error.to_string()))
        .ok()
}

fn events(value: Value<'_>) -> Option<EventFilter> {
    let listed = value.list(MOST_EVENTS)?;
    let kinds = listed
        .into_iter()
        .map(|kind| EventKind::from_code(&kind.text()?));
    EventFilter::new(kinds.collect::<Option<Vec<_>>>()?)
}

fn confirm(members: &mut Members<'_>) {
    members.required("confirm", CONFIRM, |value| (value.boolean()?).then_some(()));
}

fn rotation(value: Value<'_>) -> Option<Uuid> {
    IdKind::Rotation.read(&value.text()?)
}
