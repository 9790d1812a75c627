//! The fixed utility curves.

use super::AssessedOffer;
use crate::availability::Availability;
use crate::money::Amount;
use crate::num;
use crate::store::Store;

/// What an offer is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// Item price plus delivery cost.
    DeliveredPrice,
    /// Stock and days until delivery.
    Speed,
    /// Rating of the seller.
    Seller,
    /// Days for returning.
    Returns,
    /// Months of warranty.
    Warranty,
}

impl Criterion {
    /// Points at utility 1. They sum to 100.
    pub const fn weight(self) -> f64 {
        match self {
            Self::DeliveredPrice => 60.0,
            Self::Speed | Self::Seller => 15.0,
            Self::Returns | Self::Warranty => 5.0,
        }
    }
}

/// One criterion of one offer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// The criterion.
    pub criterion: Criterion,
    /// 0 (worst) to 1 (best).
    pub utility: f64,
}

impl Part {
    /// Points that it gives.
    pub fn contribution(&self) -> f64 {
        self.criterion.weight() * self.utility
    }
}

/// Mean rating of a seller about whom nothing is known.
const PRIOR_RATING: f64 = 4.0;
/// How many reviews the prior is worth, and how many a rating without a count has.
const PRIOR_REVIEWS: f64 = 25.0;

/// 1 at the best price, 0 from a quarter above it on.
pub(super) fn price(total: Amount, best: Amount) -> f64 {
    let (total, best) = (
        num::f64_from_i64(total.minor()),
        num::f64_from_i64(best.minor()),
    );
    if best <= 0.0 {
        return if total <= best { 1.0 } else { 0.0 };
    }
    1.0 - ((total - best) / (0.25 * best)).clamp(0.0, 1.0)
}

/// The parts that do not depend on the other offers.
pub(super) fn terms_parts(offer: &AssessedOffer, store: &Store) -> Vec<Part> {
    let part = |criterion, utility| Part { criterion, utility };
    vec![
        part(
            Criterion::Speed,
            speed(offer.offer.facts.availability, offer.delivery_days),
        ),
        part(Criterion::Seller, seller(offer, store.terms.seller_reviews)),
        part(Criterion::Returns, returns(offer.return_days)),
        part(Criterion::Warranty, warranty(offer.warranty_months)),
    ]
}

/// Business days of delivery as far as they count: of what a shop has.
pub(super) const fn counted_days(availability: Availability, days: Option<u16>) -> Option<u16> {
    match availability {
        Availability::InStock | Availability::Limited => days,
        Availability::Preorder
        | Availability::Backorder
        | Availability::OutOfStock
        | Availability::Unknown => None,
    }
}

fn speed(availability: Availability, days: Option<u16>) -> f64 {
    match availability {
        Availability::Preorder | Availability::Backorder => 0.1,
        Availability::OutOfStock => 0.0,
        Availability::Unknown | Availability::InStock | Availability::Limited => {
            match counted_days(availability, days) {
                None => 0.3,
                Some(0..=1) => 1.0,
                Some(2) => 0.9,
                Some(3) => 0.8,
                Some(4..=5) => 0.6,
                Some(6..=7) => 0.4,
                Some(8..=14) => 0.15,
                Some(_) => 0.05,
            }
        }
    }
}

fn seller(offer: &AssessedOffer, reviews: Option<u32>) -> f64 {
    let rating = match offer.seller_score {
        None => PRIOR_RATING,
        Some(rating) => {
            let n = reviews.map_or(PRIOR_REVIEWS, f64::from);
            (PRIOR_REVIEWS * PRIOR_RATING + n * rating.value()) / (PRIOR_REVIEWS + n)
        }
    };
    ((rating - 3.0) / 2.0).clamp(0.0, 1.0)
}

fn returns(days: Option<u16>) -> f64 {
    match days {
        Some(0) => 0.0,
        None | Some(1..=29) => 0.3,
        Some(30..=59) => 0.7,
        Some(_) => 1.0,
    }
}

fn warranty(months: Option<u16>) -> f64 {
    match months {
        None | Some(0..=35) => 0.4,
        Some(_) => 1.0,
    }
}

/// Share of what a buyer needs to know that is stated, by how much it matters for the score:
/// delivery cost 0.35, stock 0.2, delivery time 0.15, seller 0.15, returns and warranty 0.075 each.
pub(super) fn data_quality(offer: &AssessedOffer) -> f64 {
    let stated = [
        (0.35, !offer.delivered.is_assumed()),
        (0.2, offer.offer.facts.availability != Availability::Unknown),
        (0.15, offer.delivery_days.is_some()),
        (0.15, offer.seller_score.is_some()),
        (0.075, offer.return_days.is_some()),
        (0.075, offer.warranty_months.is_some()),
    ];
    let sum: f64 = stated
        .iter()
        .filter(|(_, is)| *is)
        .map(|(weight, _)| weight)
        .sum();
    (sum * 100.0).round() / 100.0
}
