//! `If-None-Match` (RFC 9110, section 13.1.2).

use actix_web::http::header::{self, HeaderMap};

/// What the caller's copy is.
#[derive(Debug, PartialEq, Eq)]
pub enum Copy<'a> {
    /// The caller has no copy, or only old ones.
    Old,
    /// Any copy will do.
    Any,
    /// A copy with this opaque tag, as the caller wrote it without quotes.
    Current(&'a str),
}

/// Looks for a tag that `is_current`. Tags are compared weakly, as reads ask for.
pub fn copy(headers: &HeaderMap, is_current: impl Fn(&str) -> bool) -> Copy<'_> {
    for line in headers.get_all(header::IF_NONE_MATCH) {
        let Ok(mut rest) = line.to_str() else {
            continue;
        };
        if rest.trim() == "*" {
            return Copy::Any;
        }
        while let Some((tag, after)) = next_tag(rest) {
            if is_current(tag) {
                return Copy::Current(tag);
            }
            rest = after;
        }
    }
    Copy::Old
}

/// The first entity tag of a list, without quotes, and what follows it.
fn next_tag(list: &str) -> Option<(&str, &str)> {
    let item = list.trim_start_matches([' ', '\t', ',']);
    let item = item.strip_prefix("W/").unwrap_or(item);
    item.strip_prefix('"')?.split_once('"')
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderValue, IF_NONE_MATCH};

    use super::{Copy, copy};

    #[test]
    fn lists_weak_tags_and_stars_are_read() {
        for (lines, expected) in [
            (&[][..], Copy::Old),
            (&["\"abc\""], Copy::Current("abc")),
            (&["W/\"abc\""], Copy::Current("abc")),
            (&["\"x\", W/\"abc\""], Copy::Current("abc")),
            (&["\"x,y\" , \"abc\""], Copy::Current("abc")),
            (&["\"x\"", "\"abc\""], Copy::Current("abc")),
            (&["*"], Copy::Any),
            (&[" * "], Copy::Any),
            (&["abc"], Copy::Old),
            (&["\"ABC\""], Copy::Old),
            (&["\"abc"], Copy::Old),
            (&["w/\"abc\""], Copy::Old),
            (&["\"\", \"*\""], Copy::Old),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(IF_NONE_MATCH, HeaderValue::from_str(line).unwrap());
            }
            assert_eq!(copy(&headers, |tag| tag == "abc"), expected, "{lines:?}");
        }
    }
}
