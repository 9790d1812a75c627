//! Keys of a workspace: which there are, making one, revoking one.

use actix_web::{HttpRequest, HttpResponse, web};
use app::access::workspaces::KeyWish;
use app::operating::operators::Session;
use app::{ApiKey, AppError, FieldProblem, Workspace};
use domain::access::{KeyState, Mode, Scope};
use domain::ids::WorkspaceNo;
use maud::{Markup, html};
use time::OffsetDateTime;

use super::{Shown, found, named, path, typed};
use crate::console::{Console, WEBHOOKS};
use crate::forms::{Field, Fields, problems, text, ticked, ticks};
use crate::gate::{self, Form, Nothing, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{fact, instant, wide};

const COLUMNS: [&str; 8] = [
    "Id",
    "Label",
    "Mode",
    "May",
    "Made",
    "Last used",
    "Expires",
    "State",
];

/// Keys, the oldest first.
pub fn table(workspace: WorkspaceNo, keys: &[ApiKey], now: OffsetDateTime) -> Markup {
    if keys.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        (wide("keys", &COLUMNS, &html! {
            @for key in keys {
                tr {
                    th scope="row" { code { (key.id) } }
                    td .long { (crate::write::text(&key.label)) }
                    td { (key.mode.code()) }
                    td .long { (scopes(key)) }
                    td { (instant(key.created_at)) }
                    td { (or_dash(key.last_used_at)) }
                    td { (or_dash(key.expires_at)) }
                    td { (state(workspace, key, now)) }
                }
            }
        }))
        p .quiet { "When a key was used last is written down every five minutes at most." }
    }
}

fn scopes(key: &ApiKey) -> Markup {
    html! {
        @if key.scopes.is_empty() { "nothing" }
        @for scope in &key.scopes { (scope.code()) " " }
    }
}

fn or_dash(at: Option<OffsetDateTime>) -> Markup {
    at.map_or_else(|| html! { "–" }, instant)
}

fn state(workspace: WorkspaceNo, key: &ApiKey, now: OffsetDateTime) -> Markup {
    html! {
        @match (key.state(now), key.revoked_at) {
            (KeyState::Revoked, Some(at)) => { strong { "revoked" } " " (instant(at)) },
            (state, _) => {
                strong { (state.code()) } br;
                a href=(path_of(workspace, key)) { "Revoke" span .hidden { " " (key.id) } }
            },
        }
    }
}

fn path_of(workspace: WorkspaceNo, key: &ApiKey) -> String {
    format!("{}/keys/{}", path(workspace), key.id)
}

/// The form that makes a key.
pub fn form(
    session: &Session,
    workspace: WorkspaceNo,
    typed: &Fields,
    wrong: &[FieldProblem],
) -> Markup {
    let label = Field {
        name: "label",
        label: "Label",
        hint: "what it is for, at most 100 characters",
        value: text(typed, "label"),
    };
    let expires = Field {
        name: "expires",
        label: "Expires",
        hint: "90d, 2027-01-31 (from 00:00 UTC on) or a time of RFC 3339; empty: never",
        value: text(typed, "expires"),
    };
    let codes = Scope::ALL.map(Scope::code);
    let is_mode = |mode: Mode| match text(typed, "mode") {
        "" => mode == Mode::Live,
        typed => typed == mode.code(),
    };
    html! {
        form .fields method="post" action={ (path(workspace)) "/keys" } {
            (form_token(session))
            (label.show(wrong))
            fieldset {
                legend { "Mode" }
                @for mode in [Mode::Live, Mode::Test] {
                    label { input type="radio" name="mode" value=(mode.code()) checked[is_mode(mode)]; " " (mode.code()) }
                }
            }
            (ticks("scope", "May", &codes, |code| typed.contains_key(code), wrong))
            (expires.show(wrong))
            button type="submit" { "Make the key" }
        }
    }
}

