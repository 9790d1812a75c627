//! Products of the normalized catalogue.

use crate::gtin::Gtin;
use crate::ids::{CanonicalProductId, ProductNo};
use crate::placement::Confidence;

/// One property of a product, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// Name of the property.
    pub label: String,
    /// Its value with its unit.
    pub value: String,
    /// Name of an icon.
    pub icon: Option<String>,
}

/// Where a statement about a product comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provenance {
    /// The operator's catalogue import.
    Catalogue,
    /// A shop's feed.
    Feed,
    /// A person's decision.
    Person,
}

impl Provenance {
    /// The code in the store database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Feed => "feed",
            Self::Person => "person",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Catalogue, Self::Feed, Self::Person]
            .into_iter()
            .find(|p| p.code() == code)
    }
}

/// A GTIN that somebody says belongs to a product. A product may have several, and one GTIN may be
/// claimed for several products.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductGtin {
    /// The number.
    pub gtin: Gtin,
    /// Who says so.
    pub provenance: Provenance,
    /// How sure it is.
    pub confidence: Confidence,
}

/// What a product is, without its number: the form in which products enter the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductDraft {
    /// The public id.
    pub id: CanonicalProductId,
    /// Name shown to people.
    pub name: String,
    /// Brand, or empty.
    pub brand: String,
    /// Model, or empty.
    pub model: String,
    /// Variant, or empty.
    pub variant: String,
    /// Category text, or empty.
    pub category: String,
    /// Manufacturer part number, or empty.
    pub mpn: String,
    /// Text that is searched and not shown.
    pub description: String,
    /// Path or URL of a picture.
    pub image_path: Option<String>,
    /// Trade item numbers; the first is the primary one that `Product.ean` shows.
    pub gtins: Vec<ProductGtin>,
    /// Other names under which it is searched.
    pub aliases: Vec<String>,
    /// Properties.
    pub specs: Vec<Spec>,
    /// Who brought it into the catalogue.
    pub provenance: Provenance,
    /// How many pieces it holds; 1 for a single item.
    pub pack_size: u16,
    /// A bundle of different products.
    pub is_bundle: bool,
    /// Waiting for a person, because it may be the same as another product.
    pub in_review: bool,
}

impl ProductDraft {
    /// A single item of which nothing but its name is known.
    pub fn named(id: CanonicalProductId, name: impl Into<String>, provenance: Provenance) -> Self {
        Self {
            id,
            name: name.into(),
            brand: String::new(),
            model: String::new(),
            variant: String::new(),
            category: String::new(),
            mpn: String::new(),
            description: String::new(),
            image_path: None,
            gtins: Vec::new(),
            aliases: Vec::new(),
            specs: Vec::new(),
            provenance,
            pack_size: 1,
            is_bundle: false,
            in_review: false,
        }
    }
}

/// A product of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// Its number in the store database.
    pub no: ProductNo,
    /// What it is.
    pub draft: ProductDraft,
}
