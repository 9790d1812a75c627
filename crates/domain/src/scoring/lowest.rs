//! The lowest stated price of a product of any number of offers.

use std::collections::HashMap;

use time::OffsetDateTime;

use super::gate::Gates;
use super::{AssessedOffer, Gate, Terms, describe, score, stores_by_number, valid_until};
use crate::delivered_price::{DeliveredPrice, DeliverySource};
use crate::ids::StoreNo;
use crate::offer::Offer;
use crate::store::Store;

/// What sets the lowest delivered price, where somebody states the delivery cost.
#[derive(Debug, Clone, PartialEq)]
pub struct LowestStated {
    /// The best of the offers that ask it; `None` when none passes the gates with a stated delivery cost.
    pub offer: Option<AssessedOffer>,
    /// Until when an assessment stays true if no snapshot comes; `None`: for ever.
    pub valid_until: Option<OffsetDateTime>,
}

/// What says when an assessment stops being true.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expiring {
    pub(super) gate: Option<Gate>,
    pub(super) last_seen_at: OffsetDateTime,
    pub(super) counts_days: bool,
    pub(super) source: DeliverySource,
}

/// An offer, looked at.
struct Seen<'a> {
    offer: &'a Offer,
    store: &'a Store,
    gate: Option<Gate>,
    delivered: DeliveredPrice,
}

impl Seen<'_> {
    fn expiring(&self, terms: Terms) -> Expiring {
        let facts = &self.offer.facts;
        let estimate = facts.delivery_estimate;
        Expiring {
            gate: self.gate,
            last_seen_at: self.offer.last_seen_at,
            counts_days: facts.delivery_days.is_some()
                || estimate.is_some_and(|day| day >= terms.freshness.now.date())
                || self.store.terms.delivery_days.is_some(),
            source: self.delivered.source,
        }
    }
}

/// The offer that [an assessment](super::assess) would show as that of the lowest delivered price, if that price is stated:
/// found without assessing, and copying, all of them. Of one seller it is the lowest price among that store's offers;
/// what the other stores ask still confirms prices that are held back.
pub fn lowest_stated(
    offers: &[Offer],
    stores: &[Store],
    terms: Terms,
    seller: Option<StoreNo>,
) -> LowestStated {
    let stores = stores_by_number(stores);
    let gates = Gates::new(offers, terms.freshness);
    let seen: Vec<Seen<'_>> = offers
        .iter()
        .filter_map(|offer| {
            let store = stores.get(&offer.store)?;
            Some(Seen {
                offer,
                store,
                gate: gates.of(offer),
                delivered: DeliveredPrice::of(&offer.facts, store, terms.fallback),
            })
        })
        .collect();
    let valid_until = valid_until(&seen.iter().map(|s| s.expiring(terms)), terms);
    let is_asked = |s: &Seen<'_>| seller.is_none_or(|no| s.offer.store == no);
    let open = || seen.iter().filter(|s| s.gate.is_none() && is_asked(s));
    let best_total = open().map(|s| s.delivered.total()).min();
    let stated = || open().filter(|s| !s.delivered.is_assumed());
    let lowest = stated().map(|s| s.delivered.total()).min();
    let asking = stated().filter(|s| Some(s.delivered.total()) == lowest);
    let best = best_total.and_then(|best_total| {
        let assessed = first_of_alike(asking).map(|seen| {
            let mut offer = describe(seen.offer, seen.store, seen.gate, terms);
            offer.score = Some(score(&offer, best_total));
            offer.is_lowest_delivered = true;
            offer
        });
        assessed.min_by(AssessedOffer::compare)
    });
    LowestStated {
        offer: best,
        valid_until,
    }
}

/// Of offers of one delivered price, those that may be the best: of such as nothing but their ids tell apart, the first.
fn first_of_alike<'a>(
    asking: impl Iterator<Item = &'a Seen<'a>>,
) -> impl Iterator<Item = &'a Seen<'a>> {
    let mut first: HashMap<_, &Seen<'a>> = HashMap::new();
    for seen in asking {
        let facts = &seen.offer.facts;
        let terms = (
            seen.offer.store,
            facts.availability,
            facts.delivery_days,
            facts.delivery_estimate,
            facts.seller_score,
            facts.return_days,
            facts.warranty_months,
        );
        let known = first.entry(terms).or_insert(seen);
        if facts.offer_id < known.offer.facts.offer_id {
            *known = seen;
        }
    }
    first.into_values()
}
