//! One product: its offers, the recommendation, the curve of its price, its properties.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::Truth;
use app::AppError;
use app::catalogue::history::{PriceIntelligence, StoreHistory};
use app::catalogue::product::ProductAnswer;
use domain::availability::Availability;
use domain::history::{Label, Range, Verdict};
use domain::ids::CanonicalProductId;
use domain::product::Spec;
use domain::store::StoreName;
use maud::{Markup, html};
use serde::Deserialize;

use crate::alert_form::Form;
use crate::chart::{self, Curves};
use crate::layout::Page;
use crate::pages::{self, Answer, Explorer};
use crate::pictures;
use crate::reader::Reader;
use crate::{choice, offers, reasons, structured};

/// What of the past is shown.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    range: String,
    store: String,
}

/// The page of a product.
pub fn address(id: &str) -> String {
    format!("/product/{id}")
}

/// The page.
pub async fn page(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    pages::answer(&request, &explorer, |reader| {
        show(&request, &explorer, reader)
    })
    .await
}

async fn show(
    request: &HttpRequest,
    explorer: &Explorer,
    reader: Reader,
) -> Result<Answer, AppError> {
    const UNKNOWN: AppError = AppError::not_found("no product has this id");
    let id = request.match_info().get("id").unwrap_or_default();
    let id = CanonicalProductId::parse(id).ok_or(UNKNOWN)?;
    let asked = web::Query::<Asked>::from_query(request.query_string());
    let asked = asked.map_or_else(|_| Asked::default(), web::Query::into_inner);
    let range = Range::from_code(&asked.range).unwrap_or(Range::Quarter);
    let store = StoreName::parse(&asked.store);
    let key = format!("{} {} {id}", reader.language.code(), range.code());
    let now = explorer.catalogue.now();
    let kept = store.is_none().then(|| explorer.ready_made.get(&key, now));
    if let Some(view) = kept.flatten() {
        return Ok(Answer::Ready(view));
    }
    let begun = explorer.ready_made.begin();
    let answer = explorer.catalogue.product(id.as_str()).await?;
    let own = &answer.product.draft.id;
    if *own != id {
        let query = request.query_string();
        let mark = if query.is_empty() { "" } else { "?" };
        return Ok(Answer::Moved(format!(
            "{}{mark}{query}",
            address(own.as_str())
        )));
    }
    let past = explorer.catalogue.price_intelligence(&id, range).await?;
    let store_past = match &store {
        Some(store) => Some(explorer.catalogue.store_history(&id, range, store).await?),
        None => None,
    };
    let page = Shown {
        explorer,
        reader: &reader,
        answer: &answer,
        past: &past,
        store: store_past.as_ref(),
        form: &Form::fresh(&reader, &answer),
    }
    .page();
    if store.is_some() {
        return Ok(Answer::Page(page));
    }
    let view = Arc::new(pages::view(&reader, &page));
    let valid_until = [answer.valid_until, Some(past.valid_until)];
    let truth = Truth {
        products: vec![id],
        valid_until: valid_until.into_iter().flatten().min(),
        begun,
    };
    explorer.ready_made.keep(&key, &view, truth);
    Ok(Answer::Ready(view))
}

/// The page with the form of an alert as it was sent, to be put right.
pub async fn with_form(
    explorer: &Explorer,
    reader: &Reader,
    answer: &ProductAnswer,
    form: &Form,
) -> Result<Page, AppError> {
    let id = &answer.product.draft.id;
    let past = explorer.catalogue.price_intelligence(id, Range::Quarter);
    let page = Shown {
        explorer,
        reader,
        answer,
        past: &past.await?,
        store: None,
        form,
    }
    .page();
    Ok(Page {
        status: form.status(),
        retry_after_seconds: form.retry_after_seconds(),
        canonical: None,
        ..page
    })
}

/// What the page shows.
struct Shown<'a> {
    explorer: &'a Explorer,
    reader: &'a Reader,
    answer: &'a ProductAnswer,
    past: &'a PriceIntelligence,
    store: Option<&'a StoreHistory>,
    form: &'a Form,
}

