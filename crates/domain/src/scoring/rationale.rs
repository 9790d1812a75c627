//! What decided for an offer, as values of which sentences are made.

mod words;

use super::{AssessedOffer, Criterion, Gate, Part, utility};
use crate::availability::Availability;
use crate::money::Amount;
use crate::store::Rating;

/// Why an offer is recommended. Sentences in any language are made of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rationale {
    /// Its largest leads over the runner-up, at most two, the larger one first.
    pub strengths: Vec<Strength>,
    /// What it is furthest behind in.
    pub weakness: Option<Weakness>,
    /// The second best; none: nothing else can be recommended.
    pub runner_up: Option<RunnerUp>,
    /// Its delivery cost is not stated, which caps its points.
    pub is_capped: bool,
    /// The cheapest offer, when that is another one.
    pub cheaper: Option<Cheaper>,
}

/// The second best offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerUp {
    /// Its store.
    pub store: String,
    /// Its points, 0 to 100.
    pub points: u8,
    /// Its delivery cost is not stated, which caps them.
    pub is_capped: bool,
}

/// An offer that costs less at the door and is not recommended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cheaper {
    /// Its store.
    pub store: String,
    /// What it costs at the door.
    pub total: Amount,
    /// Why it is not.
    pub why: NotTaken,
}

/// What an offer is better in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strength {
    /// The lowest price at the door of all.
    LowestPrice,
    /// A lower one.
    LowerPrice,
    /// Delivery within so many business days; 0: on the same day.
    Delivery(u16),
    /// It is surer to come.
    Availability,
    /// The other one comes only within so many business days; of this one no days count.
    LaterOther(u16),
    /// The other one is only announced; of this one nothing is known.
    AnnouncedOther,
    /// The rating of its seller.
    Rated(Rating),
    /// Its seller, who has no rating.
    Seller,
    /// Days for returning.
    ReturnDays(u16),
    /// Terms of return, without days.
    Returns,
    /// Months of warranty.
    WarrantyMonths(u16),
    /// Warranty, without months.
    Warranty,
}

/// What an offer is worse in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weakness {
    /// Its price at the door.
    HigherPrice,
    /// Delivery only within so many business days.
    SlowerDelivery(u16),
    /// It is less sure to come.
    Availability,
    /// The rating of its seller.
    Rated(Rating),
    /// Its seller has no rating.
    Unrated,
    /// Time for returning.
    Returns,
    /// Nobody states its time for returning.
    ReturnsUnstated,
    /// Warranty.
    Warranty,
    /// Nobody states its warranty.
    WarrantyUnstated,
}

/// Why a cheaper offer is not recommended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotTaken {
    /// Its price is out of date.
    Stale,
    /// It cannot be had.
    OutOfStock,
    /// It is not new.
    OtherCondition,
    /// Its price is held back.
    Quarantined,
    /// Its delivery cost is assumed.
    AssumedDelivery,
    /// It has fewer points.
    Behind,
}

impl Rationale {
    /// Why the best of the offers is ahead of the runner-up.
    pub(super) fn of(
        best: &AssessedOffer,
        runner_up: Option<&AssessedOffer>,
        all: &[AssessedOffer],
    ) -> Self {
        let parts = parts_of(best);
        let gain = |part: &Part| {
            let same = |p: &&Part| p.criterion == part.criterion;
            let other = runner_up.and_then(|r| parts_of(r).iter().find(same));
            part.contribution() - other.map_or(0.0, Part::contribution)
        };
        let mut ordered: Vec<&Part> = parts.iter().collect();
        ordered.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        let ahead = ordered.iter().filter(|p| gain(p) > 0.005);
        let behind = ordered.last();
        let behind = behind.filter(|p| runner_up.is_some() && gain(p) < -0.005);
        let cheaper = all
            .iter()
            .filter(|o| o.delivered.total() < best.delivered.total())
            .min_by_key(|o| (o.delivered.total(), &o.store_name));
        Self {
            strengths: ahead
                .take(2)
                .map(|p| strength(p.criterion, best, runner_up, cheaper))
                .collect(),
            weakness: behind.map(|p| weakness(p.criterion, best)),
            runner_up: runner_up.map(|r| RunnerUp {
                store: r.store_name.clone(),
                points: r.points(),
                is_capped: is_capped(r),
            }),
            is_capped: is_capped(best),
            cheaper: cheaper.map(|o| Cheaper {
                store: o.store_name.clone(),
                total: o.delivered.total(),
                why: not_taken(o),
            }),
        }
    }
}

