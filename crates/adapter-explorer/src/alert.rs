//! The form that asks for a price alert, on the page of a product.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::foreign_page;
use app::alerts::{Alerts, NewAlert};
use app::catalogue::product::ProductAnswer;
use app::{AppError, ErrorCode};
use domain::alert::suggested_target;
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::money::Amount;
use domain::watch::TargetPrice;
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use serde::Deserialize;

use crate::layout::{self, Page};
use crate::pages::{self, Answer, Explorer};
use crate::product;
use crate::reader::Reader;

/// Where the form is sent to.
pub const ROUTE: &str = "/product/{id}/alert";

/// The longest price that is read.
const MOST_DIGITS: usize = 32;

/// What the form sends.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Typed {
    email: String,
    price: String,
}

/// The form as it is shown.
#[derive(Debug, Clone, Default)]
pub struct Form {
    typed: Typed,
    email_is_wrong: bool,
    price_is_wrong: bool,
}

impl Form {
    /// The form that nobody has filled in, with a price that is worth waiting for.
    pub fn fresh(reader: &Reader, answer: &ProductAnswer) -> Self {
        let target = lowest(answer).and_then(|price| suggested_target(price, reader.currency));
        let price = target.map(|target| reader.number(&target.decimal()));
        Self {
            typed: Typed {
                price: price.unwrap_or_default(),
                ..Typed::default()
            },
            ..Self::default()
        }
    }

    /// The form.
    pub fn show(&self, reader: &Reader, id: &str) -> Markup {
        let price_of = [("currency", FluentValue::from(reader.currency.code()))];
        html! {
            section #alert .alert aria-labelledby="alert-title" {
                h2 #alert-title { (reader.say("alert")) }
                p { (reader.say("alert-about")) }
                form action=(format!("{}/alert#alert", product::address(id))) method="post" {
                    (field(&Field {
                        id: "alert-email",
                        name: "email",
                        kind: "email",
                        mode: "email",
                        filling: "email",
                        longest: "254",
                        label: reader.say("alert-email"),
                        value: &self.typed.email,
                        fault: self.email_is_wrong.then(|| reader.say("alert-bad-email")),
                    }))
                    (field(&Field {
                        id: "alert-price",
                        name: "price",
                        kind: "text",
                        mode: "decimal",
                        filling: "off",
                        longest: "20",
                        label: reader.say_of("alert-price", &price_of),
                        value: &self.typed.price,
                        fault: self.price_is_wrong.then(|| reader.say("alert-bad-price")),
                    }))
                    button type="submit" { (reader.say("alert-ask")) }
                }
                p .quiet { (reader.say("alert-how")) }
            }
        }
    }
}

struct Field<'a> {
    id: &'static str,
    name: &'static str,
    kind: &'static str,
    mode: &'static str,
    filling: &'static str,
    longest: &'static str,
    label: String,
    value: &'a str,
    fault: Option<String>,
}

fn field(field: &Field<'_>) -> Markup {
    let fault_id = field.fault.as_ref().map(|_| format!("{}-fault", field.id));
    html! {
        div {
            label for=(field.id) { (field.label) }
            input id=(field.id) name=(field.name) type=(field.kind) inputmode=(field.mode) required
                autocomplete=(field.filling) maxlength=(field.longest) value=(field.value)
                aria-invalid=[fault_id.as_ref().map(|_| "true")] aria-describedby=[fault_id.as_ref()];
            @if let (Some(fault), Some(id)) = (&field.fault, &fault_id) { p .fault id=(id) { (fault) } }
        }
    }
}

/// What the form was sent as: bodies that cannot be read are errors.
type Sent = Result<web::Form<Typed>, actix_web::Error>;

/// Asks for an alert.
pub async fn page(request: HttpRequest, explorer: web::Data<Explorer>, sent: Sent) -> HttpResponse {
    pages::answer_form(&request, &explorer, |reader| {
        ask(&request, &explorer, reader, sent)
    })
    .await
}

