//! Sources are added, changed, paused and removed.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::importing::sources::{SavedSource, SourceDraft, SourceError};
use app::operating::operators::Session;
use app::{AppError, FieldProblem, StoredSource};
use domain::source::SourceId;
use maud::{Markup, html};
use serde::Deserialize;

use super::form::{SourceForm, Written, label};
use super::{path, run_form, standing};
use crate::console::{Console, SOURCES};
use crate::gate::{self, Form, Nothing, Reply, Sent};
use crate::imports::shop_path;
use crate::layout::{Page, form_token};

const ADD: &str = "/console/sources/add";

/// The form of a source that is to be added.
pub async fn new_page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |session| async move {
        Ok(adding(console, &session, &SourceDraft::default(), &[]))
    })
    .await
}

fn adding(
    console: &Console,
    session: &Session,
    draft: &SourceDraft,
    problems: &[FieldProblem],
) -> Page {
    let form = SourceForm {
        action: ADD,
        button: "Add",
        draft,
        problems,
        now_at: None,
        files: &console.sources.files,
    };
    let content = html! {
        h1 { "Add a source" }
        (alert(problems))
        (form.write(session))
    };
    with_problems(Page::new("Add a source", SOURCES, content), problems)
}

/// Adds a source; the workers fetch it at once.
pub async fn add(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Written>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, written| async move {
            let draft = SourceDraft::from(written);
            let source = match problems_of(console.sources.add(&draft).await)? {
                Ok(SavedSource { source, .. }) => source,
                Err(problems) => {
                    return Ok(Reply::Page(adding(&console, &session, &draft, &problems)));
                }
            };
            let (id, store) = (source.id.to_string(), source.store.as_str());
            let outcome = format!("{store}: {}", source.location.shown());
            note(&console, &session, "add source", &id, &outcome).await?;
            Ok(Reply::GoTo(path(source.id)))
        },
    )
    .await
}

/// A source with what can be done with it.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    id: web::Path<String>,
) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |session| async move {
        let stored = console.sources.find(read_id(&id)?).await?;
        let draft = SourceDraft::of(&stored.source);
        editing(console, &session, &stored, Edited::Nothing(&draft)).await
    })
    .await
}

/// What was done on the page of a source.
enum Edited<'a> {
    /// Nothing yet.
    Nothing(&'a SourceDraft),
    /// What was written in the form is not right.
    Wrong(&'a SourceDraft, &'a [FieldProblem]),
    /// It was to be removed, but nobody said so twice.
    Unsure(&'a SourceDraft),
}

async fn editing(
    console: &Console,
    session: &Session,
    stored: &StoredSource,
    edited: Edited<'_>,
) -> Result<Page, AppError> {
    let StoredSource { source, state } = stored;
    let (draft, problems, is_unsure) = match edited {
        Edited::Nothing(draft) => (draft, [].as_slice(), false),
        Edited::Wrong(draft, problems) => (draft, problems, false),
        Edited::Unsure(draft) => (draft, [].as_slice(), true),
    };
    let home = path(source.id);
    let action = format!("{home}/change");
    let form = SourceForm {
        action: &action,
        button: "Change",
        draft,
        problems,
        now_at: Some(source.location.shown()),
        files: &console.sources.files,
    };
    let now = console.overview.clock.now();
    let content = html! {
        h1 { "Source of " a href=(shop_path(&source.store)) { (source.store.as_str()) } }
        (alert(problems))
        section .card .failing[state.fault.is_some()] {
            p { code .quiet { (source.id) } }
            (standing(stored, now))
            div .decide { (run_form(session, stored)) (pause_form(session, stored)) }
        }
        @if console.sources.has_rival(source).await? { (rival()) }
        section aria-labelledby="change" {
            h2 #change { "Change" }
            p .quiet { "It is fetched at once and read anew. The shop stays: for another one add another source." }
            (form.write(session))
        }
        (removal(session, &home, is_unsure))
    };
    let page = Page::new("Source", SOURCES, content);
    Ok(if is_unsure {
        refused(page)
    } else {
        with_problems(page, problems)
    })
}

fn rival() -> Markup {
    html! {
        p .message role="note" {
            "The shop has another source that names everything: each import of one ends the offers that only the other one \
             names. Sources that name a part of what the shop has are delta."
        }
    }
}

fn removal(session: &Session, home: &str, is_unsure: bool) -> Markup {
    html! {
        section aria-labelledby="remove" {
            h2 #remove { "Remove" }
            form .fields method="post" action={ (home) "/remove" } novalidate {
                (form_token(session))
                div .field {
                    label {
                        input #sure type="checkbox" name="sure" value="yes" aria-invalid=[is_unsure.then_some("true")]
                            aria-describedby=[is_unsure.then_some("sure-problem")];
                        " Fetch it no more. The shop's offers stay as they are, and go out of date."
                    }
                    @if is_unsure { p #sure-problem .problem { "Tick this to remove the source." } }
                }
                button .second type="submit" { "Remove" }
            }
        }
    }
}

fn pause_form(session: &Session, stored: &StoredSource) -> Markup {
    let (act, button) = if stored.state.paused {
        ("resume", "Resume")
    } else {
        ("pause", "Pause")
    };
    html! {
        form method="post" action={ (path(stored.source.id)) "/" (act) } {
            (form_token(session))
            button .second type="submit" { (button) }
        }
    }
}

/// Makes a source what its form says.
pub async fn change(
    request: HttpRequest,
    console: web::Data<Console>,
    id: web::Path<String>,
    sent: Sent<Form<Written>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, written| async move {
            let id = read_id(&id)?;
            let draft = SourceDraft::from(written);
            let source = match problems_of(console.sources.change(id, &draft).await)? {
                Ok(SavedSource { source, .. }) => source,
                Err(problems) => {
                    let stored = console.sources.find(id).await?;
                    let edited = Edited::Wrong(&draft, &problems);
                    let page = editing(&console, &session, &stored, edited).await?;
                    return Ok(Reply::Page(page));
                }
            };
            let outcome = format!("{}: {}", source.store.as_str(), source.location.shown());
            note(
                &console,
                &session,
                "change source",
                &id.to_string(),
                &outcome,
            )
            .await?;
            Ok(Reply::GoTo(path(id)))
        },
    )
    .await
}

/// Pauses a source.
pub async fn pause(
    request: HttpRequest,
    console: web::Data<Console>,
    id: web::Path<String>,
    sent: Sent<Form<Nothing>>,
) -> HttpResponse {
    set_paused(request, console, id, sent, true).await
}

/// Resumes a source.
pub async fn resume(
    request: HttpRequest,
    console: web::Data<Console>,
    id: web::Path<String>,
    sent: Sent<Form<Nothing>>,
) -> HttpResponse {
    set_paused(request, console, id, sent, false).await
}

async fn set_paused(
    request: HttpRequest,
    console: web::Data<Console>,
    id: web::Path<String>,
    sent: Sent<Form<Nothing>>,
    paused: bool,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, Nothing {}| async move {
            let id = read_id(&id)?;
            if !console.sources.pause(id, paused).await? {
                return Err(SourceError::Unknown.into());
            }
            let (act, outcome) = if paused {
                ("pause source", "paused")
            } else {
                ("resume source", "due now")
            };
            note(&console, &session, act, &id.to_string(), outcome).await?;
            Ok(Reply::GoTo(path(id)))
        },
    )
    .await
}

