//! Workspaces: what they may do, and their keys.

pub mod keys;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::access::workspaces::WorkspaceWish;
use app::operating::operators::Session;
use app::{AppError, FieldProblem, Workspace};
use domain::access::{Entitlement, Mode};
use domain::ids::WorkspaceNo;
use maud::{Markup, html};

use crate::console::{Console, WEBHOOKS, WORKSPACES};
use crate::forms::{self, Field, Fields, problems, text, ticked, ticks};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::webhooks::Place;

const ENTITLEMENTS: [&str; 1] = [Entitlement::WebhooksManage.code()];

/// The number of the workspace in the path of a request.
fn named(request: &HttpRequest) -> Result<WorkspaceNo, AppError> {
    let no = request.match_info().get("workspace");
    let no = no.and_then(|no| no.parse().ok()).map(WorkspaceNo);
    no.ok_or(AppError::not_found("no workspace has this number"))
}

/// The path of a workspace's page.
pub fn path(no: WorkspaceNo) -> String {
    format!("{WORKSPACES}/{}", no.0)
}

/// The workspace of a request.
async fn found(request: &HttpRequest, console: &Console) -> Result<Workspace, AppError> {
    console.workspaces.find(named(request)?).await
}

/// A form that was not accepted, or not sent yet, on its page.
fn page_of(title: &'static str, wrong: &[FieldProblem], content: Markup) -> Page {
    let status = if wrong.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::BAD_REQUEST
    };
    Page {
        status,
        ..Page::new(title, WEBHOOKS, content)
    }
}

/// The form that makes a workspace.
pub async fn new_page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    gate::show(&request, &console, |session| async move {
        Ok(new_form(&session, &Fields::new(), &[]))
    })
    .await
}

fn new_form(session: &Session, typed: &Fields, wrong: &[FieldProblem]) -> Page {
    let name = Field {
        name: "name",
        label: "Name",
        hint: "1 to 100 characters, which no other has; it stays",
        value: text(typed, "name"),
    };
    let content = html! {
        h1 { "A new workspace" }
        p { a href=(WEBHOOKS) { "All workspaces" } }
        (forms::refused(wrong))
        form .fields method="post" action={ (WORKSPACES) "/new" } {
            (form_token(session))
            (name.show(wrong))
            (terms(typed, wrong))
            button type="submit" { "Make the workspace" }
        }
    };
    page_of("A new workspace", wrong, content)
}

/// The fields of what a workspace may do.
fn terms(typed: &Fields, wrong: &[FieldProblem]) -> Markup {
    let alert_email = Field {
        name: "alert_email",
        label: "Notices go to",
        hint: "an address for notices of incidents; empty: nowhere",
        value: text(typed, "alert_email"),
    };
    let rate_limit = Field {
        name: "rate_limit",
        label: "Reads per minute and key",
        hint: "a whole number, 0 for no limit; empty: as the deployment is set",
        value: text(typed, "rate_limit"),
    };
    let is_ticked = |code: &str| typed.contains_key(code);
    html! {
        (ticks("entitlement", "Entitlements", &ENTITLEMENTS, is_ticked, wrong))
        (alert_email.show(wrong))
        (rate_limit.show(wrong))
    }
}

/// What a form asks for, all of it.
fn wish(sent: &Fields) -> WorkspaceWish {
    WorkspaceWish {
        entitlements: Some(ticked(sent, ENTITLEMENTS)),
        alert_email: Some(text(sent, "alert_email").trim().to_owned()),
        rate_limit: Some(text(sent, "rate_limit").trim().to_owned()),
    }
}

/// Makes a workspace.
pub async fn make(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Fields>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, sent| async move {
            let wish = wish(&sent);
            let name = text(&sent, "name").trim();
            match console.workspaces.make(name, &wish).await {
                Ok(workspace) => {
                    note(&console, &session, "make workspace", &workspace).await?;
                    Ok(Reply::GoTo(path(workspace.no)))
                }
                Err(error) => Ok(Reply::Page(new_form(&session, &sent, &problems(error)?))),
            }
        },
    )
    .await
}

