//! Whether and when a row's product can be had.

use domain::availability::Availability;

use super::Product;
use crate::formats::awin_columns::Column;
use crate::formats::idealo::is_true;
use crate::offer::codes;
use crate::offer::delivery_text;
use crate::offer::field::Field;
use crate::offer::money::shown;
use crate::offer::stock::Stock;

impl Product<'_> {
    pub(super) fn stock(&mut self) {
        let time = self.text(Column::DeliveryTime).to_owned();
        let promised = delivery_text::read(&time);
        if promised.is_none() && !time.is_empty() {
            self.remark(
                "delivery_time",
                format!("{} is not understood", shown(&time)),
            );
        }
        let days = promised.and_then(|stock| stock.days);
        let pieces = self.raw.texts.get(Field::StockQuantity).parse().ok();
        let stated = self.stated().or(promised.map(|stock| stock.availability));
        let stock = Stock {
            availability: stated.unwrap_or(Availability::Unknown),
            days,
        };
        stock.with_pieces(pieces).put(&mut self.raw);
    }

    /// What the row says about whether it can be had.
    fn stated(&mut self) -> Option<Availability> {
        let flag = |text: &str| (!text.is_empty()).then(|| is_true(text));
        if flag(self.text(Column::ForSale)) == Some(false) {
            return Some(Availability::OutOfStock);
        }
        if flag(self.text(Column::PreOrder)) == Some(true) {
            return Some(Availability::Preorder);
        }
        let status = self.text(Column::StockStatus).to_owned();
        let read = codes::availability(&status)
            .or_else(|| delivery_text::read(&status).map(|stock| stock.availability));
        if read.is_none() && !status.is_empty() {
            self.remark(
                "stock_status",
                format!("{} is not understood", shown(&status)),
            );
        }
        let in_stock = self.text(Column::InStock);
        let flagged = flag(in_stock).map(|yes| {
            if yes {
                Availability::InStock
            } else {
                Availability::OutOfStock
            }
        });
        read.or_else(|| codes::availability(in_stock)).or(flagged)
    }
}