/// What the form of removal sends.
#[derive(Deserialize)]
pub struct Removal {
    #[serde(default)]
    sure: String,
}

/// Removes a source.
pub async fn remove(
    request: HttpRequest,
    console: web::Data<Console>,
    id: web::Path<String>,
    sent: Sent<Form<Removal>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, Removal { sure }| async move {
            let id = read_id(&id)?;
            let stored = console.sources.find(id).await?;
            let source = &stored.source;
            if sure != "yes" {
                let draft = SourceDraft::of(source);
                let edited = Edited::Unsure(&draft);
                let page = editing(&console, &session, &stored, edited).await?;
                return Ok(Reply::Page(page));
            }
            if !console.sources.remove(id).await? {
                return Err(SourceError::Unknown.into());
            }
            let outcome = format!("{}: {}", source.store.as_str(), source.location.shown());
            note(
                &console,
                &session,
                "remove source",
                &id.to_string(),
                &outcome,
            )
            .await?;
            Ok(Reply::GoTo(SOURCES.to_owned()))
        },
    )
    .await
}

/// What is wrong with what was written, apart from other errors.
fn problems_of(
    saved: Result<SavedSource, SourceError>,
) -> Result<Result<SavedSource, Vec<FieldProblem>>, AppError> {
    match saved {
        Ok(saved) => Ok(Ok(saved)),
        Err(error @ (SourceError::Invalid(_) | SourceError::AlreadyThere)) => {
            Ok(Err(AppError::from(error).details))
        }
        Err(error @ (SourceError::Unknown | SourceError::Store(_))) => Err(error.into()),
    }
}

fn read_id(text: &str) -> Result<SourceId, AppError> {
    SourceId::parse(text).ok_or_else(|| SourceError::Unknown.into())
}

async fn note(
    console: &Console,
    session: &Session,
    act: &str,
    id: &str,
    outcome: &str,
) -> Result<(), AppError> {
    let operators = &console.operators;
    operators.note(&session.operator, act, id, outcome).await
}

/// Says that something is wrong with a form, with links to the fields.
fn alert(problems: &[FieldProblem]) -> Markup {
    html! {
        @if !problems.is_empty() {
            div .message role="alert" {
                p { "Nothing was changed: " (problems.len()) " of the fields cannot be used as they are." }
                ul { @for problem in problems { li { a href={ "#" (problem.field) } { (label(problem.field)) } } } }
            }
        }
    }
}

fn with_problems(page: Page, problems: &[FieldProblem]) -> Page {
    if problems.is_empty() {
        return page;
    }
    refused(page)
}

fn refused(page: Page) -> Page {
    Page {
        status: StatusCode::BAD_REQUEST,
        ..page
    }
}
