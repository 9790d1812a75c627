//! Business days: Monday to Friday. Public holidays are not known here.

use time::{Date, Duration, Weekday};

const fn is_weekend(date: Date) -> bool {
    matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// The business day that is so many business days after `from`; `None` where dates end.
pub fn after(from: Date, days: u16) -> Option<Date> {
    let mut date = from.checked_add(Duration::weeks(i64::from(days / 5)))?;
    for _ in 0..days % 5 {
        date = date.next_day()?;
        while is_weekend(date) {
            date = date.next_day()?;
        }
    }
    while is_weekend(date) {
        date = if days == 0 {
            date.next_day()?
        } else {
            date.previous_day()?
        };
    }
    Some(date)
}

/// How many business days pass until `to`, which itself counts, also on a weekend; 0 when it is not after `from`.
pub fn until(from: Date, to: Date) -> u16 {
    let days = (to - from).whole_days().max(0);
    if days == 0 {
        return 0;
    }
    let rest = (0..days % 7).filter_map(|back| to.checked_sub(Duration::days(back)));
    let in_rest = rest.filter(|date| !is_weekend(*date)).count();
    let business = days / 7 * 5 + crate::num::i64_from_usize(in_rest);
    let arrival = i64::from(is_weekend(to));
    u16::try_from(business + arrival).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use time::macros::date;
    use time::{Date, Duration};

    use super::{after, is_weekend, until};

    #[test]
    fn weekends_are_skipped() {
        // 2026-01-02 is a Friday.
        for (from, days, expected) in [
            (date!(2026 - 01 - 02), 0, date!(2026 - 01 - 02)),
            (date!(2026 - 01 - 02), 1, date!(2026 - 01 - 05)),
            (date!(2026 - 01 - 02), 5, date!(2026 - 01 - 09)),
            (date!(2026 - 01 - 03), 0, date!(2026 - 01 - 05)),
            (date!(2026 - 01 - 03), 1, date!(2026 - 01 - 05)),
            (date!(2026 - 01 - 03), 5, date!(2026 - 01 - 09)),
            (date!(2026 - 01 - 04), 6, date!(2026 - 01 - 12)),
            (date!(2026 - 01 - 01), 2, date!(2026 - 01 - 05)),
        ] {
            assert_eq!(after(from, days), Some(expected), "{from} + {days}");
        }
        assert!(after(Date::MAX, 1).is_none());
    }

    #[test]
    fn days_until_a_date_leave_weekends_out() {
        // 2026-03-06 is a Friday.
        for (from, to, expected) in [
            (date!(2026 - 03 - 06), date!(2026 - 03 - 05), 0),
            (date!(2026 - 03 - 06), date!(2026 - 03 - 06), 0),
            (date!(2026 - 03 - 06), date!(2026 - 03 - 07), 1),
            (date!(2026 - 03 - 06), date!(2026 - 03 - 09), 1),
            (date!(2026 - 03 - 06), date!(2026 - 03 - 10), 2),
            (date!(2026 - 03 - 07), date!(2026 - 03 - 08), 1),
            (date!(2026 - 03 - 07), date!(2026 - 03 - 09), 1),
            (date!(2026 - 03 - 06), date!(2026 - 03 - 20), 10),
            (date!(2026 - 03 - 06), date!(2426 - 03 - 03), u16::MAX),
        ] {
            assert_eq!(until(from, to), expected, "{from} to {to}");
        }
        assert_eq!(until(Date::MIN, Date::MAX), u16::MAX);
    }

    #[test]
    fn both_count_alike() {
        let monday = date!(2026 - 03 - 02);
        for (start, days) in (0..7).flat_map(|start| (1..40).map(move |days| (start, days))) {
            let from = monday + Duration::days(start);
            let day = after(from, days).unwrap();
            assert!(!is_weekend(day));
            assert_eq!(until(from, day), days, "{from} to {day}");
        }
    }
}
