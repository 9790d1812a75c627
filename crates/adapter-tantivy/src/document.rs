//! A product as a document of the index.

use std::collections::HashMap;

use domain::num;
use domain::text;
use ports_store::IndexedProduct;
use tantivy::TantivyDocument;

use crate::levels::{self, ALIAS, BRAND, CATEGORY, DESCRIPTION, NAME};
use crate::schema::Fields;
use crate::words;

/// Each word of a product with the highest level at which it stands.
#[derive(Default)]
struct LevelledWords(HashMap<String, u8>);

impl LevelledWords {
    fn add(&mut self, text: &str, level: u8) {
        for word in words::of(text) {
            self.raise(word, level);
        }
    }

    fn raise(&mut self, word: String, level: u8) {
        let best = self.0.entry(word).or_default();
        *best = level.max(*best);
    }
}

/// Makes the document of a product.
pub(crate) fn of(product: &IndexedProduct, fields: Fields) -> TantivyDocument {
    let IndexedProduct {
        no,
        name,
        brand,
        model,
        variant,
        category,
        mpn,
        aliases,
        description,
        gtins,
    } = product;
    let mut found = LevelledWords::default();
    found.add(name, NAME);
    found.add(model, NAME);
    found.add(mpn, NAME);
    let whole_mpn = text::compact(mpn);
    if !whole_mpn.is_empty() {
        found.raise(whole_mpn, NAME);
    }
    for alias in aliases {
        found.add(alias, ALIAS);
    }
    found.add(brand, BRAND);
    found.add(variant, BRAND);
    found.add(category, CATEGORY);
    found.add(description, DESCRIPTION);

    let (mut plain, mut digits) = (String::new(), String::new());
    let mut initials = LevelledWords::default();
    for (word, level) in found.0 {
        initials.raise(levels::initial(&word), level);
        let list = if text::has_digit(&word) {
            &mut digits
        } else {
            &mut plain
        };
        levels::write(list, &word, level);
    }
    for (initial, level) in initials.0 {
        levels::write(&mut digits, &initial, level);
    }
    let mut document = TantivyDocument::new();
    document.add_i64(fields.product, no.0);
    document.add_u64(
        fields.name_length,
        num::u64_from_usize(text::tokens(name).len()),
    );
    document.add_text(fields.plain, plain);
    document.add_text(fields.digits, digits);
    for gtin in gtins {
        document.add_u64(fields.gtin, gtin.number());
    }
    document
}
