//! The way of every request: whose session it is, whether its form is of that session, headers, pages for what goes
//! wrong.

use std::future::Future;
use tracing::Instrument;

use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderName,
    HeaderValue, LOCATION, REFERRER_POLICY, RETRY_AFTER, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::{ImageHosts, foreign_page};
use app::operating::operators::{SESSION, Session};
use app::{AppError, ErrorCode, FieldProblem};
use serde::Deserialize;

use crate::console::{Console, HOME, LOGIN};
use crate::layout::{self, Page};

const COOKIE: &str = "pcs_console";

/// When it is worth asking again while the store is busy.
const PASSING_SECONDS: u32 = 2;

/// The content security policy of all pages.
pub fn policy(image_hosts: &ImageHosts) -> HeaderValue {
    let policy = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'{}; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'",
        image_hosts.sources()
    );
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// What a request is answered with.
pub enum Reply {
    /// A page.
    Page(Page),
    /// What was asked for is done; the browser goes to this path.
    GoTo(String),
    /// A session has begun.
    Begun(Session),
    /// The session has ended.
    Ended,
}

/// The parts that every form has.
#[derive(Deserialize)]
pub struct Form<T> {
    /// The token of the session's forms.
    #[serde(default)]
    form_token: String,
    /// The parts of its own.
    #[serde(flatten)]
    fields: T,
}

/// The parts of a form that has none of its own.
#[derive(Deserialize)]
pub struct Nothing {}

/// What a form was sent as: bodies that cannot be read are errors.
pub type Sent<T> = Result<web::Form<T>, actix_web::Error>;

/// Shows a page to whoever has a session; to others, where to log in.
pub async fn show<F>(
    request: &HttpRequest,
    console: &Console,
    make: impl FnOnce(Session) -> F,
) -> HttpResponse
where
    F: Future<Output = Result<Page, AppError>>,
{
    let session = match enter(request, console).await {
        Ok(session) => session,
        Err(answer) => return answer,
    };
    let made = make(session.clone()).await;
    finish(request, console, Some(&session), made.map(Reply::Page))
}

/// Does what a form of a session asks for, to its end, whether or not the browser waits for it.
pub async fn act<T, F>(
    request: &HttpRequest,
    console: &web::Data<Console>,
    sent: Sent<Form<T>>,
    make: impl FnOnce(web::Data<Console>, Session, T) -> F,
) -> HttpResponse
where
    F: Future<Output = Result<Reply, AppError>> + 'static,
{
    let session = match enter(request, console).await {
        Ok(session) => session,
        Err(answer) => return answer,
    };
    let done = match own_form(request, console, &session, sent) {
        Ok(fields) => {
            let done = make(console.clone(), session.clone(), fields);
            let done = actix_web::rt::spawn(done.in_current_span()).await;
            done.unwrap_or_else(|error| Err(AppError::server(error)))
        }
        Err(error) => Err(error),
    };
    finish(request, console, Some(&session), done)
}

fn own_form<T>(
    request: &HttpRequest,
    console: &Console,
    session: &Session,
    sent: Sent<Form<T>>,
) -> Result<T, AppError> {
    check_origin(request.headers())?;
    let Form { form_token, fields } = read(sent)?;
    if !console.operators.is_form_of(session, &form_token) {
        return Err(AppError::validation(
            "form_token",
            "the form is of another session: open the page again",
        ));
    }
    Ok(fields)
}

/// A form that was sent.
pub fn read<T>(sent: Sent<T>) -> Result<T, AppError> {
    let unreadable =
        |_| AppError::validation("form", "the fields of the page's form, at most 16 KiB");
    sent.map(web::Form::into_inner).map_err(unreadable)
}

/// Refuses what a page of another site sends: forbidden, and the page says by which header that was seen.
pub fn check_origin(headers: &HeaderMap) -> Result<(), AppError> {
    let Some((field, problem)) = foreign_page(headers) else {
        return Ok(());
    };
    let problem = problem.into();
    Err(AppError {
        details: vec![FieldProblem { field, problem }],
        // of the codes that forbid, the nearest; no page shows it
        ..AppError::new(
            ErrorCode::InsufficientScope,
            "only forms of this console's own pages are accepted",
        )
    })
}

/// The session of a request; what is answered where there is none.
async fn enter(request: &HttpRequest, console: &Console) -> Result<Session, HttpResponse> {
    let found = match request.cookie(COOKIE) {
        Some(cookie) => console.operators.session(cookie.value()).await,
        None => Ok(None),
    };
    let instead = match found {
        Ok(Some(session)) => return Ok(session),
        Ok(None) => Ok(Reply::GoTo(LOGIN.to_owned())),
        Err(error) => Err(error),
    };
    Err(finish(request, console, None, instead))
}

/// The answer with its headers.
pub fn finish(
    request: &HttpRequest,
    console: &Console,
    session: Option<&Session>,
    made: Result<Reply, AppError>,
) -> HttpResponse {
    let mut answer = match made {
        Ok(Reply::Page(page)) => render(session, &page),
        Ok(Reply::GoTo(path)) => see_other(&path, None),
        Ok(Reply::Begun(session)) => see_other(HOME, Some(cookie(request, session.token))),
        Ok(Reply::Ended) => {
            let mut gone = cookie(request, String::new());
            gone.make_removal();
            see_other(LOGIN, Some(gone))
        }
        Err(error) => render(session, &failure(session, &error, request.path())),
    };
    let headers = answer.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(CACHE_CONTROL, "no-store");
    // a form's origin would be null without
    set(REFERRER_POLICY, "same-origin");
    set(X_FRAME_OPTIONS, "DENY");
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    headers.insert(CONTENT_SECURITY_POLICY, console.policy.clone());
    answer
}

