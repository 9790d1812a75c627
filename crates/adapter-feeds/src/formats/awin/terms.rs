//! Variant, cost of delivery and warranty of a row.

use super::Product;
use crate::formats::awin_columns::Column;
use crate::offer::field::Field;
use crate::offer::money::{self, MoneyFault};

impl Product<'_> {
    pub(super) fn variant(&mut self) {
        let colour = self.text(Column::Colour).to_owned();
        let size = self.text(Column::Size).to_owned();
        self.raw.variant([colour.as_str(), size.as_str()]);
        self.raw.spec("Colour", &colour);
        self.raw.spec("Size", &size);
    }

    /// Costs that are not understood are unknown, not the end of the row.
    pub(super) fn delivery_cost(&mut self) {
        let text = self.raw.texts.get(Field::DeliveryCost);
        if text.is_empty() {
            return;
        }
        let stated = self.raw.texts.get(Field::Currency);
        if let Err(MoneyFault::Text(reason) | MoneyFault::Currency(reason)) =
            money::read(text, stated, self.options)
        {
            self.raw.texts.slot(Field::DeliveryCost).clear();
            self.remark("delivery_cost", format!("dropped: {reason}"));
        }
    }

    /// `24 months`, `2 years`, `2 Jahre`; a number without a unit may be either.
    pub(super) fn warranty(&mut self) {
        let text = self.text(Column::Warranty).to_lowercase();
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        let unit = text.get(digits.len()..).unwrap_or_default().trim();
        let months = ["month", "monat", "mois", "mes", "mies"];
        let years = ["year", "jahr", "an", "año", "rok", "lat"];
        let begins = |units: &[&str]| units.iter().any(|known| unit.starts_with(known));
        let factor = if begins(&months) {
            1
        } else if begins(&years) {
            12
        } else {
            return;
        };
        if let Some(months) = digits
            .parse::<u16>()
            .ok()
            .and_then(|n| n.checked_mul(factor))
        {
            *self.raw.texts.slot(Field::WarrantyMonths) = months.to_string();
        }
    }
}
