//! When a key ends, as people write it.

use domain::instant::read_rfc3339;
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime, UtcOffset};

/// What is accepted.
pub const ACCEPTED: &str = "nothing for never, or an instant to come: how long from now, as in 90d or 12h; the first day on \
                            which it is refused, as in 2027-01-31 (from 00:00 UTC); or a time of RFC 3339";

/// The last year that a key can end in.
const LAST_YEAR: i32 = 9999;

/// When a key ends: `Some(None)` for never, `None` for a text that says nothing or is of the past.
#[expect(
    clippy::option_option,
    reason = "no end is something else than no answer"
)]
pub fn read(text: &str, now: OffsetDateTime) -> Option<Option<OffsetDateTime>> {
    if text.is_empty() {
        return Some(None);
    }
    let at = after(text, now)
        .or_else(|| day(text))
        .or_else(|| read_rfc3339(text))?;
    let at = at.checked_to_offset(UtcOffset::UTC)?;
    // stores keep microseconds
    let at = at.replace_nanosecond(at.microsecond() * 1000).ok()?;
    (at > now && at.year() <= LAST_YEAR).then_some(Some(at))
}

fn after(text: &str, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let span = humantime::parse_duration(text).ok()?;
    now.checked_add(Duration::try_from(span).ok()?)
}

fn day(text: &str) -> Option<OffsetDateTime> {
    let day = Date::parse(text, format_description!("[year]-[month]-[day]"));
    Some(day.ok()?.midnight().assume_utc())
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::read;

    #[test]
    fn an_end_is_a_span_a_day_or_an_instant_to_come() {
        let now = datetime!(2026-03-01 12:00 UTC);
        for (text, read_as) in [
            ("", Some(None)),
            ("90d", Some(Some(datetime!(2026-05-30 12:00 UTC)))),
            ("12h", Some(Some(datetime!(2026-03-02 0:00 UTC)))),
            ("1s", Some(Some(datetime!(2026-03-01 12:00:01 UTC)))),
            ("2026-03-02", Some(Some(datetime!(2026-03-02 0:00 UTC)))),
            (
                "2026-03-01T14:00:00.1234567+01:00",
                Some(Some(datetime!(2026-03-01 13:00:00.123456 UTC))),
            ),
            ("2026-03-01T12:00:00Z", None),
            ("2026-03-01", None),
            ("2025-01-01", None),
            ("0d", None),
            ("-1d", None),
            ("90", None),
            ("2026-02-30", None),
            ("never", None),
            ("99999999999999999999d", None),
            ("99999999999d", None),
        ] {
            assert_eq!(read(text, now), read_as, "{text}");
        }
    }
}
