//! Which part of a list is asked for (D-36).

use app::{AppError, PageRequest};

use crate::http::query;

const DEFAULT_LIMIT: u32 = 25;
const LIMIT: &str = "a whole number from 1 to 100, in digits";

/// Whole numbers up to here are the same in every reader of JSON.
const LARGEST_OFFSET: i64 = 9_007_199_254_740_991;
const OFFSET: &str = "0, or next_offset of the page before, as it was received";

/// Reads `limit` and `offset`.
pub fn wanted(query: &str) -> Result<PageRequest, AppError> {
    let limit = number(query, "limit", LIMIT)?.map_or(Some(DEFAULT_LIMIT), |limit| {
        u32::try_from(limit).ok().filter(|n| (1..=100).contains(n))
    });
    let offset = number(query, "offset", OFFSET)?.unwrap_or(0);
    let limit = limit.ok_or_else(|| AppError::validation("limit", LIMIT))?;
    if offset > LARGEST_OFFSET {
        return Err(AppError::validation("offset", OFFSET));
    }
    Ok(PageRequest {
        after: (offset > 0).then_some(offset),
        limit,
    })
}

/// A number that is written in digits and nothing else.
fn number(
    query: &str,
    name: &'static str,
    accepted: &'static str,
) -> Result<Option<i64>, AppError> {
    let Some(text) = query::single(query, name)? else {
        return Ok(None);
    };
    let is_plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = is_plain.then(|| text.parse().ok()).flatten();
    match number {
        Some(number) => Ok(Some(number)),
        None => Err(AppError::validation(name, accepted)),
    }
}

#[cfg(test)]
mod tests {
    use super::wanted;

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
