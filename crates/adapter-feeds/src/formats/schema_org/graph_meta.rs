//! `OpenGraph` and product `meta` elements as a product: the last resort.

use super::item::{Item, Value};
use super::page::Page;
use crate::offer::codes;
use time::OffsetDateTime;

const AMOUNTS: [&str; 2] = ["product:price:amount", "og:price:amount"];
const CURRENCIES: [&str; 2] = ["product:price:currency", "og:price:currency"];

/// The product that the page's `meta` elements describe; `None` when they state no price.
pub(super) fn product(page: &Page, now: OffsetDateTime) -> Option<Item> {
    let (amount, currency) = price(page, now)?;
    let mut offer = Item {
        kinds: vec!["offer".to_owned()],
        ..Item::default()
    };
    let set = |item: &mut Item, name: &str, text: &str| {
        if !text.is_empty() {
            let value = Value::Text(text.to_owned());
            item.props.push((name.to_owned(), value));
        }
    };
    set(&mut offer, "price", &amount);
    set(&mut offer, "pricecurrency", &currency);
    let availability = ["product:availability", "og:availability"];
    set(&mut offer, "availability", page.first_meta(&availability));
    set(&mut offer, "itemcondition", page.meta("product:condition"));
    let mut product = Item {
        kinds: vec!["product".to_owned()],
        ..Item::default()
    };
    for (name, metas) in [
        ("name", &["og:title"][..]),
        ("sku", &["product:retailer_item_id", "product:sku"]),
        (
            "gtin",
            &["product:ean", "product:gtin", "product:upc", "product:isbn"],
        ),
        ("mpn", &["product:mfr_part_no"]),
        ("brand", &["product:brand", "og:brand"]),
        ("color", &["product:color"]),
        ("category", &["product:category"]),
        ("image", &["og:image"]),
        ("description", &["og:description"]),
    ] {
        set(&mut product, name, page.first_meta(metas));
    }
    product
        .props
        .push(("offers".to_owned(), Value::Item(offer)));
    Some(product)
}

/// The sale price while it applies, else the price.
fn price(page: &Page, now: OffsetDateTime) -> Option<(String, String)> {
    let sale = page.meta("product:sale_price:amount");
    let starts = codes::google_instant(page.meta("product:sale_price_dates:start"));
    let ends = codes::last_instant(page.meta("product:sale_price_dates:end"));
    let applies = starts.is_none_or(|at| at <= now) && ends.is_none_or(|at| at >= now);
    let (amount, currency) = if sale.is_empty() || !applies {
        (page.first_meta(&AMOUNTS), page.first_meta(&CURRENCIES))
    } else {
        (sale, page.meta("product:sale_price:currency"))
    };
    (!amount.is_empty()).then(|| (amount.to_owned(), currency.to_owned()))
}
