//! Refusals: those that many operations share are said once, and each has an example of its body.

use app::ErrorCode;
use serde_json::{Value, json};
use utoipa::openapi::path::Operation;
use utoipa::openapi::response::Response;
use utoipa::openapi::{Components, Ref, RefOr};

use crate::openapi::parts::{COMMON, NO_CLIENT};

/// Under which names the refusals of [`COMMON`] are shared.
const NAMES: [(&str, &str); 9] = [
    ("400", "InvalidRequest"),
    ("401", "Unauthenticated"),
    ("403", "InsufficientScope"),
    ("413", "PayloadTooLarge"),
    ("414", "UriTooLong"),
    ("415", "UnsupportedMediaType"),
    ("429", "RateLimited"),
    ("431", "HeadersTooLarge"),
    ("500", "ServerError"),
];

/// Others that several operations have: name, status, description.
const OTHERS: [(&str, &str, &str); 15] = [
    ("NotModified", "304", "The caller's copy is current"),
    ("UnauthenticatedClient", "401", NO_CLIENT),
    (
        "NotEntitled",
        "403",
        "The key lacks the scope, or the workspace the entitlement, that this needs",
    ),
    (
        "LiveKeyRequired",
        "403",
        "The key lacks the scope, the workspace the entitlement, or the key is one of test mode",
    ),
    ("UnknownProduct", "404", "No product has this id"),
    ("UnknownWatch", "404", "No watch of the client has this id"),
    ("UnknownWebhook", "404", "No webhook has this id"),
    ("UnknownDelivery", "404", "No delivery has this id"),
    (
        "UnknownRotation",
        "404",
        "No webhook has this id, or it has no such rotation",
    ),
    (
        "RequestInProgress",
        "409",
        "A request with this key is still running",
    ),
    (
        "WebhookDisabled",
        "409",
        "The webhook is switched off, or a request with this key is still running",
    ),
    (
        "RotationOver",
        "409",
        "The rotation is over, or a request with this key is still running",
    ),
    ("KeyReused", "422", "The key was used for another request"),
    (
        "Loading",
        "503",
        "The service has just started and reads the catalogue; see Retry-After",
    ),
    (
        "DeliveryUnavailable",
        "503",
        "Webhooks are not delivered in this deployment",
    ),
];

/// Gives the refusals of an operation their examples, and replaces those that are shared by references.
pub fn share(operation: &mut Operation, components: &mut Components) {
    let id = operation.operation_id.clone().unwrap_or_default();
    for (status, place) in &mut operation.responses.responses {
        let RefOr::T(response) = place else { continue };
        if status.as_str() >= "400" {
            show(response, code(&id, status));
        }
        let Some(name) = name(status, &response.description) else {
            continue;
        };
        let shared = components.responses.entry(name.to_owned());
        shared.or_insert_with(|| RefOr::T(response.clone()));
        *place = RefOr::Ref(Ref::from_response_name(name));
    }
}

/// The name under which a refusal is shared.
fn name(status: &str, description: &str) -> Option<&'static str> {
    if COMMON.contains(&(status, description)) {
        let mut named = NAMES.into_iter().filter(|(of, _)| *of == status);
        return named.next().map(|(_, name)| name);
    }
    let is_it = |other: &&(&str, &str, &str)| (other.1, other.2) == (status, description);
    OTHERS.iter().find(is_it).map(|(name, ..)| *name)
}

/// The code that an operation most likely answers with under a status.
fn code(operation: &str, status: &str) -> ErrorCode {
    match (operation, status) {
        ("testWebhook" | "replayFailedDeliveries", "409") => ErrorCode::WebhookDisabled,
        ("retryWebhookDelivery", "409") => ErrorCode::DeliveryNotReplayable,
        ("prepareSecretRotation", "409") => ErrorCode::RotationInProgress,
        ("activateSecretRotation" | "cancelSecretRotation", "409") => ErrorCode::RotationNotPending,
        ("searchProducts" | "getProducts" | "listPriceWatches", "503") => ErrorCode::Loading,
        (_, "401") => ErrorCode::Authentication,
        (_, "403") => ErrorCode::InsufficientScope,
        (_, "404") => ErrorCode::NotFound,
        (_, "409") => ErrorCode::IdempotencyInProgress,
        (_, "413") => ErrorCode::PayloadTooLarge,
        (_, "414") => ErrorCode::UriTooLong,
        (_, "415") => ErrorCode::UnsupportedMediaType,
        (_, "422") => ErrorCode::IdempotencyKeyReused,
        (_, "429") => ErrorCode::RateLimited,
        (_, "431") => ErrorCode::HeadersTooLarge,
        (_, "500") => ErrorCode::Server,
        (_, "503") => ErrorCode::DeliveryUnavailable,
        _ => ErrorCode::Validation,
    }
}

fn show(response: &mut Response, code: ErrorCode) {
    for content in response.content.values_mut() {
        if let RefOr::T(content) = content
            && content.example.is_none()
        {
            content.example = Some(example(code, &response.description));
        }
    }
}

/// A body with a code. The sentence in it is for people: here it is what the response is for.
fn example(code: ErrorCode, about: &str) -> Value {
    let request_id = "0f8fad5bd9cb469fa16570867728950e";
    if code == ErrorCode::Validation {
        return json!({
            "error": code.code(),
            "message": "the request is not valid",
            "request_id": request_id,
            "details": [{ "field": "X-API-Version", "problem": "1, or no such header" }]
        });
    }
    json!({
        "error": code.code(),
        "message": about,
        "request_id": request_id
    })
}