impl Shown<'_> {
    fn page(&self) -> Page {
        let draft = &self.answer.product.draft;
        let mut offers = self.answer.assessment.offers.iter();
        let lowest = offers.find(|offer| offer.is_lowest_delivered);
        let description = lowest.map(|offer| {
            let price = self.reader.price(offer.delivered.total());
            format!("{}: {} {price}", draft.name, self.reader.say("from"))
        });
        Page {
            description: description.unwrap_or_default(),
            canonical: Some(self.explorer.address(&address(draft.id.as_str()))),
            structured: structured::product(self.answer, self.reader.currency),
            ..Page::new(draft.name.clone(), self.content())
        }
    }

    fn content(&self) -> Markup {
        let (reader, draft) = (self.reader, &self.answer.product.draft);
        html! {
            article {
                header .product-head {
                    (pictures::show(&self.explorer.image_hosts, draft.image_path.as_deref()))
                    div {
                        h1 { bdi { (draft.name) } }
                        p .quiet {
                            @let number = draft.gtins.first().map(|number| format!("EAN {}", number.gtin.shown()));
                            @let parts = [draft.brand.clone(), draft.category.clone(), number.unwrap_or_default()];
                            (parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" · "))
                        }
                        @if can_be_compared(self.answer) {
                            p { a .button href=(choice::others(self.answer)) { (reader.say("compare-with")) } }
                        }
                    }
                    (self.recommendation())
                }
                section aria-labelledby="offers" {
                    h2 #offers { (reader.say("offers")) }
                    (offers::table(reader, &self.answer.assessment))
                }
                @if self.explorer.alerts.is_some() { (self.form.show(reader, draft.id.as_str())) }
                section aria-labelledby="past" {
                    h2 #past { (reader.say("price-history")) }
                    (self.verdict())
                    (chart::show(&Curves {
                        reader,
                        id: draft.id.as_str(),
                        past: self.past,
                        store: self.store,
                        stores: &self.store_names(),
                    }))
                }
                @if !draft.specs.is_empty() { (self.properties(&draft.specs)) }
            }
        }
    }

    /// Shops of which prices are known, whether or not they sell it now, and the one that was chosen.
    fn store_names(&self) -> Vec<&str> {
        let chosen = self.store.map(|store| store.store.as_str());
        let mut names: Vec<&str> = self.past.store_names().chain(chosen).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn recommendation(&self) -> Markup {
        let reader = self.reader;
        let decision = self.answer.assessment.decision.as_ref();
        html! {
            section .recommendation aria-labelledby="advice" {
                h2 #advice { (reader.say("recommendation")) }
                @if let Some(decision) = decision {
                    p .price { strong { (reader.price(decision.delivered_price)) }
                        " " span .quiet { (reader.say("at-the-door")) } }
                    p { (offers::link(&decision.url, &decision.store)) }
                    p .label { (reasons::label(reader, self.answer, decision)) }
                    p .reasons { (reasons::advice(reader, self.answer, decision)) }
                } @else {
                    p { (reader.say("no-recommendation")) }
                }
            }
        }
    }

    fn verdict(&self) -> Markup {
        let reader = self.reader;
        html! {
            @match &self.answer.verdict {
                Ok(verdict) => p {
                    (badge(reader, verdict)) " "
                    (reasons::judged(reader, verdict, &self.answer.low_store))
                },
                Err(none) => p .quiet { (reader.say("no-verdict")) " " (reasons::unjudged(reader, *none)) },
            }
        }
    }

    fn properties(&self, specs: &[Spec]) -> Markup {
        html! {
            section aria-labelledby="properties" {
                h2 #properties { (self.reader.say("properties")) }
                dl .properties {
                    @for Spec { label, value, icon: _ } in specs {
                        div { dt { (label) } dd { (value) } }
                    }
                }
            }
        }
    }
}

/// Whether products of its kind can be compared.
pub const fn can_be_compared(answer: &ProductAnswer) -> bool {
    answer.standing.fit.is_some()
}

/// How good a price is, in a word.
pub fn badge(reader: &Reader, verdict: &Verdict) -> Markup {
    let (class, text) = match verdict.label {
        Label::Great => ("great", reader.say("verdict-great")),
        Label::Good => ("good", reader.say("verdict-good")),
        Label::Typical => ("typical", reader.say("verdict-typical")),
        Label::High => ("high", reader.say("verdict-high")),
        Label::Wait => ("wait", reader.say("verdict-wait")),
    };
    html! { span class={ "badge " (class) } { (text) } }
}

/// How something can be had.
pub fn availability(reader: &Reader, availability: Availability) -> String {
    match availability {
        Availability::InStock => reader.say("in-stock"),
        Availability::Limited => reader.say("limited"),
        Availability::Preorder => reader.say("preorder"),
        Availability::Backorder => reader.say("backorder"),
        Availability::OutOfStock => reader.say("out-of-stock"),
        Availability::Unknown => reader.say("stock-unknown"),
    }
}
