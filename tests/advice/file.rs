//! What a file of cases holds. Unknown names are refused, so a slip of the pen is no silent pass.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Cases about one product's offers and its past.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceFile {
    pub case: Vec<PriceCase>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceCase {
    pub name: String,
    pub why: String,
    /// Hours between two feeds of a shop.
    #[serde(default = "daily")]
    pub feed_every_hours: i64,
    /// Shops with terms. A shop that is only named has none.
    #[serde(default)]
    pub shop: Vec<Shop>,
    /// What stood in the past.
    #[serde(default)]
    pub past: Vec<Stand>,
    /// What stands now.
    #[serde(default)]
    pub offer: Vec<Stand>,
    pub expect: PriceExpectation,
}

const fn daily() -> i64 {
    24
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    pub name: String,
    /// 0 to 5.
    pub rating: Option<f64>,
    pub reviews: Option<u32>,
    /// Delivery cost of one order.
    pub delivery: Option<f64>,
    /// Item price from which delivery is free.
    pub free_from: Option<f64>,
    /// Business days until delivery.
    pub days: Option<u16>,
    /// Days for returning.
    pub returns: Option<u16>,
    /// Months of warranty.
    pub warranty: Option<u16>,
}

/// An offer of a shop that stood, or stands, as it is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    pub shop: String,
    /// Item price.
    pub price: f64,
    /// Delivery cost that the offer states; absent: not stated.
    pub delivery: Option<f64>,
    #[serde(default = "in_stock")]
    pub availability: String,
    #[serde(default = "new")]
    pub condition: String,
    /// In the past: the days ago at which it was first seen, and at which it was found otherwise.
    pub days_ago: Option<(f64, f64)>,
    /// In the past: the feed failed afterwards, so nobody found it otherwise.
    #[serde(default)]
    pub then_silence: bool,
    /// Now: for how many days it stands.
    pub since_days: Option<f64>,
    /// Now: when the last feed named it.
    #[serde(default)]
    pub seen_hours_ago: i64,
}

fn in_stock() -> String {
    "in stock".to_owned()
}

fn new() -> String {
    "new".to_owned()
}

/// What a sensible adviser would say. What is absent is not looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceExpectation {
    /// The shop, or `nobody`.
    pub recommended: Option<String>,
    /// Shops whose price is under review.
    pub held_back: Option<Vec<String>>,
    /// Shops with the same points.
    pub level: Option<Vec<String>>,
    /// Part of the recommendation's reasons.
    pub says: Option<String>,
    /// Words that would be wrong in them.
    pub never_says: Option<String>,
    /// One label, or several with `or` between them.
    pub verdict: Option<String>,
    /// Part of the reason why there is no verdict.
    pub no_verdict: Option<String>,
    /// Part of the verdict's words.
    pub verdict_says: Option<String>,
    /// Words that would be wrong about the price.
    pub verdict_never_says: Option<String>,
    pub confidence: Option<String>,
    /// Whether waiting is advised.
    pub wait: Option<bool>,
    /// Lowest price in so many days; 0: no such claim.
    pub lowest_in_days: Option<u16>,
    /// Lowest price of the year.
    pub lowest: Option<f64>,
    pub trend: Option<String>,
    /// Percent of the known time in which it was sold out.
    pub sold_out: Option<i64>,
}

/// Cases about several products.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonFile {
    pub case: Vec<ComparisonCase>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonCase {
    pub name: String,
    pub why: String,
    pub goal: String,
    pub product: Vec<Product>,
    pub expect: ComparisonExpectation,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    pub name: String,
    pub category: String,
    /// Price at the door.
    pub price: f64,
    /// Label and value as feeds write them.
    #[serde(default)]
    pub specs: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonExpectation {
    pub winner: Option<String>,
    /// Nobody wins although all have points.
    #[serde(default)]
    pub tie: bool,
    /// Products about which too little is known.
    pub not_enough_data: Option<Vec<String>>,
    /// One that must not win, whoever does.
    pub never: Option<String>,
    /// Part of why they cannot be compared.
    pub refused: Option<String>,
    /// Parts of the explanation.
    #[serde(default)]
    pub says: Vec<String>,
    /// Labels whose values cannot be read.
    pub unreadable: Option<Vec<String>>,
}
