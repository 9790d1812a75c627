//! Logging in and out.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::client_address;
use app::{AppError, ErrorCode};
use maud::html;
use serde::Deserialize;

use crate::console::{Console, LOGIN};
use crate::gate::{self, Form, Nothing, Reply, Sent};
use crate::layout::Page;

/// What the login form sends.
#[derive(Deserialize)]
pub struct Credentials {
    name: String,
    password: String,
}

/// The login form; how to make an operator where there is none.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let made = console.operators.names().await;
    let made = made.map(|names| Reply::Page(form(names.is_empty(), "", None)));
    gate::finish(&request, &console, None, made)
}

/// The form with the name that was typed and what was wrong.
fn form(is_empty: bool, name: &str, wrong: Option<&AppError>) -> Page {
    let content = html! {
        section .login {
            h1 { "Log in" }
            @if let Some(wrong) = wrong {
                p role="alert" {
                    strong { (wrong.message) "." }
                    @if let Some(seconds) = wrong.retry_after_seconds { " Try again in " (seconds) " s." }
                }
            }
            @if is_empty {
                p { "There is no operator yet. On the machine of the service, with its settings:" }
                pre { code { "api console password NAME" } }
                p { "asks for a password and makes the operator; then log in here." }
            }
            form method="post" action=(LOGIN) {
                label for="name" { "Name" }
                input #name name="name" value=(name) autocomplete="username" required maxlength="64" autofocus;
                label for="password" { "Password" }
                input #password name="password" type="password" autocomplete="current-password" required maxlength="128";
                button type="submit" { "Log in" }
            }
        }
    };
    Page {
        status: wrong.map_or(StatusCode::OK, |wrong| adapter_actix::status(wrong.code)),
        retry_after_seconds: wrong.and_then(|wrong| wrong.retry_after_seconds),
        ..Page::new("Log in", LOGIN, content)
    }
}

/// Begins a session.
pub async fn log_in(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Credentials>,
) -> HttpResponse {
    let begun = begin(&request, &console, sent).await;
    gate::finish(&request, &console, None, begun)
}

async fn begin(
    request: &HttpRequest,
    console: &Console,
    sent: Sent<Credentials>,
) -> Result<Reply, AppError> {
    gate::check_origin(request.headers())?;
    let peer = client_address(request);
    let tried = console.tries.take(peer);
    let Credentials { name, password } = gate::read(sent)?;
    let begun = match tried {
        Ok(()) => console.operators.log_in(&name, &password).await,
        Err(seconds) => {
            let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
            let reason = "too many passwords from this address";
            Err(AppError::new(ErrorCode::RateLimited, reason).retry_after(seconds))
        }
    };
    match begun {
        Ok(session) => Ok(Reply::Begun(session)),
        Err(wrong)
            if matches!(
                wrong.code,
                ErrorCode::Authentication | ErrorCode::RateLimited
            ) =>
        {
            // the name may be a password in the wrong field
            let client = peer.map(tracing::field::display);
            tracing::warn!(
                client,
                code = wrong.code.code(),
                "a log-in at the console was refused"
            );
            Ok(Reply::Page(form(false, &name, Some(&wrong))))
        }
        Err(error) => Err(error),
    }
}

/// Ends the session.
pub async fn log_out(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Nothing>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, Nothing {}| async move {
            console.operators.log_out(&session).await?;
            Ok(Reply::Ended)
        },
    )
    .await
}
