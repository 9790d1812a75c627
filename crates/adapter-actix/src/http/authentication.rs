//! What a request has to pass before it is even known which path is meant, in the order of D-07.

use std::sync::Arc;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::Method;
use app::{AppError, ErrorCode, KeyWithWorkspace};

use crate::http::caller::Caller;
use crate::http::client_address::client_address;
use crate::http::credentials::{Credentials, INVALID, MISSING};
use crate::http::problem::Problem;
use crate::http::rate_limits::{Kind, Place, Standing};
use crate::http::read_body::read_body;
use crate::http::state::HttpState;
use crate::routes;

/// Who called and how it stands with its limit, as far as the request came.
#[derive(Default)]
pub struct RequestContext {
    /// The caller's key.
    pub key: Option<Arc<KeyWithWorkspace>>,
    /// How the key stands.
    pub standing: Option<Standing>,
}

/// Checks sizes, key and limit, and leaves a [`Caller`] for the handler.
pub async fn authenticate_request(
    state: &HttpState,
    request: &mut ServiceRequest,
    context: &mut RequestContext,
) -> Result<(), Problem> {
    let body = read_body(request, state.settings.body_timeout).await?;
    if !routes::needs_key(request.match_info().as_str()) {
        // a page reads its form in its own way
        if !body.is_encoded && !body.bytes.is_empty() {
            request.set_payload(Payload::from(body.bytes));
        }
        return Ok(());
    }
    let key = authenticate(state, request).await?;
    context.key = Some(Arc::clone(&key));
    let (kind, name) = match *request.method() {
        Method::GET | Method::HEAD => (Kind::Read, "reads"),
        _ => (Kind::Write, "writes"),
    };
    match state.limits.take(kind, &key.key.id, &key.workspace) {
        Ok(standing) => context.standing = standing,
        Err(refused) => {
            state.metrics.limited(name);
            context.standing = Some(refused.standing);
            return Err(Problem::rate_limited(refused.retry_after_seconds));
        }
    }
    request.extensions_mut().insert(Caller { key, body });
    Ok(())
}

async fn authenticate(
    state: &HttpState,
    request: &ServiceRequest,
) -> Result<Arc<KeyWithWorkspace>, Problem> {
    const REFUSED: AppError = AppError::new(
        ErrorCode::Authentication,
        "the API key is missing, unknown or revoked; send Authorization: Bearer <API_KEY>",
    );
    let peer = client_address(request.request());
    let refused = |retry_after_seconds| {
        state.metrics.limited("auth_failures");
        Problem::rate_limited(retry_after_seconds)
    };
    let (challenge, place) = match Credentials::of(request.headers()) {
        Credentials::Token(token) => {
            if let Some(key) = state.authenticator.remembered(token) {
                return Ok(key);
            }
            let place = if state.authenticator.was_found(token) {
                None
            } else {
                state.limits.place(peer).await.map_err(refused)?
            };
            match find_key(state, request, token).await {
                Err(error) if error.code == ErrorCode::Authentication => (&INVALID, place),
                found => {
                    place.into_iter().for_each(Place::give_back);
                    return Ok(found?);
                }
            }
        }
        Credentials::BadToken => (&INVALID, None),
        Credentials::None => (&MISSING, None),
    };
    state.metrics.auth_failures.inc();
    match place {
        Some(place) => drop(place),
        None => state.limits.take_failure(peer).map_err(refused)?,
    }
    Err(Problem::unauthenticated(REFUSED, challenge.clone()))
}

/// The owner of a key. Reading the catalogue goes on while the store cannot be reached.
async fn find_key(
    state: &HttpState,
    request: &ServiceRequest,
    token: &str,
) -> Result<Arc<KeyWithWorkspace>, AppError> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && routes::is_catalogue(request.match_info().as_str()) {
        state.authenticator.authenticate_reader(token).await
    } else {
        state.authenticator.authenticate(token).await
    }
}
