//! Delivery in words and as a date.

use domain::business_days;
use domain::money::Currency;
use domain::scoring::AssessedOffer;
use time::Date;

use crate::http::moment;

/// The day on which the offer arrives: as the shop states it unless that day has passed, else counted
/// from today; `None` when neither is known, or when the offer cannot be ordered any more.
pub fn estimate(offer: &AssessedOffer, today: Date) -> Option<Date> {
    if offer.delivery_estimate.is_some() {
        return offer.delivery_estimate;
    }
    offer.can_arrive().then_some(())?;
    business_days::after(today, offer.delivery_days?)
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
    if !offer.can_arrive() {
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
