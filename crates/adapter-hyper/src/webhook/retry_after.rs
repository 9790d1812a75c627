//! When a receiver asks to come again (RFC 9110, 10.2.3).

use httpdate::parse_http_date;
use hyper::header::{HeaderMap, RETRY_AFTER};
use ports_net::RetryAfter;

/// What the headers of an answer ask for; `None` when there is nothing, more than one, or nonsense.
pub fn read(headers: &HeaderMap) -> Option<RetryAfter> {
    let mut values = headers.get_all(RETRY_AFTER).iter();
    let value = values.next()?.to_str().ok()?.trim();
    if values.next().is_some() || value.is_empty() {
        return None;
    }
    if value.bytes().all(|b| b.is_ascii_digit()) {
        // more digits than fit mean longer than anybody waits, not nonsense
        return Some(RetryAfter::Seconds(value.parse().unwrap_or(u64::MAX)));
    }
    let at = parse_http_date(value).ok()?;
    Some(RetryAfter::At(at.into()))
}

#[cfg(test)]
mod tests {
    use hyper::header::{HeaderMap, HeaderValue, RETRY_AFTER};
    use ports_net::RetryAfter;
    use time::macros::datetime;

    use super::read;

    fn of(values: &[&str]) -> Option<RetryAfter> {
        let mut headers = HeaderMap::new();
        for value in values {
            let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
            headers.append(RETRY_AFTER, value);
        }
        read(&headers)
    }

    #[test]
    fn seconds_are_digits() {
        for (text, seconds) in [
            ("0", 0),
            ("120", 120),
            ("0007", 7),
            (" 5 ", 5),
            ("18446744073709551615", u64::MAX),
            ("99999999999999999999999999", u64::MAX),
        ] {
            assert_eq!(of(&[text]), Some(RetryAfter::Seconds(seconds)), "{text}");
        }
    }

    #[test]
    fn dates_come_in_three_forms() {
        let at = datetime!(1994-11-06 08:49:37 UTC);
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(of(&[text]), Some(RetryAfter::At(at)), "{text}");
        }
    }

    #[test]
    fn nonsense_and_several_are_ignored() {
        for text in [
            "",
            "-1",
            "+1",
            "1.5",
            "1e9",
            "0x10",
            "１",
            "soon",
            "1 minute",
            "120, 120",
            "120;q=1",
            "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 31 Feb 1994 08:49:37 GMT",
            "1994-11-06T08:49:37Z",
        ] {
            assert_eq!(of(&[text]), None, "{text}");
        }
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["120", "120"]), None);
        assert_eq!(of(&["120", "Sun, 06 Nov 1994 08:49:37 GMT"]), None);
    }
}
