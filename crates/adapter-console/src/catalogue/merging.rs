//! Two products that a person says are one.

use actix_web::{HttpRequest, HttpResponse, web};
use app::catalogue::product::ProductAnswer;
use app::matching::matches::MergeByHand;
use app::operating::operators::Session;
use app::{AppError, FieldProblem};
use domain::ids::CanonicalProductId;
use domain::product::{ProductDraft, Provenance};
use maud::{Markup, html};
use serde::Deserialize;

use super::{named, product};
use crate::console::{CATALOGUE, Console};
use crate::forms::{self, Field, problems};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{counted, picture};

/// What a merge names.
#[derive(Clone, Default, Deserialize)]
pub struct Merged {
    #[serde(default)]
    into: String,
}

impl Merged {
    fn read(&self) -> Result<CanonicalProductId, AppError> {
        let wrong = || AppError::validation("into", ACCEPTED);
        CanonicalProductId::parse(self.into.trim()).ok_or_else(wrong)
    }
}

/// What names the product that stays.
const ACCEPTED: &str =
    "the id of another product, as its page shows it: small letters, digits and _";

/// A merge that was not accepted.
pub struct Refused {
    written: String,
    problems: Vec<FieldProblem>,
}

fn itself() -> AppError {
    AppError::validation("into", "the id of another product: this is the same one")
}

fn unknown() -> AppError {
    AppError::validation("into", "the id of a product that there is")
}

/// The form that names the product that stays. What was written and refused stays in its field.
pub fn form(draft: &ProductDraft, refused: Option<&Refused>) -> Markup {
    let problems = refused.map_or([].as_slice(), |it| &it.problems);
    let into = Field {
        name: "into",
        label: "Id of the product that stays",
        hint: ACCEPTED,
        value: refused.map_or("", |it| &it.written),
    };
    html! {
        @if draft.provenance != Provenance::Catalogue {
            section aria-labelledby="merge" {
                h2 #merge { "It is the same as another product" }
                (forms::refused(problems))
                form .fields action={ (CATALOGUE) "/" (draft.id) "/merge" } {
                    (into.show(problems))
                    button type="submit" { "Look at both" }
                }
            }
        }
    }
}

/// Both, before they are made one.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<Merged>, actix_web::Error>,
) -> HttpResponse {
    let (console, id) = (&console, named(&request));
    let asked = asked.map(web::Query::into_inner).unwrap_or_default();
    gate::show(&request, console, |session| async move {
        let id = id?;
        let (goes, stays) = match both(console, &id, &asked).await {
            Ok(both) => both,
            Err(error) => return refused(console, &session, &id, asked, error).await,
        };
        let ids = [&goes, &stays].map(|it| &it.product.draft.id);
        let content = html! {
            h1 { "Make one product of these two?" }
            p .quiet { "The offers of the first, their history and its watches go over to the second; its id leads there from \
                then on. That cannot be taken back as a whole." }
            div .sides {
                (side(console, "Goes", &goes))
                (side(console, "Stays", &stays))
            }
            form .decide method="post" action={ (CATALOGUE) "/" (ids[0]) "/merge" } {
                (form_token(&session))
                input type="hidden" name="into" value=(ids[1]);
                button type="submit" { "Merge" }
                a .button .second href={ (CATALOGUE) "/" (ids[0]) } { "Leave them" }
            }
        };
        Ok(Page::new("Merge", CATALOGUE, content))
    })
    .await
}

/// The two that are to be one.
async fn both(
    console: &Console,
    id: &CanonicalProductId,
    asked: &Merged,
) -> Result<(ProductAnswer, ProductAnswer), AppError> {
    let into = asked.read()?;
    if *id == into {
        return Err(itself());
    }
    let mut found = console
        .catalogue
        .products(&[id.clone(), into])
        .await?
        .into_iter();
    match (found.next(), found.next()) {
        // an id of one that was merged leads to what it became
        (Some(Some(goes)), Some(Some(stays))) if goes.product.no == stays.product.no => {
            Err(itself())
        }
        (Some(Some(goes)), Some(Some(stays))) => Ok((goes, stays)),
        (Some(None) | None, _) => Err(AppError::not_found("no product has this id")),
        _ => Err(unknown()),
    }
}

/// The page of the product with what is wrong with what was written; an error of another kind stays one.
async fn refused(
    console: &Console,
    session: &Session,
    id: &CanonicalProductId,
    asked: Merged,
    error: AppError,
) -> Result<Page, AppError> {
    let refused = product::Refused {
        merge: Some(Refused {
            written: asked.into,
            problems: problems(error)?,
        }),
        ..product::Refused::default()
    };
    product::shown(console, session, id, refused).await
}

fn side(console: &Console, what: &str, answer: &ProductAnswer) -> Markup {
    let draft = &answer.product.draft;
    html! {
        article .card {
            h2 { (what) ": " a href={ (CATALOGUE) "/" (draft.id) } { (draft.name) } }
            (picture(&console.image_hosts, draft.image_path.as_deref()))
            p { code { (draft.id) } ", " (counted(answer.assessment.offer_count, "offer")) }
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
    gate::act(
        &request,
        &console,
        sent,
        |console, session, merged| async move {
            let product = id?;
            let (into, followed) = match apply(&console, &product, &merged).await {
                Ok(done) => done,
                Err(error) => {
                    let page = refused(&console, &session, &product, merged, error).await?;
                    return Ok(Reply::Page(page));
                }
            };
            let outcome = format!("is {into} from now on; {followed} others followed");
            let operators = &console.operators;
            operators
                .note(
                    &session.operator,
                    "merge product",
                    product.as_str(),
                    &outcome,
                )
                .await?;
            Ok(Reply::GoTo(format!("{CATALOGUE}/{into}")))
        },
    )
    .await
}

/// Merges; the product that stays and how many others followed.
async fn apply(
    console: &Console,
    product: &CanonicalProductId,
    merged: &Merged,
) -> Result<(CanonicalProductId, u64), AppError> {
    let into = merged.read()?;
    match console.desk.doubts().merge(product, &into).await? {
        MergeByHand::Done { into, followed } => Ok((into, followed)),
        MergeByHand::NoProduct(id) if id == into => Err(unknown()),
        MergeByHand::NoProduct(_) => Err(AppError::not_found("no product has this id")),
        MergeByHand::Changed => Err(AppError::not_found("one of the two was merged meanwhile")),
        MergeByHand::Itself => Err(itself()),
        MergeByHand::OfCatalogue => Err(AppError::validation(
            "into",
            "another: products of feeds go over into others, and the next import of the catalogue would bring this one back",
        )),
    }
}
