//! Which part of a list is asked for (D-36).

use app::PageRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::typed::{Accepted, Field, Value};

const DEFAULT_LIMIT: u32 = 25;

/// Whole numbers up to here are the same in every reader of JSON.
pub const LARGEST_OFFSET: i64 = 9_007_199_254_740_991;

/// A page of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many at most
    #[param(value_type = i32, required = false, minimum = 1, maximum = 100, default = 25)]
    limit: Field<PageLimit>,
    /// Where the page begins: 0 is the beginning; otherwise `next_offset` of the page before, passed back as received, never computed. Pages neither repeat nor skip what was there, also while new entries come.
    #[param(value_type = i64, required = false, minimum = 0, default = 0)]
    offset: Field<PageOffset>,
}

impl From<PageQuery> for PageRequest {
    fn from(query: PageQuery) -> Self {
        let (Field(PageLimit(limit)), Field(PageOffset(offset))) = (query.limit, query.offset);
        Self {
            after: (offset > 0).then_some(offset),
            limit,
        }
    }
}

struct PageLimit(u32);

impl Accepted for PageLimit {
    const ACCEPTED: &'static str = "a whole number from 1 to 100, in digits";

    fn read(value: Value<'_>) -> Option<Self> {
        let limit = u32::try_from(digits(value)?).ok()?;
        (1..=100).contains(&limit).then_some(Self(limit))
    }

    fn when_absent() -> Option<Self> {
        Some(Self(DEFAULT_LIMIT))
    }
}

struct PageOffset(i64);

impl Accepted for PageOffset {
    const ACCEPTED: &'static str = "0, or next_offset of the page before, as it was received";

    fn read(value: Value<'_>) -> Option<Self> {
        let offset = digits(value)?;
        (offset <= LARGEST_OFFSET).then_some(Self(offset))
    }

    fn when_absent() -> Option<Self> {
        Some(Self(0))
    }
}

/// A number that is written in digits and nothing else.
fn digits(value: Value<'_>) -> Option<i64> {
    let text = value.text()?;
    let is_plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_plain.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use app::{AppError, PageRequest};

    use super::PageQuery;
    use crate::http::query;

    fn wanted(query: &str) -> Result<PageRequest, AppError> {
        query::read::<PageQuery>(query).map(PageRequest::from)
    }

    #[test]
    fn pages_are_asked_for_in_plain_digits() {
        for (query, after, limit) in [
            ("", None, 25),
            ("limit=1", None, 1),
            ("limit=100&offset=0", None, 100),
            ("offset=17", Some(17), 25),
            ("offset=9007199254740991", Some(9_007_199_254_740_991), 25),
            ("offset=%31%37&limit=7&more=x", Some(17), 7),
        ] {
            let page = wanted(query).unwrap();
            assert_eq!((page.after, page.limit), (after, limit), "{query}");
        }
        let too_long = format!("limit={}", "9".repeat(40));
        for (query, field) in [
            ("limit=", "limit"),
            ("limit", "limit"),
            ("limit=0", "limit"),
            ("limit=101", "limit"),
            ("limit=-1", "limit"),
            ("limit=%2B1", "limit"),
            ("limit=+1", "limit"),
            ("limit=1+", "limit"),
            ("limit=1.0", "limit"),
            ("limit=1e1", "limit"),
            ("limit=0x10", "limit"),
            ("limit=9223372036854775808", "limit"),
            ("limit=4294967297", "limit"),
            ("limit=%D9%A1", "limit"),
            ("limit=1&limit=1", "limit"),
            (too_long.as_str(), "limit"),
            ("offset=", "offset"),
            ("offset=-1", "offset"),
            ("offset=1.0", "offset"),
            ("offset=null", "offset"),
            ("offset=1000000000000000000", "offset"),
            ("offset=9223372036854775808", "offset"),
            ("offset=1&offset=2", "offset"),
        ] {
            let error = wanted(query).unwrap_err();
            let fields: Vec<_> = error.details.iter().map(|d| d.field).collect();
            assert_eq!(fields, [field], "{query}");
        }
    }
}
