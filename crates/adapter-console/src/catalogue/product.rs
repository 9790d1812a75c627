//! One product: what it is, its offers with how they came to it, its prices, and what can be corrected.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::history::PriceIntelligence;
use app::catalogue::product::ProductAnswer;
use app::operating::operators::Session;
use domain::history::Range;
use domain::ids::CanonicalProductId;
use domain::money::Currency;
use domain::scoring::AssessedOffer;
use maud::{Markup, html};

use super::{corrections, merging, named};
use crate::console::{CATALOGUE, Console};
use crate::curves;
use crate::gate;
use crate::layout::Page;
use crate::write::{self, fact, instant, link, picture, text, wide};

/// One product.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let (console, id) = (&console, named(&request));
    gate::show(&request, console, |session| async move {
        shown(console, &session, &id?, Refused::default()).await
    })
    .await
}

/// What was written into the forms of the page and not accepted.
#[derive(Default)]
pub struct Refused {
    /// Of the name and the numbers.
    pub correction: Option<corrections::Refused>,
    /// Of the product that stays.
    pub merge: Option<merging::Refused>,
}

/// The page of a product, with what was refused.
pub async fn shown(
    console: &Console,
    session: &Session,
    id: &CanonicalProductId,
    refused: Refused,
) -> Result<Page, AppError> {
    let answer = console.catalogue.product_in_store(id.as_str()).await?;
    let past = past(console, &answer).await?;
    let draft = &answer.product.draft;
    let forms = html! {
        (corrections::form(session, draft, refused.correction.as_ref()))
        (merging::form(draft, refused.merge.as_ref()))
    };
    let content = content(console, session, &answer, past.as_ref(), &forms);
    let mut page = Page::new("Product", CATALOGUE, content);
    if refused.correction.is_some() || refused.merge.is_some() {
        page.status = StatusCode::BAD_REQUEST;
    }
    Ok(page)
}

/// The prices of the last three months; `None` while the product is not served yet.
pub async fn past(
    console: &Console,
    of: &ProductAnswer,
) -> Result<Option<PriceIntelligence>, AppError> {
    let id = &of.product.draft.id;
    match console
        .catalogue
        .price_intelligence(id, Range::Quarter)
        .await
    {
        Ok(past) => Ok(Some(past)),
        Err(error) if error.code == app::ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn content(
    console: &Console,
    session: &Session,
    answer: &ProductAnswer,
    past: Option<&PriceIntelligence>,
    forms: &Markup,
) -> Markup {
    let (draft, currency) = (&answer.product.draft, console.currency());
    let gtins: Vec<String> = draft.gtins.iter().map(|it| it.gtin.to_string()).collect();
    html! {
        h1 { (draft.name) }
        (picture(&console.image_hosts, draft.image_path.as_deref()))
        dl .facts .card {
            (fact("Id", &text(draft.id.as_str())))
            (fact("Brand", &text(&draft.brand)))
            (fact("Model", &text(&draft.model)))
            (fact("Category", &text(&draft.category)))
            (fact("EAN", &text(&gtins.join(", "))))
            (fact("From", &text(draft.provenance.code())))
        }
        section aria-labelledby="offers" {
            h2 #offers { "Offers" }
            @if answer.assessment.offers.is_empty() { p { "Nobody sells it now." } }
            @else {
                @if let Some(shown) = write::shown_of(&answer.assessment) { p .quiet { "The best " (shown) "." } }
                (wide("offers", &["Shop", "Title", "Item price", "Came by", "Sure", "Price since", "Seen", "Wrong?"], &html! {
                    @for offer in &answer.assessment.offers { (offer_row(session, answer, offer, currency)) }
                }))
            }
        }
        @if let Some(past) = past {
            section aria-labelledby="prices" {
                h2 #prices { "Prices" }
                (curves::prices::curve(past, currency))
            }
        }
        (forms)
    }
}

fn offer_row(
    session: &Session,
    answer: &ProductAnswer,
    assessed: &AssessedOffer,
    currency: Currency,
) -> Markup {
    let offer = &assessed.offer;
    html! {
        tr .failing[offer.quarantined] {
            th scope="row" {
                (link(&offer.facts.url, &assessed.store_name)) br;
                code .quiet { (offer.facts.offer_id) }
            }
            td .long { (offer.title) }
            td .amount {
                (currency.decimal(assessed.delivered.item))
                @if offer.quarantined { br; strong { "held back" } }
            }
            td { (offer.rung.code()) }
            td .amount { (format!("{:.2}", offer.confidence.value())) }
            td { (instant(offer.price_since)) }
            td { (instant(offer.last_seen_at)) }
            td { (corrections::take_out(session, answer, assessed)) }
        }
    }
}
