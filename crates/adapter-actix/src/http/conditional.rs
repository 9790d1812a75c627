//! `If-None-Match` (RFC 9110, section 13.1.2).

use actix_web::http::header::{self, EntityTag, HeaderMap};

/// What the caller's copy is.
#[derive(Debug, PartialEq, Eq)]
pub enum Copy {
    /// The caller has no copy, or only old ones.
    Old,
    /// Any copy will do.
    Any,
    /// A copy with this tag, which is strong.
    Current(EntityTag),
}

/// Looks for a tag that `is_current`. Tags are compared weakly, as reads ask for.
pub fn copy(headers: &HeaderMap, is_current: impl Fn(&str) -> bool) -> Copy {
    let lines = || headers.get_all(header::IF_NONE_MATCH);
    if lines().any(|line| line.as_bytes().trim_ascii() == b"*") {
        return Copy::Any;
    }
    let tags: Vec<EntityTag> = header::from_comma_delimited(lines()).unwrap_or_default();
    let current = tags.into_iter().find(|tag| is_current(tag.tag()));
    current.map_or(Copy::Old, |tag| {
        Copy::Current(EntityTag::new_strong(tag.tag().to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{EntityTag, HeaderMap, HeaderValue, IF_NONE_MATCH};

    use super::{Copy, copy};

    #[test]
    fn lists_weak_tags_and_stars_are_read() {
        let current = || Copy::Current(EntityTag::new_strong("abc".to_owned()));
        for (lines, expected) in [
            (&[][..], Copy::Old),
            (&["\"abc\""], current()),
            (&["W/\"abc\""], current()),
            (&["\"x\", W/\"abc\""], current()),
            (&["\"x,y\" , \"abc\""], current()),
            (&["\"x\"", "\"abc\""], current()),
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
