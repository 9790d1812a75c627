//! What the operations of webhooks have in common.

use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Required};

use crate::examples::webhooks as examples;
use crate::openapi::parts::{has_tag, note, refusal, simple};

/// The operation for which a key may be left out (D-21).
const KEY_IS_OPTIONAL: &str = "cancelSecretRotation";

/// Statuses of everything that changes something.
const OF_CHANGES: [(&str, &str); 3] = [
    (
        "403",
        "The key lacks the scope, or the workspace the entitlement, that this needs",
    ),
    ("409", "A request with this key is still running"),
    ("422", "The key was used for another request"),
];

/// Adds what reading takes.
pub fn complete_reading(operation: &mut Operation) {
    if !has_tag(operation, "webhooks") {
        return;
    }
    add_id(operation);
}

/// Adds what changing something takes.
pub fn complete_change(operation: &mut Operation) {
    if !has_tag(operation, "webhooks") {
        return;
    }
    add_id(operation);
    let is_optional = operation.operation_id.as_deref() == Some(KEY_IS_OPTIONAL);
    let id = operation.operation_id.as_deref().unwrap_or_default();
    let example = format!("{id}-0001");
    add(operation, with_example(key(is_optional), example));
    let responses = &mut operation.responses.responses;
    for (status, description) in OF_CHANGES {
        responses
            .entry(status.to_owned())
            .or_insert_with(|| refusal(status, description).into());
    }
    let replayed = "true: the answer of an earlier request with this key";
    let successes = responses
        .iter_mut()
        .filter(|(status, _)| status.starts_with('2'));
    for (_, response) in successes {
        if let RefOr::T(response) = response {
            let header = note(Type::Boolean, replayed);
            let headers = &mut response.headers;
            headers.insert("Idempotent-Replayed".to_owned(), RefOr::T(header));
        }
    }
}

fn with_example(parameter: Parameter, example: String) -> Parameter {
    ParameterBuilder::from(parameter)
        .example(Some(example.into()))
        .build()
}

fn add(operation: &mut Operation, parameter: Parameter) {
    let parameters = operation.parameters.get_or_insert_default();
    parameters.push(RefOr::T(parameter));
}

/// The id in the path, for those operations that have one there.
fn add_id(operation: &mut Operation) {
    let prefix = match operation.operation_id.as_deref() {
        Some("getWebhookDelivery" | "retryWebhookDelivery") => "whd",
        Some(
            "listWebhooks"
            | "createWebhook"
            | "listWebhookDeliveries"
            | "getWebhookMetrics"
            | "getWebhookAudit",
        ) => return,
        _ => "wh",
    };
    let form = simple(Type::String).pattern(Some(format!("^{prefix}_[0-9a-f]{{32}}$")));
    let about = "Its id; what does not have the form of one is not found";
    let id = parameter("id", ParameterIn::Path, about, form);
    let example = if prefix == "wh" {
        examples::WEBHOOK
    } else {
        examples::DELIVERY
    };
    add(operation, with_example(id, example.to_owned()));
}

fn key(is_optional: bool) -> Parameter {
    let form = simple(Type::String)
        .min_length(Some(1))
        .max_length(Some(255))
        .pattern(Some("^[!-~]+$"));
    let about = "New for each thing that is wanted, the same when a request is sent again: it takes \
        effect once, and the answer is the first one";
    let mut key = parameter("Idempotency-Key", ParameterIn::Header, about, form);
    if !is_optional {
        key.required = Required::True;
    }
    key
}

fn parameter(name: &str, place: ParameterIn, about: &str, form: ObjectBuilder) -> Parameter {
    let required = if place == ParameterIn::Path {
        Required::True
    } else {
        Required::False
    };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(required)
        .description(Some(about))
        .schema(Some(form.build()))
        .build()
}
