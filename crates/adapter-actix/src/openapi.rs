//! The `OpenAPI` document, made from the code.

mod events;
mod page;
mod parts;
mod refusals;
mod shared;
mod webhooks;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{OpenApi as Document, RefOr, Required};
use utoipa::{Modify, OpenApi};

use crate::catalogue::body::codes::SearchSort;
use crate::http::caller::{Caller, IgnoredBody};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::resource::read_only;
use crate::http::view::View;
use crate::openapi::parts::{COMMON, NO_CLIENT, has_tag, note, refusal, simple};
use crate::routes;
use crate::webhooks::body::event::{TestEventBody, TriggeredEventBody};

/// The contract that the service implements (D-10).
const CONTRACT_VERSION: &str = "2.0.0";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Price Comparison Service",
        version = "1.0.0",
        description = "Search of a normalized product catalogue, one product with its delivered offers and a recommendation, its price history, products compared for a goal, price watches of a caller's clients, and webhooks that tell of them.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/v1", description = "This deployment")),
    paths(
        crate::catalogue::search::search,
        crate::catalogue::product::product,
        crate::catalogue::history::history,
        crate::catalogue::compare::compare,
        crate::catalogue::products::products,
        crate::catalogue::stores::stores,
        crate::catalogue::stores::info,
        crate::watchlists::list,
        crate::watchlists::create,
        crate::watchlists::change,
        crate::watchlists::remove,
        crate::webhooks::subscriptions::list,
        crate::webhooks::subscriptions::create,
        crate::webhooks::subscriptions::find,
        crate::webhooks::subscriptions::change,
        crate::webhooks::subscriptions::remove,
        crate::webhooks::endpoint::test,
        crate::webhooks::endpoint::acknowledge,
        crate::webhooks::rotation::prepare,
        crate::webhooks::rotation::activate,
        crate::webhooks::rotation::cancel,
        crate::webhooks::deliveries::list,
        crate::webhooks::deliveries::find,
        crate::webhooks::deliveries::retry,
        crate::webhooks::deliveries::replay_range,
        crate::webhooks::records::metrics,
        crate::webhooks::records::audit,
        with_key
    ),
    components(schemas(ErrorBody, SearchSort, TriggeredEventBody, TestEventBody)),
    tags((name = "catalogue", description = "Search, products, price history, comparison"),
        (name = "watchlists", description = "Price watches"),
        (name = "webhooks", description = "Webhook subscriptions, deliveries, secrets"),
        (name = "events", description = "What receivers of webhooks get"),
        (name = "service", description = "About the service itself")),
    security(("bearer" = [])),
    modifiers(&Common)
)]
struct ApiDocument;

/// The document as it is served.
pub struct OpenApiView(View);

impl OpenApiView {
    /// The document of a deployment in this environment.
    pub fn new(environment: &str) -> Self {
        Self(View::json(document(environment)))
    }
}

/// Adds the document and its page.
pub fn register(config: &mut web::ServiceConfig) {
    config
        .service(read_only(routes::OPENAPI_V1, with_key))
        .service(read_only(routes::OPENAPI, without_key))
        .service(read_only(routes::DOCS, page::redirect))
        .service(read_only(routes::DOCS_FILES, page::file));
}

/// The document as JSON text.
fn document(environment: &str) -> Vec<u8> {
    let mut document = ApiDocument::openapi();
    let about = document.info.description.take().unwrap_or_default();
    document.info.description = Some(format!("{about} Environment: {environment}."));
    serde_json::to_vec(&document).unwrap_or_default()
}

/// What the page says where it asks for a key.
const ABOUT_KEYS: &str = "An API key, `pcs_live_…` or `pcs_test_…`. On the page of `api demo` paste the \
    live key that it printed: it opens the invented sample only, and the next start revokes it. Every other \
    key belongs on a server of yours: a website or an app that needs prices asks that server, and the server \
    asks here with its key. To try calls with such a key, use `curl` on a machine that you trust.";

/// What every operation has in common.
struct Common;

