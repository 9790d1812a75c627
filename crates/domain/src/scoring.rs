//! Which of a product's offers to recommend, and why.
//!
//! An offer first has to pass the gates: it is of the new product, can be ordered, was seen within
//! its time to live and is not held back as implausible. What another store confirms now
//! ([`crate::plausibility`]) counts as not held back. Behind the gates it gets 0 to 100 points:
//! the sum over five criteria of weight × utility. The utilities are fixed curves, not positions
//! among the offers shown (min-max and TOPSIS reverse ranks when an alternative is added), so:
//!
//! * a lower price alone never lowers an offer's score;
//! * an offer that is added and is not the new cheapest changes no other score (a new cheapest
//!   rescales the price part of all: the one dependence that is left);
//! * equal offers are ordered by delivered price, delivery time, store and offer id: the same way
//!   every time.
//!
//! | criterion | weight | utility |
//! |---|---|---|
//! | delivered price T | 60 | 1 − clamp((T − best T) / (0.25 × best T)) |
//! | availability and speed | 15 | in stock, days ≤1: 1.0, 2: 0.9, 3: 0.8, 5: 0.6, 7: 0.4, 14: 0.15, more: 0.05; not stated: 0.3; pre-order, back-order: 0.1 |
//! | seller | 15 | clamp((r′ − 3) / 2), r′ = (25 × 4.0 + n × r) / (25 + n) for rating r of n reviews |
//! | returns | 5 | none: 0, below 30 days or not stated: 0.3, 30: 0.7, 60: 1 |
//! | warranty | 5 | below 36 months or not stated: 0.4, from 36: 1 |
//!
//! A day of delivery that a shop states counts up to that day (UTC). Once it has passed it says nothing:
//! the offer is treated as if it were not stated, never as one that arrives at once.
//!
//! The prior of the seller's rating (4.0, worth 25 reviews) is fixed, so that a new shop changes no
//! other shop's score. An offer whose delivery cost is assumed gets 69 points at most. No fee, paid
//! placement or click price is known here.

mod badge;
mod decision;
mod gate;
mod lowest;
mod rationale;
mod utility;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use time::{Date, Duration, OffsetDateTime};

pub use badge::Badge;
pub use decision::{Decision, Label};
pub use gate::Gate;
use gate::Gates;
use lowest::Expiring;
pub use lowest::{LowestStated, lowest_stated};
pub use rationale::{Cheaper, NotTaken, Rationale, RunnerUp, Strength, Weakness};
pub use utility::{Criterion, Part};

use crate::business_days;
use crate::delivered_price::{DeliveredPrice, DeliveryFallback, DeliverySource};
use crate::freshness::Freshness;
use crate::ids::StoreNo;
use crate::money::Amount;
use crate::num;
use crate::offer::Offer;
use crate::store::{Rating, Store};

/// The most points of an offer whose delivery cost is assumed.
pub const ASSUMED_CAP: u8 = 69;

/// What holds for all offers of one assessment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Which offers count.
    pub freshness: Freshness,
    /// Delivery costs where nobody states one.
    pub fallback: DeliveryFallback,
}

/// The points of an offer and what they are made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// 0 to 100.
    pub points: u8,
    /// Every criterion with its weight and utility.
    pub parts: Vec<Part>,
    /// The points were cut to [`ASSUMED_CAP`].
    pub capped: bool,
}

/// One offer with everything that was worked out about it.
#[derive(Debug, Clone, PartialEq)]
pub struct AssessedOffer {
    /// The offer.
    pub offer: Offer,
    /// The shop's name.
    pub store_name: String,
    /// What it costs at the door.
    pub delivered: DeliveredPrice,
    /// Rating of the seller: the offer's, else the store's.
    pub seller_score: Option<Rating>,
    /// Days for returning: the offer's, else the store's.
    pub return_days: Option<u16>,
    /// Months of warranty: the offer's, else the store's.
    pub warranty_months: Option<u16>,
    /// Day of delivery that the shop states, unless it has passed.
    pub delivery_estimate: Option<Date>,
    /// Business days until delivery: the offer's, else those to the stated day, else the store's.
    pub delivery_days: Option<u16>,
    /// Why it is not scored.
    pub gate: Option<Gate>,
    /// Its points; `None` behind a gate.
    pub score: Option<Score>,
    /// Share of the facts a buyer needs that are stated, 0 to 1.
    pub data_quality: f64,
    /// The one that is recommended.
    pub is_recommended: bool,
    /// No offer that passes the gates has a lower item price.
    pub is_lowest_item_price: bool,
    /// It sets the product's lowest delivered price (see [`Minimum`]).
    pub is_lowest_delivered: bool,
}

