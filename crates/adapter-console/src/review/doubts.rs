//! Doubts whether two products are one, one at a time, by keyboard.

use actix_web::{HttpRequest, HttpResponse, web};
use app::matching::matches::{Decision, DoubtId, DoubtSettlement};
use app::operating::operators::Session;
use app::{AppError, DoubtfulMatch};
use maud::{Markup, html};
use serde::Deserialize;

use super::sides::{self, Side};
use crate::catalogue::product;
use crate::console::{Console, DOUBTS, REVIEW};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};

/// Doubts that can be put off in a row.
const MOST_SKIPPED: u32 = 999;

/// Which of the doubts is shown.
#[derive(Deserialize)]
pub struct Asked {
    /// How many were put off.
    #[serde(default)]
    skip: u32,
}

/// A decision about a doubt.
#[derive(Deserialize)]
pub struct Decided {
    id: String,
    decision: String,
    #[serde(default)]
    skip: String,
}

/// The doubt that joins most, of those that were not put off.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<Asked>, actix_web::Error>,
) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |session| async move {
        let asked = asked.ok().filter(|it| it.skip <= MOST_SKIPPED);
        let skip = asked.map(|it| it.skip);
        let skip = skip.ok_or_else(not_skipped)?;
        let mut open = console.desk.doubts().list(skip + 1).await?;
        // the list may be shorter than what was put off
        let is_there = u64::from(skip) < open.open;
        let Some(doubt) = open.doubts.pop().filter(|_| is_there) else {
            return Ok(Page::new("Doubts", REVIEW, nothing(skip)));
        };
        let content = content(
            console,
            &session,
            &doubt,
            Position {
                skip,
                of: open.open,
            },
        )
        .await?;
        Ok(Page::new("Doubt", REVIEW, content))
    })
    .await
}

fn not_skipped() -> AppError {
    AppError::validation("skip", "a number up to 999")
}

fn nothing(skip: u32) -> Markup {
    html! {
        h1 { "Doubts" }
        @if skip == 0 { p { "No doubt is open." } }
        @else { p { "No other doubt is open. " a href=(DOUBTS) { "Begin again with those that were put off" } } }
        p { a href=(REVIEW) { "To the review" } }
    }
}

/// Where a doubt stands in the list.
#[derive(Clone, Copy)]
struct Position {
    skip: u32,
    of: u64,
}

async fn content(
    console: &Console,
    session: &Session,
    doubt: &DoubtfulMatch,
    position: Position,
) -> Result<Markup, AppError> {
    let ids = [doubt.product.id.clone(), doubt.candidate.id.clone()];
    let mut answers = console.catalogue.products(&ids).await?.into_iter();
    let mut sides = [&doubt.product, &doubt.candidate].map(|known| Side {
        known,
        answer: answers.next().flatten(),
        past: None,
    });
    for side in &mut sides {
        if let Some(answer) = &side.answer {
            side.past = product::past(console, answer).await?;
        }
    }
    let next = format!("{DOUBTS}?skip={}", position.skip + 1);
    Ok(html! {
        h1 { "Are these one product?" }
        p .quiet { "Doubt " code { (DoubtId(doubt.no)) } ", " (position.skip + 1) " of " (position.of) " open ones." }
        section .reason aria-label="Why" {
            p { (doubt.reason) }
            p .quiet { "Offers that wait: " (doubt.waiting) ". Pairs of offers that come together if they are one: "
                (doubt.joins) "." }
        }
        form .decide method="post" action="/console/review/doubt" {
            (form_token(session))
            input type="hidden" name="id" value=(DoubtId(doubt.no));
            input type="hidden" name="skip" value=(position.skip);
            button type="submit" name="decision" value="same" data-key="a" { "Same product (a)" }
            button .second type="submit" name="decision" value="other" data-key="r" { "Two products (r)" }
            @if position.skip < MOST_SKIPPED { a .button .second href=(next) data-key="s" { "Skip (s)" } }
        }
        (sides::shown(&sides, console))
    })
}

/// Carries a decision out.
pub async fn settle(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Decided>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, decided| async move {
            let Decided { id, decision, skip } = decided;
            let doubt = DoubtId::parse(&id)
                .ok_or_else(|| AppError::validation("id", "the id of a doubt, as in m5"))?;
            let decision = match decision.as_str() {
                "same" => Decision::Same,
                "other" => Decision::Other,
                _ => return Err(AppError::validation("decision", "same or other")),
            };
            let skip = Some(skip.as_str())
                .filter(|skip| !skip.is_empty())
                .unwrap_or("0");
            let skip = skip.parse::<u32>().ok();
            let skip = skip.filter(|skip| *skip <= MOST_SKIPPED);
            let skip = skip.ok_or_else(not_skipped)?;
            let settled = console.desk.doubts().settle(doubt, &decision).await?;
            let DoubtSettlement::Done {
                doubt,
                product,
                followed,
            } = settled
            else {
                return Err(AppError::not_found("this doubt is not open any more"));
            };
            let (one, other) = (&doubt.product.id, &doubt.candidate.id);
            let outcome = match decision {
                Decision::Same | Decision::Is(_) => {
                    format!("{one} and {other} are one: {product}; {followed} others followed")
                }
                Decision::Other => format!("{one} and {other} are two; {followed} others followed"),
            };
            let operators = &console.operators;
            operators
                .note(&session.operator, "judge doubt", &id, &outcome)
                .await?;
            Ok(Reply::GoTo(format!("{DOUBTS}?skip={skip}")))
        },
    )
    .await
}
