//! Ids of webhooks and what belongs to them in paths and bodies of requests.

use actix_web::HttpRequest;
use app::AppError;
pub use domain::webhook::public_id::IdKind;
use uuid::Uuid;

use crate::http::typed::{Accepted, Value};

/// What is answered of things of somebody else, of things that are not there, and to texts that name
/// nothing (D-05).
pub const UNKNOWN: AppError = AppError::not_found("nothing of the workspace has this id");

/// The id in the path of a request.
pub fn id_in_path(kind: IdKind, request: &HttpRequest) -> Result<Uuid, AppError> {
    let text = request.match_info().get("id");
    text.and_then(|text| kind.read(text)).ok_or(UNKNOWN)
}

/// The id of an incident, in a body.
#[derive(Debug, Clone, Copy)]
pub struct IncidentId(pub Uuid);

impl Accepted for IncidentId {
    const ACCEPTED: &'static str =
        "an incident's id: wi_ and 32 hexadecimal digits in small letters";

    fn read(value: Value<'_>) -> Option<Self> {
        IdKind::Incident.read(&value.text()?).map(Self)
    }
}

/// The id of a rotation, in a body.
#[derive(Debug, Clone, Copy)]
pub struct RotationId(pub Uuid);

impl Accepted for RotationId {
    const ACCEPTED: &'static str =
        "a rotation's id: wr_ and 32 hexadecimal digits in small letters";

    fn read(value: Value<'_>) -> Option<Self> {
        IdKind::Rotation.read(&value.text()?).map(Self)
    }
}
