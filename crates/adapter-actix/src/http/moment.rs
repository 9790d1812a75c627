//! Instants and days as text (D-04).

use time::format_description::StaticFormatDescription;
use time::macros::format_description;
use time::{Date, OffsetDateTime, UtcOffset};

const INSTANT: StaticFormatDescription =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]Z");
const DAY: StaticFormatDescription = format_description!("[year]-[month]-[day]");

/// RFC 3339, UTC, microseconds.
pub fn instant(at: OffsetDateTime) -> String {
    at.to_offset(UtcOffset::UTC)
        .format(&INSTANT)
        .unwrap_or_default()
}

/// A calendar day.
pub fn day(date: Date) -> String {
    date.format(&DAY).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::{day, instant};

    #[test]
    fn instants_are_utc_with_six_digits() {
        assert_eq!(
            instant(datetime!(2026-01-02 03:04:05 UTC)),
            "2026-01-02T03:04:05.000000Z"
        );
        assert_eq!(
            instant(datetime!(2026-01-02 00:30:05.1234567 +1)),
            "2026-01-01T23:30:05.123456Z"
        );
        assert_eq!(day(date!(2026 - 01 - 02)), "2026-01-02");
    }
}
