//! Taking over the attributes of an item.

use super::GoogleRow;
use crate::formats::google_fields::{GoogleField, Named};
use crate::formats::google_shipping::Shipping;
use crate::offer::field::RawSpec;
use crate::offer::trade_numbers::{self, MAX_NUMBERS};

/// More properties than any row may have, so that the row rules see that there are too many.
const KEPT_SPECS: usize = 201;

impl GoogleRow<'_> {
    /// Takes over an attribute. The first text of the best name wins.
    pub(crate) fn set(&mut self, field: GoogleField, named: Named, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match field {
            GoogleField::Gtin => {
                let room = (MAX_NUMBERS + 1).saturating_sub(self.raw.eans.len());
                self.raw.eans.extend(
                    trade_numbers::split(text, &[',', ';'])
                        .into_iter()
                        .take(room),
                );
            }
            GoogleField::ProductDetail => self.details(text),
            GoogleField::Shipping => {
                for part in text.split(',') {
                    self.shipping(Shipping::from_text(part));
                }
            }
            GoogleField::FreeFrom => {
                for part in text.split(',') {
                    let (country, price) = part.split_once(':').unwrap_or(("", part));
                    self.free_from(country, price);
                }
            }
            _ => match self.values.iter_mut().find(|(known, _, _)| *known == field) {
                Some((_, before, old)) if named > *before => {
                    *before = named;
                    text.clone_into(old);
                }
                Some(_) => {}
                None => self.values.push((field, named, text.to_owned())),
            },
        }
    }

    /// Takes over a property.
    pub(crate) fn detail(&mut self, label: &str, value: &str) {
        if self.raw.specs.len() < KEPT_SPECS {
            let (label, value) = (label.trim().to_owned(), value.trim().to_owned());
            self.raw.specs.push(RawSpec {
                label,
                value,
                icon: String::new(),
            });
        }
    }

    /// Takes over a way of delivery.
    pub(crate) fn shipping(&mut self, shipping: Shipping) {
        if let Err(reason) = self.ways.add(shipping, self.options) {
            self.remark(GoogleField::Shipping, format!("dropped: {reason}"));
        }
    }

    /// Takes over the price from which on delivery to a country is free.
    pub(crate) fn free_from(&mut self, country: &str, price: &str) {
        if let Err(reason) = self.ways.free_from(country, price, self.options) {
            self.remark(GoogleField::FreeFrom, format!("dropped: {reason}"));
        }
    }

    /// `section:name:value`, several with commas between; a part with fewer colons belongs to the
    /// value before it.
    fn details(&mut self, text: &str) {
        for part in text.split(',') {
            let mut parts = part.splitn(3, ':');
            match (parts.next(), parts.next(), parts.next()) {
                (Some(_), Some(label), Some(value)) => self.detail(label, value),
                _ => {
                    if let Some(last) = self.raw.specs.last_mut() {
                        last.value.push(',');
                        last.value.push_str(part);
                    }
                }
            }
        }
    }
}