/// Makes a key, which the page shows this once.
pub async fn make(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Fields>>,
) -> HttpResponse {
    let at = named(&request);
    gate::act(
        &request,
        &console,
        sent,
        |console, session, sent| async move {
            let workspace = console.workspaces.find(at?).await?;
            let wish = KeyWish {
                workspace: workspace.name.clone(),
                mode: text(&sent, "mode").to_owned(),
                scopes: ticked(&sent, Scope::ALL.map(Scope::code)),
                label: text(&sent, "label").trim().to_owned(),
                expires: text(&sent, "expires").trim().to_owned(),
            };
            let made = match console.workspaces.make_key(&wish).await {
                Ok(made) => made,
                Err(error) => {
                    let wrong = problems(error)?;
                    let shown = Shown {
                        workspace: &workspace,
                        terms: (&typed(&workspace), &[]),
                        key: (&sent, &wrong),
                    };
                    return Ok(Reply::Page(shown.page(&console, &session).await?));
                }
            };
            let outcome = format!("made for {}", workspace.name);
            let noted = console
                .operators
                .note(&session.operator, "make key", &made.key.id, &outcome);
            if let Err(error) = noted.await {
                // the key is shown now or never
                tracing::error!(key = made.key.id, %error, "a key was made, and who made it is not noted");
            }
            Ok(Reply::Page(shown_once(&workspace, &made.secret, &made.key)))
        },
    )
    .await
}

fn shown_once(workspace: &Workspace, secret: &str, key: &ApiKey) -> Page {
    let content = html! {
        h1 { "A key of " (workspace.name) }
        section .message role="status" {
            p { strong { "This is the only time that the key is shown." } " It is kept nowhere: copy it now." }
            pre { code #key { (secret) } }
        }
        dl .facts .card { (facts(key)) }
        p { a href=(path(workspace.no)) { "To the workspace" } }
    };
    Page::new("A new key", WEBHOOKS, content)
}

fn facts(key: &ApiKey) -> Markup {
    html! {
        (fact("Id", &html! { code { (key.id) } }))
        (fact("Label", &crate::write::text(&key.label)))
        (fact("Mode", &html! { (key.mode.code()) }))
        (fact("May", &scopes(key)))
        (fact("Made", &instant(key.created_at)))
        (fact("Last used", &or_dash(key.last_used_at)))
        (fact("Expires", &or_dash(key.expires_at)))
    }
}

/// The key of a workspace in the path of a request.
async fn key_of(
    console: &Console,
    workspace: &Workspace,
    id: Option<String>,
) -> Result<ApiKey, AppError> {
    let keys = console.workspaces.keys(workspace).await?;
    let found = keys.into_iter().find(|key| Some(&key.id) == id.as_ref());
    found.ok_or(AppError::not_found("no key of the workspace has this id"))
}

fn id_in(request: &HttpRequest) -> Option<String> {
    request.match_info().get("id").map(str::to_owned)
}

/// A key that somebody is about to revoke.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let (asked, console) = (&request, &console);
    gate::show(asked, console, |session| async move {
        let workspace = found(asked, console).await?;
        let key = key_of(console, &workspace, id_in(asked)).await?;
        let content = html! {
            h1 { "Key " code { (key.id) } }
            p { a href=(path(workspace.no)) { "To the workspace " (workspace.name) } }
            dl .facts .card { (facts(&key)) }
            @match key.revoked_at {
                Some(at) => p { "It was revoked " (instant(at)) "." },
                None => {
                    p { "Who revokes it ends it for good: it is refused from the next request on." }
                    form .decide method="post" action=(path_of(workspace.no, &key)) {
                        (form_token(&session))
                        button type="submit" { "Revoke this key" }
                    }
                },
            }
        };
        Ok(Page::new("Key", WEBHOOKS, content))
    })
    .await
}

/// Revokes a key.
pub async fn revoke(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Nothing>>,
) -> HttpResponse {
    let (at, id) = (named(&request), id_in(&request));
    gate::act(
        &request,
        &console,
        sent,
        |console, session, Nothing {}| async move {
            let workspace = console.workspaces.find(at?).await?;
            let key = key_of(&console, &workspace, id).await?;
            let revoked = console.workspaces.revoke(&key.id).await?;
            let outcome = if revoked.is_heard {
                "revoked"
            } else {
                "revoked; an instance that does not answer may still accept it"
            };
            let operators = &console.operators;
            operators
                .note(&session.operator, "revoke key", &key.id, outcome)
                .await?;
            if revoked.is_heard {
                return Ok(Reply::GoTo(path(workspace.no)));
            }
            Ok(Reply::Page(unheard(&workspace, &revoked.key)))
        },
    )
    .await
}

/// The page that warns as the command does.
fn unheard(workspace: &Workspace, key: &ApiKey) -> Page {
    let content = html! {
        section .message role="alert" {
            h1 { "Revoked, but not heard of everywhere" }
            p { "The key " code { (key.id) } " is revoked. A process that does not answer may still accept it: end that process." }
            p { a href=(path(workspace.no)) { "To the workspace" } }
        }
    };
    Page::new("Revoked", WEBHOOKS, content)
}
