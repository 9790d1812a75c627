//! Skroutz XML. The names of its elements are the shop's own ([`crate::formats::skroutz_shape`]).

use std::collections::VecDeque;

use domain::availability::Availability;
use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::Items;
use crate::formats::marketplace::{pieces, price_text};
use crate::formats::skroutz_shape::{self as shape, Key};
use crate::offer::codes;
use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::money::{self, MoneyFault, shown};
use crate::offer::row;
use crate::offer::stock::{self, Stock};
use crate::offer::trade_numbers;
use crate::reading::charset::Text;
use crate::reading::xml_item::{Block, Item, XmlItems};

const NAMES: Dialect = Dialect::Foreign(&[
    (Field::OfferId, "id"),
    (Field::Title, "name"),
    (Field::Brand, "manufacturer"),
    (Field::Variant, "size"),
    (Field::Price, "price_with_vat"),
    (Field::DeliveryCost, "shipping"),
    (Field::StockQuantity, "quantity"),
    (Field::DeliveryDays, "availability"),
    (Field::Url, "link"),
    (Field::ImageUrl, "image"),
]);

/// Reads a feed whose beginning is known.
pub(crate) fn open(text: Text, head: &str, options: &FeedOptions) -> Items {
    match shape::find(head) {
        Ok(shape) => {
            let is_item = move |depth, name: &str| shape.is_item(depth, name);
            Box::new(XmlItems::open(text, is_item, rows, options))
        }
        Err(found) => Box::new(std::iter::once(Err(FeedError::NotAFeed(found)))),
    }
}

/// The facts of an item or a variation.
#[derive(Debug, Default)]
struct Facts<'a>(Vec<(Key, usize, &'a str)>);

impl<'a> Facts<'a> {
    fn of(block: Block<'a>) -> Self {
        let mut facts = Self(Vec::new());
        for child in block.children() {
            if let Some((key, rank)) = shape::key(child.name())
                && !child.text().is_empty()
            {
                facts.set(key, rank, child.text());
            }
        }
        if !block.attribute("id").is_empty() {
            facts.set(Key::Id, usize::MAX, block.attribute("id"));
        }
        facts
    }

    fn set(&mut self, key: Key, rank: usize, text: &'a str) {
        match self.0.iter_mut().find(|(known, _, _)| *known == key) {
            Some((_, old, place)) if rank < *old => {
                *old = rank;
                *place = text;
            }
            Some(_) => {}
            None => self.0.push((key, rank, text)),
        }
    }

    fn get(&self, key: Key) -> &'a str {
        let found = self.0.iter().find(|(known, _, _)| *known == key);
        found.map_or("", |(_, _, text)| text)
    }
}

fn rows(item: &Item, options: &FeedOptions, rows: &mut VecDeque<FeedItem>) {
    let root = item.root();
    let facts = Facts::of(root);
    if let Some(too_large) = item.too_large(facts.get(Key::Id)) {
        return rows.push_back(too_large);
    }
    let described = root
        .children()
        .find(|child| matches!(child.name(), "description" | "desc"));
    let description = described.map(Block::whole_text).unwrap_or_default();
    let product = Product {
        line: item.line,
        facts,
        description,
        options,
    };
    let before = rows.len();
    let lists = root
        .children()
        .filter(|child| matches!(child.name(), "variations" | "variants"));
    for variation in lists.flat_map(Block::children) {
        rows.push_back(product.variation(&Facts::of(variation)));
    }
    if rows.len() == before {
        let id = product.facts.get(Key::Id).to_owned();
        rows.push_back(product.offer(id, &Facts::default()));
    }
}

/// An item whose facts its variations inherit.
struct Product<'a> {
    line: u64,
    facts: Facts<'a>,
    description: String,
    options: &'a FeedOptions,
}

impl Product<'_> {
    fn variation(&self, own: &Facts<'_>) -> FeedItem {
        let id = self.facts.get(Key::Id);
        let part = match own.get(Key::VariationId) {
            "" => own.get(Key::Id),
            part => part,
        };
        if part.is_empty() {
            let note = Note::new("variationid", "required, and empty");
            return FeedItem::Rejected(row::rejected(self.line, id, note));
        }
        self.offer(format!("{id}-{part}"), own)
    }

    /// The variation's own fact, else the item's.
    fn fact<'a>(&'a self, own: &Facts<'a>, key: Key) -> &'a str {
        match own.get(key) {
            "" => self.facts.get(key),
            text => text,
        }
    }

    fn offer(&self, id: String, own: &Facts<'_>) -> FeedItem {
        let mut raw = RawOffer::new(self.line);
        *raw.texts.slot(Field::OfferId) = id;
        for (field, key) in shape::TEXTS {
            self.fact(own, key).clone_into(raw.texts.slot(field));
        }
        let price = price_text(raw.texts.get(Field::Price), self.options.decimal_mark);
        *raw.texts.slot(Field::Price) = price;
        raw.eans = trade_numbers::split(self.fact(own, Key::Ean), &[',', ';']);
        raw.description.clone_from(&self.description);
        self.variant(own, &mut raw);
        self.stock(own, &mut raw);
        self.shipping(own, &mut raw);
        row::offer(raw, NAMES, self.options)
    }

    /// Colour and size; a list of sizes names no variant and is kept as a property.
    fn variant(&self, own: &Facts<'_>, raw: &mut RawOffer) {
        let (color, size) = (self.fact(own, Key::Color), self.fact(own, Key::Size));
        let listed = size.contains([',', ';']);
        if listed {
            raw.spec("size", size);
        }
        raw.variant([color, if listed { "" } else { size }]);
    }

    fn stock(&self, own: &Facts<'_>, raw: &mut RawOffer) {
        let pieces = self.pieces(own);
        if let Some(pieces) = pieces {
            *raw.texts.slot(Field::StockQuantity) = pieces.to_string();
        }
        let text = self.fact(own, Key::Availability);
        let said = stock::phrase(text);
        if said.is_none() && !text.is_empty() {
            let reason = format!("{} is not understood: the stock is not known", shown(text));
            raw.remark("availability", reason);
        }
        let flag = match self.fact(own, Key::InStock) {
            "" => self.fact(own, Key::Quantity),
            flag => flag,
        };
        let said = said
            .unwrap_or_else(|| Stock::of(codes::in_stock(flag).unwrap_or(Availability::Unknown)));
        said.with_pieces(pieces).put(raw);
    }

    /// The pieces; those of the item are the sum over its variations, so that only none is
    /// inherited.
    fn pieces(&self, own: &Facts<'_>) -> Option<u32> {
        let whole = pieces(self.facts.get(Key::Quantity));
        match own.get(Key::Quantity) {
            "" if own.0.is_empty() => whole,
            "" => whole.filter(|pieces| *pieces == 0),
            text => pieces(text),
        }
    }

    fn shipping(&self, own: &Facts<'_>, raw: &mut RawOffer) {
        let text = price_text(self.fact(own, Key::Shipping), self.options.decimal_mark);
        if text.is_empty() {
            return;
        }
        match money::read(&text, raw.texts.get(Field::Currency), self.options) {
            Ok(_) => *raw.texts.slot(Field::DeliveryCost) = text,
            Err(MoneyFault::Text(reason) | MoneyFault::Currency(reason)) => {
                raw.remark("shipping", format!("dropped: {reason}"));
            }
        }
    }
}
