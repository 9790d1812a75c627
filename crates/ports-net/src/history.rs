//! Files of past price points.

use domain::gtin::Gtin;
use domain::history::past::Point;
use domain::ids::CanonicalProductId;

use crate::{FeedError, RowRemark};

/// One observation of one offer in the past. At least one of the three names is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    /// Line in the file, from 1.
    pub line: u64,
    /// The product by its public id.
    pub product: Option<CanonicalProductId>,
    /// The product by a trade item number.
    pub gtin: Option<Gtin>,
    /// The shop's own id of the offer, 1 to 200 characters.
    pub offer_id: Option<String>,
    /// What was observed. Its price is missing only when it could not be ordered. The instant is in
    /// UTC, from 1970 on, in whole microseconds; it may lie in the future.
    pub point: Point,
}

impl HistoryRow {
    /// What a report calls the row: the offer id, else the product id, else the number.
    pub fn name(&self) -> Option<String> {
        let product = || self.product.as_ref().map(ToString::to_string);
        let gtin = || self.gtin.map(|gtin| gtin.to_string());
        self.offer_id.clone().or_else(product).or_else(gtin)
    }
}

/// One record of a history file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryItem {
    /// A valid observation, with remarks about it.
    Point(Box<HistoryRow>, Vec<RowRemark>),
    /// A rejected row.
    Rejected(RowRemark),
}

/// A history file that can be read.
pub struct OpenHistory {
    /// Its records in file order.
    pub items: Box<dyn Iterator<Item = Result<HistoryItem, FeedError>> + Send>,
}
