//! What all pages have around them.

use actix_web::http::StatusCode;
use adapter_actix::in_reading_order;
use app::operating::operators::Session;
use app::{AppError, FieldProblem};
use maud::{DOCTYPE, Markup, html};

use crate::assets::{ICON, SCRIPT, STYLE};
use crate::console::{ACTS, CATALOGUE, DOUBTS, HOME, IMPORTS, LOGIN, REVIEW, SOURCES, WEBHOOKS};

/// The pages that the head of each page leads to.
const NAVIGATION: [(&str, &str); 7] = [
    (HOME, "Overview"),
    (REVIEW, "Review"),
    (SOURCES, "Sources"),
    (IMPORTS, "Imports"),
    (CATALOGUE, "Catalogue"),
    (WEBHOOKS, "Webhooks"),
    (ACTS, "Acts"),
];

/// A page.
pub struct Page {
    /// Its status.
    pub status: StatusCode,
    /// When to come again.
    pub retry_after_seconds: Option<u32>,
    /// Its title.
    pub title: &'static str,
    /// Where it is, as the navigation names it.
    pub path: &'static str,
    /// Whether it is loaded again every now and then.
    pub is_live: bool,
    /// What it shows.
    pub content: Markup,
}

impl Page {
    /// A page that is fine.
    pub fn new(title: &'static str, path: &'static str, content: Markup) -> Self {
        Self {
            status: StatusCode::OK,
            retry_after_seconds: None,
            title,
            path,
            is_live: false,
            content,
        }
    }

    /// The same page, loaded again every now and then while somebody looks at it.
    pub fn live(self) -> Self {
        Self {
            is_live: true,
            ..self
        }
    }
}

/// The whole document.
pub fn document(session: Option<&Session>, page: &Page) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (page.title) " · Console" }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                link rel="stylesheet" href=(STYLE.path);
                link rel="icon" type="image/svg+xml" href=(ICON.path);
                script src=(SCRIPT.path) defer {}
            }
            body data-live[page.is_live] {
                a .skip href="#content" { "To the content" }
                header .site {
                    a .name href=(HOME) { "Console" }
                    @if let Some(session) = session { (head(session, page.path)) }
                }
                main #content tabindex="-1" { (page.content) }
            }
        }
    };
    in_reading_order(document.into_string())
}

fn head(session: &Session, path: &str) -> Markup {
    html! {
        nav aria-label="Pages" {
            ul {
                @for (target, title) in NAVIGATION {
                    li { a href=(target) aria-current=[(target == path).then_some("page")] { (title) } }
                }
            }
        }
        form method="post" action="/console/logout" {
            (form_token(session))
            span .quiet { (session.operator) }
            button type="submit" { "Log out" }
        }
    }
}

/// The field that says of which session a form is.
pub fn form_token(session: &Session) -> Markup {
    html! { input type="hidden" name="form_token" value=(session.form_token); }
}

/// A page that says what went wrong.
///
/// `at` is the path that was asked for: the page above it is where to go on.
pub fn message(session: Option<&Session>, error: &AppError, at: &str) -> Page {
    let above = NAVIGATION.iter().rfind(|(path, _)| at.starts_with(path));
    let content = html! {
        section .message role="alert" {
            h1 { "That did not work" }
            p { (error.message) "." }
            @if !error.details.is_empty() {
                ul {
                    @for FieldProblem { field, problem } in &error.details {
                        li { code { (field) } ": " (problem) }
                    }
                }
            }
            @if let Some(seconds) = error.retry_after_seconds { p { "Try again in " (seconds) " s." } }
            p {
                @if at.starts_with("/console/review/doubt") { a href=(DOUBTS) { "To the next doubt" } " · " }
                @if session.is_none() {
                    a href=(LOGIN) { "Log in" }
                } @else if let Some((path, title)) = above {
                    a href=(path) { "To " (title) }
                }
            }
        }
    };
    Page::new("Error", "", content)
}
