//! What receivers of webhooks get: the part of the document that describes requests of ours.

use serde_json::Value;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, PathItem,
    Paths,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required, SchemaFormat};

use crate::examples::webhooks as examples;
use crate::openapi::parts::simple;

/// Every kind of event with its requests.
pub fn all() -> Paths {
    let triggered = operation(
        "watchlist.triggered",
        "receivePriceWatch",
        "What a watch waits for is so: a price below its target, or stock.\n\n\
        An event may arrive more than once, and events in any order: deduplicate by its `id`. \
        Verify `X-Webhook-Signature` (or, with a library of Standard Webhooks, the three headers that it knows) \
        over the raw body before you trust anything; no other header is covered.",
        "WatchlistTriggeredEvent",
        examples::triggered_event(),
    );
    let test = operation(
        "webhook.test",
        "receiveWebhookTest",
        "Somebody asked for a test. Verify and deduplicate it like any other event; it has no effect on \
        business.",
        "WebhookTestEvent",
        examples::test_event(),
    );
    let mut paths = Paths::new();
    for (kind, operation) in [("watchlist.triggered", triggered), ("webhook.test", test)] {
        let item = PathItem::new(HttpMethod::Post, operation);
        paths.paths.insert(kind.to_owned(), item);
    }
    paths
}

fn operation(kind: &str, id: &str, about: &str, schema: &str, example: Value) -> Operation {
    let body = ContentBuilder::new()
        .schema(Some(RefOr::Ref(Ref::from_schema_name(schema))))
        .example(Some(example))
        .build();
    let body = RequestBodyBuilder::new()
        .description(Some("One line of JSON in UTF-8, never compressed"))
        .content("application/json", body)
        .required(Some(Required::True));
    let good = ResponseBuilder::new().description("Acknowledged: the event is not sent again");
    let refused = ResponseBuilder::new().description(
        "Given up, and the endpoint is left alone for a while; 408, 409, 425 and 429 are tried again",
    );
    let other = ResponseBuilder::new().description(
        "Tried again, up to eight times; `Retry-After` is honoured up to an hour. Redirects are not \
        followed",
    );
    OperationBuilder::new()
        .operation_id(Some(id))
        .tag("events")
        .summary(Some(format!("The event `{kind}`")))
        .description(Some(about))
        .parameters(Some(headers(kind)))
        .request_body(Some(body.build()))
        .response("2XX", good.build())
        .response("4XX", refused.build())
        .response("default", other.build())
        .securities(Some([]))
        .build()
}

/// The headers of our requests.
fn headers(kind: &str) -> [Parameter; 8] {
    let text = || simple(Type::String);
    let id = format!("^whd_{}$", "[0-9a-f]{32}");
    [
        header(
            "X-Webhook-Signature",
            "`t=<seconds>,v1=<hex>`: when this attempt was signed, and HMAC-SHA256 over the seconds, a \
            full stop and the raw body, with the whole text of the signing secret as the key. Refuse \
            seconds more than five minutes away",
            text().pattern(Some("^t=[0-9]+,v1=[0-9a-f]{64}$")),
            examples::SIGNATURE,
        ),
        header(
            "Idempotency-Key",
            "The event's `id`: the same in every attempt, replay and subscription",
            text().format(Some(SchemaFormat::Custom("uuid".to_owned()))),
            examples::EVENT,
        ),
        header(
            "X-Webhook-Event",
            "The event's `type`",
            text().enum_values(Some([kind])),
            kind,
        ),
        header(
            "X-Webhook-Delivery",
            "As in `GET /webhook-deliveries/{id}`",
            text().pattern(Some(id)),
            examples::DELIVERY,
        ),
        header(
            "X-Webhook-Attempt",
            "Counts the delivery's attempts from 1, replays included",
            simple(Type::Integer).minimum(Some(1)),
            1,
        ),
        header(
            "webhook-id",
            "The event's `id`, for Standard Webhooks",
            text().format(Some(SchemaFormat::Custom("uuid".to_owned()))),
            examples::EVENT,
        ),
        header(
            "webhook-timestamp",
            "The seconds of `X-Webhook-Signature`",
            text().pattern(Some("^[0-9]+$")),
            "1767603600",
        ),
        header(
            "webhook-signature",
            "Standard Webhooks: `v1,<base64>` of HMAC-SHA256 over id, full stop, seconds, full stop and raw body, \
            under the same key, and by a prepared secret, after a blank. Libraries \
            take `whsec_` and the base64 of the whole text of the secret",
            text().pattern(Some("^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$")),
            examples::STANDARD_SIGNATURE,
        ),
    ]
}

fn header(name: &str, about: &str, form: ObjectBuilder, example: impl Into<Value>) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some(about))
        .schema(Some(form.build()))
        .example(Some(example.into()))
        .build()
}
