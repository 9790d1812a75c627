//! Delivery in words and as a date.

use domain::money::Currency;
use domain::scoring::{AssessedOffer, Gate};
use time::{Date, Duration, Weekday};

use crate::http::moment;

/// The day on which the offer arrives: as the shop states it unless that day has passed, else counted
/// from today; `None` when neither is known, or when the offer cannot be ordered any more.
pub fn estimate(offer: &AssessedOffer, today: Date) -> Option<Date> {
    if offer.delivery_estimate.is_some() {
        return offer.delivery_estimate;
    }
    can_arrive(offer).then_some(())?;
    after_business_days(today, offer.delivery_days?)
}

/// Cost and time of delivery for a person. Says so when the cost is an assumption of ours.
pub fn label(offer: &AssessedOffer, currency: Currency) -> String {
    let delivered = offer.delivered;
    let cost = if delivered.is_assumed() {
        format!(
            "Delivery cost not stated: {} assumed",
            currency.show(delivered.delivery)
        )
    } else if delivered.delivery.minor() == 0 {
        "Free delivery".to_owned()
    } else {
        format!("{} delivery", currency.show(delivered.delivery))
    };
    if !can_arrive(offer) {
        return cost;
    }
    match (offer.delivery_estimate, offer.delivery_days) {
        (Some(date), _) => format!("{cost}, by {}", moment::day(date)),
        (None, Some(0)) => format!("{cost}, on the same day"),
        (None, Some(1)) => format!("{cost}, within 1 business day"),
        (None, Some(days)) => format!("{cost}, within {days} business days"),
        (None, None) => cost,
    }
}

fn can_arrive(offer: &AssessedOffer) -> bool {
    offer.offer.facts.availability.can_be_ordered() && offer.gate != Some(Gate::Stale)
}

/// The business day (Monday to Friday) that is `days` business days after `from`. Public holidays
/// are not known here.
fn after_business_days(from: Date, days: u16) -> Option<Date> {
    let is_weekend = |date: Date| matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
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

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::after_business_days;

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
            assert_eq!(
                after_business_days(from, days),
                Some(expected),
                "{from} + {days}"
            );
        }
        assert!(after_business_days(time::Date::MAX, 1).is_none());
    }
}
