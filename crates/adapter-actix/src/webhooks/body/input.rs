use utoipa::ToSchema;

use crate::http::closed_list::True;
use crate::webhooks::body::codes;

/// A subscription that is wanted.
#[derive(ToSchema)]
#[schema(as = WebhookInput)]
#[expect(dead_code, reason = "describes what crate::webhooks reads")]
pub struct WebhookInputBody {
    /// Where events go: a public HTTPS URL on port 443 with a host name in the public DNS.
    #[schema(format = "uri", max_length = 2048)]
    url: String,
    /// Which events; one that comes twice counts once.
    #[schema(min_items = 1, max_items = 16)]
    events: Vec<codes::EventKind>,
}

/// A change of a subscription: at least one member.
#[derive(ToSchema)]
#[schema(as = WebhookPatch, min_properties = 1)]
#[expect(dead_code, reason = "describes what crate::webhooks reads")]
pub struct WebhookPatchBody {
    /// The new URL.
    #[schema(format = "uri", max_length = 2048, required = false)]
    url: String,
    /// The new choice of events.
    #[schema(min_items = 1, max_items = 16, required = false)]
    events: Vec<codes::EventKind>,
    /// On or off.
    #[schema(required = false)]
    enabled: bool,
}

/// Says that a test is meant.
#[derive(ToSchema)]
#[schema(as = TestConfirmation)]
#[expect(dead_code, reason = "describes what crate::webhooks reads")]
pub struct TestConfirmationBody {
    #[schema(inline)]
    confirm: True,
}

/// Names the incident.
#[derive(ToSchema)]
#[schema(as = IncidentAcknowledgement)]
#[expect(dead_code, reason = "describes what crate::webhooks reads")]
pub struct AcknowledgementBody {
    /// Its id.
    #[schema(pattern = "^wi_[0-9a-f]{32}$")]
    incident_id: String,
}

/// Names the preparation, and says that its activation is meant.
#[derive(ToSchema)]
#[schema(as = RotationActivation)]
#[expect(dead_code, reason = "describes what crate::webhooks reads")]
pub struct ActivationBody {
    /// Its id.
    #[schema(pattern = "^wr_[0-9a-f]{32}$")]
    rotation_id: String,
    #[schema(inline)]
    confirm: True,
}

/// Names the preparation.
#[derive(ToSchema)]
#[schema(as = RotationCancellation)]
#[expect(dead_code, reason = "describes what crate::webhooks reads")]
pub struct CancellationBody {
    /// Its id.
    #[schema(pattern = "^wr_[0-9a-f]{32}$")]
    rotation_id: String,
}
