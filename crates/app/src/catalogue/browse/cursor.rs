use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use domain::ids::CanonicalProductId;

use super::Browsing;
use crate::AppError;

/// Where a page ended. As a text it goes to the caller and back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Stands for what was looked for, in every process of one build.
    search: u64,
    /// The place of the last product.
    place: i64,
    /// Its id.
    id: CanonicalProductId,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { search, place, id } = self;
        write!(f, "{search:x}.{place}.{id}")
    }
}

impl Cursor {
    /// The end of a page whose last product has this place and id; `None` for an id that is none.
    pub(super) fn new(browsing: &Browsing, place: i64, id: &str) -> Option<Self> {
        Some(Self {
            search: browsing.search(),
            place,
            id: CanonicalProductId::parse(id)?,
        })
    }

    /// Reads one back; `None` for what is none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        let cursor = Self {
            search: u64::from_str_radix(parts.next()?, 16).ok()?,
            place: parts.next()?.parse().ok()?,
            id: CanonicalProductId::parse(parts.next()?)?,
        };
        (cursor.to_string() == text).then_some(cursor)
    }

    /// The place and the id of the last product, if it was one of the same search.
    pub(super) fn place(&self, browsing: &Browsing) -> Result<(i64, &str), AppError> {
        if self.search == browsing.search() {
            Ok((self.place, self.id.as_str()))
        } else {
            Err(AppError::validation(
                "cursor",
                "the next_cursor of the same search: other parameters than limit and cursor are as they were",
            ))
        }
    }
}

impl Browsing {
    /// Stands for what is looked for and the order.
    fn search(&self) -> u64 {
        let Self {
            q,
            filter,
            sort,
            limit: _,
            after: _,
        } = self;
        let mut hasher = DefaultHasher::new();
        (q, filter, sort.code()).hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn a_cursor_is_read_back_as_it_was_written() {
        for text in [
            "0.0.a",
            "ffffffffffffffff.-9223372036854775808.a_b_1",
            "1f.12.a",
        ] {
            let cursor = Cursor::parse(text);
            assert_eq!(
                cursor.map(|cursor| cursor.to_string()).as_deref(),
                Some(text)
            );
        }
        for text in [
            "", "1", "1.1", "1.1.", "01.1.a", "1.+1.a", "F.1.a", "1.1.a.b", "1.1.A", "x.1.a",
        ] {
            assert_eq!(Cursor::parse(text), None, "{text}");
        }
    }
}
