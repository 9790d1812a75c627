//! Products, each with its offers and how they came to it, and merging two by hand.

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::browse::{Browsing, Filter, Page as Found, Sort};
use app::catalogue::product::ProductAnswer;
use app::matching::matches::MergeByHand;
use app::operating::operators::Session;
use domain::ids::CanonicalProductId;
use domain::money::Currency;
use domain::product::Provenance;
use domain::scoring::AssessedOffer;
use maud::{Markup, html};
use serde::Deserialize;

use crate::console::{CATALOGUE, Console};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{counted, fact, instant, link, text, wide};

/// Products that a search shows.
const SHOWN: usize = 50;

/// What is looked for.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    q: String,
}

/// What a merge names.
#[derive(Deserialize)]
pub struct Merged {
    into: String,
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

async fn search(console: &web::Data<Console>, q: &str) -> Result<Option<Found>, AppError> {
    if q.is_empty() {
        return Ok(None);
    }
    let browsing = Browsing {
        q: Some(q.to_owned()),
        filter: Filter::default(),
        sort: Sort::Relevance,
        limit: SHOWN,
        after: None,
    };
    let catalogue = console.catalogue.clone();
    let found = web::block(move || catalogue.browse(&browsing)).await;
    found.map_err(AppError::server)?.map(Some)
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

fn results(found: &Found, currency: Currency) -> Markup {
    html! {
        p { (counted(found.total, "product")) " found." }
        @if !found.items.is_empty() {
            (wide("products", &["Product", "Id", "Shops", "From"], &html! {
                @for item in &found.items {
                    @let product = &item.summary;
                    tr {
                        th scope="row" .long { a href={ (CATALOGUE) "/" (product.id()) } { (product.name()) } }
                        td .long { code { (product.id()) } }
                        td .amount { (product.store_count) }
                        td .amount {
                            @match &product.minimum { Some(minimum) => (currency.decimal(minimum.price)), None => "–" }
                        }
                    }
                }
            }))
        }
    }
}

/// One product.
pub async fn product_page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let (console, id) = (&console, named(&request));
    gate::show(&request, console, |session| async move {
        let answer = console.catalogue.product_in_store(id?.as_str()).await?;
        let content = product(&session, &answer, console.currency());
        Ok(Page::new("Product", CATALOGUE, content))
    })
    .await
}

fn named(request: &HttpRequest) -> Result<CanonicalProductId, AppError> {
    let id = request
        .match_info()
        .get("id")
        .and_then(CanonicalProductId::parse);
    id.ok_or(AppError::not_found("no product has this id"))
}

fn product(session: &Session, answer: &ProductAnswer, currency: Currency) -> Markup {
    let draft = &answer.product.draft;
    let gtins: Vec<String> = draft.gtins.iter().map(|it| it.gtin.to_string()).collect();
    html! {
        h1 { (draft.name) }
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
                (wide("offers", &["Shop", "Title", "Price", "Came by", "Sure", "Price since", "Seen"], &html! {
                    @for offer in &answer.assessment.offers { (offer_row(offer, currency)) }
                }))
            }
        }
        @if draft.provenance != Provenance::Catalogue {
            section aria-labelledby="merge" {
                h2 #merge { "It is the same as another product" }
                p .quiet { "Its offers, their history and its watches go over; its id leads to the other one from then on." }
                form .decide method="post" action={ (CATALOGUE) "/" (draft.id) "/merge" } {
                    (form_token(session))
                    label for="into" { "Id of the product that stays" }
                    input #into name="into" required pattern="[a-z0-9_]+" maxlength="200";
                    button type="submit" { "Merge" }
                }
            }
        }
    }
}

fn offer_row(assessed: &AssessedOffer, currency: Currency) -> Markup {
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
        }
    }
}

/// Makes one product of two.
pub async fn merge(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Merged>>,
) -> HttpResponse {
    let id = named(&request);
    gate::act(&request, &console, sent, |console, session, Merged { into }| async move {
        let product = id?;
        let wrong = || AppError::validation("into", "the id of a product: ^[a-z0-9_]+$");
        let into = CanonicalProductId::parse(into.trim()).ok_or_else(wrong)?;
        let merged = console.desk.doubts().merge(&product, &into).await?;
        let (into, followed) = match merged {
            MergeByHand::Done { into, followed } => (into, followed),
            MergeByHand::NoProduct(id) if id == into => {
                return Err(AppError::validation("into", "the id of a product that there is"));
            }
            MergeByHand::NoProduct(_) => return Err(AppError::not_found("no product has this id")),
            MergeByHand::Changed => return Err(AppError::not_found("one of the two was merged meanwhile")),
            MergeByHand::Itself => {
                return Err(AppError::validation("into", "the id of another product"));
            }
            MergeByHand::OfCatalogue => {
                return Err(AppError::validation(
                    "into",
                    "products of feeds go over into others; the next import of the catalogue would bring this one back",
                ));
            }
        };
        let outcome = format!("is {into} from now on; {followed} others followed");
        let operators = &console.operators;
        operators
            .note(&session.operator, "merge product", product.as_str(), &outcome)
            .await?;
        Ok(Reply::GoTo(format!("{CATALOGUE}/{into}")))
    })
    .await
}
