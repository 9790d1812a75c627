//! Asking for a price alert by the form on the page of a product.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::foreign_page;
use app::alerts::NewAlert;
use app::catalogue::product::ProductAnswer;
use app::{AppError, ErrorCode};
use domain::alert::{MOST_A_DAY, MOST_PENDING};
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::watch::TargetPrice;
use maud::html;

use crate::alert_form::{Form, Late, Typed, lowest};
use crate::layout::Page;
use crate::pages::{self, Answer, Explorer};
use crate::product;
use crate::reader::Reader;

/// Where the form is sent to.
pub const ROUTE: &str = "/product/{id}/alert";

/// The longest price that is read.
const MOST_DIGITS: usize = 32;

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
    let taken = explorer.take_alert(request);
    let unreadable = |_| AppError::validation("form", reader.say("unreadable-form"));
    let typed = sent.map_err(unreadable)?.into_inner();
    let answer = explorer.catalogue.product(id.as_str()).await?;
    let read = (read_email(&typed.email), read_target(&reader, &typed.price));
    let (to, target) = match (taken, read) {
        (Ok(()), (Some(to), Some(target))) => (to, target),
        (Ok(()), (email, price)) => {
            let form = Form {
                email_is_wrong: email.is_none(),
                price_is_wrong: price.is_none(),
                typed,
                late: None,
            };
            return again(explorer, &reader, &answer, &form).await;
        }
        (Err(error), _) => {
            let late = Late::OfClient(seconds(&error));
            return again(explorer, &reader, &answer, &Form::late(typed, late)).await;
        }
    };
    let draft = &answer.product.draft;
    let new = NewAlert {
        product: draft.id.clone(),
        product_name: draft.name.clone(),
        target,
        to,
        language: reader.language,
    };
    match alerts.ask(new).await {
        Ok(()) => Ok(Answer::Page(sent_page(&reader, &answer, target))),
        Err(error) if error.code == ErrorCode::RateLimited => {
            let late = Late::OfAll(seconds(&error));
            again(explorer, &reader, &answer, &Form::late(typed, late)).await
        }
        Err(error) => Err(error),
    }
}

const NO_ALERTS: AppError = AppError::not_found("nothing has this path");

/// The product's page with the form as it was sent.
async fn again(
    explorer: &Explorer,
    reader: &Reader,
    answer: &ProductAnswer,
    form: &Form,
) -> Result<Answer, AppError> {
    let page = product::with_form(explorer, reader, answer, form).await?;
    Ok(Answer::Page(page))
}

/// After how many seconds somebody may ask again.
fn seconds(error: &AppError) -> u32 {
    error.retry_after_seconds.unwrap_or_default().max(1)
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
            p .quiet { (reader.say_of("alert-sent-nothing", &[("day", MOST_A_DAY.into()), ("pending", MOST_PENDING.into())])) }
            p { a href=(product::address(draft.id.as_str())) { (draft.name) } }
        }
    };
    Page::new(reader.say("alert-sent"), content)
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
