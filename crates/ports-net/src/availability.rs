//! Stock and delivery times that a shop gives in a file of their own.

use std::collections::HashMap;

use crate::RowRemark;

/// What a second file says about one offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StockNews {
    /// Pieces in stock.
    pub stock_quantity: Option<u32>,
    /// Days until delivery.
    pub delivery_days: Option<u16>,
}

/// A store's second file: stock and delivery times by the shop's offer id.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AvailabilityFeed {
    /// What it says, by offer id.
    pub offers: HashMap<String, StockNews>,
    /// Rows that were not accepted; at most 1,000 are kept.
    pub rejected: Vec<RowRemark>,
}
