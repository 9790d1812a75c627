//! What a page is about, for machines (schema.org as JSON-LD).

use app::catalogue::product::ProductAnswer;
use domain::availability::Availability;
use domain::money::Currency;
use serde_json::{Value, json};

/// A product with its offers; `None` when nobody sells it.
pub fn product(answer: &ProductAnswer, currency: Currency) -> Option<String> {
    let draft = &answer.product.draft;
    let open = answer
        .assessment
        .offers
        .iter()
        .filter(|offer| offer.gate.is_none());
    let open: Vec<_> = open.collect();
    let prices = open.iter().map(|offer| offer.delivered.item);
    let (low, high) = prices.clone().min().zip(prices.max())?;
    let number = draft.gtins.first().map(|number| number.gtin.shown());
    let mut offers = json!({
        "@type": "AggregateOffer",
        "priceCurrency": currency.code(),
        "lowPrice": currency.decimal(low),
    });
    if let Value::Object(offers) = &mut offers {
        // of very many offers only some are at hand
        if answer.assessment.offers.len() == answer.assessment.offer_count {
            offers.insert("highPrice".to_owned(), json!(currency.decimal(high)));
            offers.insert("offerCount".to_owned(), json!(open.len()));
        }
        let best = open
            .iter()
            .filter_map(|offer| stock(offer.offer.facts.availability));
        let best = best
            .min()
            .map(|(_, name)| format!("https://schema.org/{name}"));
        offers.extend(best.map(|name| ("availability".to_owned(), json!(name))));
    }
    let mut about = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": draft.name,
        "offers": offers,
    });
    if let Value::Object(about) = &mut about {
        if !draft.brand.is_empty() {
            about.insert(
                "brand".to_owned(),
                json!({ "@type": "Brand", "name": draft.brand }),
            );
        }
        if !draft.category.is_empty() {
            about.insert("category".to_owned(), json!(draft.category));
        }
        if !draft.mpn.is_empty() {
            about.insert("mpn".to_owned(), json!(draft.mpn));
        }
        about.extend(number.map(|number| ("gtin".to_owned(), json!(number))));
    }
    Some(in_script(&about))
}

/// How schema.org names an availability, the best first.
const fn stock(availability: Availability) -> Option<(u8, &'static str)> {
    match availability {
        Availability::InStock => Some((0, "InStock")),
        Availability::Limited => Some((1, "LimitedAvailability")),
        Availability::Backorder => Some((2, "BackOrder")),
        Availability::Preorder => Some((3, "PreOrder")),
        Availability::OutOfStock | Availability::Unknown => None,
    }
}

/// A value as it may stand in a script element: no text in it ends the element or begins a comment.
fn in_script(value: &Value) -> String {
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::in_script;

    #[test]
    fn no_text_ends_the_element() {
        let value = json!({ "name": "</script><!-- <script>&amp;\u{2028}" });
        let text = in_script(&value);
        assert!(!text.contains(['<', '>', '&']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
