use app::catalogue::history::{PriceIntelligence, StoreHistory};
use domain::history::{Day, StoreDay};
use domain::money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::body::codes::{HistoryRange, PriceBasis};
use crate::catalogue::body::history_summary::SummaryBody;
use crate::http::decimal::JsonDecimal;
use crate::http::moment;

/// A UTC day on which the product could be bought. Prices are on the summary's `price_basis` unless
/// their name says otherwise.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceDay)]
pub struct DayBody {
    /// The day.
    #[schema(format = Date)]
    pub date: String,
    /// The lowest price at any time of the day.
    #[schema(value_type = f64)]
    pub min_price: JsonDecimal,
    /// Mean over the stores of the last price that each asked.
    #[schema(value_type = f64)]
    pub avg_price: JsonDecimal,
    /// Median of the same.
    #[schema(value_type = f64)]
    pub median_price: JsonDecimal,
    /// The highest price of any store at any time of the day.
    #[schema(value_type = f64)]
    pub max_price: JsonDecimal,
    /// Stores that asked a price.
    pub store_count: u32,
    /// Who asked the lowest price.
    pub min_store: String,
    /// The lowest item price of the day.
    #[schema(value_type = f64)]
    pub min_item_price: JsonDecimal,
    /// The lowest price at the door of the day; null when no delivery cost was stated.
    #[schema(value_type = Option<f64>)]
    pub min_delivered_price: Option<JsonDecimal>,
}

/// What a product cost, all shops together.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceIntelligence)]
pub struct PriceIntelligenceBody {
    /// Public id.
    #[schema(pattern = "^[a-z0-9_]+$")]
    pub canonical_product_id: String,
    /// The days looked at.
    #[schema(value_type = HistoryRange)]
    pub range: &'static str,
    /// The days on which it could be bought, oldest first.
    pub series: Vec<DayBody>,
    /// What they amount to.
    pub summary: SummaryBody,
}

impl PriceIntelligenceBody {
    /// The answer in this currency.
    pub fn of(answer: &PriceIntelligence, currency: Currency) -> Self {
        let amount = |amount| JsonDecimal::amount(amount, currency);
        let day = |day: &Day| DayBody {
            date: moment::day(day.date),
            min_price: amount(day.min),
            avg_price: amount(day.mean),
            median_price: amount(day.median),
            max_price: amount(day.max),
            store_count: day.store_count,
            min_store: answer.store_name(day.min_store).to_owned(),
            min_item_price: amount(day.min_item),
            min_delivered_price: day.min_delivered.map(amount),
        };
        Self {
            canonical_product_id: answer.id.to_string(),
            range: answer.range.code(),
            series: answer.days.iter().map(day).collect(),
            summary: SummaryBody::of(answer, currency),
        }
    }
}

/// What one store asked on a UTC day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PricePoint)]
pub struct PricePointBody {
    /// The day.
    #[schema(format = Date)]
    pub date: String,
    /// The day's last item price.
    #[schema(value_type = f64)]
    pub price: JsonDecimal,
    /// The store.
    #[schema(required = false)]
    pub store: String,
}

/// A store's prices of a day in a summary.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StorePrice)]
pub struct StorePriceBody {
    /// The day.
    #[schema(format = Date)]
    pub date: String,
    /// Item price.
    #[schema(value_type = f64)]
    pub item_price: JsonDecimal,
    /// Price at the door; null when the delivery cost was not stated.
    #[schema(value_type = Option<f64>)]
    pub delivered_price: Option<JsonDecimal>,
}

impl StorePriceBody {
    fn of(day: &StoreDay, currency: Currency) -> Self {
        Self {
            date: moment::day(day.date),
            item_price: JsonDecimal::amount(day.item, currency),
            delivered_price: day.delivered.map(|d| JsonDecimal::amount(d, currency)),
        }
    }
}

/// What a store's points amount to. Every price is an item price unless its name says otherwise.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoreHistorySummary)]
pub struct StoreSummaryBody {
    /// The days looked at.
    #[schema(value_type = HistoryRange)]
    pub range: &'static str,
    /// `item`
    #[schema(value_type = PriceBasis)]
    pub price_basis: &'static str,
    /// The instant to which statistics reach.
    #[schema(format = DateTime)]
    pub as_of: String,
    /// What it asks now; null when it does not sell the product.
    #[schema(value_type = Option<f64>)]
    pub current: Option<JsonDecimal>,
    /// What it asks now at the door; null when its delivery cost is not stated.
    #[schema(value_type = Option<f64>)]
    pub current_delivered_price: Option<JsonDecimal>,
    /// The lowest point.
    #[schema(value_type = Option<f64>)]
    pub min: Option<JsonDecimal>,
    /// The highest point.
    #[schema(value_type = Option<f64>)]
    pub max: Option<JsonDecimal>,
    /// Mean of the points.
    #[schema(value_type = Option<f64>)]
    pub average: Option<JsonDecimal>,
    /// The first day of the lowest price with what it was at the door.
    pub lowest: Option<StorePriceBody>,
    /// The first day of the highest price with what it was at the door.
    pub highest: Option<StorePriceBody>,
    /// The first point's day.
    #[schema(format = Date)]
    pub first_date: Option<String>,
    /// The last point's day.
    #[schema(format = Date)]
    pub last_date: Option<String>,
    /// How many points there are.
    pub points: usize,
}

/// What one store asked for a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StorePriceHistory)]
pub struct StorePriceHistoryBody {
    /// Public id.
    #[schema(pattern = "^[a-z0-9_]+$")]
    pub canonical_product_id: String,
    /// The store.
    pub store: String,
    /// One point for each day on which it sold the product, oldest first.
    pub points: Vec<PricePointBody>,
    /// What they amount to.
    pub summary: StoreSummaryBody,
}

impl StorePriceHistoryBody {
    /// The answer in this currency.
    pub fn of(answer: &StoreHistory, currency: Currency) -> Self {
        let point = |day: &StoreDay| PricePointBody {
            date: moment::day(day.date),
            price: JsonDecimal::amount(day.item, currency),
            store: answer.store.clone(),
        };
        let summary = &answer.summary;
        let item = |day: Option<StoreDay>| day.map(|d| JsonDecimal::amount(d.item, currency));
        let delivered = |day: StoreDay| day.delivered.map(|d| JsonDecimal::amount(d, currency));
        let whole =
            |day: &Option<StoreDay>| day.as_ref().map(|day| StorePriceBody::of(day, currency));
        let date = |day: Option<&StoreDay>| day.map(|day| moment::day(day.date));
        Self {
            canonical_product_id: answer.id.to_string(),
            store: answer.store.clone(),
            points: answer.days.iter().map(point).collect(),
            summary: StoreSummaryBody {
                range: answer.range.code(),
                price_basis: domain::history::Basis::Item.code(),
                as_of: moment::instant(answer.as_of),
                current: item(summary.current),
                current_delivered_price: summary.current.and_then(delivered),
                min: item(summary.min),
                max: item(summary.max),
                average: summary.average.map(|a| JsonDecimal::amount(a, currency)),
                lowest: whole(&summary.min),
                highest: whole(&summary.max),
                first_date: date(answer.days.first()),
                last_date: date(answer.days.last()),
                points: answer.days.len(),
            },
        }
    }
}
