use domain::money::Currency;
use domain::store::{Rating, Store, StoreTerms};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::http::decimal::JsonDecimal;
use crate::http::moment;

/// A shop with the terms that hold for its offers unless an offer says otherwise; null for what it does not say.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Store)]
pub struct StoreBody {
    /// Its name, as offers have it.
    #[schema(min_length = 2, max_length = 120)]
    pub store: String,
    /// Its rating, 0 to 5.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 5)]
    pub seller_score: Option<JsonDecimal>,
    /// How many reviews are behind the rating.
    #[schema(format = Int64)]
    pub seller_reviews: Option<u32>,
    /// Days in which goods can be returned.
    pub return_days: Option<u16>,
    /// Months of warranty.
    pub warranty_months: Option<u16>,
    /// What delivery of an order costs.
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub delivery_cost: Option<JsonDecimal>,
    /// The item price from which delivery is free.
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub free_delivery_from: Option<JsonDecimal>,
    /// Business days until delivery.
    pub delivery_days: Option<u16>,
    /// Its own page.
    #[schema(format = "uri")]
    pub url: Option<String>,
    /// When the prices that are served were seen there; null before its first feed.
    #[schema(format = DateTime)]
    pub last_snapshot_at: Option<String>,
}

impl StoreBody {
    /// A shop, with amounts in this currency.
    pub fn of(store: &Store, currency: Currency) -> Self {
        let Store {
            no: _,
            name,
            terms,
            highest_delivery: _,
            last_observed_at,
        } = store;
        let StoreTerms {
            seller_score,
            seller_reviews,
            return_days,
            warranty_months,
            delivery_cost,
            free_delivery_from,
            delivery_days,
            url,
        } = terms;
        let amount = |amount| JsonDecimal::amount(amount, currency);
        Self {
            store: name.as_str().to_owned(),
            seller_score: seller_score.map(Rating::milli).map(JsonDecimal::milli),
            seller_reviews: *seller_reviews,
            return_days: *return_days,
            warranty_months: *warranty_months,
            delivery_cost: delivery_cost.map(amount),
            free_delivery_from: free_delivery_from.map(amount),
            delivery_days: *delivery_days,
            url: url.clone(),
            last_snapshot_at: last_observed_at.map(moment::instant),
        }
    }
}

/// The shops.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoresResponse)]
pub struct StoresResponseBody {
    /// How many there are.
    pub total: usize,
    /// All of them, in the order in which they came.
    pub items: Vec<StoreBody>,
}

impl StoresResponseBody {
    /// These shops.
    pub fn of(stores: &[Store], currency: Currency) -> Self {
        Self {
            total: stores.len(),
            items: stores.iter().map(|s| StoreBody::of(s, currency)).collect(),
        }
    }
}

/// What this deployment serves.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Info)]
pub struct InfoBody {
    /// The currency of every amount (ISO 4217).
    #[schema(pattern = "^[A-Z]{3}$")]
    pub currency: String,
    /// Decimals of its amounts.
    pub currency_decimals: u8,
    /// Version of the interface, as `X-API-Version` has it.
    pub interface_version: &'static str,
    /// Version of the program.
    pub version: String,
    /// The deployment's name for itself.
    pub environment: String,
    /// Products, those that cannot be bought now too.
    pub product_count: usize,
    /// Shops.
    pub store_count: usize,
    /// When the newest prices that are served were seen; null before the first feed.
    #[schema(format = DateTime)]
    pub last_snapshot_at: Option<String>,
}

/// The newest of the shops' snapshots.
pub fn last_snapshot(stores: &[Store]) -> Option<OffsetDateTime> {
    stores
        .iter()
        .filter_map(|store| store.last_observed_at)
        .max()
}
