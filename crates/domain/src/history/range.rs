use time::{Date, Duration, OffsetDateTime, Time};

/// A range of days that ends today (specification 4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Range {
    /// 7 days.
    Week,
    /// 30 days.
    Month,
    /// 90 days.
    Quarter,
    /// 365 days.
    Year,
}

impl Range {
    /// Every range, shortest first.
    pub const ALL: [Self; 4] = [Self::Week, Self::Month, Self::Quarter, Self::Year];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Week => "7d",
            Self::Month => "30d",
            Self::Quarter => "90d",
            Self::Year => "1y",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|range| range.code() == code)
    }

    /// Its days, today included.
    pub const fn days(self) -> u16 {
        match self {
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 90,
            Self::Year => 365,
        }
    }
}

/// The first instant of the `days` UTC days that end with the day of `now`.
pub(super) fn start_of(now: OffsetDateTime, days: u16) -> OffsetDateTime {
    let back = Duration::days(i64::from(days.saturating_sub(1)));
    let first = now.date().checked_sub(back).unwrap_or(Date::MIN);
    first.midnight().assume_utc()
}

/// The end of the UTC hour of `now`: the instant to which statistics reach.
pub fn as_of(now: OffsetDateTime) -> OffsetDateTime {
    let hour = Time::from_hms(now.hour(), 0, 0).unwrap_or(Time::MIDNIGHT);
    now.replace_time(hour) + Duration::HOUR
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::{Range, as_of, start_of};

    #[test]
    fn ranges_are_whole_utc_days_that_end_today() {
        let now = datetime!(2024-03-01 00:00 UTC);
        for (range, first) in [
            (Range::Week, datetime!(2024-02-24 00:00 UTC)),
            (Range::Month, datetime!(2024-02-01 00:00 UTC)),
            (Range::Quarter, datetime!(2023-12-03 00:00 UTC)),
            (Range::Year, datetime!(2023-03-03 00:00 UTC)),
        ] {
            assert_eq!(start_of(now, range.days()), first, "{range:?}");
            let late = datetime!(2024-03-01 23:59:59.999999 UTC);
            assert_eq!(start_of(late, range.days()), first, "{range:?}");
            assert_eq!(Range::from_code(range.code()), Some(range));
        }
        assert_eq!(Range::from_code("365d"), None);
    }

    #[test]
    fn statistics_reach_to_the_end_of_the_hour() {
        let end = datetime!(2026-01-01 00:00 UTC);
        assert_eq!(as_of(datetime!(2025-12-31 23:00 UTC)), end);
        assert_eq!(as_of(datetime!(2025-12-31 23:59:59.999999 UTC)), end);
        assert_eq!(as_of(end), datetime!(2026-01-01 01:00 UTC));
    }
}
