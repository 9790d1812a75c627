use app::watchlists::WatchAnswer;
use domain::email::EmailAddress;
use domain::money::Currency;
use domain::store::StoreName;
use domain::watch::{self, ChannelKind, Watch, WatchConditionKind};
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::body::search::ProductSummaryBody;
use crate::http::closed_list::closed_lists;
use crate::http::decimal::JsonDecimal;
use crate::http::moment;

closed_lists! {
    "How a client is told." WatchChannel: [ChannelKind::Email, ChannelKind::Webhook].map(ChannelKind::code);
    "Whether a watch may fire." WatchStatus:
        [watch::WatchStatus::Active.code(), watch::WatchStatus::Paused.code()];
    "What a watch waits for: `target_price`, a price below the target; `back_in_stock`, that the product can be had again; `price_fall`, a fall of the price by `percent`; `new_low`, a price below those of 90 days."
        WatchCondition: WatchConditionKind::ALL.map(WatchConditionKind::code);
}

/// A price watch.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceWatch)]
pub struct PriceWatchBody<'a> {
    /// Its id; a replacement keeps it.
    #[schema(format = "uuid")]
    pub id: String,
    /// The product.
    #[schema(pattern = "^[a-z0-9_]+$")]
    pub canonical_product_id: &'a str,
    /// The client is told when the price moves below this; four decimals are kept. Null where another condition is waited
    /// for.
    #[schema(value_type = Option<f64>, minimum = 1, maximum = 1_000_000, required = true)]
    pub target_price: Option<JsonDecimal>,
    /// What is waited for; not there when it is a price below the target.
    #[schema(value_type = WatchCondition, required = false, nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<&'static str>,
    /// By how many percent the price has to fall; there with the condition `price_fall`.
    #[schema(value_type = i32, minimum = 1, maximum = 90, required = false, nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// What a fall is counted from: the highest price since the watch began or told last. Not there without one.
    #[schema(value_type = f64, minimum = 0, required = false, nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_price: Option<JsonDecimal>,
    /// The shop whose price alone is looked at; not there when it is the lowest of all shops.
    #[schema(min_length = 2, max_length = 120, required = false, nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<&'a str>,
    /// How the client is told.
    #[schema(value_type = WatchChannel)]
    pub channel: &'static str,
    /// Where to; null for a webhook watch that was created without one.
    #[schema(format = "email", max_length = 254, required = true)]
    pub destination: Option<&'a str>,
    /// Whether it may fire.
    #[schema(value_type = WatchStatus)]
    pub status: &'static str,
    /// When it was created; a replacement keeps it.
    #[schema(format = "date-time")]
    pub created_at: String,
    /// When its client changed it last; later after each change.
    #[schema(format = "date-time")]
    pub updated_at: String,
    /// The product as search shows it; null when nobody sells it now.
    #[schema(required = false)]
    pub product: Option<ProductSummaryBody<'a>>,
    /// The product's lowest delivered price, or that of the shop that alone is looked at; null when nobody, or that shop,
    /// does not sell it now.
    #[schema(value_type = Option<f64>, minimum = 0, required = false)]
    pub current_price: Option<JsonDecimal>,
    /// The current price is below the target, not equal to it; of stock, that there is a current price; of a fall, that it is
    /// complete and not told yet; of a low always false.
    #[schema(required = false)]
    pub target_reached: bool,
}

impl<'a> PriceWatchBody<'a> {
    /// The watch in a currency.
    pub fn of(answer: &'a WatchAnswer, currency: Currency) -> Self {
        let WatchAnswer {
            watch,
            product,
            shown,
            price,
            target_reached,
        } = answer;
        let Watch {
            id,
            condition,
            store,
            channel,
            status,
            side: _,
            restarts: _,
            created_at,
            updated_at,
        } = watch;
        Self {
            id: id.to_string(),
            canonical_product_id: product.as_str(),
            target_price: condition.target().map(JsonDecimal::target),
            condition: condition.target().is_none().then(|| condition.code()),
            percent: condition.fall().map(|fall| fall.percent.get()),
            reference_price: condition
                .fall()
                .and_then(|fall| fall.from)
                .map(|price| JsonDecimal::amount(price, currency)),
            store: store.as_ref().map(StoreName::as_str),
            channel: channel.kind().code(),
            destination: channel.destination().map(EmailAddress::as_str),
            status: status.code(),
            created_at: moment::instant(*created_at),
            updated_at: moment::instant(*updated_at),
            product: shown
                .as_ref()
                .map(|shown| ProductSummaryBody::of_watch(product, shown, currency)),
            current_price: price.map(|price| JsonDecimal::amount(price, currency)),
            target_reached: *target_reached,
        }
    }
}

