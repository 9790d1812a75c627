//! Taking over the attributes of an item.

use super::GoogleRow;
use crate::formats::google_fields::{GoogleField, Named};
use crate::formats::google_shipping::Shipping;
use crate::offer::trade_numbers::{self, MAX_NUMBERS};

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
                for way in joined(text, begins_way) {
                    self.shipping(Shipping::from_text(&way));
                }
            }
            GoogleField::FreeFrom => {
                for part in joined(text, |part| part.contains(':')) {
                    let (country, price) = part.split_once(':').unwrap_or(("", &part));
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
        self.raw.spec(label, value);
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

    /// `section:name:value`, several with commas between.
    fn details(&mut self, text: &str) {
        for part in joined(text, |part| part.matches(':').count() >= 2) {
            let mut parts = part.splitn(3, ':');
            if let (Some(_), Some(label), Some(value)) = (parts.next(), parts.next(), parts.next())
            {
                self.detail(label, value);
            }
        }
    }
}

/// The parts between commas. One that does not begin a value of its own belongs to the one before it: its
/// comma is the mark of a price or stands in a name.
fn joined(text: &str, begins: impl Fn(&str) -> bool) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        match parts.last_mut() {
            Some(last) if !begins(part) => {
                last.push(',');
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

/// Whether a text begins with a country, as a way of delivery does, or has as many colons and does not
/// begin with decimals.
fn begins_way(part: &str) -> bool {
    let Some((country, rest)) = part.split_once(':') else {
        return false;
    };
    let country = country.trim();
    let code = country.len() == 2 && country.bytes().all(|b| b.is_ascii_alphabetic());
    let decimals = country.starts_with(|c: char| c.is_ascii_digit());
    country.is_empty() || code || (!decimals && rest.matches(':').count() >= 2)
}
