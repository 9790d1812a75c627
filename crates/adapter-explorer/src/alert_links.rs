//! The pages to which links in mails of alerts lead. Opening one changes nothing: programs that look at mails follow
//! links. A button does, and a mail program by itself where a link ends an alert (RFC 8058).

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::alerts::{CONFIRM, Confirmation, Confirmed, END, TOKEN};
use domain::alert::{AskedAlert, RequestState};
use domain::ids::CanonicalProductId;
use domain::watch::WatchCondition;
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use url::form_urlencoded;

use crate::layout::{self, Page};
use crate::pages::{self, Answer, Explorer};
use crate::product;
use crate::reader::Reader;

/// The page that confirms an alert.
pub async fn confirm_page(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    pages::answer_form(&request, &explorer, |reader| {
        confirm(&request, &explorer, reader)
    })
    .await
}

/// The page that ends an alert.
pub async fn end_page(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    pages::answer_form(&request, &explorer, |reader| {
        end(&request, &explorer, reader)
    })
    .await
}

async fn confirm(
    request: &HttpRequest,
    explorer: &Explorer,
    reader: Reader,
) -> Result<Answer, AppError> {
    const NONE: AppError = AppError::not_found("nothing has this path");
    let alerts = explorer.alerts.as_ref().ok_or(NONE)?;
    let token = token(request);
    if !pages::is_read(request) {
        let confirmed = alerts.confirm(&token).await?;
        let page = confirmed.map_or_else(
            || unknown(&reader),
            |Confirmation { alert, outcome }| match outcome {
                Confirmed::Now { end } => done(&reader, &alert, end.as_deref()),
                other => not_made(&reader, &other),
            },
        );
        return Ok(Answer::Page(page));
    }
    let page = match alerts.find(&token).await? {
        Some(found) => match found.state {
            RequestState::Pending => {
                let alert = &found.alert;
                let target = alert.target;
                let asked_for = WatchCondition::BelowTarget { target };
                let about = about(&reader, &alert.product, &alert.product_name, asked_for);
                let button = button(CONFIRM, &token, &reader.say("alert-confirm"));
                asked(&reader, "alert-confirm-title", &about, &button)
            }
            RequestState::Expired => not_made(&reader, &Confirmed::Late),
            RequestState::Confirmed => not_made(&reader, &Confirmed::Before),
        },
        None => unknown(&reader),
    };
    Ok(Answer::Page(page))
}

async fn end(
    request: &HttpRequest,
    explorer: &Explorer,
    reader: Reader,
) -> Result<Answer, AppError> {
    let token = token(request);
    if !pages::is_read(request) {
        // a mail program that asks twice is answered as well as the first time
        let status = StatusCode::OK;
        let (title, about) = if explorer.ends.end(&token).await? {
            ("alert-ended", "alert-ended-about")
        } else {
            ("alert-none", "alert-none-about")
        };
        return Ok(Answer::Page(layout::message(
            &reader,
            status,
            title,
            about,
            &[],
        )));
    }
    let page = match explorer.ends.find(&token).await? {
        Some(alert) => {
            let about = about(
                &reader,
                &alert.product,
                &alert.product_name,
                alert.condition,
            );
            let button = button(END, &token, &reader.say("alert-end"));
            asked(&reader, "alert-end-title", &about, &button)
        }
        None => layout::message(
            &reader,
            StatusCode::NOT_FOUND,
            "alert-none",
            "alert-none-about",
            &[],
        ),
    };
    Ok(Answer::Page(page))
}

/// The token in the query; a body is not read, whatever a mail program sends.
fn token(request: &HttpRequest) -> String {
    let mut parts = form_urlencoded::parse(request.query_string().as_bytes());
    let found = parts.find(|(name, _)| name == TOKEN);
    found.map_or_else(String::new, |(_, token)| token.into_owned())
}

/// A page with one button.
fn asked(reader: &Reader, title: &'static str, about: &Markup, button: &Markup) -> Page {
    let content = html! {
        section .message {
            h1 { (reader.say(title)) }
            (about)
            (button)
        }
    };
    Page::new(reader.say(title), content)
}

fn button(path: &str, token: &str, text: &str) -> Markup {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(TOKEN, token);
    html! {
        form action=(format!("{path}?{}", query.finish())) method="post" {
            button type="submit" { (text) }
        }
    }
}

/// What an alert waits for.
fn about(
    reader: &Reader,
    id: &CanonicalProductId,
    name: &str,
    condition: WatchCondition,
) -> Markup {
    let waits_for = match condition {
        WatchCondition::BelowTarget { target } => {
            let amount = reader.number(&target.shown(reader.currency));
            let price = format!("{amount}\u{a0}{}", reader.currency.code());
            reader.say_of("alert-below", &[("price", FluentValue::from(price))])
        }
        WatchCondition::BackInStock => reader.say("alert-back"),
        WatchCondition::PriceFall(fall) => {
            let percent = fall.percent.get().to_string();
            reader.say_of("alert-fall", &[("percent", FluentValue::from(percent))])
        }
        WatchCondition::NewLow(_) => reader.say("alert-low"),
    };
    html! {
        p { a href=(product::address(id.as_str())) { (name) } }
        p { (waits_for) }
    }
}

fn done(reader: &Reader, alert: &AskedAlert, end: Option<&str>) -> Page {
    let address = product::address(alert.product.as_str());
    let content = html! {
        section .message {
            h1 { (reader.say("alert-set")) }
            p { (reader.say("alert-set-about")) }
            p { a href=(address) { (alert.product_name) } }
            @if let Some(end) = end {
                p .quiet { (reader.say("alert-set-end")) " " a href=(end) { (reader.say("alert-end")) } }
            }
        }
    };
    Page::new(reader.say("alert-set"), content)
}

/// Why there is no new alert.
fn not_made(reader: &Reader, outcome: &Confirmed) -> Page {
    let (status, title, about) = match outcome {
        Confirmed::Now { .. } | Confirmed::Before => {
            (StatusCode::OK, "alert-before", "alert-before-about")
        }
        Confirmed::Late => (StatusCode::GONE, "alert-late", "alert-late-about"),
        Confirmed::AddressFull => (StatusCode::CONFLICT, "alert-full", "alert-full-about"),
        Confirmed::WorkspaceFull => {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            (status, "alert-no-room", "alert-no-room-about")
        }
        Confirmed::NoProduct => (StatusCode::GONE, "alert-gone", "alert-gone-about"),
    };
    layout::message(reader, status, title, about, &[])
}

fn unknown(reader: &Reader) -> Page {
    let status = StatusCode::NOT_FOUND;
    layout::message(reader, status, "alert-unknown", "alert-unknown-about", &[])
}
