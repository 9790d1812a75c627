//! JSON columns, read and written by hand: the domain knows no serde.

use domain::gtin::Gtin;
use domain::offer::OfferIdentity;
use domain::product::Spec;
use ports_store::StoreError;
use serde_json::{Map, Value};

use super::corrupt;
use crate::types::WrittenJson;

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

/// What names the product of an offer as a JSON object, written straight to text: every staged
/// offer has one.
pub fn identity_json(identity: &OfferIdentity) -> WrittenJson {
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
    let mut text = String::with_capacity(160 + title.len());
    for (name, value) in [
        ("{\"title\":", title),
        (",\"brand\":", brand),
        (",\"model\":", model),
        (",\"variant\":", variant),
        (",\"category\":", category),
        (",\"mpn\":", mpn),
    ] {
        text.push_str(name);
        push_quoted(&mut text, value);
    }
    text.push_str(",\"gtins\":[");
    for (place, gtin) in gtins.iter().enumerate() {
        text.push_str(if place == 0 { "\"" } else { ",\"" });
        text.push_str(&gtin.gtin14());
        text.push('"');
    }
    text.push_str("],\"pack_size\":");
    text.push_str(&pack_size.to_string());
    text.push_str(if *is_bundle {
        ",\"is_bundle\":true}"
    } else {
        ",\"is_bundle\":false}"
    });
    WrittenJson(text)
}

/// What names the product of an offer, read back.
pub(super) fn identity(value: &Value, column: &str) -> Result<OfferIdentity, StoreError> {
    let read = || {
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        let gtins = value.get("gtins")?.as_array()?.iter();
        Some(OfferIdentity {
            title: text("title")?,
            brand: text("brand")?,
            model: text("model")?,
            variant: text("variant")?,
            category: text("category")?,
            mpn: text("mpn")?,
            gtins: gtins
                .map(|gtin| Gtin::parse(gtin.as_str()?).ok())
                .collect::<Option<_>>()?,
            pack_size: u16::try_from(value.get("pack_size")?.as_u64()?).ok()?,
            is_bundle: value.get("is_bundle")?.as_bool()?,
        })
    };
    read().ok_or_else(|| corrupt(column))
}

/// A JSON string (RFC 8259, section 7): quotes, backslashes and controls are escaped.
fn push_quoted(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            c if u32::from(c) < 0x20 => {
                text.extend(format!("\\u{:04x}", u32::from(c)).chars());
            }
            c => text.push(c),
        }
    }
    text.push('"');
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

#[cfg(test)]
mod tests {
    use domain::offer::OfferIdentity;
    use serde_json::{Value, json};

    use super::identity_json;

    #[test]
    fn an_identity_is_written_as_json_whatever_it_holds() {
        let title = "5\" \\ \u{0}\u{1f}\n\u{7f}\u{2028} Größe 🎧";
        let identity = OfferIdentity {
            title: title.to_owned(),
            gtins: [4_006_381_333_931, 96_385_074]
                .map(|number| domain::gtin::Gtin::from_number(number).unwrap())
                .to_vec(),
            pack_size: 3,
            is_bundle: true,
            ..OfferIdentity::default()
        };
        let read: Value = serde_json::from_str(&identity_json(&identity).0).unwrap();
        let expected = json!({
            "title": title, "brand": "", "model": "", "variant": "", "category": "", "mpn": "",
            "gtins": ["04006381333931", "00000096385074"], "pack_size": 3, "is_bundle": true,
        });
        assert_eq!(read, expected);
        assert_eq!(super::identity(&read, "identity").unwrap(), identity);
        let plain: Value =
            serde_json::from_str(&identity_json(&OfferIdentity::default()).0).unwrap();
        assert_eq!(plain["gtins"], json!([]));
    }
}
