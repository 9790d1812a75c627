//! JSON columns, read and written by hand: the domain knows no serde.

use domain::offer::OfferIdentity;
use domain::product::Spec;
use ports_store::StoreError;
use serde_json::{Map, Value, json};

use super::corrupt;

/// A property of a product as a JSON object.
pub fn spec_json(spec: &Spec) -> Value {
    let Spec { label, value, icon } = spec;
    let mut object = Map::new();
    object.insert("label".to_owned(), label.as_str().into());
    object.insert("value".to_owned(), value.as_str().into());
    if let Some(icon) = icon {
        object.insert("icon".to_owned(), icon.as_str().into());
    }
    Value::Object(object)
}

/// What names the product of an offer as a JSON object.
pub fn identity_json(identity: &OfferIdentity) -> Value {
    let OfferIdentity {
        title,
        brand,
        model,
        variant,
        category,
        mpn,
        gtins,
        pack_size,
        is_bundle,
    } = identity;
    let gtins: Vec<String> = gtins.iter().map(|gtin| gtin.gtin14()).collect();
    json!({
        "title": title, "brand": brand, "model": model, "variant": variant, "category": category,
        "mpn": mpn, "gtins": gtins, "pack_size": pack_size, "is_bundle": is_bundle,
    })
}

pub(super) fn texts(value: &Value, column: &str) -> Result<Vec<String>, StoreError> {
    let text = |item: &Value| item.as_str().map(str::to_owned);
    let read = value
        .as_array()
        .and_then(|items| items.iter().map(text).collect());
    read.ok_or_else(|| corrupt(column))
}

pub(super) fn specs(value: &Value, column: &str) -> Result<Vec<Spec>, StoreError> {
    let spec = |item: &Value| {
        let text = |name: &str| item.get(name)?.as_str().map(str::to_owned);
        Some(Spec {
            label: text("label")?,
            value: text("value")?,
            icon: text("icon"),
        })
    };
    let read = value
        .as_array()
        .and_then(|items| items.iter().map(spec).collect());
    read.ok_or_else(|| corrupt(column))
}
