//! Single fields of a row.

use domain::gtin::Gtin;

use super::item::{Item, Value, local_name};
use crate::offer::description;
use crate::offer::field::{Note, RawOffer};
use crate::offer::money::shown;
use crate::offer::specs::MAX_SPECS;

/// Properties with trade item numbers.
pub(super) const NUMBERS: [&str; 10] = [
    "gtin", "gtin13", "gtin14", "gtin12", "gtin8", "ean", "ean13", "upc", "isbn", "isbn13",
];
const MAX_NUMBERS: usize = 20;
/// Properties that name one variant among those of a product.
const VARYING: [&str; 4] = ["color", "size", "material", "pattern"];

/// The first text among several properties, without tags and entities.
pub(super) fn plain(item: &Item, names: &[&str]) -> String {
    description::plain(&item.first(names))
}

/// The address in a property: of a thing its own.
pub(super) fn link(item: &Item, name: &str) -> String {
    item.all(name)
        .map(address)
        .find(|text| !text.is_empty())
        .unwrap_or_default()
}

/// The address that a value is or has.
pub(super) fn address(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Number(text) => text.trim().to_owned(),
        Value::Item(item) => {
            let own = item.first(&["contenturl", "url"]);
            if own.is_empty() { item.id.clone() } else { own }
        }
    }
}

/// What tells a variant from others of its product.
pub(super) fn variant(product: &Item, offer: &Item, alone: bool) -> String {
    let mut parts: Vec<String> = VARYING
        .iter()
        .map(|name| plain(product, &[name]))
        .filter(|text| !text.is_empty())
        .collect();
    let name = plain(offer, &["name"]);
    if !alone && !name.is_empty() && !std::ptr::eq(product, offer) {
        parts.push(name);
    }
    parts.dedup();
    parts.join(" / ")
}

/// Our word for an availability of the vocabulary; others as they are.
pub(super) fn availability(text: &str) -> String {
    let own = match local_name(text).as_str() {
        "onlineonly" | "instock" => "in_stock",
        "instoreonly" => "unknown",
        "madetoorder" => "backorder",
        "reserved" | "oos" => "out_of_stock",
        _ => text,
    };
    own.to_owned()
}

/// Our word for a condition of the vocabulary; others as they are.
pub(super) fn condition(text: &str) -> String {
    let own = match local_name(text).as_str() {
        "damagedcondition" => "used",
        _ => text,
    };
    own.to_owned()
}

/// Pieces in stock, or empty.
pub(super) fn stock(offer: &Item) -> String {
    let level = offer.first(&["inventorylevel"]);
    let whole = level.strip_suffix(".0").unwrap_or(&level);
    let is_whole = whole.bytes().all(|b| b.is_ascii_digit());
    if is_whole {
        whole.to_owned()
    } else {
        String::new()
    }
}

/// Trade item numbers; what is none is dropped with a remark, since the page's name says what it is.
pub(super) fn numbers(product: &Item, offer: &Item, alone: bool, raw: &mut RawOffer) {
    let things = if alone {
        [product, offer]
    } else {
        [offer, offer]
    };
    let mut texts: Vec<String> = Vec::new();
    for thing in things {
        texts.extend(NUMBERS.iter().flat_map(|name| thing.texts(name)));
        let identified = thing
            .items("identifier")
            .chain(thing.items("additionalproperty"));
        texts.extend(identified.filter_map(|property| {
            let kind = local_name(&property.text("propertyid"));
            NUMBERS
                .contains(&kind.as_str())
                .then(|| property.text("value"))
        }));
        texts.extend(
            thing
                .texts("productid")
                .filter_map(|text| scheme(&text).map(str::to_owned)),
        );
    }
    for text in texts.into_iter().take(MAX_NUMBERS) {
        match Gtin::parse(&text) {
            Ok(_) => {
                if !raw.eans.contains(&text) {
                    raw.eans.push(text);
                }
            }
            Err(e) => {
                let note = Note::new("gtin", format!("{} is dropped: {e}", shown(&text)));
                if !text.is_empty() && !raw.remarks.contains(&note) {
                    raw.remarks.push(note);
                }
            }
        }
    }
}

/// The number of `isbn:9780306406157`.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, number) = text.split_once(':')?;
    NUMBERS
        .contains(&scheme.trim().to_lowercase().as_str())
        .then(|| number.trim())
}

/// Properties of the product.
pub(super) fn specs(product: &Item, raw: &mut RawOffer) {
    for property in product.items("additionalproperty").take(MAX_SPECS) {
        let mut value = property.texts("value").collect::<Vec<_>>().join(", ");
        let unit = property.first(&["unittext", "unitcode"]);
        if !value.is_empty() && !unit.is_empty() {
            value = format!("{value} {unit}");
        }
        let label = plain(property, &["name", "propertyid"]);
        raw.spec(&label, &description::plain(&value));
    }
}
