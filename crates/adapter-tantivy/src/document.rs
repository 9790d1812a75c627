//! A product as a document of the index.

use std::collections::{HashMap, HashSet};

use domain::{num, text};
use ports_store::IndexedProduct;
use product_knowledge::comparable::{self, Described, Role};
use product_knowledge::meaning;
use tantivy::TantivyDocument;

use crate::levels::{self, ALIAS, BRAND, CATEGORY, DESCRIPTION, NAME, VARIANT};
use crate::schema::Fields;
use crate::words::{self, Words};

/// Each word of a product with the highest level at which it stands.
#[derive(Default)]
struct LevelledWords(HashMap<String, u8>);

impl LevelledWords {
    fn add(&mut self, text: &str, level: u8) {
        let Words { words, modifiers } = words::of(text);
        for word in words {
            self.raise(word, level);
        }
        for word in modifiers {
            self.raise(word, level.min(VARIANT));
        }
    }

    fn raise(&mut self, word: String, level: u8) {
        let best = self.0.entry(word).or_default();
        *best = level.max(*best);
    }
}

/// The most words that are kept of titles of offers.
const MOST_OF_TITLES: usize = 24;

/// The words that titles have and the product's own texts do not, in the order of the titles.
fn words_of_titles(own: &LevelledWords, titles: &[String]) -> String {
    let mut known = HashSet::new();
    let mut text = String::new();
    for title in titles {
        let Words { words, modifiers } = words::of(title);
        for word in words.into_iter().chain(modifiers) {
            if known.len() == MOST_OF_TITLES {
                return text;
            }
            if !own.0.contains_key(&word) && !known.contains(&word) {
                levels::write(&mut text, &word, DESCRIPTION);
                known.insert(word);
            }
        }
    }
    text
}

/// What is known of a product beside its words, kept in one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nature {
    /// How many words its name has, from 1 to [`LONGEST_NAME`].
    pub name_length: usize,
    /// The place of its role.
    pub role: usize,
    /// It is several things sold as one.
    pub is_several: bool,
}

/// Longer names count as this long.
pub(crate) const LONGEST_NAME: usize = 255;

impl Nature {
    fn packed(self) -> u64 {
        let kind = self.role * 2 + usize::from(self.is_several);
        num::u64_from_usize(kind * (LONGEST_NAME + 1) + self.name_length.clamp(1, LONGEST_NAME))
    }

    /// Reads the number back.
    pub(crate) fn unpacked(number: u64) -> Self {
        let number = usize::try_from(number).unwrap_or_default();
        let kind = number / (LONGEST_NAME + 1);
        Self {
            name_length: (number % (LONGEST_NAME + 1)).max(1),
            role: kind / 2,
            is_several: kind % 2 == 1,
        }
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
        titles,
        gtins,
        is_several,
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
    found.add(variant, VARIANT);
    found.add(category, CATEGORY);
    found.add(description, DESCRIPTION);

    let mut document = TantivyDocument::new();
    document.add_i64(fields.product, no.0);
    let role = Role::of(Described {
        name,
        brand,
        model,
        category,
    });
    let nature = Nature {
        name_length: text::tokens(name).len(),
        role: role.place(),
        is_several: *is_several || comparable::names_several(name),
    };
    if let Some(code) = role.code(name) {
        found.raise(code, ALIAS);
    }
    document.add_u64(fields.nature, nature.packed());
    document.add_u64(fields.text, product.digest());
    document.add_text(fields.titles, words_of_titles(&found, titles));
    add_words(&mut document, found, fields);
    for gtin in gtins {
        document.add_u64(fields.gtin, gtin.number());
    }
    document
}

/// Adds the words to the lists that they belong to.
fn add_words(document: &mut TantivyDocument, found: LevelledWords, fields: Fields) {
    let (mut plain, mut digits) = (String::new(), String::new());
    let mut initials = LevelledWords::default();
    for (word, level) in found.0 {
        if !word.starts_with(meaning::MARK) {
            initials.raise(levels::initial(&word), level);
        }
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
    document.add_text(fields.plain, plain);
    document.add_text(fields.digits, digits);
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_NAME, Nature};

    #[test]
    fn a_packed_nature_is_read_back() {
        for (name_length, role) in [(1, 0), (7, 25), (LONGEST_NAME, 1)] {
            for is_several in [false, true] {
                let nature = Nature {
                    name_length,
                    role,
                    is_several,
                };
                assert_eq!(Nature::unpacked(nature.packed()), nature);
            }
        }
        let long = Nature {
            name_length: 9_000,
            role: 3,
            is_several: true,
        };
        assert_eq!(Nature::unpacked(long.packed()).role, 3);
    }
}
