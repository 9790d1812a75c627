//! An offer that a person takes out of a product, and a name or numbers that a person corrects.

use actix_web::{HttpRequest, HttpResponse, web};
use app::catalogue::product::ProductAnswer;
use app::matching::corrections::{Corrected, Correction, NAME_ACCEPTED, Split};
use app::operating::operators::Session;
use app::{AppError, FieldProblem};
use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use domain::product::{ProductDraft, Provenance};
use domain::scoring::AssessedOffer;
use domain::store::StoreName;
use maud::{Markup, html};
use serde::Deserialize;

use super::{named, product};
use crate::console::{CATALOGUE, Console};
use crate::forms::{self, Field, problems, refused};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::form_token;

/// The offer that is to leave.
#[derive(Deserialize)]
pub struct Leaving {
    store: String,
    offer: String,
}

/// What is corrected: what one of the forms of the page sends.
#[derive(Clone, Default, Deserialize)]
pub struct Corrections {
    name: Option<String>,
    add: Option<String>,
    remove: Option<String>,
}

/// A correction that was not accepted.
pub struct Refused {
    written: Corrections,
    problems: Vec<FieldProblem>,
}

/// The button that takes an offer out of its product; nothing where the product is made of it alone.
pub fn take_out(session: &Session, product: &ProductAnswer, of: &AssessedOffer) -> Markup {
    let draft = &product.product.draft;
    let is_alone = product.assessment.offers.len() == 1;
    html! {
        @if is_alone && draft.provenance == Provenance::Feed { "–" }
        @else {
            form method="post" action={ (CATALOGUE) "/" (draft.id) "/split" } {
                (form_token(session))
                input type="hidden" name="store" value=(of.store_name);
                input type="hidden" name="offer" value=(of.offer.facts.offer_id);
                button .second type="submit" { "Not this product" span .hidden { ": " (of.offer.title) } }
            }
        }
    }
}

/// The forms for the name and the numbers of a product. What was written and refused stays in its field.
pub fn form(session: &Session, draft: &ProductDraft, of_refused: Option<&Refused>) -> Markup {
    let action = format!("{CATALOGUE}/{}/correct", draft.id);
    let problems = of_refused.map_or([].as_slice(), |it| &it.problems);
    let written =
        |field: fn(&Corrections) -> &Option<String>| field(&of_refused?.written).as_deref();
    let name = Field {
        name: "name",
        label: "Name",
        hint: NAME_ACCEPTED,
        value: written(|it| &it.name).unwrap_or(&draft.name),
    };
    let number = Field {
        name: "add",
        label: "An EAN that it has as well",
        hint: "a number with its check digit that no other product has",
        value: written(|it| &it.add).unwrap_or_default(),
    };
    let unknown = forms::of(problems, "remove");
    html! {
        section aria-labelledby="correct" {
            h2 #correct { "Correct it" }
            @if draft.provenance == Provenance::Catalogue {
                p .quiet { "It is in your catalogue: the next import of that makes it what the file says." }
            }
            (refused(problems))
            form .fields method="post" action=(action) {
                (form_token(session))
                (name.show(problems))
                button type="submit" { "Rename" }
            }
            form .fields method="post" action=(action) {
                (form_token(session))
                (number.show(problems))
                button type="submit" { "Add" }
            }
            @if !draft.gtins.is_empty() {
                form .decide method="post" action=(action) {
                    (form_token(session))
                    label for="remove" { "An EAN that it does not have" }
                    select #remove name="remove" aria-invalid=[unknown.map(|_| "true")]
                        aria-describedby=[unknown.map(|_| "remove-wrong")] {
                        @for it in &draft.gtins { option value=(it.gtin) { (it.gtin) } }
                    }
                    button .second type="submit" { "Remove" }
                }
            }
            @if let Some(unknown) = unknown { p { (forms::wrong("remove", unknown)) } }
        }
    }
}

