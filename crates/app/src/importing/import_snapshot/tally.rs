//! What is counted of a feed while its rows go by.

use std::collections::BTreeMap;

use domain::money::{Amount, Currency};
use domain::offer::FeedOffer;
use domain::plausibility;
use domain::plausibility::feed::{Earlier, FeedReading, FeedVerdict, Sighting, Suspicion};
use ports_store::KnownOffer;
use time::OffsetDateTime;

use super::known::is_held_with_feed;
use super::report::Counts;
use super::rows::{JudgedRow, PriceEvidence, Row};

/// Different pairs of category and delivery cost that are counted; a feed with more has no usual
/// delivery cost.
const MAX_RATES: usize = 20_000;

/// The tally of one feed: its offers, what their delivery costs, and its prices as a whole.
pub(super) struct SnapshotTally {
    created: u64,
    changed: u64,
    unchanged: u64,
    /// Offers by category and delivery cost; `None` once these are too many.
    rates: Option<BTreeMap<(String, Amount), u64>>,
    reading: FeedReading,
    /// Staged prices that are new or moved, or would be released.
    fresh: u64,
    /// Those of them that were held back with their feed.
    released: u64,
}

impl SnapshotTally {
    /// `doubted_until` is until when the store is, or was, doubted.
    pub(super) fn new(doubted_until: Option<OffsetDateTime>, observed_at: OffsetDateTime) -> Self {
        Self {
            created: 0,
            changed: 0,
            unchanged: 0,
            rates: Some(BTreeMap::new()),
            reading: FeedReading::new(doubted_until, observed_at),
            fresh: 0,
            released: 0,
        }
    }

    /// Whether the store's feed is doubted while this one is read.
    pub(super) fn is_doubted(&self) -> bool {
        self.reading.is_doubted()
    }

    /// Counts a row for which nothing is written; `asked` is the median of what other stores ask, as far as that
    /// was looked up.
    pub(super) fn record_confirmed(
        &mut self,
        row: &Row,
        known: &KnownOffer,
        asked: Option<Amount>,
    ) {
        let evidence = PriceEvidence { asked, usual: None };
        self.unchanged += 1;
        self.record_rate(&row.offer);
        self.record_price(row, Some(known), Some(known), evidence);
    }

    /// Counts a row that is staged.
    pub(super) fn record_judged(&mut self, judged: &JudgedRow) {
        let placed = &judged.placed;
        let same = placed.known_of_its_product();
        match &placed.known {
            None => self.created += 1,
            Some(known) if known.content == placed.row.content => self.unchanged += 1,
            Some(_) => self.changed += 1,
        }
        self.record_rate(&placed.row.offer);
        self.record_price(&placed.row, placed.known.as_ref(), same, judged.evidence);
        let stayed = same.filter(|_| !placed.moved());
        if !judged.is_still_held && stayed.is_none_or(|known| known.quarantine.is_some()) {
            self.fresh += 1;
            self.released += u64::from(stayed.is_some_and(is_held_with_feed));
        }
    }

    fn record_rate(&mut self, offer: &FeedOffer) {
        let category = &offer.identity.category;
        let (Some(cost), Some(rates)) = (offer.facts.delivery_cost, &mut self.rates) else {
            return;
        };
        *rates.entry((category.clone(), cost)).or_default() += 1;
        if rates.len() > MAX_RATES {
            self.rates = None;
        }
    }

    /// `known` is what the store offers under the row's id, `same` that when it is of the same product.
    fn record_price(
        &mut self,
        row: &Row,
        known: Option<&KnownOffer>,
        same: Option<&KnownOffer>,
        evidence: PriceEvidence,
    ) {
        let facts = &row.offer.facts;
        let price = facts.item_price;
        let can_be_ordered = facts.availability.can_be_ordered();
        let is_eligible = plausibility::is_eligible(facts.condition, can_be_ordered);
        let asked = evidence.asked.filter(|_| is_eligible);
        let market = || asked.map_or(Earlier::Nothing, Earlier::Market);
        let earlier = same.map_or_else(market, |k| match &k.quarantine {
            None => Earlier::Own(k.item_price),
            Some(held) => match held.with_feed {
                None if k.item_price == price => Earlier::Nothing,
                None => market(),
                Some(feed) => feed.believed.map_or_else(market, Earlier::Own),
            },
        });
        let held = same.filter(|k| is_held_with_feed(k));
        self.reading.observe(&Sighting {
            id: &facts.offer_id,
            price,
            earlier,
            held: held.map(|k| k.item_price),
            usual: evidence.usual,
            asked,
            could_be_ordered: known.map(|k| k.can_be_ordered),
            can_be_ordered,
        });
    }

    /// What became of the rows that were accepted; the other counts are 0.
    pub(super) fn counts(&self) -> Counts {
        Counts {
            accepted: self.created + self.changed + self.unchanged,
            created: self.created,
            changed: self.changed,
            unchanged: self.unchanged,
            ..Counts::default()
        }
    }

    /// Whether it says that everything is sold out at once.
    pub(super) fn sold_out(&self) -> Option<Suspicion> {
        self.reading.sold_out()
    }

    /// What is made of the prices; the store had `live` offers, and `is_full` when the feed names all that it has.
    pub(super) fn verdict(&self, live: u64, is_full: bool, currency: Currency) -> FeedVerdict {
        self.reading.verdict(live, is_full, currency)
    }

    /// Whether a price is staged otherwise than it was.
    pub(super) fn has_fresh_prices(&self) -> bool {
        self.fresh > 0
    }

    /// Prices that were held back with their feed and are not any more.
    pub(super) fn released(&self) -> u64 {
        self.released
    }

