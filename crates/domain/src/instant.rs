//! Instants as text, as answers, events and stored JSON have them (D-04).

use time::format_description::StaticFormatDescription;
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

const FORM: StaticFormatDescription =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]Z");

/// RFC 3339, UTC, microseconds; `None` for a year that it cannot write, beyond 9999.
pub fn rfc3339(at: OffsetDateTime) -> Option<String> {
    at.to_offset(UtcOffset::UTC).format(&FORM).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::rfc3339;

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
}
