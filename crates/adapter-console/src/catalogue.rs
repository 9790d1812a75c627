//! Products, each with its offers and how they came to it, and what a person corrects of them.

pub mod corrections;
pub mod merging;
pub mod product;

use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::off_thread;
use app::catalogue::browse::{Browsing, Filter, Page as Found, Sort};
use app::catalogue::search::{MAX_ITEMS, SearchAnswer};
use app::{AppError, Summary};
use domain::ids::CanonicalProductId;
use domain::money::Currency;
use maud::{Markup, html};
use serde::Deserialize;

use crate::console::{CATALOGUE, Console};
use crate::gate;
use crate::layout::Page;
use crate::write::{counted, wide};

/// Products that a search shows, of each kind.
const SHOWN: usize = MAX_ITEMS;

/// What is looked for.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    q: String,
}

/// Products by name, alias, model or number.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<Asked>, actix_web::Error>,
) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |_| async move {
        let wrong = |_| AppError::validation("q", "up to 120 characters");
        let q = asked.map_err(wrong)?.into_inner().q.trim().to_owned();
        let found = search(console, &q).await?;
        let named = with_id(console, &q).await?;
        let content = html! {
            h1 #products { "Catalogue" }
            form .decide role="search" action=(CATALOGUE) {
                label for="q" { "Name, model, EAN or id" }
                input #q type="search" name="q" value=(q) maxlength="120";
                button type="submit" { "Search" }
            }
            @if let Some(id) = &named { p { a href={ (CATALOGUE) "/" (id) } { "The product with the id " code { (id) } } } }
            @if let Some(found) = &found { (results(found, console.currency())) }
        };
        Ok(Page::new("Catalogue", CATALOGUE, content))
    })
    .await
}

/// What a search finds.
struct Results {
    sold: Found,
    /// What an operator looks for too, unlike buyers.
    unsold: SearchAnswer,
}

async fn search(console: &web::Data<Console>, q: &str) -> Result<Option<Results>, AppError> {
    if q.is_empty() {
        return Ok(None);
    }
    let (q, catalogue) = (q.to_owned(), console.catalogue.clone());
    let found = off_thread(move || {
        let unsold = catalogue.search_unsold(&q)?;
        let browsing = Browsing {
            q: Some(q),
            filter: Filter::default(),
            sort: Sort::Relevance,
            limit: SHOWN,
            after: None,
        };
        let sold = catalogue.browse(&browsing)?;
        Ok(Results { sold, unsold })
    });
    found.await.map_err(AppError::server)?.map(Some)
}

/// The product that has what is looked for as its id.
async fn with_id(
    console: &web::Data<Console>,
    q: &str,
) -> Result<Option<CanonicalProductId>, AppError> {
    let Some(id) = CanonicalProductId::parse(q) else {
        return Ok(None);
    };
    let found = console
        .catalogue
        .products(std::slice::from_ref(&id))
        .await?;
    Ok(found
        .into_iter()
        .flatten()
        .next()
        .map(|answer| answer.product.draft.id))
}

fn results(found: &Results, currency: Currency) -> Markup {
    let Results { sold, unsold } = found;
    html! {
        p {
            (counted(sold.total, "product")) " found that can be bought."
            (more(sold.total, sold.items.len()))
        }
        @if !sold.items.is_empty() {
            (wide("products", &["Product", "Id", "Shops", "From"], &html! {
                @for item in &sold.items {
                    @let product = &item.summary;
                    tr {
                        (named_by(product))
                        td .amount { (product.store_count) }
                        td .amount {
                            @match &product.minimum { Some(minimum) => (currency.show(minimum.price)), None => "–" }
                        }
                    }
                }
            }))
        }
        @if !unsold.items.is_empty() {
            section aria-labelledby="unsold" {
                h2 #unsold { (counted(unsold.total, "product")) " that cannot be bought now" }
                @if unsold.total > unsold.items.len() { p { (more(unsold.total, unsold.items.len())) } }
                (wide("unsold", &["Product", "Id"], &html! {
                    @for item in &unsold.items { tr { (named_by(&item.summary)) } }
                }))
            }
        }
    }
}

/// That there are more products than those that are shown.
fn more(total: usize, shown: usize) -> Markup {
    html! { @if total > shown { " The first " (shown) " are shown: say more to see others." } }
}

/// The cells that say which product it is.
fn named_by(product: &Summary) -> Markup {
    html! {
        th scope="row" .long { a href={ (CATALOGUE) "/" (product.id()) } { (product.name()) } }
        td .long { code { (product.id()) } }
    }
}

/// The product that a path names.
fn named(request: &HttpRequest) -> Result<CanonicalProductId, AppError> {
    let id = request
        .match_info()
        .get("id")
        .and_then(CanonicalProductId::parse);
    id.ok_or(AppError::not_found("no product has this id"))
}
