//! What a mail tells, as JSON: each kind is told from others by a name that only it has.

use domain::alert::AskedAlert;
use domain::ids::CanonicalProductId;
use domain::instant;
use domain::language::Language;
use domain::money::Amount;
use domain::store::StoreName;
use domain::watch::{
    ConditionTerms, FallPercent, Firing, StatedMinimum, TargetPrice, WatchCondition,
    WatchConditionKind,
};
use domain::webhook::delivery::DeliveryError;
use domain::webhook::notice::{Notice, Occasion};
use ports_store::MailContent;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

/// What only firings of alerts have, and requests for them.
const LANGUAGE: &str = "language";

/// What firings of watches have that wait for a target.
const TARGET: &str = "target";

/// What those of all others have.
const CONDITION: &str = "condition";

/// What only firings of watches of falls have: by how much; and those of lows, too: from which price in minor units.
const PERCENT: &str = "percent";
const REFERENCE: &str = "reference_minor";

/// What only firings of watches of one store have.
const WATCHED_STORE: &str = "watched_store";

/// What only requests for alerts have.
const ASKED: &str = "alert_request";

/// What a mail about a firing tells; `reader` asked for it on the pages.
pub(super) fn of_firing(firing: &Firing, reader: Option<Language>) -> Value {
    let Firing {
        watch,
        product,
        product_name,
        condition,
        watched_store,
        minimum,
        source_revision,
        observed_at,
    } = firing;
    let StatedMinimum {
        price,
        item,
        delivery,
        store,
        url,
    } = minimum;
    let mut content = json!({
        "watch_id": watch.to_string(),
        "canonical_product_id": product.as_str(),
        "product_name": product_name,
        "price_minor": price.minor(),
        "item_minor": item.minor(),
        "delivery_minor": delivery.minor(),
        "store": store,
        "url": url,
        "source_revision": source_revision.to_string(),
        "observed_at": instant::rfc3339(*observed_at),
    });
    if let Value::Object(content) = &mut content {
        if let Some(reader) = reader {
            content.insert(LANGUAGE.to_owned(), json!(reader.code()));
        }
        if let Some(store) = watched_store {
            content.insert(WATCHED_STORE.to_owned(), json!(store.as_str()));
        }
        match condition {
            WatchCondition::BelowTarget { target } => {
                content.insert(TARGET.to_owned(), json!(target.ten_thousandths()));
            }
            WatchCondition::BackInStock => {
                content.insert(CONDITION.to_owned(), json!(condition.code()));
            }
            WatchCondition::PriceFall(fall) => {
                let from = fall.from.map(Amount::minor);
                content.insert(CONDITION.to_owned(), json!(condition.code()));
                content.insert(PERCENT.to_owned(), json!(fall.percent.get()));
                content.insert(REFERENCE.to_owned(), json!(from));
            }
            WatchCondition::NewLow(low) => {
                let from = low.from.map(Amount::minor);
                content.insert(CONDITION.to_owned(), json!(condition.code()));
                content.insert(REFERENCE.to_owned(), json!(from));
            }
        }
    }
    content
}

/// What was waited for: where nothing is said, it is a target.
fn condition(value: &Value) -> Option<WatchCondition> {
    let kind = match value.get(CONDITION) {
        None => WatchConditionKind::TargetPrice,
        Some(code) => WatchConditionKind::from_code(code.as_str()?)?,
    };
    let number = |name: &str| value.get(name)?.as_i64();
    let terms = ConditionTerms {
        target: number(TARGET).and_then(TargetPrice::from_ten_thousandths),
        percent: number(PERCENT)
            .and_then(|percent| u8::try_from(percent).ok())
            .and_then(FallPercent::new),
    };
    let condition = WatchCondition::of(kind, terms).ok()?;
    Some(condition.counted_from(number(REFERENCE).and_then(Amount::from_minor)))
}

fn firing(value: &Value) -> Option<Firing> {
    let text = |name: &str| value.get(name)?.as_str();
    let number = |name: &str| value.get(name)?.as_i64();
    let amount = |name: &str| Amount::from_minor(number(name)?);
    Some(Firing {
        watch: Uuid::try_parse(text("watch_id")?).ok()?,
        product: CanonicalProductId::parse(text("canonical_product_id")?)?,
        product_name: text("product_name")?.to_owned(),
        condition: condition(value)?,
        watched_store: match value.get(WATCHED_STORE) {
            Some(name) => Some(StoreName::parse(name.as_str()?)?),
            None => None,
        },
        minimum: StatedMinimum {
            price: amount("price_minor")?,
            item: amount("item_minor")?,
            delivery: amount("delivery_minor")?,
            store: text("store")?.to_owned(),
            url: text("url")?.to_owned(),
        },
        source_revision: Uuid::try_parse(text("source_revision")?).ok()?,
        observed_at: OffsetDateTime::parse(text("observed_at")?, &Rfc3339).ok()?,
    })
}

/// What a mail tells; each kind is told from others by a name that only it has.
pub(super) fn read(value: &Value) -> Option<MailContent> {
    if value.get(ASKED).is_some() {
        return asked(value).map(Box::new).map(MailContent::Asked);
    }
    if let Some(code) = value.get(LANGUAGE) {
        let language = Language::from_code(code.as_str()?)?;
        let firing = Box::new(firing(value)?);
        return Some(MailContent::AlertFired(firing, language));
    }
    if value.get("occasion").is_some() {
        return notice(value).map(Box::new).map(MailContent::Endpoint);
    }
    firing(value).map(Box::new).map(MailContent::Fired)
}

