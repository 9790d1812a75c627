use std::hash::{DefaultHasher, Hash, Hasher};

use domain::gtin::Gtin;
use domain::ids::{ProductNo, Revision};
use product_knowledge::query::SearchQuery;

use crate::IndexError;

/// The text of a product that is searched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IndexedProduct {
    /// Its number.
    pub no: ProductNo,
    /// Name shown to people.
    pub name: String,
    /// Brand.
    pub brand: String,
    /// Model.
    pub model: String,
    /// Variant.
    pub variant: String,
    /// Category.
    pub category: String,
    /// Manufacturer part number: found as one word in every spelling.
    pub mpn: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Text that is searched with the least weight of its own texts.
    pub description: String,
    /// Titles of its offers that have words which its own texts lack.
    pub titles: Vec<String>,
    /// Trade item numbers.
    pub gtins: Vec<Gtin>,
    /// It is several things sold as one: a bundle, or a pack of several pieces.
    pub is_several: bool,
}

impl IndexedProduct {
    /// Another one when the text is another one.
    pub fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// A product that matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its number.
    pub product: ProductNo,
    /// How well it matches, above 0; comparable within one answer only.
    pub relevance: f32,
}

/// The full-text index of products. It belongs to this process and holds text only: prices, stores
/// and expiry are looked up beside it. What was applied may be there again when it is opened the next time.
///
/// Calls block for milliseconds; they never wait for the network.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait ProductIndex: Send + Sync {
    /// Removes `gone` and inserts or replaces `products`, and makes both visible to searches before
    /// it returns. `revision` is the catalogue revision that the index covers afterwards.
    fn apply(
        &self,
        products: &[IndexedProduct],
        gone: &[ProductNo],
        revision: Revision,
    ) -> Result<(), IndexError>;

    /// Removes everything. Until [`ProductIndex::arrange`], each product is given once at most.
    fn clear(&self) -> Result<(), IndexError>;

    /// Puts what was applied since [`ProductIndex::clear`] in order, so that searches are quick. May take seconds.
    fn arrange(&self) -> Result<(), IndexError>;

    /// Each product that is there with the [digest](IndexedProduct::digest) of its text, in no order.
    fn texts(&self) -> Result<Vec<(ProductNo, u64)>, IndexError>;

    /// The revision of the last [`ProductIndex::apply`]; 0 before the first.
    fn revision(&self) -> Revision;

    /// All products that match, in no particular order.
    ///
    /// * When one of the query's trade item numbers is indexed, the products that have it are the
    ///   whole answer. A packaging level finds its own product only.
    /// * Otherwise every term that is not optional must match a word of the product: its beginning when
    ///   the term is unfinished, the whole word else; or a word that it makes with its neighbours
    ///   (`play station` finds `playstation`); or its singular or plural; or one that means the same
    ///   (`fernseher` finds `tv`, `256 gb` finds `0.25 TB`). A device is found under every name of its
    ///   kind. A qualifier is a term of its own: `oled tv` finds no other tv. Name, brand, model, variant,
    ///   aliases and part number count more than category, category more than description. Rare words
    ///   count for more than common ones, and words as typed for more than others of the same meaning.
    /// * Beginnings of words come behind every product that has whole words only.
    /// * A term that no own text of the product has may be met by the titles of its offers, of which 24 words are kept at
    ///   most. Such products come behind all whose own texts have every term, before those that miss one, and change
    ///   nothing of which others are found, and of their order.
    /// * Devices come before accessories, unless the query asks for an accessory; one thing before
    ///   several, unless it asks for several.
    /// * Only when nothing matches, or no device of the kind that is asked for, and each term is a word of some
    ///   product, terms may be missing: of three or more those that say little; beside a name of a thing all
    ///   others, as few as possible. Never that name, and never terms with digits. These products come behind
    ///   those that have every term.
    /// * Only when nothing matches, guessable terms may differ by one edit (two from 8 letters on)
    ///   with the first letter right. Terms with digits never differ.
    /// * A query without terms finds nothing.
    fn search(&self, query: &SearchQuery) -> Result<Vec<Hit>, IndexError>;
}
