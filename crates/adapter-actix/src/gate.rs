//! What a request has to pass before its handler runs, in the order of D-07.

use std::sync::Arc;

use actix_web::HttpMessage;
use actix_web::HttpRequest;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName};
use app::access::authenticate::require_scope;
use app::{AppError, ErrorCode, KeyWithWorkspace};
use bytes::Bytes;
use domain::access::{Scope, Tenant};

use crate::credentials::Credentials;
use crate::http::Shared;
use crate::intake::{self, Body};
use crate::json;
use crate::limits::{Kind, Standing};
use crate::problem::Problem;
use crate::routes;

const API_VERSION: HeaderName = HeaderName::from_static("x-api-version");

/// Who called and how it stands with its limit, as far as the request came.
#[derive(Default)]
pub struct Passage {
    /// The caller's key.
    pub key: Option<Arc<KeyWithWorkspace>>,
    /// How the key stands.
    pub standing: Option<Standing>,
}

/// The caller and what it sent, as handlers find it.
#[derive(Clone)]
pub struct Caller {
    /// The key.
    pub key: Arc<KeyWithWorkspace>,
    body: Body,
}

impl Caller {
    /// What of the workspace the key opens: test keys see their own half only (D-25).
    pub fn tenant(&self) -> Tenant {
        Tenant {
            workspace: self.key.workspace.no,
            mode: self.key.key.mode,
        }
    }

    /// The body as it was sent; one with a `Content-Encoding` is refused (D-13).
    pub fn body(&self) -> Result<&Bytes, AppError> {
        const ENCODED: AppError = AppError::new(
            ErrorCode::UnsupportedMediaType,
            "request bodies with a Content-Encoding are not read",
        );
        if self.body.is_encoded {
            return Err(ENCODED);
        }
        Ok(&self.body.bytes)
    }

    /// The body, which is declared as JSON unless it is empty. `headers` are those of the request.
    pub fn json_body(&self, headers: &HeaderMap) -> Result<&Bytes, AppError> {
        let body = self.body()?;
        if !body.is_empty() {
            json::require_type(headers)?;
        }
        Ok(body)
    }
}

/// Sizes, key and limit: what is checked before it is even known which path is meant.
pub async fn pass(
    shared: &Shared,
    request: &mut ServiceRequest,
    passage: &mut Passage,
) -> Result<(), Problem> {
    let body = intake::take(request, shared.settings.body_timeout).await?;
    if !routes::needs_key(request.match_info().as_str()) {
        return Ok(());
    }
    let key = authenticate(shared, request).await?;
    passage.key = Some(Arc::clone(&key));
    let (kind, name) = match *request.method() {
        Method::GET | Method::HEAD => (Kind::Read, "reads"),
        _ => (Kind::Write, "writes"),
    };
    match shared.limits.take(kind, &key.key.id, &key.workspace) {
        Ok(standing) => passage.standing = standing,
        Err(refused) => {
            shared.metrics.limited(name);
            passage.standing = Some(refused.standing);
            return Err(Problem::rate_limited(refused.retry_after_seconds));
        }
    }
    request.extensions_mut().insert(Caller { key, body });
    Ok(())
}

async fn authenticate(
    shared: &Shared,
    request: &ServiceRequest,
) -> Result<Arc<KeyWithWorkspace>, Problem> {
    const REFUSED: AppError = AppError::new(
        ErrorCode::Authentication,
        "the API key is missing, unknown or revoked; send Authorization: Bearer <API_KEY>",
    );
    let peer = request.peer_addr().map(|peer| peer.ip());
    let refused = |retry_after_seconds| {
        shared.metrics.limited("auth_failures");
        Problem::rate_limited(retry_after_seconds)
    };
    let credentials = Credentials::of(request.headers());
    if let Credentials::Token(token) = credentials
        && let Err(seconds) = shared.limits.may_fail(peer)
        && !shared.authenticator.was_found(token)
    {
        return Err(refused(seconds));
    }
    let challenge = match credentials {
        Credentials::Token(token) => match find_key(shared, request, token).await {
            Ok(key) => return Ok(key),
            Err(error) if error.code == ErrorCode::Authentication => &shared.challenges.invalid,
            Err(error) => return Err(error.into()),
        },
        Credentials::BadToken => &shared.challenges.invalid,
        Credentials::None => &shared.challenges.missing,
    };
    shared.metrics.auth_failures.inc();
    if let Err(limit) = shared.limits.take_failure(peer) {
        return Err(refused(limit.retry_after_seconds));
    }
    Err(Problem::unauthenticated(REFUSED, challenge.clone()))
}

/// The owner of a key. Reading the catalogue goes on while the store cannot be reached.
async fn find_key(
    shared: &Shared,
    request: &ServiceRequest,
    token: &str,
) -> Result<Arc<KeyWithWorkspace>, AppError> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && routes::is_catalogue(request.match_info().as_str()) {
        shared.authenticator.authenticate_reader(token).await
    } else {
        shared.authenticator.authenticate(token).await
    }
}

/// Version, scope and form of the body: what handlers that read no body check first.
pub fn admit(request: &HttpRequest, scope: Option<Scope>) -> Result<Caller, Problem> {
    let caller = identify(request, scope)?;
    caller.json_body(request.headers())?;
    Ok(caller)
}

/// Version and scope: what handlers check first that have more to check before the body. A handler
/// outside the part that needs a key fails here.
pub fn identify(request: &HttpRequest, scope: Option<Scope>) -> Result<Caller, Problem> {
    require_version(request.headers())?;
    let extensions = request.extensions();
    let Some(caller) = extensions.get::<Caller>() else {
        return Err(AppError::server("a handler that needs a key was reached without one").into());
    };
    if let Some(scope) = scope {
        require_scope(&caller.key, scope)?;
    }
    Ok(caller.clone())
}

fn require_version(headers: &HeaderMap) -> Result<(), AppError> {
    let mut all = headers.get_all(&API_VERSION);
    let accepted = match (all.next(), all.next()) {
        (None, _) => true,
        (Some(only), None) => matches!(only.as_bytes().trim_ascii(), b"" | b"1"),
        (Some(_), Some(_)) => false,
    };
    if accepted {
        Ok(())
    } else {
        Err(AppError::validation(
            "X-API-Version",
            "1, or no such header",
        ))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderValue};

    use super::{API_VERSION, require_version};

    #[test]
    fn only_version_1_is_served() {
        let check = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(API_VERSION, HeaderValue::from_str(value).unwrap());
            }
            require_version(&headers).is_ok()
        };
        for good in [&[][..], &[""], &["1"]] {
            assert!(check(good), "{good:?}");
        }
        for bad in [
            &["2"][..],
            &["1.0"],
            &["v1"],
            &["01"],
            &["1,1"],
            &["1", "1"],
            &["", ""],
            &["\"1\""],
        ] {
            assert!(!check(bad), "{bad:?}");
        }
    }
}