fn render(session: Option<&Session>, page: &Page) -> HttpResponse {
    let mut answer = HttpResponse::build(page.status);
    answer.insert_header((CONTENT_TYPE, "text/html; charset=utf-8"));
    if let Some(seconds) = page.retry_after_seconds {
        answer.insert_header((RETRY_AFTER, HeaderValue::from(seconds)));
    }
    answer.body(layout::document(session, page))
}

fn see_other(path: &str, cookie: Option<Cookie<'_>>) -> HttpResponse {
    let mut answer = HttpResponse::build(StatusCode::SEE_OTHER);
    if let Ok(path) = HeaderValue::from_str(path) {
        answer.insert_header((LOCATION, path));
    }
    if let Some(cookie) = cookie.and_then(|it| HeaderValue::from_str(&it.to_string()).ok()) {
        answer.insert_header((SET_COOKIE, cookie));
    }
    answer.finish()
}

fn cookie(request: &HttpRequest, token: String) -> Cookie<'static> {
    Cookie::build(COOKIE, token)
        .path(HOME)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(is_behind_tls(request.headers()))
        .max_age(actix_web::cookie::time::Duration::seconds(
            SESSION.whole_seconds(),
        ))
        .finish()
}

/// Whether the browser speaks TLS to the first of the proxies. It only ever makes cookies stricter: anybody may say so.
fn is_behind_tls(headers: &HeaderMap) -> bool {
    let said = headers.get("x-forwarded-proto");
    let said = said.and_then(|value| value.to_str().ok());
    // each proxy adds what it was spoken to by
    let first = said.and_then(|list| list.split(',').next());
    first.is_some_and(|protocol| protocol.trim().eq_ignore_ascii_case("https"))
}

/// The page that says what went wrong.
fn failure(session: Option<&Session>, error: &AppError, at: &str) -> Page {
    let status = adapter_actix::status(error.code);
    if status.is_server_error() {
        tracing::error!(cause = ?error.cause, "a page of the console could not be made");
    }
    if error.is_passing() {
        let again = AppError::new(
            error.code,
            "the store is busy or does not answer at the moment",
        )
        .retry_after(PASSING_SECONDS);
        return Page {
            status: StatusCode::SERVICE_UNAVAILABLE,
            retry_after_seconds: again.retry_after_seconds,
            ..layout::message(session, &again, at)
        };
    }
    Page {
        status,
        retry_after_seconds: error.retry_after_seconds,
        ..layout::message(session, error, at)
    }
}

/// The path has pages, but no forms.
pub async fn only_read(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    wrong_method(&request, &console, "GET, HEAD").await
}

/// The path has forms, but no pages.
pub async fn only_sent(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    wrong_method(&request, &console, "POST").await
}

/// The path has pages and forms.
pub async fn read_or_sent(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    wrong_method(&request, &console, "GET, HEAD, POST").await
}

async fn wrong_method(
    request: &HttpRequest,
    console: &Console,
    allowed: &'static str,
) -> HttpResponse {
    let mut answer = show(request, console, |_| async {
        Err(AppError::new(
            ErrorCode::MethodNotAllowed,
            "this path of the console does not have this method",
        ))
    })
    .await;
    if answer.status() == StatusCode::METHOD_NOT_ALLOWED {
        let allowed = HeaderValue::from_static(allowed);
        answer.headers_mut().insert(ALLOW, allowed);
    }
    answer
}

/// There is no such page.
pub async fn nothing(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    show(&request, &console, |_| async {
        Err(AppError::not_found("the console has no such page"))
    })
    .await
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
    use app::{AppError, StoreError};

    use super::{failure, is_behind_tls};

    #[test]
    fn a_store_that_is_busy_is_asked_again() {
        let busy = AppError::from(StoreError::TimedOut("all connections are busy".to_owned()));
        let page = failure(None, &busy, "/console");
        assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(page.retry_after_seconds, Some(2));
        let shown = page.content.into_string();
        assert!(!shown.contains("connections"), "{shown}");
        let broken = AppError::from(StoreError::Failed("no such table".to_owned()));
        let broken = failure(None, &broken, "/console");
        assert_eq!(broken.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(broken.retry_after_seconds, None);
    }

    #[test]
    fn the_first_of_the_proxies_says_whether_the_browser_speaks_tls() {
        for (said, is_tls) in [
            (None, false),
            (Some("https"), true),
            (Some("HTTPS"), true),
            (Some("https, http"), true),
            (Some(" https ,http"), true),
            (Some("http, https"), false),
            (Some("http"), false),
            (Some(""), false),
            (Some("https2"), false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(said) = said {
                let name = HeaderName::from_static("x-forwarded-proto");
                headers.insert(name, HeaderValue::from_static(said));
            }
            assert_eq!(is_behind_tls(&headers), is_tls, "{said:?}");
        }
    }
}
