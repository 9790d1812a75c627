//! Instants and days as text (D-04).

use time::format_description::StaticFormatDescription;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

const DAY: StaticFormatDescription = format_description!("[year]-[month]-[day]");

/// RFC 3339, UTC, microseconds.
pub fn instant(at: OffsetDateTime) -> String {
    domain::instant::rfc3339(at).unwrap_or_default()
}

/// A calendar day.
pub fn day(date: Date) -> String {
    date.format(&DAY).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::day;

    #[test]
    fn days_are_year_month_and_day() {
        assert_eq!(day(date!(2026 - 01 - 02)), "2026-01-02");
    }
}
