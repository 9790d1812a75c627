//! Every answer that is not a success. The one place where a code becomes a status, and where the
//! cause of an error is logged.

use std::fmt;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use app::{AppError, ErrorCode};
use tracing::Span;

use crate::http::error_body::{ErrorBody, FieldProblemBody};

/// An error on its way to the caller, with the header that belongs to its status.
#[derive(Debug)]
pub struct Problem(Box<Inner>);

#[derive(Debug)]
struct Inner {
    error: AppError,
    header: Option<(HeaderName, HeaderValue)>,
    request_id: String,
    /// What the line in the log is written in.
    context: Span,
}

impl Problem {
    /// The path exists; only these methods do.
    pub fn method_not_allowed(allowed: &'static str) -> Self {
        let error = AppError::new(
            ErrorCode::MethodNotAllowed,
            "this path does not have this method; the Allow header names those it has",
        );
        Self::from(error).with(header::ALLOW, HeaderValue::from_static(allowed))
    }

    /// Nothing has this path.
    pub fn no_such_path() -> Self {
        AppError::not_found("nothing has this path").into()
    }

    /// Too many requests; the next is accepted after this many seconds.
    pub fn rate_limited(retry_after_seconds: u64) -> Self {
        let error = AppError::new(
            ErrorCode::RateLimited,
            "too many requests; see the Retry-After header",
        );
        Self::from(error).with(
            header::RETRY_AFTER,
            HeaderValue::from(retry_after_seconds.max(1)),
        )
    }

    /// The key is missing or not usable.
    pub fn unauthenticated(error: AppError, challenge: HeaderValue) -> Self {
        Self::from(error).with(header::WWW_AUTHENTICATE, challenge)
    }

    /// A handler did not come to its end. Such an answer does not pass [`answer`] any more.
    pub fn broken_down(request_id: &str, context: Span) -> Self {
        let problem = Self::from(AppError::server("a request handler panicked"));
        let mut problem = problem.outside_of_scopes(request_id);
        problem.0.context = context;
        problem
    }

    fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.header = Some((name, value));
        self
    }

    /// With the id of its request, which no middleware tells.
    pub fn outside_of_scopes(mut self, request_id: &str) -> Self {
        request_id.clone_into(&mut self.0.request_id);
        self
    }

    /// The answer. Logs the cause of a failure of ours.
    pub fn render(&self, request_id: &str) -> HttpResponse {
        let Inner {
            error,
            header,
            request_id: _,
            context: _,
        } = &*self.0;
        if let Some(cause) = &error.cause {
            tracing::error!(
                target: "http",
                code = error.code.code(),
                cause = chain(cause.as_ref()),
                "a request failed"
            );
        }
        let body = ErrorBody {
            error: error.code.code(),
            message: error.message,
            request_id,
            details: error.details.iter().map(FieldProblemBody::from).collect(),
        };
        let mut answer = HttpResponse::build(status(error.code));
        if let Some((name, value)) = header {
            answer.insert_header((name.clone(), value.clone()));
        }
        let text = serde_json::to_vec(&body).unwrap_or_default();
        answer
            .insert_header((header::CONTENT_TYPE, JSON))
            .body(text)
    }
}

/// `application/json`.
pub const JSON: HeaderValue = HeaderValue::from_static("application/json");

impl From<AppError> for Problem {
    fn from(error: AppError) -> Self {
        let wait = error.retry_after_seconds;
        Self(Box::new(Inner {
            error,
            header: wait.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds.max(1)))),
            request_id: String::new(),
            context: Span::none(),
        }))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.error.fmt(f)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        status(self.0.error.code)
    }

    /// Bare: the middleware replaces it by [`Problem::render`]. Nothing does after a panic, and outside of scopes.
    fn error_response(&self) -> HttpResponse<BoxBody> {
        if self.0.request_id.is_empty() {
            return HttpResponse::new(self.status_code());
        }
        let render = || self.render(&self.0.request_id);
        let mut answer = self.0.context.in_scope(render);
        if let Ok(id) = HeaderValue::from_str(&self.0.request_id) {
            answer
                .headers_mut()
                .insert(HeaderName::from_static("x-request-id"), id);
        }
        let nosniff = HeaderValue::from_static("nosniff");
        answer
            .headers_mut()
            .insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
        answer
    }
}

/// Replaces an answer that the framework made by one in our form; `None` for answers that are fine, and for pages,
/// which say for themselves what went wrong.
pub fn answer(made: &HttpResponse, request_id: &str) -> Option<HttpResponse> {
    if let Some(problem) = made.error().and_then(|error| error.as_error::<Problem>()) {
        return Some(problem.render(request_id));
    }
    let code = code_of(made.status())?;
    let content_type = made.headers().get(header::CONTENT_TYPE);
    if content_type.is_some_and(|it| it.as_bytes().starts_with(b"text/html")) {
        return None;
    }
    let cause = made.error().map(ToString::to_string);
    let error = match (code, cause) {
        (ErrorCode::Server, cause) => AppError::server(cause.unwrap_or_default()),
        (ErrorCode::NotFound, _) => AppError::not_found("nothing has this path"),
        (code, _) => AppError::new(code, "the request is not valid"),
    };
    Some(Problem::from(error).render(request_id))
}