/// Takes an offer out of a product.
pub async fn split(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Leaving>>,
) -> HttpResponse {
    let id = named(&request);
    gate::act(
        &request,
        &console,
        sent,
        |console, session, leaving| async move {
            let (id, Leaving { store, offer }) = (id?, leaving);
            let gone = || AppError::not_found("the product has no such offer any more");
            let store = StoreName::parse(&store).ok_or_else(gone)?;
            let corrections = console.desk.corrections();
            let made = match corrections.split(&id, &store, &offer).await? {
                Split::Done { left: _, product } => product,
                Split::NoProduct => return Err(AppError::not_found("no product has this id")),
                Split::NoOffer => return Err(gone()),
                Split::OnlyOffer => {
                    let reason =
                        "an offer of a product that has others: this product is made of it alone";
                    return Err(AppError::validation("offer", reason));
                }
            };
            let outcome = format!("offer {offer} of {} is {made} from now on", store.as_str());
            let operators = &console.operators;
            operators
                .note(&session.operator, "split product", id.as_str(), &outcome)
                .await?;
            Ok(Reply::GoTo(format!("{CATALOGUE}/{made}")))
        },
    )
    .await
}

/// Corrects a product.
pub async fn correct(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Corrections>>,
) -> HttpResponse {
    let id = named(&request);
    gate::act(
        &request,
        &console,
        sent,
        |console, session, corrections| async move {
            let id = id?;
            let written = corrections.clone();
            let Err(error) = apply(&console, &session, &id, corrections).await else {
                return Ok(Reply::GoTo(format!("{CATALOGUE}/{id}")));
            };
            let problems = problems(error)?;
            let refused = product::Refused {
                correction: Some(Refused { written, problems }),
                ..product::Refused::default()
            };
            let page = product::shown(&console, &session, &id, refused).await?;
            Ok(Reply::Page(page))
        },
    )
    .await
}

async fn apply(
    console: &Console,
    session: &Session,
    id: &CanonicalProductId,
    corrections: Corrections,
) -> Result<(), AppError> {
    let (correction, said) = corrections.read()?;
    let corrected = console.desk.corrections().correct(id, &correction).await?;
    if let Some(refused) = refusal(&corrected) {
        return Err(refused);
    }
    if corrected != Corrected::Unchanged {
        let operators = &console.operators;
        operators
            .note(&session.operator, "correct product", id.as_str(), &said)
            .await?;
    }
    Ok(())
}

/// Why a product was not corrected; `None` when it is as it was wished.
fn refusal(corrected: &Corrected) -> Option<AppError> {
    Some(match corrected {
        Corrected::Done { .. } | Corrected::Unchanged => return None,
        Corrected::BadName => AppError::validation("name", NAME_ACCEPTED),
        Corrected::AddedAndRemoved(_) => {
            AppError::validation("add", "another number than the one to remove")
        }
        Corrected::NotItsNumber(gtin) => AppError::validation(
            "remove",
            format!("a number of this product: {gtin} is not one (any more)"),
        ),
        Corrected::NoTradeItem(gtin) => AppError::validation(
            "add",
            format!("the number of a trade item: {gtin} is one that shops make themselves"),
        ),
        Corrected::OfAnother(gtin, product) => AppError::validation(
            "add",
            format!("a number that no other product has: {gtin} is that of {product}"),
        ),
        Corrected::NoProduct => AppError::not_found("no product has this id"),
        Corrected::Merged => AppError::not_found("the product was merged into another meanwhile"),
    })
}

impl Corrections {
    /// What is to be done, and the same in words.
    fn read(self) -> Result<(Correction, String), AppError> {
        let Self { name, add, remove } = self;
        let mut said = Vec::new();
        if let Some(name) = &name {
            said.push(format!("name {name:?}"));
        }
        let correction = Correction {
            add: number("add", add)?,
            remove: number("remove", remove)?,
            name,
        };
        said.extend(
            correction
                .add
                .iter()
                .map(|gtin| format!("EAN {gtin} added")),
        );
        said.extend(
            correction
                .remove
                .iter()
                .map(|gtin| format!("EAN {gtin} removed")),
        );
        if said.is_empty() {
            return Err(AppError::validation("name", NAME_ACCEPTED));
        }
        Ok((correction, said.join(", ")))
    }
}

fn number(field: &'static str, text: Option<String>) -> Result<Vec<Gtin>, AppError> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let wrong = |error| match text.trim() {
        "" => AppError::validation(field, "an EAN with its check digit"),
        _ => AppError::validation(field, format!("an EAN with its check digit: {error}")),
    };
    let read = Gtin::parse(text.trim()).map_err(wrong)?;
    Ok(vec![read])
}