/// Changes what a workspace may do.
pub async fn change(
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
            match console.workspaces.save(&workspace.name, &wish(&sent)).await {
                Ok(workspace) => {
                    note(&console, &session, "change workspace", &workspace).await?;
                    Ok(Reply::GoTo(path(workspace.no)))
                }
                Err(error) => {
                    let wrong = problems(error)?;
                    let shown = Shown {
                        workspace: &workspace,
                        terms: (&sent, &wrong),
                        key: (&Fields::new(), &[]),
                    };
                    Ok(Reply::Page(shown.page(&console, &session).await?))
                }
            }
        },
    )
    .await
}

async fn note(
    console: &Console,
    session: &Session,
    act: &str,
    workspace: &Workspace,
) -> Result<(), AppError> {
    let codes = workspace.entitlements.iter().map(|it| it.code());
    let codes: Vec<&str> = codes.collect();
    let outcome = format!(
        "entitlements: {}; notices go to: {}; reads per minute: {}",
        if codes.is_empty() {
            "none".to_owned()
        } else {
            codes.join(" ")
        },
        workspace.alert_email.as_deref().unwrap_or("nobody"),
        workspace
            .reads_per_minute
            .map_or("as set".to_owned(), |limit| limit.to_string()),
    );
    let operators = &console.operators;
    operators
        .note(&session.operator, act, &workspace.name, &outcome)
        .await
}

/// The workspace, with its keys.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let (asked, console) = (&request, &console);
    gate::show(asked, console, |session| async move {
        let workspace = found(asked, console).await?;
        let shown = Shown {
            workspace: &workspace,
            terms: (&typed(&workspace), &[]),
            key: (&Fields::new(), &[]),
        };
        shown.page(console, &session).await
    })
    .await
}

/// The fields as the workspace is.
fn typed(workspace: &Workspace) -> Fields {
    let mut typed = Fields::new();
    for entitlement in &workspace.entitlements {
        typed.insert(entitlement.code().to_owned(), "on".to_owned());
    }
    let limit = workspace.reads_per_minute.map(|limit| limit.to_string());
    typed.insert("rate_limit".to_owned(), limit.unwrap_or_default());
    let address = workspace.alert_email.clone().unwrap_or_default();
    typed.insert("alert_email".to_owned(), address);
    typed
}

/// A workspace's page, with what was typed into its forms and what is wrong with that.
struct Shown<'a> {
    workspace: &'a Workspace,
    terms: (&'a Fields, &'a [FieldProblem]),
    key: (&'a Fields, &'a [FieldProblem]),
}

impl Shown<'_> {
    async fn page(&self, console: &Console, session: &Session) -> Result<Page, AppError> {
        let Self {
            workspace,
            terms: (typed, wrong),
            key: (wanted, wrong_key),
        } = self;
        let listed = console.workspaces.keys(workspace).await?;
        let now = console.workspaces.now();
        let content = html! {
            h1 { "Workspace " (workspace.name) }
            p {
                a href=(WEBHOOKS) { "All workspaces" }
                @for mode in [Mode::Live, Mode::Test] {
                    " · "
                    a href=(Place { workspace: workspace.no, mode }.path()) { "Webhooks, " (mode.code()) }
                }
            }
            section aria-labelledby="keys" {
                h2 #keys { "Keys" }
                (keys::table(workspace.no, &listed, now))
            }
            section aria-labelledby="new-key" {
                h2 #new-key { "A new key" }
                (forms::refused(wrong_key))
                (keys::form(session, workspace.no, wanted, wrong_key))
            }
            section aria-labelledby="terms" {
                h2 #terms { "What it may do" }
                (forms::refused(wrong))
                form .fields method="post" action=(path(workspace.no)) {
                    (form_token(session))
                    (terms(typed, wrong))
                    button type="submit" { "Save" }
                }
            }
        };
        let wrong = [*wrong, *wrong_key].concat();
        Ok(page_of("Workspace", &wrong, content))
    }
}
