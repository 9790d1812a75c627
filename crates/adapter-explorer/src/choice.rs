//! Choosing what is compared: from too many that were ticked, and others beside one.

use app::AppError;
use app::catalogue::product::ProductAnswer;
use app::catalogue::several::MOST_PRODUCTS;
use domain::ids::CanonicalProductId;
use domain::product::ProductDraft;
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
                @let text = if is_of_a_category(product) { "compare-others" } else { "compare-any" };
                p { a href=(others(product)) { (reader.say(text)) } }
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

/// Where products of the same kind are found, to be compared with one.
pub fn others(product: &ProductAnswer) -> String {
    let draft = &product.product.draft;
    others_of(draft, product.standing.fit.as_ref().map(|fit| fit.category))
}

/// Whether those are of the product's category, not only of its brand or name.
fn is_of_a_category(product: &ProductAnswer) -> bool {
    product.standing.fit.is_some() || !product.product.draft.category.trim().is_empty()
}

/// The same, by the category as it is stated, else as it is recognised, else by the brand or the name.
fn others_of(draft: &ProductDraft, recognised: Option<Category>) -> String {
    let kind = recognised.map_or("", Category::plural);
    let texts = [kind, &draft.brand, &draft.name];
    let text = texts.into_iter().find(|text| !text.trim().is_empty());
    let text = text.unwrap_or_default().chars();
    let mut query = form_urlencoded::Serializer::new(String::new());
    if draft.category.trim().is_empty() {
        let text: String = text.take(SearchQuery::MAX_CHARS).collect();
        query.append_pair("q", &text);
    } else {
        query.append_pair("category", &draft.category);
    }
    query.append_pair("with", draft.id.as_str());
    format!("{HOME}?{}", query.finish())
}

#[cfg(test)]
mod tests {
    use domain::ids::CanonicalProductId;
    use domain::product::{ProductDraft, Provenance};
    use product_knowledge::comparable::Category;

    use super::others_of;

    fn draft(name: &str, brand: &str, category: &str) -> ProductDraft {
        ProductDraft {
            brand: brand.to_owned(),
            category: category.to_owned(),
            ..ProductDraft::named(
                CanonicalProductId::parse("x2").unwrap(),
                name,
                Provenance::Feed,
            )
        }
    }

    #[test]
    fn others_are_looked_for_by_what_is_known_of_a_product() {
        let (phone, none) = (Some(Category::Phone), None);
        for (name, brand, category, recognised, expected) in [
            (
                "Nova X2",
                "Nova",
                "Phones",
                phone,
                "/?category=Phones&with=x2",
            ),
            ("Nova X2", "Nova", "", phone, "/?q=phones&with=x2"),
            ("Nova X2", "", " ", phone, "/?q=phones&with=x2"),
            ("Nova X2", "Nova", "", none, "/?q=Nova&with=x2"),
            ("Nova X2", "", "", none, "/?q=Nova+X2&with=x2"),
        ] {
            let draft = draft(name, brand, category);
            assert_eq!(others_of(&draft, recognised), expected);
        }
        let long = others_of(&draft(&"x".repeat(300), "", ""), none);
        assert_eq!(long, format!("/?q={}&with=x2", "x".repeat(120)));
    }
}
