//! What Google Merchant attributes mean, the same for XML and TSV.

use domain::availability::Availability;
use domain::money::Amount;
use ports_net::{FeedItem, FeedOptions};
use time::OffsetDateTime;

use crate::codes;
use crate::field::{Dialect, Field, Note, RawOffer, RawSpec};
use crate::google_fields::{GoogleField, Named};
use crate::google_shipping::{Shipping, Ways};
use crate::money::{self, MoneyFault, shown};
use crate::row;
use crate::trade_numbers::{self, MAX_NUMBERS};

/// More properties than any row may have, so that the row rules see that there are too many.
const KEPT_SPECS: usize = 201;
const MAX_REMARKS: usize = 100;

/// The attributes of one item, as they are collected.
pub(crate) struct GoogleRow<'a> {
    options: &'a FeedOptions,
    raw: RawOffer,
    values: Vec<(GoogleField, Named, String)>,
    ways: Ways,
}

impl<'a> GoogleRow<'a> {
    /// An empty item.
    pub(crate) fn new(line: u64, options: &'a FeedOptions) -> Self {
        Self {
            options,
            raw: RawOffer::new(line),
            values: Vec::new(),
            ways: Ways::default(),
        }
    }

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

    fn remark(&mut self, field: GoogleField, reason: String) {
        if self.raw.remarks.len() < MAX_REMARKS {
            self.raw.remarks.push(Note::new(field.name(), reason));
        }
    }

    fn value(&self, field: GoogleField) -> &str {
        self.values
            .iter()
            .find(|(known, _, _)| *known == field)
            .map_or("", |(_, _, text)| text)
    }

    /// Adds a remark about the whole row.
    pub(crate) fn note(&mut self, note: Note) {
        self.raw.remarks.push(note);
    }

    /// The item by the rules of rows.
    pub(crate) fn finish(mut self) -> FeedItem {
        for (field, own) in [
            (GoogleField::Id, Field::OfferId),
            (GoogleField::Title, Field::Title),
            (GoogleField::Link, Field::Url),
            (GoogleField::ImageLink, Field::ImageUrl),
            (GoogleField::Price, Field::Price),
            (GoogleField::Currency, Field::Currency),
            (GoogleField::Availability, Field::Availability),
            (GoogleField::Condition, Field::Condition),
            (GoogleField::Mpn, Field::Mpn),
            (GoogleField::Brand, Field::Brand),
            (GoogleField::Quantity, Field::StockQuantity),
        ] {
            let text = self.value(field).to_owned();
            *self.raw.texts.slot(own) = text;
        }
        *self.raw.texts.slot(Field::Variant) = self.variant();
        let category = self.category().to_owned();
        *self.raw.texts.slot(Field::Category) = category;
        let description = self.value(GoogleField::Description).to_owned();
        self.raw.description = description;
        self.sale();
        self.pieces();
        self.comes_later();
        self.delivery();
        row::offer(self.raw, Dialect::Google, self.options)
    }

    fn variant(&self) -> String {
        let parts = [
            GoogleField::Color,
            GoogleField::Size,
            GoogleField::Material,
            GoogleField::Pattern,
        ];
        let texts: Vec<&str> = parts
            .iter()
            .map(|part| self.value(*part))
            .filter(|text| !text.is_empty())
            .collect();
        texts.join(" / ")
    }

    /// The shop's own category; Google's as text, not as a number.
    fn category(&self) -> &str {
        match self.value(GoogleField::ProductType) {
            "" => {
                let category = self.value(GoogleField::Category);
                let number = category.bytes().all(|b| b.is_ascii_digit());
                if number { "" } else { category }
            }
            own => own,
        }
    }

    /// Puts the sale price in the place of the price while it applies.
    fn sale(&mut self) {
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

    fn pieces(&mut self) {
        let multipack = self.value(GoogleField::Multipack).to_owned();
        if !multipack.is_empty() {
            if let Ok(pieces) = multipack.parse() {
                self.raw.pack_size = pieces;
            } else {
                let reason = format!("{} is dropped: not a whole number", shown(&multipack));
                self.remark(GoogleField::Multipack, reason);
            }
        }
        let bundle = self.value(GoogleField::IsBundle).to_lowercase();
        self.raw.is_bundle = matches!(bundle.as_str(), "yes" | "true" | "1");
    }

    /// The day from which on goods can be had that cannot be had yet.
    fn comes_later(&mut self) {
        let availability = codes::availability(self.value(GoogleField::Availability));
        let later = matches!(
            availability,
            Some(Availability::Preorder | Availability::Backorder)
        );
        let day = codes::google_instant(self.value(GoogleField::AvailabilityDate))
            .map(OffsetDateTime::date)
            .filter(|day| later && *day > self.options.observed_at.date());
        if let Some(day) = day {
            *self.raw.texts.slot(Field::DeliveryEstimate) = day.to_string();
        }
    }

    fn delivery(&mut self) {
        if self.ways.only_pickup() {
            let reason = "only for fetching it: the cost of delivery is not known";
            self.remark(GoogleField::Shipping, reason.to_owned());
        }
        let stated = self.raw.texts.get(Field::Currency);
        let price = money::read(self.raw.texts.get(Field::Price), stated, self.options).ok();
        let Some(delivery) = self.ways.cheapest(price) else {
            return;
        };
        let handling = match delivery.max_handling.trim() {
            "" => self.value(GoogleField::MaxHandling),
            own => own,
        };
        let days = match (delivery.max_transit.trim().parse::<u16>(), handling) {
            (Ok(transit), "") => Some(transit),
            (Ok(transit), handling) => handling
                .parse::<u16>()
                .ok()
                .map(|handling| transit.saturating_add(handling)),
            (Err(_), _) => None,
        };
        *self.raw.texts.slot(Field::DeliveryCost) = delivery.price;
        if let Some(days) = days {
            *self.raw.texts.slot(Field::DeliveryDays) = days.to_string();
        }
    }
}

/// Whether a sale price applies at an instant: without dates always; `None` when the dates cannot
/// be read.
fn applies(dates: &str, now: OffsetDateTime) -> Option<bool> {
    if dates.is_empty() {
        return Some(true);
    }
    let (start, end) = dates.split_once('/')?;
    let (start, end) = (codes::google_instant(start)?, codes::google_instant(end)?);
    (start <= end).then_some(start <= now && now <= end)
}
