//! Identifiers of the catalogue.

use std::fmt;

use uuid::Uuid;

use crate::{num, text};

/// The public id of a product: `^[a-z0-9_]+$`, at most [`CanonicalProductId::MAX_LEN`] bytes.
///
/// It is given once, when the product enters the catalogue, and never changes afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalProductId(String);

impl CanonicalProductId {
    /// The longest id that is accepted (decision D-56).
    pub const MAX_LEN: usize = 128;
    /// The longest id that [`CanonicalProductId::from_texts`] makes, so that a suffix still fits.
    const MAX_MADE: usize = 96;

    /// Reads an id; `None` when it does not have the form.
    pub fn parse(text: &str) -> Option<Self> {
        let formed = !text.is_empty()
            && text.len() <= Self::MAX_LEN
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        formed.then(|| Self(text.to_owned()))
    }

    /// Makes an id from the texts that name a product: transliterated to ASCII, lower case, runs of
    /// anything else as one `_`. `None` when no letter or digit is left.
    pub fn from_texts(texts: &[&str]) -> Option<Self> {
        let mut slug = String::new();
        for text in texts {
            let part = text::slug(text);
            if part.is_empty() {
                continue;
            }
            if !slug.is_empty() {
                slug.push('_');
            }
            slug.push_str(&part);
        }
        slug.truncate(Self::MAX_MADE);
        let slug = slug.trim_end_matches('_');
        (!slug.is_empty()).then(|| Self(slug.to_owned()))
    }

    /// The id of a product in whose texts no letter or digit is left.
    pub fn unnamed() -> Self {
        Self("product".to_owned())
    }

    /// The same id with a suffix that sets it apart from a product that has the plain id already.
    #[must_use]
    pub fn with_suffix(&self, suffix: u32) -> Self {
        let tail = format!("_{suffix}");
        let keep = self.0.len().min(Self::MAX_LEN - tail.len());
        let head = self.0.get(..keep).unwrap_or_default();
        Self(format!("{head}{tail}"))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CanonicalProductId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number of an id that is shown as a prefix and 32 hexadecimal digits in small letters; `None` for every other
/// spelling.
pub(crate) fn read_prefixed(text: &str, prefix: &str) -> Option<Uuid> {
    let digits = text.strip_prefix(prefix)?;
    let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    let is_formed = digits.len() == 32 && digits.bytes().all(is_digit);
    is_formed.then(|| Uuid::try_parse(digits).ok())?
}

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

numbered!(
    /// A product inside one store database; never shown outside.
    ProductNo
);
numbered!(
    /// A shop inside one store database.
    StoreNo
);
numbered!(
    /// One version of one offer inside one store database.
    OfferNo
);
numbered!(
    /// One attempt to import a snapshot; also the fencing token of what it stages.
    SnapshotNo
);
numbered!(
    /// A doubt whether two products are the same.
    DoubtNo
);
numbered!(
    /// A state of the catalogue that readers can see. Each publish makes the next one.
    Revision
);
numbered!(
    /// A workspace: the tenant that keys, watches and webhooks belong to.
    WorkspaceNo
);

impl ProductNo {
    /// Orders products by when they came, the oldest first. Those that the store has not numbered yet have negative
    /// numbers, the older ones the greater.
    pub const fn age(self) -> (bool, u64) {
        (self.0 < 0, self.0.unsigned_abs())
    }

    /// The number of the product at a place among those that the store has not numbered yet.
    pub fn unnumbered(place: usize) -> Self {
        Self(-1 - num::i64_from_usize(place))
    }

    /// Its place among those that the store has not numbered yet; `None` when it has a number.
    pub fn unnumbered_place(self) -> Option<usize> {
        (self.0 < 0).then(|| num::usize_from_i64(-1 - self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{CanonicalProductId, ProductNo};

    #[test]
    fn what_has_no_number_yet_has_a_place_and_is_younger_the_later_it_came() {
        let places = [0, 1, 7];
        let numbers = places.map(ProductNo::unnumbered);
        assert_eq!(numbers.map(ProductNo::unnumbered_place), places.map(Some));
        assert!(numbers.is_sorted_by_key(|no| no.age()));
        assert_eq!(ProductNo(7).unnumbered_place(), None);
        assert!(ProductNo(7).age() < numbers[0].age());
    }

    #[test]
    fn ids_keep_their_form() {
        for good in ["a", "nova_x2_128_gb", "0", "_", &"a".repeat(128)] {
            assert!(CanonicalProductId::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "A",
            "a-b",
            "a/b",
            "a b",
            "ä",
            "a\n",
            "a\0",
            &"a".repeat(129),
        ] {
            assert!(CanonicalProductId::parse(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn ids_are_made_by_transliteration() {
        let made = |texts: &[&str]| CanonicalProductId::from_texts(texts).map(|id| id.to_string());
        assert_eq!(
            made(&["Müller", "Größe X", ""]).as_deref(),
            Some("muller_grosse_x")
        );
        assert_eq!(
            made(&["Čeština", "iPhone 15 (128GB)"]).as_deref(),
            Some("cestina_iphone_15_128gb")
        );
        assert_eq!(made(&["", "--"]), None);
        assert!(made(&[&"x ".repeat(300)]).is_some_and(|id| id.len() <= 96));
    }

    #[test]
    fn a_suffix_keeps_the_form_and_the_length() {
        let id = CanonicalProductId::parse(&"a".repeat(128));
        let longer = id.map(|id| id.with_suffix(12)).map(|id| id.to_string());
        assert_eq!(longer.as_ref().map(String::len), Some(128));
        assert!(longer.is_some_and(|id| id.ends_with("_12")));
    }
}
