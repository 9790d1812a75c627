//! Instants as text, as answers, events and stored JSON have them (D-04).

use time::format_description::StaticFormatDescription;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Duration, OffsetDateTime, UtcOffset};

const FORM: StaticFormatDescription =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]Z");

/// Reads an instant of RFC 3339, in UTC; `None` where that has no year from 1 to 9999, which not everybody can read.
pub fn read_rfc3339(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339)
        .ok()?
        .checked_to_offset(UtcOffset::UTC)
        .filter(|at| (1..=9999).contains(&at.year()))
}

/// RFC 3339, UTC, microseconds; `None` for a year that it cannot write, beyond 9999.
pub fn rfc3339(at: OffsetDateTime) -> Option<String> {
    at.to_offset(UtcOffset::UTC).format(&FORM).ok()
}

/// The instant of a change: now, but later than the last one, whatever the clock says (D-04).
pub fn later_than(last: OffsetDateTime, now: OffsetDateTime) -> OffsetDateTime {
    now.max(last + Duration::MICROSECOND)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::{read_rfc3339, rfc3339};

    #[test]
    fn instants_are_utc_with_six_digits() {
        let shown = |at| rfc3339(at).unwrap();
        assert_eq!(
            shown(datetime!(2026-01-02 03:04:05 UTC)),
            "2026-01-02T03:04:05.000000Z"
        );
        assert_eq!(
            shown(datetime!(2026-01-02 00:30:05.1234567 +1)),
            "2026-01-01T23:30:05.123456Z"
        );
    }

    #[test]
    fn instants_are_read_as_far_as_everybody_can_read_them() {
        assert_eq!(
            read_rfc3339("2026-01-02T00:30:05.5+01:00"),
            Some(datetime!(2026-01-01 23:30:05.5 UTC))
        );
        assert!(read_rfc3339("0001-01-01T00:00:00Z").is_some());
        assert!(read_rfc3339("9999-12-31T23:59:59+14:00").is_some());
        for text in [
            "9999-12-31T23:59:59-01:00",
            "0001-01-01T00:00:00+01:00",
            "0000-06-01T00:00:00Z",
            "2026-01-02",
        ] {
            assert_eq!(read_rfc3339(text), None, "{text}");
        }
    }
}