impl Modify for Common {
    fn modify(&self, document: &mut Document) {
        let contract = ExtensionsBuilder::new()
            .add("x-contract-version", CONTRACT_VERSION)
            .build();
        document.info.extensions = Some(contract.clone());
        document.extensions = Some(contract);
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.description = Some(ABOUT_KEYS.to_owned());
        document.webhooks = Some(events::all());
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        for item in document.paths.paths.values_mut() {
            if let Some(operation) = &mut item.get {
                webhooks::complete_reading(operation);
                complete(operation);
                shared::share(operation, components);
            }
            let methods = [&mut item.post, &mut item.patch, &mut item.delete];
            for operation in methods.into_iter().flatten() {
                webhooks::complete_change(operation);
                complete(operation);
                shared::share(operation, components);
            }
        }
    }
}

/// Headers that every answer may have.
const HEADERS: [(&str, Type, &str); 5] = [
    (
        "X-Request-Id",
        Type::String,
        "Id of the request, for questions about it",
    ),
    ("X-API-Version", Type::String, "The version that was served"),
    (
        "RateLimit-Limit",
        Type::Integer,
        "Requests that may come at once",
    ),
    (
        "RateLimit-Remaining",
        Type::Integer,
        "Requests that may come now",
    ),
    (
        "RateLimit-Reset",
        Type::Integer,
        "Seconds until all may come again",
    ),
];

fn complete(operation: &mut Operation) {
    let version = ParameterBuilder::new()
        .name("X-API-Version")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("Version of the interface; only 1 is served"))
        .schema(Some(version_number().default(Some("1".into())).build()))
        .build();
    operation
        .parameters
        .get_or_insert_default()
        .push(RefOr::T(version));
    let (is_kept, is_of_client) = (
        has_tag(operation, "catalogue"),
        has_tag(operation, "watchlists"),
    );
    if is_of_client {
        let parameters = operation.parameters.get_or_insert_default();
        parameters.push(RefOr::T(client_parameter()));
    }
    let responses = &mut operation.responses.responses;
    for (status, description) in COMMON {
        let description = match status {
            "401" if is_of_client => NO_CLIENT,
            _ => description,
        };
        responses
            .entry(status.to_owned())
            .or_insert_with(|| refusal(status, description).into());
    }
    if is_kept {
        let unchanged = ResponseBuilder::new().description("The caller's copy is current");
        responses.insert("304".to_owned(), unchanged.build().into());
    }
    for response in responses.values_mut() {
        let RefOr::T(response) = response else {
            continue;
        };
        for (name, kind, description) in HEADERS {
            response
                .headers
                .insert(name.to_owned(), RefOr::T(note(kind, description)));
            if name == "X-API-Version"
                && let Some(RefOr::T(version)) = response.headers.get_mut(name)
            {
                version.schema = Some(version_number().build().into());
            }
        }
    }
}

/// Versions of the interface that are served.
fn version_number() -> ObjectBuilder {
    simple(Type::String).enum_values(Some(["1"]))
}

/// For which of its clients a caller acts.
fn client_parameter() -> Parameter {
    let form = simple(Type::String)
        .pattern(Some("^[A-Za-z0-9_-]{8,80}$"))
        .build();
    ParameterBuilder::new()
        .name("X-Service-Client-Id")
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some(
            "A stable id of the caller's choice: each of its clients has watches of its own",
        ))
        .schema(Some(form))
        .example(Some(crate::examples::CLIENT.into()))
        .build()
}

/// This document.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "service",
    operation_id = "getOpenApi",
    responses((status = 200, description = "The OpenAPI document", body = serde_json::Value,
        example = json!({ "openapi": "3.1.0", "info": { "title": "Price Comparison Service", "version": "1.0.0" } })))
)]
pub async fn with_key(
    _: Caller,
    _: IgnoredBody,
    request: HttpRequest,
    openapi: web::Data<OpenApiView>,
) -> Result<HttpResponse, Problem> {
    Ok(openapi.0.answer(request.headers()))
}

/// The same document for strangers.
pub async fn without_key(request: HttpRequest, openapi: web::Data<OpenApiView>) -> HttpResponse {
    let mut answer = openapi.0.answer(request.headers());
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    answer
}

#[cfg(test)]
mod tests;
