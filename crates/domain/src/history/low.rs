//! Whether the price of now is a new low.

use time::{Duration, OffsetDateTime};

use super::market::{Market, Watched};
use super::range::start_of;
use super::stats::since;
use super::{Basis, PriceSegment, Range, Step};
use crate::freshness::Freshness;
use crate::ids::StoreNo;
use crate::money::Amount;
use crate::offer::Offer;
use crate::store::Store;

/// Below the prices of how many days a new low is.
pub const NEW_LOW_DAYS: u16 = 90;

/// What is known of a product's past, the offers of now included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPast {
    segments: Vec<PriceSegment>,
    stores: Vec<Store>,
    first_seen: Option<OffsetDateTime>,
}

impl KnownPast {
    /// The past of closed segments and current offers; `stores` are those of both, `first_seen` is when a price of the product
    /// was first observed. No history knows what is held back with its whole feed.
    pub fn of(
        closed: Vec<PriceSegment>,
        offers: &[Offer],
        stores: Vec<Store>,
        first_seen: Option<OffsetDateTime>,
    ) -> Self {
        let mut segments = closed;
        let known = offers.iter().filter(|offer| !offer.held_with_feed);
        segments.extend(known.map(PriceSegment::of_offer));
        Self {
            segments,
            stores,
            first_seen,
        }
    }

    /// Since when closed segments are needed.
    pub fn since(freshness: Freshness) -> OffsetDateTime {
        let Freshness { now, offer_ttl } = freshness;
        now - Duration::days(i64::from(Range::Year.days())) - offer_ttl
    }

    /// The prices of all stores together.
    pub fn market(&self, freshness: Freshness) -> Market {
        Market::new(&self.watched(freshness), freshness.now)
    }

    /// The price at the door now, of all stores or of one, if it is a new low ([`Market::new_low`]).
    pub fn new_low(&self, seller: Option<StoreNo>, freshness: Freshness) -> Option<Amount> {
        let market = match seller {
            None => self.market(freshness),
            Some(store) => Market::of_store(&self.watched(freshness), store, freshness.now),
        };
        market.new_low()
    }

    /// The shops.
    pub fn into_stores(self) -> Vec<Store> {
        self.stores
    }

    fn watched(&self, freshness: Freshness) -> Watched<'_> {
        Watched {
            segments: &self.segments,
            stores: &self.stores,
            first_seen: self.first_seen,
            time_to_live: freshness.offer_ttl,
        }
    }
}

impl Market {
    /// The price at the door now, if it is a new low of 90 days: the price intelligence of the product says that it is the
    /// lowest of 90 days or more ([`super::Summary::lowest_in_days`]), by the price at the door, and each price of the 90
    /// days before the present one stands was higher. It stands from where it was asked without a hole, by whomever: a
    /// price that returns after there was none was asked before. So a product whose past is shorter, or was known for less
    /// than half of them, or whose delivery cost mostly was not, has none.
    pub fn new_low(&self) -> Option<Amount> {
        let basis = self.basis();
        let (price, _) = self.current(basis)?;
        let days = self.lowest_in_days(basis)?;
        let steps = since(self.steps(basis), start_of(self.now, NEW_LOW_DAYS));
        let passed = steps.iter().rev().skip_while(|step| step.from > self.now);
        let mut later: Option<&Step> = None;
        let mut before = passed.skip_while(|step| {
            let touches = later.is_none_or(|later| step.until == later.from);
            later = Some(*step);
            touches && step.price == price
        });
        let is_new = before.all(|step| step.price > price);
        let is_low = basis == Basis::Delivered && days >= NEW_LOW_DAYS && is_new;
        is_low.then_some(price)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;
    use time::OffsetDateTime;
    use time::macros::datetime;

    use super::KnownPast;
    use crate::availability::{Availability, Condition};
    use crate::freshness::Freshness;
    use crate::history::{PriceSegment, Range};
    use crate::ids::StoreNo;
    use crate::money::Amount;
    use crate::store::{Store, StoreName, StoreTerms};

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:30 UTC);
    const FRESHNESS: Freshness = Freshness {
        now: NOW,
        offer_ttl: Duration::days(2),
    };