impl AssessedOffer {
    fn points(&self) -> u8 {
        self.score.as_ref().map_or(0, |s| s.points)
    }

    /// The total order of the list: recommended first, then by points; gated ones below, cheapest
    /// first.
    fn compare(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }

    fn rank(&self) -> impl Ord {
        (
            self.gate.is_some(),
            std::cmp::Reverse(self.points()),
            self.delivered.total(),
            self.delivery_days.unwrap_or(u16::MAX),
            self.store_name.as_str(),
            self.offer.facts.offer_id.as_str(),
        )
    }
}

/// The lowest price of a product at the door (D-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minimum {
    /// The delivered price.
    pub price: Amount,
    /// No offer states its delivery cost: the price rests on an assumption, so it sets no low and
    /// triggers nothing.
    pub is_assumed: bool,
}

/// All offers of a product, assessed.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// The offers, best first.
    pub offers: Vec<AssessedOffer>,
    /// How many offers there are, of which `offers` may have been [cut](Self::cut_to).
    pub offer_count: usize,
    /// The recommendation; `None` when no offer passes the gates.
    pub decision: Option<Decision>,
    /// The lowest delivered price; `None` when no offer passes the gates.
    pub minimum: Option<Minimum>,
    /// Stores with an offer that passes the gates.
    pub store_count: u32,
    /// Until when all of this stays true if no snapshot comes; `None`: for ever.
    pub valid_until: Option<OffsetDateTime>,
}

impl Assessment {
    /// Leaves the first so many of the offers. The first of those that have the lowest item price, and of those that
    /// set the lowest delivered price, stays among them, however low it ranks; what was found out of all stays.
    #[must_use]
    pub fn cut_to(mut self, limit: usize) -> Self {
        if self.offers.len() <= limit {
            return self;
        }
        let is_lowest: [fn(&AssessedOffer) -> bool; 2] =
            [|o| o.is_lowest_item_price, |o| o.is_lowest_delivered];
        let lowest = is_lowest.map(|is_lowest| self.offers.iter().position(is_lowest));
        let kept: BTreeSet<usize> = lowest.into_iter().flatten().collect();
        let mut others = limit.saturating_sub(kept.len());
        let mut place = 0;
        self.offers.retain(|_| {
            let is_kept = kept.contains(&place);
            let has_room = others > 0 && !is_kept;
            others -= usize::from(has_room);
            place += 1;
            is_kept || has_room
        });
        self.offers.shrink_to_fit();
        self
    }
}

/// Assesses all offers of one product. Offers whose store is not among `stores` are left out.
pub fn assess(offers: &[Offer], stores: &[Store], terms: Terms) -> Assessment {
    let stores = stores_by_number(stores);
    let gates = Gates::new(offers, terms.freshness);
    let mut assessed: Vec<AssessedOffer> = offers
        .iter()
        .filter_map(|offer| {
            let store = stores.get(&offer.store)?;
            Some(describe(offer, store, gates.of(offer), terms))
        })
        .collect();
    let open = || assessed.iter().filter(|o| o.gate.is_none());
    let best_total = open().map(|o| o.delivered.total()).min();
    let best_item = open().map(|o| o.delivered.item).min();
    let minimum = minimum(open());
    let mut store_numbers: Vec<_> = open().map(|o| o.offer.store).collect();
    store_numbers.sort_unstable();
    store_numbers.dedup();
    let expiring = |offer: &AssessedOffer| Expiring {
        gate: offer.gate,
        last_seen_at: offer.offer.last_seen_at,
        // a stated day that has not passed is counted in days, if nothing else is
        counts_days: offer.delivery_days.is_some(),
        source: offer.delivered.source,
    };
    let valid_until = valid_until(&assessed.iter().map(expiring), terms);
    if let (Some(best_total), Some(best_item)) = (best_total, best_item) {
        for offer in assessed.iter_mut().filter(|o| o.gate.is_none()) {
            offer.score = Some(score(offer, best_total));
            offer.is_lowest_item_price = offer.delivered.item == best_item;
            offer.is_lowest_delivered = minimum.is_some_and(|m| {
                m.price == offer.delivered.total() && m.is_assumed == offer.delivered.is_assumed()
            });
        }
    }
    assessed.sort_by(AssessedOffer::compare);
    if let Some(first) = assessed.first_mut().filter(|o| o.gate.is_none()) {
        first.is_recommended = true;
    }
    Assessment {
        decision: decision::decide(&assessed),
        offer_count: assessed.len(),
        offers: assessed,
        minimum,
        store_count: u32::try_from(store_numbers.len()).unwrap_or(u32::MAX),
        valid_until,
    }
}

