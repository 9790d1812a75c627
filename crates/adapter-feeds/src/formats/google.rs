//! What Google Merchant attributes mean, the same for XML and TSV.

mod collect;
mod delivery;
mod sale;

use ports_net::{FeedItem, FeedOptions};

use crate::formats::google_fields::{GoogleField, Named};
use crate::formats::google_shipping::Ways;
use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::money::shown;
use crate::offer::row;

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

    fn remark(&mut self, field: GoogleField, reason: String) {
        self.raw.remark(field.name(), reason);
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
        if !self.value(GoogleField::Contract).is_empty() {
            let id = self.value(GoogleField::Id);
            let reason = "sold with a contract: its price is not what the item costs";
            let note = Note::new(GoogleField::Contract.name(), reason);
            return FeedItem::Rejected(row::rejected(self.raw.line, id, note));
        }
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
        self.variant();
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

    fn variant(&mut self) {
        let parts = [
            GoogleField::Color,
            GoogleField::Size,
            GoogleField::Material,
            GoogleField::Pattern,
        ];
        let texts = parts.map(|part| self.value(part).to_owned());
        self.raw.variant(texts.iter().map(String::as_str));
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
}
