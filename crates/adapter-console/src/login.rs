//! Logging in and out.

use actix_web::{HttpRequest, HttpResponse, web};
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
    let made = made.map(|names| Reply::Page(form(names.is_empty())));
    gate::finish(&request, None, made)
}

fn form(is_empty: bool) -> Page {
    let content = html! {
        section .login {
            h1 { "Log in" }
            @if is_empty {
                p { "There is no operator yet. On the machine of the service, with its settings:" }
                pre { code { "api console password NAME" } }
                p { "asks for a password and makes the operator; then log in here." }
            }
            form method="post" action=(LOGIN) {
                label for="name" { "Name" }
                input #name name="name" autocomplete="username" required maxlength="64" autofocus;
                label for="password" { "Password" }
                input #password name="password" type="password" autocomplete="current-password" required maxlength="128";
                button type="submit" { "Log in" }
            }
        }
    };
    Page::new("Log in", LOGIN, content)
}

/// Begins a session.
pub async fn log_in(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Credentials>,
) -> HttpResponse {
    let begun = begin(&request, &console, sent).await;
    gate::finish(&request, None, begun)
}

async fn begin(
    request: &HttpRequest,
    console: &Console,
    sent: Sent<Credentials>,
) -> Result<Reply, AppError> {
    gate::check_origin(request.headers())?;
    let peer = request.peer_addr().map(|peer| peer.ip());
    console.tries.take(peer).map_err(|seconds| {
        let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        AppError::new(
            ErrorCode::RateLimited,
            "too many passwords from this address",
        )
        .retry_after(seconds)
    })?;
    let Credentials { name, password } = gate::read(sent)?;
    let session = console.operators.log_in(&name, &password).await?;
    Ok(Reply::Begun(session))
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