    /// How many offers of each category have each delivery cost; of a feed with too many different ones nothing.
    pub(super) fn into_delivery_rates(self) -> Vec<(String, Amount, u64)> {
        let rates = self.rates.into_iter().flatten();
        rates
            .map(|((category, rate), offers)| (category, rate, offers))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use domain::availability::Availability;
    use domain::ids::{ProductNo, SnapshotNo};
    use domain::money::Amount;
    use domain::placement::{Confidence, MatchRung};
    use domain::plausibility::{HeldFeed, Quarantine};
    use ports_store::{Assignment, KnownOffer};

    use super::SnapshotTally;
    use crate::importing::import_snapshot::report::Counts;
    use crate::importing::import_snapshot::rows::{JudgedRow, Place, PlacedRow, PriceEvidence};
    use crate::importing::import_snapshot::samples::{NOW, known, row};

    fn tally() -> SnapshotTally {
        SnapshotTally::new(None, NOW)
    }

    fn amount(minor: i64) -> Amount {
        Amount::from_minor(minor).unwrap()
    }

    /// A row of product 1 whose price is believed.
    fn judged(id: &str, known: Option<KnownOffer>) -> JudgedRow {
        JudgedRow {
            placed: PlacedRow {
                row: row(id),
                known,
                place: Place {
                    assignment: Assignment::Existing(ProductNo(1)),
                    rung: MatchRung::Gtin,
                    confidence: Confidence::FULL,
                },
            },
            quarantine: None,
            is_still_held: false,
            evidence: PriceEvidence::default(),
        }
    }

    fn with_feed() -> Quarantine {
        Quarantine {
            reason: "its whole feed".to_owned(),
            by_person: false,
            with_feed: Some(HeldFeed {
                snapshot: SnapshotNo(1),
                believed: None,
            }),
        }
    }

    #[test]
    fn each_accepted_row_is_new_changed_or_unchanged() {
        let mut tally = tally();
        let same = row("a");
        tally.record_confirmed(&same, &known(&same), None);
        tally.record_judged(&judged("b", Some(known(&row("b")))));
        let mut other = known(&row("c"));
        other.content = [2; 16];
        tally.record_judged(&judged("c", Some(other)));
        tally.record_judged(&judged("d", None));
        let expected = Counts {
            accepted: 4,
            created: 1,
            changed: 1,
            unchanged: 2,
            ..Counts::default()
        };
        assert_eq!(tally.counts(), expected);
    }

    #[test]
    fn delivery_costs_are_counted_by_category_where_they_are_stated() {
        let mut tally = tally();
        let same = row("a");
        tally.record_confirmed(&same, &known(&same), None);
        tally.record_judged(&judged("b", None));
        let mut dear = judged("c", None);
        dear.placed.row.offer.facts.delivery_cost = Some(amount(500));
        tally.record_judged(&dear);
        let mut unstated = judged("d", None);
        unstated.placed.row.offer.facts.delivery_cost = None;
        tally.record_judged(&unstated);
        let lamps = || "lamps".to_owned();
        let expected = [(lamps(), Amount::ZERO, 2), (lamps(), amount(500), 1)];
        assert_eq!(tally.into_delivery_rates(), expected);
    }

    #[test]
    fn a_feed_with_too_many_different_delivery_costs_has_no_usual_ones() {
        let mut tally = tally();
        let mut offer = row("a").offer;
        for cost in 0..=super::MAX_RATES {
            offer.facts.delivery_cost = Some(amount(i64::try_from(cost).unwrap()));
            tally.record_rate(&offer);
        }
        tally.record_rate(&offer);
        assert_eq!(tally.into_delivery_rates(), []);
    }

    #[test]
    fn a_price_is_fresh_when_it_is_new_or_moved_and_not_when_it_stays() {
        let mut quiet = tally();
        let same = row("a");
        quiet.record_confirmed(&same, &known(&same), None);
        quiet.record_judged(&judged("b", Some(known(&row("b")))));
        assert!(!quiet.has_fresh_prices());

        let mut new = tally();
        new.record_judged(&judged("c", None));
        assert!(new.has_fresh_prices());

        let mut moved = tally();
        let mut before = known(&row("d"));
        before.item_price = amount(900);
        moved.record_judged(&judged("d", Some(before)));
        assert!(moved.has_fresh_prices());
        assert_eq!(moved.released(), 0);
    }

    #[test]
    fn a_price_that_was_held_with_its_feed_is_released_unless_it_is_still_held() {
        let mut before = known(&row("a"));
        before.quarantine = Some(with_feed());

        let mut stands = tally();
        stands.record_judged(&judged("a", Some(before.clone())));
        assert!(stands.has_fresh_prices());
        assert_eq!(stands.released(), 1);

        let mut held = tally();
        let mut still = judged("a", Some(before.clone()));
        still.is_still_held = true;
        held.record_judged(&still);
        assert!(!held.has_fresh_prices());
        assert_eq!(held.released(), 0);

        // of another product it is simply a new price
        let mut elsewhere = tally();
        before.product = ProductNo(2);
        elsewhere.record_judged(&judged("a", Some(before)));
        assert!(elsewhere.has_fresh_prices());
        assert_eq!(elsewhere.released(), 0);
    }

    #[test]
    fn ten_offers_that_cannot_be_ordered_any_more_are_sold_out() {
        let mut tally = tally();
        for no in 1..=10 {
            assert_eq!(tally.sold_out(), None, "{no}");
            let before = known(&row("a"));
            let mut gone = judged("a", Some(before));
            gone.placed.row.offer.facts.availability = Availability::OutOfStock;
            tally.record_judged(&gone);
        }
        assert!(tally.sold_out().is_some());
    }
}
