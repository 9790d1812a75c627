//! One import, with why rows were rejected, and the first of these.

use actix_web::{HttpRequest, HttpResponse, web};
use app::{AppError, KeptRun};
use domain::import_run::{ImportRun, KeptRejections, RejectedRow, RejectionReason, RunId};
use maud::{Markup, html};
use serde::Deserialize;

use super::{ended, run_path, shop_path};
use crate::console::{Console, IMPORTS, SOURCES};
use crate::gate;
use crate::layout::Page;
use crate::write::{cards, counted, fact, instant, text};

/// Rows on one page.
const SHOWN: usize = 50;

/// Which page of the rows, from 1.
#[derive(Deserialize)]
pub struct Asked {
    page: Option<usize>,
}

/// A run with its rejected rows.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    id: web::Path<String>,
    asked: Result<web::Query<Asked>, actix_web::Error>,
) -> HttpResponse {
    gate::show(&request, &console, |_| async {
        let asked = asked.map_err(|_| AppError::validation("page", "a number from 1"))?;
        let kept = match RunId::parse(&id) {
            Some(id) => console.runs.find(id).await?,
            None => None,
        };
        let kept = kept.ok_or_else(|| {
            AppError::not_found(
                "no import that is kept has this id: of each shop it is the last 20",
            )
        })?;
        let content = content(&kept, asked.page.unwrap_or(1).max(1));
        Ok(Page::new("Import", IMPORTS, content))
    })
    .await
}

fn content(kept: &KeptRun, page: usize) -> Markup {
    let KeptRun { run, rejections } = kept;
    let KeptRejections { reasons, rows } = rejections;
    html! {
        h1 { "Import of " a href=(shop_path(&run.store)) { (run.store.as_str()) } }
        (facts(run))
        section aria-labelledby="reasons" {
            h2 #reasons { "Why rows were rejected" }
            @if reasons.is_empty() { p { "None was." } }
            @else {
                (cards("reasons", &["Rows", "Field", "Reason", "First at", "Offer"], reasons.iter().map(reason)))
                (others(run.counts.rejected, reasons))
            }
        }
        @if !rows.is_empty() { (rejected_rows(run, rows, page)) }
    }
}

fn facts(run: &ImportRun) -> Markup {
    let ImportRun {
        id,
        store: _,
        source,
        began_at,
        ended_at,
        format,
        counts,
        fault,
    } = run;
    let seconds = (*ended_at - *began_at).whole_seconds().max(0);
    html! {
        dl .facts {
            (fact("Run", &html! { code { (id) } }))
            (fact("How it ended", &ended(fault.as_ref(), counts.quarantined)))
            (fact("When", &html! { (instant(*began_at)) ", " (seconds) " s" }))
            (fact("By", &html! {
                @match source {
                    Some(source) => a href={ (SOURCES) "/" (source) } { "source " (source) },
                    None => "command",
                }
            }))
            (fact("Read as", &text(format.as_deref().unwrap_or_default())))
        }
        dl .numbers { @for (name, count) in counts.named() { (fact(name, &html! { (count) })) } }
    }
}

fn reason(reason: &RejectionReason) -> (bool, Vec<Markup>) {
    let RejectionReason { rows, first } = reason;
    let RejectedRow {
        line,
        offer_id,
        field,
        reason,
    } = first;
    let cells = vec![
        html! { strong .amount { (rows) } },
        text(field),
        text(reason),
        html! { (line) },
        text(offer_id.as_deref().unwrap_or_default()),
    ];
    (false, cells)
}

/// Rows whose reasons are not kept.
fn others(rejected: u64, reasons: &[RejectionReason]) -> Markup {
    let told: u64 = reasons.iter().map(|reason| reason.rows).sum();
    let others = rejected.saturating_sub(told);
    html! { @if others > 0 { p { (counted(others, "more row")) " for other reasons." } } }
}

fn rejected_rows(run: &ImportRun, rows: &[RejectedRow], page: usize) -> Markup {
    let pages = rows.len().div_ceil(SHOWN).max(1);
    let page = page.min(pages);
    let shown = rows.iter().skip((page - 1) * SHOWN).take(SHOWN);
    let link = |page: usize| format!("{}?page={page}", run_path(run.id));
    html! {
        section aria-labelledby="rows" {
            h2 #rows { "Rejected rows" }
            p .quiet {
                "The first " (rows.len()) " of " (run.counts.rejected) ", in the order of the feed"
                @if pages > 1 { "; page " (page) " of " (pages) }
                "."
            }
            (cards("rows", &["At", "Offer", "Field", "Reason"], shown.map(row)))
            @if pages > 1 {
                nav .decide aria-label="Pages of rows" {
                    @if page > 1 { a .button .second href=(link(page - 1)) { "Earlier rows" } }
                    @if page < pages { a .button .second href=(link(page + 1)) { "Later rows" } }
                }
            }
        }
    }
}

fn row(row: &RejectedRow) -> (bool, Vec<Markup>) {
    let RejectedRow {
        line,
        offer_id,
        field,
        reason,
    } = row;
    let cells = vec![
        html! { (line) },
        text(offer_id.as_deref().unwrap_or_default()),
        text(field),
        text(reason),
    ];
    (false, cells)
}
