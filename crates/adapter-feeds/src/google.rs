//! What Google Merchant attributes mean, the same for XML and TSV.

use domain::money::Amount;
use ports_net::{FeedItem, FeedOptions};
use time::OffsetDateTime;

use crate::codes;
use crate::field::{Dialect, Field, Note, RawOffer, RawSpec};
use crate::money::{self, MoneyFault, shown};
use crate::row;
use crate::trade_numbers::{self, MAX_NUMBERS};

/// More properties than any row may have, so that the row rules see that there are too many.
const KEPT_SPECS: usize = 201;
const MAX_REMARKS: usize = 100;

macro_rules! attributes {
    ($($variant:ident $name:literal,)+) => {
        /// An attribute that is read; all others are ignored, among them instalments,
        /// subscriptions and loyalty prices.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum GoogleField { $($variant,)+ }

        impl GoogleField {
            /// The attribute of a normalized name.
            pub(crate) fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }

            /// Its name.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

attributes! {
    Id "id",
    Title "title",
    Link "link",
    ImageLink "image_link",
    Price "price",
    SalePrice "sale_price",
    SaleDates "sale_price_effective_date",
    Currency "currency",
    Availability "availability",
    Condition "condition",
    Gtin "gtin",
    Mpn "mpn",
    Brand "brand",
    Color "color",
    Size "size",
    Material "material",
    Pattern "pattern",
    ProductType "product_type",
    Category "google_product_category",
    ProductDetail "product_detail",
    Multipack "multipack",
    IsBundle "is_bundle",
    Shipping "shipping",
    MaxHandling "max_handling_time",
}

/// One way of delivery, in the feed's own texts.
#[derive(Debug, Default)]
pub(crate) struct Shipping {
    /// Its price.
    pub(crate) price: String,
    /// Most business days until it is handed over.
    pub(crate) max_handling: String,
    /// Most business days on the way.
    pub(crate) max_transit: String,
}

/// The attributes of one item, as they are collected.
pub(crate) struct GoogleRow<'a> {
    options: &'a FeedOptions,
    raw: RawOffer,
    values: Vec<(GoogleField, bool, String)>,
    cheapest: Option<(Amount, Shipping)>,
}

impl<'a> GoogleRow<'a> {
    /// An empty item.
    pub(crate) fn new(line: u64, options: &'a FeedOptions) -> Self {
        Self {
            options,
            raw: RawOffer::new(line),
            values: Vec::new(),
            cheapest: None,
        }
    }

    /// Takes over an attribute. The first text wins, but one of Google's namespace wins over a
    /// plain one of RSS or Atom.
    pub(crate) fn set(&mut self, field: GoogleField, prefixed: bool, text: &str) {
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
            GoogleField::Shipping => self.shippings(text),
            _ => match self.values.iter_mut().find(|(known, _, _)| *known == field) {
                Some((_, old_prefixed, old)) if prefixed && !*old_prefixed => {
                    *old_prefixed = true;
                    text.clone_into(old);
                }
                Some(_) => {}
                None => self.values.push((field, prefixed, text.to_owned())),
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

    /// Takes over a way of delivery: the cheapest with a price is kept.
    pub(crate) fn shipping(&mut self, shipping: Shipping) {
        if shipping.price.trim().is_empty() {
            return;
        }
        match money::read(&shipping.price, "", self.options) {
            Ok(price)
                if self
                    .cheapest
                    .as_ref()
                    .is_none_or(|(lowest, _)| price < *lowest) =>
            {
                self.cheapest = Some((price, shipping));
            }
            Ok(_) => {}
            Err(MoneyFault::Text(reason) | MoneyFault::Currency(reason)) => {
                self.remark(GoogleField::Shipping, format!("dropped: {reason}"));
            }
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

    /// `country:region:service:price:min:max:min:max`, several with commas between.
    fn shippings(&mut self, text: &str) {
        for part in text.split(',') {
            let parts: Vec<&str> = part.split(':').map(str::trim).collect();
            let at = |place: usize| (*parts.get(place).unwrap_or(&"")).to_owned();
            self.shipping(Shipping {
                price: at(3),
                max_handling: at(5),
                max_transit: at(7),
            });
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
        ] {
            let text = self.value(field).to_owned();
            *self.raw.texts.slot(own) = text;
        }
        *self.raw.texts.slot(Field::Variant) = self.variant();
        let category = self.category().to_owned();
        *self.raw.texts.slot(Field::Category) = category;
        self.sale();
        self.pieces();
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

    fn delivery(&mut self) {
        let Some((_, cheapest)) = self.cheapest.take() else {
            return;
        };
        let handling = match cheapest.max_handling.trim() {
            "" => self.value(GoogleField::MaxHandling),
            own => own,
        };
        let days = match (cheapest.max_transit.trim().parse::<u16>(), handling) {
            (Ok(transit), "") => Some(transit),
            (Ok(transit), handling) => handling
                .parse::<u16>()
                .ok()
                .map(|handling| transit.saturating_add(handling)),
            (Err(_), _) => None,
        };
        *self.raw.texts.slot(Field::DeliveryCost) = cheapest.price;
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
