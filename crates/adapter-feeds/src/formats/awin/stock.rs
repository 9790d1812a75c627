//! Whether and when a row's product can be had.

use domain::availability::Availability;

use super::Product;
use crate::formats::awin_columns::Column;
use crate::formats::marketplace::pieces;
use crate::offer::codes;
use crate::offer::delivery_text;
use crate::offer::field::Field;
use crate::offer::money::shown;
use crate::offer::stock::Stock;

impl Product<'_> {
    pub(super) fn stock(&mut self) {
        let time = self.text(Column::DeliveryTime).to_owned();
        let promised = delivery_text::read(&time);
        if promised.is_none() {
            self.not_understood("delivery_time", &time);
        }
        let days = promised.and_then(|stock| stock.days);
        let stated = self.stated().or(promised.map(|stock| stock.availability));
        let pieces = self.raw.texts.get(Field::StockQuantity).parse().ok();
        let stock = Stock {
            availability: stated.unwrap_or(Availability::Unknown),
            days,
        };
        stock.with_pieces(pieces).put(&mut self.raw);
    }

    /// What the row says about whether it can be had: the first of these columns that says something.
    fn stated(&mut self) -> Option<Availability> {
        if self.flag(Column::ForSale, "is_for_sale") == Some(false) {
            return Some(Availability::OutOfStock);
        }
        if self.flag(Column::PreOrder, "pre_order") == Some(true) {
            return Some(Availability::Preorder);
        }
        let status = self.text(Column::StockStatus).to_owned();
        let stated = in_words(&status);
        if stated.is_none() {
            self.not_understood("stock_status", &status);
        }
        let in_stock = self.in_stock();
        stated.or(in_stock)
    }

    /// What `in_stock` says: yes or no, words, or the number of pieces.
    fn in_stock(&mut self) -> Option<Availability> {
        let text = self.text(Column::InStock).to_owned();
        if let Some(flagged) = codes::in_stock(&text) {
            return Some(flagged);
        }
        if let Some(pieces) = pieces(&text) {
            let place = self.raw.texts.slot(Field::StockQuantity);
            if place.is_empty() {
                *place = pieces.to_string();
            }
            return Some(match pieces {
                0 => Availability::OutOfStock,
                _ => Availability::InStock,
            });
        }
        let stated = in_words(&text);
        if stated.is_none() {
            self.not_understood("in_stock", &text);
        }
        stated
    }

    fn flag(&mut self, column: Column, name: &'static str) -> Option<bool> {
        let text = self.text(column).to_owned();
        let flag = codes::yes_or_no(&text);
        if flag.is_none() {
            self.not_understood(name, &text);
        }
        flag
    }

    fn not_understood(&mut self, name: &'static str, text: &str) {
        if !text.is_empty() {
            self.remark(name, format!("{} is not understood", shown(text)));
        }
    }
}

fn in_words(text: &str) -> Option<Availability> {
    codes::availability(text).or_else(|| delivery_text::read(text).map(|stock| stock.availability))
}
