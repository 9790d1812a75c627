//! What operators did.

use actix_web::{HttpRequest, HttpResponse, web};
use app::{AppError, ListedAct};
use maud::{Markup, html};
use serde::Deserialize;

use crate::console::{ACTS, Console};
use crate::gate;
use crate::layout::Page;
use crate::write::{instant, wide};

/// Acts on one page.
const SHOWN: u32 = 100;

/// Where a page of acts begins.
#[derive(Deserialize)]
pub struct Asked {
    /// The number of the act before which it begins.
    before: Option<i64>,
}

/// Acts, the newest first.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<Asked>, actix_web::Error>,
) -> HttpResponse {
    gate::show(&request, &console, |_| async {
        let asked = asked.map_err(|_| AppError::validation("before", "the number of an act"))?;
        let acts = console.operators.acts(asked.before, SHOWN).await?;
        Ok(Page::new("Acts", ACTS, content(&acts)))
    })
    .await
}

fn content(acts: &[ListedAct]) -> Markup {
    let is_full = u32::try_from(acts.len()) == Ok(SHOWN);
    html! {
        h1 #acts { "What operators did" }
        @if acts.is_empty() { p { "Nothing." } }
        @else {
            (wide("acts", &["When", "Who", "What", "To what", "What came of it"], &html! {
                @for listed in acts { (row(listed)) }
            }))
            @if let (true, Some(last)) = (is_full, acts.last()) {
                p { a href={ (ACTS) "?before=" (last.no) } { "Older ones" } }
            }
        }
    }
}

fn row(listed: &ListedAct) -> Markup {
    let act = &listed.act;
    html! {
        tr {
            td { (instant(act.at)) }
            td { (act.operator) }
            td { (act.act) }
            td .long { (act.subject) }
            td .long { (act.outcome) }
        }
    }
}
