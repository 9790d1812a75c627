//! Two products that a person says are one.

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::product::ProductAnswer;
use app::matching::matches::MergeByHand;
use domain::ids::CanonicalProductId;
use domain::product::{ProductDraft, Provenance};
use maud::{Markup, html};
use serde::Deserialize;

use super::named;
use crate::console::{CATALOGUE, Console};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{counted, picture};

/// What a merge names.
#[derive(Deserialize)]
pub struct Merged {
    into: String,
}

impl Merged {
    fn read(&self) -> Result<CanonicalProductId, AppError> {
        let wrong = || AppError::validation("into", "the id of a product: ^[a-z0-9_]+$");
        CanonicalProductId::parse(self.into.trim()).ok_or_else(wrong)
    }
}

fn itself() -> AppError {
    AppError::validation("into", "the id of another product")
}

/// The form that names the product that stays.
pub fn form(draft: &ProductDraft) -> Markup {
    html! {
        @if draft.provenance != Provenance::Catalogue {
            section aria-labelledby="merge" {
                h2 #merge { "It is the same as another product" }
                form .decide action={ (CATALOGUE) "/" (draft.id) "/merge" } {
                    label for="into" { "Id of the product that stays" }
                    input #into name="into" required pattern="[a-z0-9_]+" maxlength="200";
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
    gate::show(&request, console, |session| async move {
        let unnamed = |_| AppError::validation("into", "the id of the product that stays");
        let (id, into) = (id?, asked.map_err(unnamed)?.read()?);
        if id == into {
            return Err(itself());
        }
        let mut found = console.catalogue.products(&[id, into]).await?.into_iter();
        let (Some(Some(goes)), Some(Some(stays))) = (found.next(), found.next()) else {
            return Err(AppError::validation("into", "the id of a product that there is"));
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

fn side(console: &Console, what: &str, answer: &ProductAnswer) -> Markup {
    let draft = &answer.product.draft;
    html! {
        article .card {
            h2 { (what) ": " a href={ (CATALOGUE) "/" (draft.id) } { (draft.name) } }
            (picture(&console.image_hosts, draft.image_path.as_deref()))
            p { code { (draft.id) } ", " (counted(answer.assessment.offers.len(), "offer")) }
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
    gate::act(&request, &console, sent, |console, session, merged| async move {
        let (product, into) = (id?, merged.read()?);
        let merged = console.desk.doubts().merge(&product, &into).await?;
        let (into, followed) = match merged {
            MergeByHand::Done { into, followed } => (into, followed),
            MergeByHand::NoProduct(id) if id == into => {
                return Err(AppError::validation("into", "the id of a product that there is"));
            }
            MergeByHand::NoProduct(_) => return Err(AppError::not_found("no product has this id")),
            MergeByHand::Changed => return Err(AppError::not_found("one of the two was merged meanwhile")),
            MergeByHand::Itself => return Err(itself()),
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