/// Whether the content of a mail tells of a firing of a watch.
pub fn tells_of(content: &Value, watch: Uuid) -> bool {
    let own = content.get("watch_id").and_then(Value::as_str);
    own.is_some_and(|own| own == watch.to_string())
}

/// The content of a mail that tells of a firing, told of another watch.
pub fn retold(mut content: Value, watch: Uuid) -> Value {
    if let Some(own) = content.get_mut("watch_id") {
        *own = json!(watch.to_string());
    }
    content
}

/// What a mail that asks for the confirmation of an alert tells.
pub(super) fn of_request(alert: &AskedAlert) -> Value {
    let AskedAlert {
        request,
        product,
        product_name,
        target,
        language,
    } = alert;
    json!({
        ASKED: request.to_string(),
        "canonical_product_id": product.as_str(),
        "product_name": product_name,
        "target": target.ten_thousandths(),
        LANGUAGE: language.code(),
    })
}

fn asked(value: &Value) -> Option<AskedAlert> {
    let text = |name: &str| value.get(name)?.as_str();
    Some(AskedAlert {
        request: Uuid::try_parse(text(ASKED)?).ok()?,
        product: CanonicalProductId::parse(text("canonical_product_id")?)?,
        product_name: text("product_name")?.to_owned(),
        target: TargetPrice::from_ten_thousandths(value.get("target")?.as_i64()?)?,
        language: Language::from_code(text(LANGUAGE)?)?,
    })
}

/// What a mail with a notice tells.
pub(super) fn of_notice(notice: &Notice) -> Value {
    let Notice {
        occasion,
        subscription,
        host,
        incident,
        cause,
        opened_at,
        at,
        waiting,
    } = notice;
    json!({
        "occasion": occasion.code(),
        "subscription_id": subscription.to_string(),
        "host": host,
        "incident_id": incident.to_string(),
        "cause": cause.code(),
        "opened_at": instant::rfc3339(*opened_at),
        "at": instant::rfc3339(*at),
        "waiting": waiting,
    })
}

fn notice(value: &Value) -> Option<Notice> {
    let text = |name: &str| value.get(name)?.as_str();
    let at = |name: &str| OffsetDateTime::parse(text(name)?, &Rfc3339).ok();
    Some(Notice {
        occasion: Occasion::from_code(text("occasion")?)?,
        subscription: Uuid::try_parse(text("subscription_id")?).ok()?,
        host: text("host")?.to_owned(),
        incident: Uuid::try_parse(text("incident_id")?).ok()?,
        cause: DeliveryError::from_code(text("cause")?)?,
        opened_at: at("opened_at")?,
        at: at("at")?,
        waiting: value.get("waiting")?.as_u64()?,
    })
}

#[cfg(test)]
mod tests {
    use domain::ids::CanonicalProductId;
    use domain::money::Amount;
    use domain::store::StoreName;
    use domain::watch::{
        FallPercent, Firing, PriceFall, StatedMinimum, TargetPrice, WatchCondition,
    };
    use domain::webhook::delivery::DeliveryError;
    use domain::webhook::notice::{Notice, Occasion};
    use time::macros::datetime;
    use uuid::Uuid;

    use super::{firing, of_firing, of_notice, read};
    use ports_store::MailContent;

    #[test]
    fn a_notice_is_read_as_it_was_written() {
        let written = Notice {
            occasion: Occasion::Reminder,
            subscription: Uuid::from_u128(1),
            host: "hooks.shop.example".to_owned(),
            incident: Uuid::from_u128(2),
            cause: DeliveryError::Timeout,
            opened_at: datetime!(2026-03-01 12:00:00.000001 UTC),
            at: datetime!(2026-03-01 18:00:00.000001 UTC),
            waiting: 7,
        };
        let read = read(&of_notice(&written));
        assert_eq!(read, Some(MailContent::Endpoint(Box::new(written))));
    }

    #[test]
    fn a_firing_is_read_as_it_was_written() {
        let amount = |minor| Amount::from_minor(minor).unwrap();
        let written = Firing {
            watch: Uuid::from_u128(7),
            product: CanonicalProductId::parse("nova_x2").unwrap(),
            product_name: "Nova \"X2\" \\ ünder\u{1f}\n🎧".to_owned(),
            condition: WatchCondition::BelowTarget {
                target: TargetPrice::parse_json("499.9999").unwrap(),
            },
            watched_store: None,
            minimum: StatedMinimum {
                price: amount(49_998),
                item: amount(49_499),
                delivery: amount(499),
                store: "Müller & Söhne".to_owned(),
                url: "https://shop.example/?a=1&b=2".to_owned(),
            },
            source_revision: Uuid::from_u128(8),
            observed_at: datetime!(2026-03-01 12:00:00.000001 UTC),
        };
        assert_eq!(firing(&of_firing(&written, None)), Some(written.clone()));
        let of_store = Firing {
            condition: WatchCondition::BackInStock,
            watched_store: StoreName::parse("Müller & Söhne"),
            ..written
        };
        assert_eq!(firing(&of_firing(&of_store, None)), Some(of_store.clone()));
        let of_fall = Firing {
            condition: WatchCondition::PriceFall(PriceFall {
                percent: FallPercent::new(10).unwrap(),
                from: Some(amount(60_000)),
            }),
            ..of_store
        };
        assert_eq!(firing(&of_firing(&of_fall, None)), Some(of_fall));
    }
}