/// The price watches of a client.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WatchlistResponse)]
pub struct WatchlistResponseBody<'a> {
    /// How many there are.
    pub total: usize,
    /// All of them, the oldest first.
    pub items: Vec<PriceWatchBody<'a>>,
}

impl<'a> WatchlistResponseBody<'a> {
    /// The watches in a currency.
    pub fn of(watches: &'a [WatchAnswer], currency: Currency) -> Self {
        let items = watches.iter().map(|w| PriceWatchBody::of(w, currency));
        Self {
            total: watches.len(),
            items: items.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use app::watchlists::WatchAnswer;
    use domain::email::EmailAddress;
    use domain::ids::CanonicalProductId;
    use domain::money::{Amount, Currency};
    use domain::store::StoreName;
    use domain::watch::{
        Channel, FallPercent, NewLow, PriceFall, Side, TargetPrice, Watch, WatchCondition,
        WatchStatus,
    };
    use serde_json::json;
    use time::macros::datetime;

    use super::{PriceWatchBody, WatchlistResponseBody};

    fn answer(channel: Channel) -> WatchAnswer {
        WatchAnswer {
            watch: Watch {
                id: "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10".parse().unwrap(),
                condition: WatchCondition::BelowTarget {
                    target: TargetPrice::parse_json("499.9500").unwrap(),
                },
                store: None,
                channel,
                status: WatchStatus::Paused,
                side: Side::Above,
                restarts: 0,
                created_at: datetime!(2026-03-01 12:00 UTC),
                updated_at: datetime!(2026-03-01 12:00:00.000001 UTC),
            },
            product: CanonicalProductId::parse("nova_x2").unwrap(),
            shown: None,
            price: None,
            target_reached: false,
        }
    }

    #[test]
    fn watches_have_the_listed_members_and_no_others() {
        let eur = Currency::parse("EUR").unwrap();
        let destination = EmailAddress::parse("a@b.example");
        let webhook = answer(Channel::Webhook { destination: None });
        let email = answer(Channel::Email {
            destination: destination.unwrap(),
        });
        let mut expected = json!({
            "id": "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10",
            "canonical_product_id": "nova_x2",
            "target_price": 499.95,
            "channel": "webhook",
            "destination": null,
            "status": "paused",
            "created_at": "2026-03-01T12:00:00.000000Z",
            "updated_at": "2026-03-01T12:00:00.000001Z",
            "product": null,
            "current_price": null,
            "target_reached": false
        });
        let shown = |answer| serde_json::to_value(PriceWatchBody::of(answer, eur)).unwrap();
        assert_eq!(shown(&webhook), expected);
        expected["channel"] = "email".into();
        expected["destination"] = "a@b.example".into();
        assert_eq!(shown(&email), expected);
        let mut of_store = answer(Channel::Webhook { destination: None });
        of_store.watch.store = StoreName::parse("Store One");
        of_store.price = Amount::from_minor(49_999);
        assert_eq!(shown(&of_store)["store"], "Store One");
        assert_eq!(shown(&of_store)["current_price"], 499.99);
        let mut of_stock = answer(Channel::Webhook { destination: None });
        of_stock.watch.condition = WatchCondition::BackInStock;
        assert_eq!(shown(&of_stock)["target_price"], json!(null));
        assert_eq!(shown(&of_stock)["condition"], "back_in_stock");
        for (from, reference) in [(None, None), (Some(59_990), Some(json!(599.9)))] {
            let mut of_fall = answer(Channel::Webhook { destination: None });
            of_fall.watch.condition = WatchCondition::PriceFall(PriceFall {
                percent: FallPercent::new(15).unwrap(),
                from: from.and_then(Amount::from_minor),
            });
            let shown = serde_json::to_value(PriceWatchBody::of(&of_fall, eur)).unwrap();
            assert_eq!(shown["condition"], "price_fall");
            assert_eq!(shown["percent"], 15);
            assert_eq!(shown.get("reference_price"), reference.as_ref());
        }
        let mut of_low = answer(Channel::Webhook { destination: None });
        let price = Amount::from_minor(59_990);
        of_low.watch.condition = WatchCondition::NewLow(NewLow::begun_at(price));
        assert_eq!(shown(&of_low)["condition"], "new_low");
        assert_eq!(shown(&of_low)["target_price"], json!(null));
        assert_eq!(shown(&of_low).get("reference_price"), None);
        let both = [webhook, email];
        let list = serde_json::to_value(WatchlistResponseBody::of(&both, eur)).unwrap();
        assert_eq!(list["total"], 2);
        assert_eq!(list["items"][1], expected);
    }
}
