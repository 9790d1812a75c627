//! When an item can be had, and what its delivery costs.

use domain::availability::Availability;
use time::OffsetDateTime;

use super::GoogleRow;
use crate::formats::google_fields::GoogleField;
use crate::offer::codes;
use crate::offer::field::Field;
use crate::offer::money;

impl GoogleRow<'_> {
    /// The day from which on goods can be had that cannot be had yet.
    pub(super) fn comes_later(&mut self) {
        let availability = codes::availability(self.value(GoogleField::Availability));
        let later = matches!(
            availability,
            Some(Availability::Preorder | Availability::Backorder)
        );
        let day = codes::google_instant(self.value(GoogleField::AvailabilityDate))
            .map(OffsetDateTime::date)
            .filter(|day| later && *day > self.options.observed_at.date());
        if let Some(day) = day {
            *self.raw.texts.slot(Field::DeliveryEstimate) = day.to_string();
        }
    }

    pub(super) fn delivery(&mut self) {
        if self.ways.only_pickup() {
            let reason = "only for fetching it: the cost of delivery is not known";
            self.remark(GoogleField::Shipping, reason.to_owned());
        }
        let stated = self.raw.texts.get(Field::Currency);
        let price = money::read(self.raw.texts.get(Field::Price), stated, self.options).ok();
        let Some(delivery) = self.ways.cheapest(price) else {
            return;
        };
        let handling = match delivery.max_handling.trim() {
            "" => self.value(GoogleField::MaxHandling),
            own => own,
        };
        let days = match (delivery.max_transit.trim().parse::<u16>(), handling) {
            (Ok(transit), "") => Some(transit),
            (Ok(transit), handling) => handling
                .parse::<u16>()
                .ok()
                .map(|handling| transit.saturating_add(handling)),
            (Err(_), _) => None,
        };
        *self.raw.texts.slot(Field::DeliveryCost) = delivery.price;
        if let Some(days) = days {
            *self.raw.texts.slot(Field::DeliveryDays) = days.to_string();
        }
    }
}
