//! What is special about one offer among those of its product.

use super::{AssessedOffer, Gate};
use crate::availability::Condition;

/// What is special about an offer: the one thing that a buyer has to know first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Badge {
    /// It was not seen for too long.
    OutOfDate,
    /// It cannot be ordered.
    OutOfStock,
    /// It is of a refurbished product.
    Refurbished,
    /// It is of a used product.
    Used,
    /// Its price is held back.
    UnderReview,
    /// It is the one that is recommended.
    BestChoice,
    /// It sets the lowest delivered price.
    LowestPrice,
    /// No other one has a lower item price.
    LowestItemPrice,
    /// Nobody states what its delivery costs.
    DeliveryAssumed,
}

impl AssessedOffer {
    /// Its badge: why it is not scored, else the first that it deserves, as [`Badge`] lists them.
    pub const fn badge(&self) -> Option<Badge> {
        match self.gate {
            Some(Gate::Stale) => Some(Badge::OutOfDate),
            Some(Gate::OutOfStock) => Some(Badge::OutOfStock),
            Some(Gate::OtherCondition) => Some(match self.offer.facts.condition {
                Condition::Refurbished => Badge::Refurbished,
                Condition::Used | Condition::New => Badge::Used,
            }),
            Some(Gate::Quarantined) => Some(Badge::UnderReview),
            None if self.is_recommended => Some(Badge::BestChoice),
            None if self.is_lowest_delivered => Some(Badge::LowestPrice),
            None if self.is_lowest_item_price => Some(Badge::LowestItemPrice),
            None if self.delivered.is_assumed() => Some(Badge::DeliveryAssumed),
            None => None,
        }
    }

    /// Whether it arrives at all, as far as is known: it can be ordered, and was seen of late.
    pub fn can_arrive(&self) -> bool {
        self.offer.facts.availability.can_be_ordered() && self.gate != Some(Gate::Stale)
    }
}