/// The lowest delivered price of these offers, which can be bought: of stated ones, if there is any.
pub fn minimum<'a>(open: impl Iterator<Item = &'a AssessedOffer>) -> Option<Minimum> {
    open.map(|o| (o.delivered.is_assumed(), o.delivered.total()))
        .min()
        .map(|(is_assumed, price)| Minimum { price, is_assumed })
}

fn describe(offer: &Offer, store: &Store, gate: Option<Gate>, terms: Terms) -> AssessedOffer {
    let facts = &offer.facts;
    let delivered = DeliveredPrice::of(facts, store, terms.fallback);
    let today = terms.freshness.now.date();
    let delivery_estimate = facts.delivery_estimate.filter(|date| *date >= today);
    let days_to_estimate = delivery_estimate.map(|date| business_days::until(today, date));
    let mut assessed = AssessedOffer {
        store_name: store.name.as_str().to_owned(),
        delivered,
        seller_score: facts.seller_score.or(store.terms.seller_score),
        return_days: facts.return_days.or(store.terms.return_days),
        warranty_months: facts.warranty_months.or(store.terms.warranty_months),
        delivery_estimate,
        delivery_days: facts
            .delivery_days
            .or(days_to_estimate)
            .or(store.terms.delivery_days),
        gate,
        score: None,
        data_quality: 0.0,
        is_recommended: false,
        is_lowest_item_price: false,
        is_lowest_delivered: false,
        offer: offer.clone(),
    };
    assessed.score = assessed.gate.is_none().then(|| Score {
        points: 0,
        parts: utility::terms_parts(&assessed, store),
        capped: false,
    });
    assessed.data_quality = utility::data_quality(&assessed);
    assessed
}

fn score(offer: &AssessedOffer, best_total: Amount) -> Score {
    let mut parts = vec![Part {
        criterion: Criterion::DeliveredPrice,
        utility: utility::price(offer.delivered.total(), best_total),
    }];
    if let Some(score) = &offer.score {
        parts.extend(score.parts.iter().copied());
    }
    let sum: f64 = parts.iter().map(Part::contribution).sum();
    let full = num::u8_from_f64(sum.clamp(0.0, 100.0));
    let capped = offer.delivered.is_assumed() && full > ASSUMED_CAP;
    Score {
        points: if capped { ASSUMED_CAP } else { full },
        parts,
        capped,
    }
}

/// The first instant at which an answer changes by itself: an offer turns stale, or the day ends on
/// which days until delivery are counted. A category's usual delivery cost has no such instant; it
/// is looked at again after five minutes.
fn valid_until(
    offers: &(impl Iterator<Item = Expiring> + Clone),
    terms: Terms,
) -> Option<OffsetDateTime> {
    let expiries = offers
        .clone()
        .filter(|o| o.gate != Some(Gate::Stale))
        .map(|o| terms.freshness.stale_from(o.last_seen_at));
    let midnight = offers
        .clone()
        .find(|o| o.counts_days)
        .and_then(|_| terms.freshness.now.date().next_day())
        .map(|day| day.midnight().assume_utc());
    let assumed = offers
        .clone()
        .find(|o| o.source == DeliverySource::Category)
        .map(|_| terms.freshness.now + Duration::minutes(5));
    expiries.chain(midnight).chain(assumed).min()
}

fn stores_by_number(stores: &[Store]) -> BTreeMap<StoreNo, &Store> {
    stores.iter().map(|store| (store.no, store)).collect()
}

#[cfg(test)]
mod tests;