    fn amount(minor: i64) -> Amount {
        Amount::from_minor(minor).unwrap()
    }

    /// A store asked that, from and until so many days before now; `None`: it still does.
    fn asked(store: i64, minor: i64, from: i64, until: Option<i64>) -> PriceSegment {
        let ago = |days| NOW - Duration::days(days);
        PriceSegment {
            store: StoreNo(store),
            offer_id: format!("{store}"),
            item_price: amount(minor),
            delivery_cost: Some(amount(0)),
            availability: Availability::InStock,
            condition: Condition::New,
            is_quarantined: false,
            is_imported: false,
            from: ago(from),
            last_seen: ago(until.unwrap_or(0)),
            ended: until.map(ago),
        }
    }

    fn past(segments: Vec<PriceSegment>) -> KnownPast {
        let store = |no| Store {
            no: StoreNo(no),
            name: StoreName::parse(&format!("Store {no}")).unwrap(),
            terms: StoreTerms::default(),
            highest_delivery: None,
            last_observed_at: None,
        };
        KnownPast {
            first_seen: segments.iter().map(|segment| segment.from).min(),
            stores: [1, 2].map(store).into(),
            segments,
        }
    }

    fn low(segments: &[PriceSegment], seller: Option<i64>) -> Option<i64> {
        let found = past(segments.to_vec()).new_low(seller.map(StoreNo), FRESHNESS);
        found.map(Amount::minor)
    }

    /// Whether a price of now is a low after what was asked before.
    fn judge(cases: impl IntoIterator<Item = (Vec<PriceSegment>, i64, bool)>) {
        for (mut segments, price, is_low) in cases {
            segments.push(asked(1, price, 0, None));
            assert_eq!(
                low(&segments, None),
                is_low.then_some(price),
                "{segments:?}"
            );
        }
    }

    #[test]
    fn a_low_is_below_all_prices_of_90_days() {
        judge([
            (vec![asked(1, 100, 90, Some(0))], 99, true),
            (vec![asked(1, 100, 90, Some(0))], 100, false),
            // the past is shorter
            (vec![asked(1, 100, 89, Some(0))], 99, false),
            // it was as low in the 90 days, and before them
            (
                vec![asked(1, 99, 200, Some(80)), asked(1, 100, 80, Some(0))],
                99,
                false,
            ),
            (
                vec![asked(1, 99, 200, Some(90)), asked(1, 100, 90, Some(0))],
                99,
                true,
            ),
            (
                vec![asked(1, 98, 200, Some(90)), asked(1, 100, 90, Some(0))],
                99,
                true,
            ),
            // another store asks less, or did
            (
                vec![asked(1, 100, 200, Some(0)), asked(2, 99, 200, None)],
                99,
                false,
            ),
            (
                vec![asked(1, 100, 200, Some(0)), asked(2, 98, 100, Some(50))],
                99,
                false,
            ),
            // known for less than half of the time
            (
                vec![asked(1, 100, 120, Some(100)), asked(1, 100, 30, Some(0))],
                99,
                false,
            ),
            // a rise, and back below it
            (
                vec![asked(1, 100, 200, Some(3)), asked(1, 120, 3, Some(0))],
                110,
                false,
            ),
        ]);
        assert_eq!(low(&[], None), None);
    }

