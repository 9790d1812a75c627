//! What the parts of the document are made of.

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr};

/// Statuses that every operation may answer with (D-06).
pub const COMMON: [(&str, &str); 9] = [
    ("400", "The request is not valid, or X-API-Version is not 1"),
    ("401", "The API key is missing, unknown or revoked"),
    ("403", "The key lacks the scope that this needs"),
    ("413", "The body is too long"),
    ("414", "Path and query are too long"),
    ("415", "The body is of a type that is not read"),
    ("429", "Too many requests; see Retry-After"),
    ("431", "The headers are too long or too many"),
    ("500", "A temporary error of the server"),
];

/// What 401 means where a client is named, too.
pub const NO_CLIENT: &str = "The API key is missing, unknown or revoked, or X-Service-Client-Id is \
    missing or ill-formed";

/// Whether an operation has this tag.
pub fn has_tag(operation: &Operation, name: &str) -> bool {
    operation.tags.iter().flatten().any(|tag| tag == name)
}

/// A refusal with its headers.
pub fn refusal(status: &str, description: &str) -> Response {
    let error = RefOr::Ref(Ref::from_schema_name("Error"));
    let response = ResponseBuilder::new().description(description).content(
        "application/json",
        ContentBuilder::new().schema(Some(error)).build(),
    );
    match status {
        "401" => response.header(
            "WWW-Authenticate",
            note(Type::String, "The scheme, its realm"),
        ),
        "409" => response.header(
            "Retry-After",
            note(Type::Integer, "Seconds, when waiting helps"),
        ),
        "429" => response.header("Retry-After", note(Type::Integer, "Seconds, at least 1")),
        _ => response,
    }
    .build()
}

/// A schema of this type.
pub fn simple(kind: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(kind))
}

/// A header that is a value of this type.
pub fn note(kind: Type, description: &str) -> Header {
    HeaderBuilder::new()
        .schema(Some(simple(kind)))
        .description(Some(description))
        .build()
}