async fn ask(
    request: &HttpRequest,
    explorer: &Explorer,
    reader: Reader,
    sent: Sent,
) -> Result<Answer, AppError> {
    const UNKNOWN: AppError = AppError::not_found("no product has this id");
    let id = request.match_info().get("id").unwrap_or_default();
    let id = CanonicalProductId::parse(id).ok_or(UNKNOWN)?;
    let alerts = explorer.alerts.as_ref().ok_or(NO_ALERTS)?;
    if pages::is_read(request) {
        // somebody loads the answer to the form again
        return Ok(Answer::Other(to_form(&id)));
    }
    if foreign_page(request.headers()).is_some() {
        return Err(AppError::validation("form", reader.say("foreign-form")));
    }
    explorer.take_alert(request)?;
    let unreadable = |_| AppError::validation("form", reader.say("unreadable-form"));
    let typed = sent.map_err(unreadable)?.into_inner();
    let answer = explorer.catalogue.product(id.as_str()).await?;
    let read = (read_email(&typed.email), read_target(&reader, &typed.price));
    let (Some(to), Some(target)) = read else {
        let form = Form {
            email_is_wrong: read.0.is_none(),
            price_is_wrong: read.1.is_none(),
            typed,
        };
        let shown = product::with_form(explorer, &reader, &answer, &form).await?;
        return Ok(Answer::Page(shown));
    };
    let draft = &answer.product.draft;
    let new = NewAlert {
        product: draft.id.clone(),
        product_name: draft.name.clone(),
        target,
        to,
        language: reader.language,
    };
    send(alerts, &reader, &answer, new).await
}

const NO_ALERTS: AppError = AppError::not_found("nothing has this path");

async fn send(
    alerts: &Alerts,
    reader: &Reader,
    answer: &ProductAnswer,
    new: NewAlert,
) -> Result<Answer, AppError> {
    let target = new.target;
    match alerts.ask(new).await {
        Ok(()) => Ok(Answer::Page(sent_page(reader, answer, target))),
        Err(error) if error.code == ErrorCode::RateLimited => {
            let status = StatusCode::TOO_MANY_REQUESTS;
            let page = layout::message(
                reader,
                status,
                "alert-too-many",
                "alert-too-many-about",
                &[],
            );
            Ok(Answer::Page(Page {
                retry_after_seconds: error.retry_after_seconds,
                ..page
            }))
        }
        Err(error) => Err(error),
    }
}

/// The same page whatever is known of the address.
fn sent_page(reader: &Reader, answer: &ProductAnswer, target: TargetPrice) -> Page {
    let draft = &answer.product.draft;
    let now = lowest(answer).filter(|price| target.is_above(*price, reader.currency));
    let content = html! {
        section .message {
            h1 { (reader.say("alert-sent")) }
            p { (reader.say("alert-sent-about")) }
            @if let Some(price) = now {
                p { (reader.say_of("alert-below-already", &[("price", reader.price(price).into())])) }
            }
            p .quiet { (reader.say("alert-sent-nothing")) }
            p { a href=(product::address(draft.id.as_str())) { (draft.name) } }
        }
    };
    Page::new(reader.say("alert-sent"), content)
}

/// The lowest price at the door now.
fn lowest(answer: &ProductAnswer) -> Option<Amount> {
    let mut offers = answer.assessment.offers.iter();
    let lowest = offers.find(|offer| offer.is_lowest_delivered)?;
    Some(lowest.delivered.total())
}

fn read_email(text: &str) -> Option<EmailAddress> {
    EmailAddress::parse(text.trim())
}

/// A target as the reader writes amounts.
fn read_target(reader: &Reader, text: &str) -> Option<TargetPrice> {
    let text = Some(text).filter(|text| text.len() <= MOST_DIGITS)?;
    let amount = reader.amount(text)?;
    TargetPrice::parse_json(&reader.currency.decimal(amount)).ok()
}

fn to_form(id: &CanonicalProductId) -> HttpResponse {
    let mut answer = HttpResponse::build(StatusCode::SEE_OTHER);
    let form = format!("{}#alert", product::address(id.as_str()));
    if let Ok(form) = HeaderValue::from_str(&form) {
        answer.insert_header((LOCATION, form));
    }
    answer.finish()
}