    #[test]
    fn a_price_that_returns_after_a_gap_is_no_low() {
        judge([
            // sold out in between, in the 90 days or since before them
            (
                vec![asked(1, 100, 365, Some(60)), asked(1, 99, 60, Some(30))],
                99,
                false,
            ),
            (
                vec![asked(1, 100, 365, Some(100)), asked(1, 99, 100, Some(30))],
                99,
                false,
            ),
            (
                vec![asked(1, 100, 365, Some(60)), asked(1, 99, 60, Some(30))],
                98,
                true,
            ),
            // it stands on, asked by one store after the other
            (
                vec![
                    asked(1, 100, 365, Some(60)),
                    asked(2, 99, 60, Some(30)),
                    asked(1, 99, 30, Some(0)),
                ],
                99,
                true,
            ),
        ]);
    }

    #[test]
    fn a_low_of_one_store_is_of_its_own_past() {
        let segments = [
            asked(1, 100, 200, Some(0)),
            asked(1, 90, 0, None),
            asked(2, 80, 200, Some(10)),
            asked(2, 79, 10, None),
        ];
        assert_eq!(low(&segments, None), Some(79));
        assert_eq!(low(&segments, Some(1)), Some(90));
        assert_eq!(low(&segments, Some(2)), Some(79));
        assert_eq!(low(&segments, Some(3)), None);
        let young = [
            asked(1, 100, 200, None),
            asked(2, 80, 50, Some(0)),
            asked(2, 70, 0, None),
        ];
        assert_eq!(low(&young, None), Some(70));
        assert_eq!(low(&young, Some(2)), None, "its own past is short");
    }

    #[test]
    fn no_low_is_held_back_or_without_a_stated_delivery_cost() {
        let before = asked(1, 100, 200, Some(0));
        let held = PriceSegment {
            is_quarantined: true,
            ..asked(1, 50, 0, None)
        };
        assert_eq!(low(&[before.clone(), held.clone()], None), None);
        let confirming = asked(2, 51, 0, None);
        let confirmed = [before.clone(), held, confirming];
        assert_eq!(low(&confirmed, None), Some(50));
        assert_eq!(low(&confirmed, Some(1)), Some(50));
        let silent = |segment: PriceSegment| PriceSegment {
            delivery_cost: None,
            ..segment
        };
        assert_eq!(
            low(&[before.clone(), silent(asked(1, 50, 0, None))], None),
            None
        );
        assert_eq!(low(&[silent(before), asked(1, 50, 0, None)], None), None);
    }

    proptest! {
        /// Whatever was asked: there is a new low where price intelligence says that the price is the lowest of 90 days or
        /// more, and each price of those days is higher but for the time in which the present one stands; nowhere else.
        #[test]
        fn price_intelligence_agrees(
            asks in prop::collection::vec((1_i64..3, 90_i64..110, 0_i64..150, 1_i64..60), 1..20),
            price in 80_i64..100,
        ) {
            let before = asks.into_iter().map(|(store, minor, until, days)| {
                asked(store, minor, until + days, Some(until))
            });
            let mut segments: Vec<PriceSegment> = before.collect();
            segments.push(asked(1, price, 0, None));
            let past = past(segments.clone());
            let summary = past.market(FRESHNESS).summary(Range::Quarter);
            let is_shown = summary.lowest_in_days.is_some_and(|days| days >= 90);
            let found = past.new_low(None, FRESHNESS);
            if let Some(low) = found {
                prop_assert!(is_shown);
                prop_assert_eq!(summary.current_delivered, Some(low));
            }
            let first = (NOW - Duration::days(89)).replace_time(time::Time::MIDNIGHT);
            // without a hole up to now, by whomever
            let same = || segments.iter().filter(|segment| segment.item_price == amount(price));
            let mut stands_from = NOW;
            while let Some(earlier) = same().find(|segment| {
                segment.from < stands_from && segment.ended.is_none_or(|ended| ended >= stands_from)
            }) {
                stands_from = earlier.from;
            }
            let is_new = segments.iter().all(|segment| {
                segment.ended.is_none_or(|ended| ended <= first)
                    || segment.item_price > amount(price)
                    || (segment.item_price == amount(price) && segment.from >= stands_from)
            });
            prop_assert_eq!(found.is_some(), is_shown && is_new);
        }
    }
}
