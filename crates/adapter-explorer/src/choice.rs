//! Choosing what is compared: from too many that were ticked, and others beside one.

use app::AppError;
use app::catalogue::product::ProductAnswer;
use app::catalogue::several::MOST_PRODUCTS;
use domain::ids::CanonicalProductId;
use maud::{Markup, html};
use product_knowledge::comparable::Category;
use product_knowledge::compare::PRODUCTS;
use product_knowledge::query::SearchQuery;
use url::form_urlencoded;

use crate::comparison::Asked;
use crate::layout::Page;
use crate::pages::{Answer, COMPARE, Explorer, HOME};
use crate::reader::Reader;

/// The page for one product, which is to be compared with others, and for too many, of which some are to be chosen.
pub async fn page(
    explorer: &Explorer,
    reader: &Reader,
    asked: &Asked,
    ids: &[CanonicalProductId],
) -> Result<Answer, AppError> {
    let first = ids.get(..ids.len().min(MOST_PRODUCTS)).unwrap_or_default();
    let products = explorer.catalogue.products(first).await?;
    let products: Vec<ProductAnswer> = products.into_iter().flatten().collect();
    if products.is_empty() && !ids.is_empty() {
        return Err(AppError::not_found("no product has one of these ids"));
    }
    let is_one = asked.ids.len() == 1;
    let content = html! {
        section .message {
            h1 { (reader.say("compare")) }
            @if asked.ids.len() > *PRODUCTS.end() {
                p { (reader.say("compare-few")) }
                (boxes(reader, asked, &products))
            } @else { p { (reader.say("compare-how")) } }
            @if let Some(product) = products.first().filter(|_| is_one) {
                p { a href=(others(product)) { (reader.say("compare-others")) } }
            }
            p { a href="/" { (reader.say("to-search")) } }
        }
    };
    let mut page = Page::new(reader.say("compare"), content);
    if let Some(product) = products.first().filter(|_| is_one) {
        page.with = product.product.draft.id.to_string();
    }
    Ok(Answer::Page(page))
}

/// What was ticked, as boxes again, of which as many are ticked as can be compared.
fn boxes(reader: &Reader, asked: &Asked, products: &[ProductAnswer]) -> Markup {
    html! {
        form action=(COMPARE) method="get" {
            input type="hidden" name="goal" value=(asked.goal.code());
            input type="hidden" name="range" value=(asked.range.code());
            ul {
                @for (place, product) in products.iter().enumerate() {
                    @let draft = &product.product.draft;
                    li { label .choose {
                        input type="checkbox" name="ids" value=(draft.id) checked[place < *PRODUCTS.end()];
                        " " (draft.name)
                    } }
                }
            }
            p { button type="submit" { (reader.say("compare-chosen")) } }
        }
    }
}

/// Where products of the same kind are found, to be compared with one: by its category as it is stated, else as it is
/// recognised, else by its brand or its name.
pub fn others(product: &ProductAnswer) -> String {
    let draft = &product.product.draft;
    let kind = product.standing.fit.as_ref().map(|fit| fit.category);
    let stated = [
        ("category", &*draft.category),
        ("q", kind.map_or("", Category::plural)),
    ];
    let named = [("q", &*draft.brand), ("q", &*draft.name)];
    let mut all = stated.into_iter().chain(named);
    let (name, text) = all
        .find(|(_, text)| !text.trim().is_empty())
        .unwrap_or_default();
    let mut query = form_urlencoded::Serializer::new(String::new());
    query
        .append_pair(
            name,
            &text
                .chars()
                .take(SearchQuery::MAX_CHARS)
                .collect::<String>(),
        )
        .append_pair("with", draft.id.as_str());
    format!("{HOME}?{}", query.finish())
}