/// The status of a code.
pub const fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::Validation => StatusCode::BAD_REQUEST,
        ErrorCode::Authentication => StatusCode::UNAUTHORIZED,
        ErrorCode::InsufficientScope
        | ErrorCode::EntitlementRequired
        | ErrorCode::LiveKeyRequired => StatusCode::FORBIDDEN,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::UriTooLong => StatusCode::URI_TOO_LONG,
        ErrorCode::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::HeadersTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        ErrorCode::IdempotencyInProgress
        | ErrorCode::WebhookDisabled
        | ErrorCode::DeliveryNotReplayable
        | ErrorCode::SourceNotCurrent
        | ErrorCode::WebhookChanged
        | ErrorCode::ReplayLimitReached
        | ErrorCode::RotationInProgress
        | ErrorCode::RotationNotPending
        | ErrorCode::RotationExpired => StatusCode::CONFLICT,
        ErrorCode::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::DeliveryUnavailable | ErrorCode::Loading => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Server => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// What the framework means by its statuses. The other codes are of use cases, and no status of the
/// framework's stands for one.
const OF_THE_PROTOCOL: [ErrorCode; 11] = [
    ErrorCode::Validation,
    ErrorCode::Authentication,
    ErrorCode::InsufficientScope,
    ErrorCode::NotFound,
    ErrorCode::MethodNotAllowed,
    ErrorCode::PayloadTooLarge,
    ErrorCode::UriTooLong,
    ErrorCode::UnsupportedMediaType,
    ErrorCode::HeadersTooLarge,
    ErrorCode::RateLimited,
    ErrorCode::Server,
];

/// The code of an answer that the framework made; `None` for a success.
fn code_of(made: StatusCode) -> Option<ErrorCode> {
    if !made.is_client_error() && !made.is_server_error() {
        return None;
    }
    let exact = OF_THE_PROTOCOL
        .into_iter()
        .find(|code| status(*code) == made);
    let by_class = if made.is_client_error() {
        ErrorCode::Validation
    } else {
        ErrorCode::Server
    };
    Some(exact.unwrap_or(by_class))
}

fn chain(cause: &(dyn std::error::Error + 'static)) -> String {
    let mut text = cause.to_string();
    let mut next = cause.source();
    while let Some(deeper) = next {
        text.push_str(": ");
        text.push_str(&deeper.to_string());
        next = deeper.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use actix_web::HttpResponse;
    use actix_web::body::to_bytes;
    use actix_web::http::StatusCode;
    use app::{AppError, ErrorCode};
    use futures_util::FutureExt;

    use super::{OF_THE_PROTOCOL, Problem, answer, code_of, status};

    fn body(response: HttpResponse) -> serde_json::Value {
        let bytes = to_bytes(response.into_body())
            .now_or_never()
            .unwrap()
            .unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn every_status_of_the_protocol_has_its_own_code() {
        for code in OF_THE_PROTOCOL {
            assert_eq!(code_of(status(code)), Some(code));
        }
        let errors = ErrorCode::ALL.map(status);
        assert!(
            errors
                .iter()
                .all(|s| s.is_client_error() || s.is_server_error())
        );
        assert_eq!(code_of(StatusCode::OK), None);
        assert_eq!(code_of(StatusCode::NOT_MODIFIED), None);
        assert_eq!(
            code_of(StatusCode::IM_A_TEAPOT),
            Some(ErrorCode::Validation)
        );
        assert_eq!(code_of(StatusCode::BAD_GATEWAY), Some(ErrorCode::Server));
    }

    #[test]
    fn statuses_of_use_cases_are_not_read_into_the_framework() {
        for (made, code) in [
            (StatusCode::CONFLICT, ErrorCode::Validation),
            (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::Validation),
            (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Server),
        ] {
            assert_eq!(code_of(made), Some(code));
        }
    }

    #[test]
    fn errors_say_when_to_ask_again() {
        let error = AppError::new(ErrorCode::IdempotencyInProgress, "wait").retry_after(1);
        let shown = Problem::from(error).render("r");
        assert_eq!(shown.status(), StatusCode::CONFLICT);
        assert_eq!(shown.headers().get("retry-after").unwrap(), "1");
        let silent = Problem::from(AppError::not_found("nothing")).render("r");
        assert!(!silent.headers().contains_key("retry-after"));
    }

    #[test]
    fn causes_stay_inside() {
        let shown = body(Problem::from(AppError::server("secret cause")).render("r1"));
        assert_eq!(shown["error"], "server_error");
        assert_eq!(shown["request_id"], "r1");
        assert!(!shown.to_string().contains("secret"));
        assert!(shown.get("details").is_none());
    }

    #[test]
    fn validation_names_fields() {
        let shown =
            body(Problem::from(AppError::validation("q", "1 to 120 characters")).render("r"));
        assert_eq!(
            shown["details"],
            serde_json::json!([{ "field": "q", "problem": "1 to 120 characters" }])
        );
    }

    #[test]
    fn answers_of_the_framework_are_replaced() {
        let replaced = answer(&HttpResponse::BadRequest().body("plain"), "r").unwrap();
        assert_eq!(
            replaced.headers().get("content-type").unwrap(),
            "application/json"
        );
        assert_eq!(body(replaced)["error"], "validation_error");
        let problem = HttpResponse::from_error(Problem::rate_limited(0));
        let replaced = answer(&problem, "r").unwrap();
        assert_eq!(replaced.headers().get("retry-after").unwrap(), "1");
        assert!(answer(&HttpResponse::Ok().finish(), "r").is_none());
    }
}
