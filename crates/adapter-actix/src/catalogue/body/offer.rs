use domain::money::Currency;
use domain::scoring::{AssessedOffer, Badge, Gate};
use serde::Serialize;
use time::Date;
use utoipa::ToSchema;

use crate::catalogue::body::codes::Availability;
use crate::catalogue::body::delivery;
use crate::http::decimal::JsonDecimal;
use crate::http::moment;

/// One shop's offer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Offer)]
pub struct OfferBody {
    /// Name of the shop.
    pub store: String,
    /// The same as `item_price`.
    #[schema(value_type = f64, required = false)]
    pub price: JsonDecimal,
    /// Price of the item, with taxes.
    #[schema(value_type = f64)]
    pub item_price: JsonDecimal,
    /// Delivery cost; an assumption when `delivery_label` says so.
    #[schema(value_type = f64)]
    pub delivery_cost: JsonDecimal,
    /// Item price plus delivery cost.
    #[schema(value_type = f64)]
    pub delivered_price: JsonDecimal,
    /// The offer's page.
    #[schema(format = "uri")]
    pub url: String,
    /// When the content of the offer last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
    /// What the shop says about its stock.
    #[schema(value_type = Availability)]
    pub availability: &'static str,
    /// Availability in words.
    #[schema(required = false)]
    pub availability_label: String,
    /// Pieces in stock.
    #[schema(format = Int64)]
    pub stock_quantity: Option<u32>,
    /// Day of delivery.
    #[schema(format = Date)]
    pub delivery_estimate: Option<String>,
    /// Cost and time of delivery in words.
    #[schema(required = false)]
    pub delivery_label: String,
    /// Rating of the seller, 0 to 5.
    #[schema(value_type = Option<f64>)]
    pub seller_score: Option<JsonDecimal>,
    /// Days for returning.
    pub return_days: Option<u16>,
    /// Months of warranty.
    pub warranty_months: Option<u16>,
    /// Share of the facts a buyer needs that are stated, 0 to 1.
    #[schema(value_type = f64, required = false)]
    pub data_quality: JsonDecimal,
    /// 0 to 100; absent for an offer that cannot be recommended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u8, required = false)]
    pub decision_score: Option<u8>,
    /// What is special about the offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub badge: Option<&'static str>,
    /// The one that is recommended.
    #[schema(required = false)]
    pub is_recommended: bool,
    /// No offer that can be recommended has a lower item price.
    #[schema(required = false)]
    pub is_lowest_item_price: bool,
}

impl OfferBody {
    /// The offer as of `today`.
    pub fn of(assessed: &AssessedOffer, currency: Currency, today: Date) -> Self {
        let facts = &assessed.offer.facts;
        let delivered = assessed.delivered;
        let amount = |amount| JsonDecimal::amount(amount, currency);
        Self {
            store: assessed.store_name.clone(),
            price: amount(delivered.item),
            item_price: amount(delivered.item),
            delivery_cost: amount(delivered.delivery),
            delivered_price: amount(delivered.total()),
            url: facts.url.clone(),
            updated_at: moment::instant(assessed.offer.updated_at),
            availability: facts.availability.code(),
            availability_label: availability_label(assessed),
            stock_quantity: facts.stock_quantity,
            delivery_estimate: delivery::estimate(assessed, today).map(moment::day),
            delivery_label: delivery::label(assessed, currency),
            seller_score: assessed
                .seller_score
                .map(|rating| JsonDecimal::milli(rating.milli())),
            return_days: assessed.return_days,
            warranty_months: assessed.warranty_months,
            data_quality: JsonDecimal::thousandths(assessed.data_quality),
            decision_score: assessed.score.as_ref().map(|score| score.points),
            badge: assessed.badge().map(badge_text),
            is_recommended: assessed.is_recommended,
            is_lowest_item_price: assessed.is_lowest_item_price,
        }
    }
}

fn availability_label(assessed: &AssessedOffer) -> String {
    if assessed.gate == Some(Gate::Stale) {
        return format!(
            "Not confirmed since {}",
            moment::day(assessed.offer.last_seen_at.date())
        );
    }
    assessed.offer.facts.availability.label().to_owned()
}

const fn badge_text(badge: Badge) -> &'static str {
    match badge {
        Badge::OutOfDate => "Out of date",
        Badge::OutOfStock => "Out of stock",
        Badge::Refurbished => "Refurbished",
        Badge::Used => "Used",
        Badge::UnderReview => "Price under review",
        Badge::BestChoice => "Best choice",
        Badge::LowestPrice => "Lowest price",
        Badge::LowestItemPrice => "Lowest item price",
        Badge::DeliveryAssumed => "Delivery cost assumed",
    }
}

#[cfg(test)]
mod tests;
