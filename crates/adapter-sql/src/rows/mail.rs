use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::alert::AskedAlert;
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::instant;
use domain::language::Language;
use domain::mail::Next;
use domain::money::Amount;
use domain::num::u64_from_i64;
use domain::store::StoreName;
use domain::watch::{
    ConditionTerms, FallPercent, Firing, StatedMinimum, TargetPrice, WatchCondition,
    WatchConditionKind,
};
use domain::webhook::delivery::DeliveryError;
use domain::webhook::event::WatchEvent;
use domain::webhook::notice::{Notice, Occasion};
use ports_store::{AlertRequest, LeasedMail, MailContent, MailTally, StoreError};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use super::{corrupt, narrow};
use crate::schema::mails;
use crate::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};

const COLUMN: &str = "mails.content";

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

/// A mail that waits.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = mails)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewMailRow {
    pub id: DbUuid,
    pub workspace_no: i64,
    pub destination: String,
    pub content: DbJson,
    pub state: &'static str,
    pub due_at: DbTs,
    pub created_at: DbTs,
}

impl NewMailRow {
    /// The mail that tells of a firing, due at once; `reader` asked for it on the pages.
    pub fn of(
        event: &WatchEvent,
        workspace_no: i64,
        to: &EmailAddress,
        reader: Option<Language>,
    ) -> Self {
        let firing = &event.firing;
        let mut content = firing_json(firing);
        if let (Some(reader), Value::Object(content)) = (reader, &mut content) {
            content.insert(LANGUAGE.to_owned(), json!(reader.code()));
        }
        let at = DbTs::new(firing.observed_at);
        Self {
            id: DbUuid(event.id),
            workspace_no,
            destination: to.as_str().to_owned(),
            content: DbJson(content),
            state: "waiting",
            due_at: at,
            created_at: at,
        }
    }

    /// The mail that asks for the confirmation of an alert, due at once.
    pub fn asking(request: &AlertRequest) -> Self {
        let AlertRequest {
            alert,
            owner,
            to,
            requested_at,
        } = request;
        let at = DbTs::new(*requested_at);
        Self {
            id: DbUuid(alert.request),
            workspace_no: owner.tenant.workspace.0,
            destination: to.as_str().to_owned(),
            content: DbJson(asked_json(alert)),
            state: "waiting",
            due_at: at,
            created_at: at,
        }
    }

    /// The mail with a notice, due at once. `number` counts reminders.
    pub fn notice(workspace_no: i64, to: &str, notice: &Notice, number: u32) -> Self {
        let at = DbTs::new(notice.at);
        Self {
            id: DbUuid(notice.mail_id(number)),
            workspace_no,
            destination: to.to_owned(),
            content: DbJson(notice_json(notice)),
            state: "waiting",
            due_at: at,
            created_at: at,
        }
    }
}

/// A mail that is leased.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct LeasedRow {
    pub id: DbUuid,
    pub attempts: i32,
    pub destination: String,
    pub content: DbJson,
    pub created_at: DbTs,
}

/// The SQL types of a [`LeasedRow`].
pub type LeasedTypes = (SqlUuid, Integer, Text, SqlJson, SqlTs);

impl TryFrom<LeasedRow> for LeasedMail {
    type Error = StoreError;

    fn try_from(row: LeasedRow) -> Result<Self, StoreError> {
        let LeasedRow {
            id,
            attempts,
            destination,
            content,
            created_at,
        } = row;
        let to = EmailAddress::parse(&destination);
        Ok(Self {
            id: id.0,
            attempt: narrow(attempts, "mails.attempts")?,
            to: to.ok_or_else(|| corrupt("mails.destination"))?,
            content: content_of(&content.0).ok_or_else(|| corrupt(COLUMN))?,
            created_at: created_at.at(),
        })
    }
}

/// State, instant at which it is due, and what went wrong, after an attempt.
#[derive(Debug, Clone)]
pub struct AfterAttempt<'a> {
    /// The new state.
    pub state: &'static str,
    /// When it is due, while it waits.
    pub due_at: Option<DbTs>,
    /// When it ended, if it did.
    pub ended_at: Option<DbTs>,
    /// What went wrong.
    pub error: Option<&'a str>,
}

impl<'a> AfterAttempt<'a> {
    /// What follows, recorded `now`.
    pub fn of(next: &'a Next, now: OffsetDateTime) -> Self {
        let ended = |state, error| Self {
            state,
            due_at: None,
            ended_at: Some(DbTs::new(now)),
            error,
        };
        match next {
            Next::Sent => ended("sent", None),
            Next::Failed { error } => ended("failed", Some(error)),
            Next::Retry { due, error } => Self {
                state: "waiting",
                due_at: Some(DbTs::new(*due)),
                ended_at: None,
                error: Some(error),
            },
        }
    }
}

/// The SQL types of the counts of the outbox.
pub type TallyTypes = (BigInt, BigInt, Nullable<SqlTs>);

/// The counts: mails that wait, mails that were given up, the oldest that waits.
pub fn mail_tally(waiting: i64, failed: i64, oldest: Option<DbTs>) -> MailTally {
    MailTally {
        waiting: u64_from_i64(waiting),
        failed: u64_from_i64(failed),
        oldest_waiting: oldest.map(DbTs::at),
    }
}

fn firing_json(firing: &Firing) -> Value {
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
fn content_of(value: &Value) -> Option<MailContent> {
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

fn asked_json(alert: &AskedAlert) -> Value {
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

fn notice_json(notice: &Notice) -> Value {
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

    use super::{content_of, firing, firing_json, notice_json};
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
        let read = content_of(&notice_json(&written));
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
        assert_eq!(firing(&firing_json(&written)), Some(written.clone()));
        let of_store = Firing {
            condition: WatchCondition::BackInStock,
            watched_store: StoreName::parse("Müller & Söhne"),
            ..written
        };
        assert_eq!(firing(&firing_json(&of_store)), Some(of_store.clone()));
        let of_fall = Firing {
            condition: WatchCondition::PriceFall(PriceFall {
                percent: FallPercent::new(10).unwrap(),
                from: Some(amount(60_000)),
            }),
            ..of_store
        };
        assert_eq!(firing(&firing_json(&of_fall)), Some(of_fall));
    }
}