fn is_capped(offer: &AssessedOffer) -> bool {
    offer.score.as_ref().is_some_and(|s| s.capped)
}

fn parts_of(offer: &AssessedOffer) -> &[Part] {
    offer.score.as_ref().map_or(&[], |s| s.parts.as_slice())
}

fn not_taken(offer: &AssessedOffer) -> NotTaken {
    match offer.gate {
        Some(Gate::Stale) => NotTaken::Stale,
        Some(Gate::OutOfStock) => NotTaken::OutOfStock,
        Some(Gate::OtherCondition) => NotTaken::OtherCondition,
        Some(Gate::Quarantined) => NotTaken::Quarantined,
        None if offer.delivered.is_assumed() => NotTaken::AssumedDelivery,
        None => NotTaken::Behind,
    }
}

/// The days of delivery that its points come of.
fn counted_days(offer: &AssessedOffer) -> Option<u16> {
    utility::counted_days(offer.offer.facts.availability, offer.delivery_days)
}

/// Whether days tell that an offer is slower: its own count, or it states none and is not only announced.
fn is_behind_by_days(offer: &AssessedOffer) -> bool {
    let is_announced = matches!(
        offer.offer.facts.availability,
        Availability::Preorder | Availability::Backorder
    );
    counted_days(offer).is_some() || (offer.delivery_days.is_none() && !is_announced)
}

/// What is said of a lead in speed: what is stated of the one that has it, else what is stated of the other.
fn sooner(offer: &AssessedOffer, other: Option<&AssessedOffer>) -> Strength {
    if let Some(days) = counted_days(offer) {
        let by_days = other.is_none_or(is_behind_by_days);
        return if by_days {
            Strength::Delivery(days)
        } else {
            Strength::Availability
        };
    }
    let is_unknown = offer.offer.facts.availability == Availability::Unknown;
    match other.and_then(counted_days) {
        Some(days) => Strength::LaterOther(days),
        None if is_unknown => Strength::AnnouncedOther,
        None => Strength::Availability,
    }
}

/// What is said of a lead over another offer. A price is not called the lowest where a `cheaper` offer is named as well.
fn strength(
    criterion: Criterion,
    offer: &AssessedOffer,
    other: Option<&AssessedOffer>,
    cheaper: Option<&AssessedOffer>,
) -> Strength {
    let is_lowest = offer.is_lowest_delivered && cheaper.is_none();
    match criterion {
        Criterion::DeliveredPrice if is_lowest => Strength::LowestPrice,
        Criterion::DeliveredPrice => Strength::LowerPrice,
        Criterion::Speed => sooner(offer, other),
        Criterion::Seller => offer.seller_score.map_or(Strength::Seller, Strength::Rated),
        Criterion::Returns => {
            let days = offer.return_days;
            days.map_or(Strength::Returns, Strength::ReturnDays)
        }
        Criterion::Warranty => {
            let months = offer.warranty_months;
            months.map_or(Strength::Warranty, Strength::WarrantyMonths)
        }
    }
}

fn weakness(criterion: Criterion, offer: &AssessedOffer) -> Weakness {
    match criterion {
        Criterion::DeliveredPrice => Weakness::HigherPrice,
        Criterion::Speed => {
            let days = counted_days(offer);
            days.map_or(Weakness::Availability, Weakness::SlowerDelivery)
        }
        Criterion::Seller => offer
            .seller_score
            .map_or(Weakness::Unrated, Weakness::Rated),
        Criterion::Returns => offer
            .return_days
            .map_or(Weakness::ReturnsUnstated, |_| Weakness::Returns),
        Criterion::Warranty => offer
            .warranty_months
            .map_or(Weakness::WarrantyUnstated, |_| Weakness::Warranty),
    }
}
