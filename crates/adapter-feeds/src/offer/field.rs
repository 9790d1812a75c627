//! The fields of an offer before validation, the same for every format.

use crate::offer::specs;

/// The most remarks that a format's reader makes about one row.
pub(crate) const MAX_REMARKS: usize = 100;

macro_rules! fields {
    ($($variant:ident $slot:ident $limit:literal $own:literal $google:literal,)+) => {
        /// A field of an offer.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Field { $($variant,)+ }

        impl Field {
            /// Every field.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name in our own files.
            pub(crate) const fn own_name(self) -> &'static str {
                match self { $(Self::$variant => $own,)+ }
            }

            /// Its name in Google Merchant feeds.
            pub(crate) const fn google_name(self) -> &'static str {
                match self { $(Self::$variant => $google,)+ }
            }

            /// The most characters that are accepted.
            pub(crate) const fn limit(self) -> usize {
                match self { $(Self::$variant => $limit,)+ }
            }
        }

        /// The texts of an offer's fields; empty when absent.
        #[derive(Debug, Default)]
        pub(crate) struct Texts { $($slot: String,)+ }

        impl Texts {
            /// The text of a field.
            pub(crate) fn get(&self, field: Field) -> &str {
                match field { $(Field::$variant => &self.$slot,)+ }
            }

            /// The place of a field's text.
            pub(crate) fn slot(&mut self, field: Field) -> &mut String {
                match field { $(Field::$variant => &mut self.$slot,)+ }
            }
        }
    };
}

fields! {
    OfferId offer_id 200 "offer_id" "id",
    CanonicalProductId canonical_product_id 128 "canonical_product_id" "canonical_product_id",
    Title title 500 "title" "title",
    Brand brand 200 "brand" "brand",
    Model model 200 "model" "model",
    Variant variant 200 "variant" "color",
    Category category 500 "category" "product_type",
    Mpn mpn 200 "mpn" "mpn",
    Ean ean 20_000 "ean" "gtin",
    Price price 100 "price" "price",
    Currency currency 20 "currency" "currency",
    DeliveryCost delivery_cost 100 "delivery_cost" "shipping",
    Availability availability 100 "availability" "availability",
    StockQuantity stock_quantity 20 "stock_quantity" "quantity",
    DeliveryDays delivery_days 20 "delivery_days" "shipping",
    DeliveryEstimate delivery_estimate 40 "delivery_estimate" "delivery_estimate",
    Condition condition 100 "condition" "condition",
    Url url 2048 "url" "link",
    ImageUrl image_url 2048 "image_url" "image_link",
    SellerScore seller_score 20 "seller_score" "seller_score",
    ReturnDays return_days 20 "return_days" "return_days",
    WarrantyMonths warranty_months 20 "warranty_months" "warranty_months",
    Specs specs 300_000 "specs" "product_detail",
    UpdatedAt updated_at 60 "updated_at" "updated_at",
}

/// The words and the strictness of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Our own files: a value that is not understood rejects the row.
    Own,
    /// Google Merchant: an optional value that is not understood is dropped with a remark.
    Google,
    /// Another foreign format, as lenient as Google's; the names of its fields.
    Foreign(&'static [(Field, &'static str)]),
}

impl Dialect {
    /// The feed's own word for a field.
    pub(crate) fn name(self, field: Field) -> &'static str {
        match self {
            Self::Own => field.own_name(),
            Self::Google => field.google_name(),
            Self::Foreign(names) => names
                .iter()
                .find(|(known, _)| *known == field)
                .map_or(field.own_name(), |(_, name)| name),
        }
    }
}

/// Something to say about a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    /// The feed's own word for it.
    pub(crate) field: &'static str,
    /// What is wrong and what is accepted.
    pub(crate) reason: String,
}

impl Note {
    /// A note.
    pub(crate) fn new(field: &'static str, reason: impl Into<String>) -> Self {
        Self {
            field,
            reason: reason.into(),
        }
    }
}

/// A property before validation.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawSpec {
    /// Name.
    pub(crate) label: String,
    /// Value.
    pub(crate) value: String,
    /// Icon, or empty.
    pub(crate) icon: String,
}

/// An offer before validation.
#[derive(Debug)]
pub(crate) struct RawOffer {
    /// Line or item number.
    pub(crate) line: u64,
    /// The texts of its fields.
    pub(crate) texts: Texts,
    /// Trade item numbers, one text each.
    pub(crate) eans: Vec<String>,
    /// Properties.
    pub(crate) specs: Vec<RawSpec>,
    /// What the shop says about the product; may hold HTML.
    pub(crate) description: String,
    /// Pieces in one offer.
    pub(crate) pack_size: u16,
    /// A bundle of different products.
    pub(crate) is_bundle: bool,
    /// What the format's reader already remarked.
    pub(crate) remarks: Vec<Note>,
}

impl RawOffer {
    /// An empty offer of a line.
    pub(crate) fn new(line: u64) -> Self {
        Self {
            line,
            texts: Texts::default(),
            eans: Vec::new(),
            specs: Vec::new(),
            description: String::new(),
            pack_size: 1,
            is_bundle: false,
            remarks: Vec::new(),
        }
    }
    /// Adds a remark, up to a bound.
    pub(crate) fn remark(&mut self, field: &'static str, reason: impl Into<String>) {
        if self.remarks.len() < MAX_REMARKS {
            self.remarks.push(Note::new(field, reason));
        }
    }

    /// Adds a property; of more than any row may have the rest is left out.
    pub(crate) fn spec(&mut self, label: &str, value: &str) {
        specs::keep(&mut self.specs, label, value);
    }

    /// The texts that tell variants apart as one.
    pub(crate) fn variant<'a>(&mut self, parts: impl IntoIterator<Item = &'a str>) {
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        *self.texts.slot(Field::Variant) = parts.join(" / ");
    }
}
