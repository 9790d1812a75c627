//! The sale price, and when it applies.

use domain::money::Amount;
use time::OffsetDateTime;

use super::GoogleRow;
use crate::formats::google_fields::GoogleField;
use crate::offer::codes;
use crate::offer::field::Field;
use crate::offer::money::{self, MoneyFault, shown};

impl GoogleRow<'_> {
    /// Puts the sale price in the place of the price while it applies.
    pub(super) fn sale(&mut self) {
        let sale = self.value(GoogleField::SalePrice).to_owned();
        if sale.is_empty() {
            return;
        }
        let dates = self.value(GoogleField::SaleDates);
        let Some(applies) = applies(dates, self.options.observed_at) else {
            let reason = format!(
                "{} is not start/end, so the sale price is not used",
                shown(dates)
            );
            return self.remark(GoogleField::SaleDates, reason);
        };
        if !applies {
            return;
        }
        let stated = self.value(GoogleField::Currency);
        let Ok(full) = money::read(self.value(GoogleField::Price), stated, self.options) else {
            return;
        };
        match money::read(&sale, stated, self.options) {
            Ok(price) if price > Amount::ZERO && price <= full => {
                *self.raw.texts.slot(Field::Price) = sale;
            }
            Ok(_) => {
                let reason = format!("{} is not used: not between 0 and the price", shown(&sale));
                self.remark(GoogleField::SalePrice, reason);
            }
            Err(MoneyFault::Text(reason) | MoneyFault::Currency(reason)) => {
                self.remark(GoogleField::SalePrice, format!("not used: {reason}"));
            }
        }
    }
}

/// Whether a sale price applies at an instant: without dates always, to the end of a day that ends it;
/// `None` when the dates cannot be read.
fn applies(dates: &str, now: OffsetDateTime) -> Option<bool> {
    if dates.is_empty() {
        return Some(true);
    }
    let (start, end) = dates.split_once('/')?;
    let (start, end) = (codes::google_instant(start)?, codes::last_instant(end)?);
    (start <= end).then_some(start <= now && now <= end)
}
