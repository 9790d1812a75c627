//! From a product and its offer to a row.

mod conditions;
mod texts;
mod variants;

use ports_net::{FeedItem, FeedOptions};

use super::choice::add_missing;
use super::fields::{self, link, plain};
use super::item::{Item, Value};
use super::offers::{self, Priced, id_of};
use super::page::Page;
use super::shared::{left_out, that_fit};
use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::row;
use variants::of_all;

/// The names of the fields in reports.
pub(super) const DIALECT: Dialect = Dialect::Foreign(&[
    (Field::OfferId, "sku"),
    (Field::Title, "name"),
    (Field::Variant, "color"),
    (Field::Ean, "gtin"),
    (Field::Currency, "priceCurrency"),
    (Field::DeliveryCost, "shippingDetails"),
    (Field::StockQuantity, "inventoryLevel"),
    (Field::DeliveryDays, "deliveryTime"),
    (Field::Condition, "itemCondition"),
    (Field::ImageUrl, "image"),
    (Field::SellerScore, "seller.aggregateRating"),
    (Field::ReturnDays, "hasMerchantReturnPolicy"),
    (Field::WarrantyMonths, "warranty"),
    (Field::Specs, "additionalProperty"),
]);
/// The most variants of a product.
const MAX_VARIANTS: usize = 1_000;

/// What rows are made with.
pub(super) struct Rows<'a> {
    /// The page.
    pub(super) page: &'a Page,
    /// How to read amounts and dates.
    pub(super) options: &'a FeedOptions,
    /// How rows are checked: their amounts are plain decimals with a point.
    pub(super) row_options: &'a FeedOptions,
    /// The page's path of categories.
    pub(super) items: &'a [Item],
    /// What to say beside each row.
    pub(super) remarks: Vec<Note>,
    /// Bytes that variants may still take over from their groups.
    pub(super) room: usize,
    /// The rows.
    pub(super) made: Vec<FeedItem>,
}

impl Rows<'_> {
    /// Makes the rows of a product: one, or one for each of its variants; the variant at the
    /// page's address comes first.
    pub(super) fn product(&mut self, product: &Item) {
        let mut variants: Vec<&Item> = product.items("hasvariant").collect();
        if variants.is_empty() {
            return self.one(product);
        }
        variants.sort_by_cached_key(|variant| !self.page.is_at(&link(variant, "url"), true));
        let shared = of_all(product);
        let all = variants.len();
        variants.truncate(MAX_VARIANTS);
        variants.truncate(that_fit(variants.len(), shared.size(), &mut self.room));
        let said = self.remarks.len();
        if variants.len() < all {
            let reason = left_out(variants.len(), all);
            self.remarks.push(Note::new("hasVariant", reason));
        }
        for variant in variants {
            let mut variant = variant.clone();
            add_missing(&mut variant, &shared);
            self.one(&variant);
        }
        self.remarks.truncate(said);
    }

    fn one(&mut self, product: &Item) {
        match offers::choose(product, self.page, self.options) {
            Ok(found) => {
                let alone = found.len() == 1;
                for priced in found {
                    self.offer(product, &priced, alone);
                }
            }
            Err(reason) => {
                let line = self.line();
                let id = self.id(product, None);
                let note = Note::new("price", reason);
                self.made
                    .push(FeedItem::Rejected(row::rejected(line, &id, note)));
            }
        }
    }

    fn line(&self) -> u64 {
        domain::num::u64_from_usize(self.made.len()) + 1
    }

    /// The product's id, else the offer's, else the path of the page.
    fn id(&self, product: &Item, offer: Option<&Item>) -> String {
        let own = id_of(product);
        if !own.is_empty() {
            return own;
        }
        match offer.map(id_of) {
            Some(id) if !id.is_empty() => id,
            _ => self.page.path().trim_matches('/').to_owned(),
        }
    }

    fn offer(&mut self, product: &Item, priced: &Priced<'_>, alone: bool) {
        let offer = priced.offer;
        let mut raw = RawOffer::new(self.line());
        raw.remarks.clone_from(&self.remarks);
        let id = if alone {
            self.id(product, Some(offer))
        } else {
            id_of(offer)
        };
        if id.is_empty() {
            let reason = "the page names neither sku, productID nor gtin, and its address is not known: \
                          state --page-url";
            raw.remarks.push(Note::new("sku", reason));
        }
        let texts = &mut raw.texts;
        let mut set = |field: Field, text: String| *texts.slot(field) = text;
        set(Field::OfferId, id);
        set(Field::Title, self.title(product));
        set(Field::Brand, plain(product, &["brand", "manufacturer"]));
        set(Field::Model, plain(product, &["model"]));
        set(Field::Mpn, plain(product, &["mpn"]));
        set(Field::Category, self.category(product));
        set(Field::Variant, fields::variant(product, offer, alone));
        set(Field::Url, self.url(product, offer, alone));
        set(Field::ImageUrl, self.image(product));
        set(Field::Price, priced.amount.clone());
        set(Field::Currency, priced.currency.clone());
        set(
            Field::Availability,
            fields::availability(&priced.text("availability")),
        );
        let condition = priced.text("itemcondition");
        let condition = if condition.is_empty() {
            product.text("itemcondition")
        } else {
            condition
        };
        set(Field::Condition, fields::condition(&condition));
        set(Field::StockQuantity, fields::stock(offer));
        raw.description = product
            .all("description")
            .map(Value::said)
            .next()
            .unwrap_or_default();
        fields::numbers(product, offer, alone, &mut raw);
        fields::specs(product, &mut raw);
        self.terms(product, priced, &mut raw);
        self.made.push(row::offer(raw, DIALECT, self.row_options));
    }
}
