//! The recommendation.

use time::OffsetDateTime;

use super::AssessedOffer;
use super::rationale::Rationale;
use crate::money::{Amount, Currency};

/// How good the recommended offer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// 80 points and more.
    Excellent,
    /// 60 to 79.
    Good,
    /// 40 to 59.
    Fair,
    /// Below 40: the best of what there is.
    Weak,
}

impl Label {
    /// The label of a number of points.
    pub const fn of(points: u8) -> Self {
        match points {
            80.. => Self::Excellent,
            60..=79 => Self::Good,
            40..=59 => Self::Fair,
            _ => Self::Weak,
        }
    }

    /// The words of the interface.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Excellent => "Excellent offer",
            Self::Good => "Good offer",
            Self::Fair => "Fair offer",
            Self::Weak => "Best of few",
        }
    }
}

/// The recommended offer and what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// How good it is.
    pub label: Label,
    /// The shop's name.
    pub store: String,
    /// Its points.
    pub points: u8,
    /// What it costs at the door.
    pub delivered_price: Amount,
    /// Its page.
    pub url: String,
    /// How many offers passed the gates.
    pub evaluated: u32,
    /// When the newest of the evaluated offers last changed.
    pub updated_at: OffsetDateTime,
    /// The lowest item price among the evaluated offers, and its store.
    pub lowest_item: (Amount, String),
    /// Why it is recommended.
    pub why: Rationale,
}

/// Decides among offers in their final order.
pub(super) fn decide(offers: &[AssessedOffer]) -> Option<Decision> {
    let open: Vec<&AssessedOffer> = offers.iter().filter(|o| o.gate.is_none()).collect();
    let (best, others) = open.split_first()?;
    let score = best.score.as_ref()?;
    let lowest = open
        .iter()
        .filter(|o| o.is_lowest_item_price)
        .min_by_key(|o| (o.delivered.item, o.delivered.total(), &o.store_name))?;
    Some(Decision {
        label: Label::of(score.points),
        store: best.store_name.clone(),
        points: score.points,
        delivered_price: best.delivered.total(),
        url: best.offer.facts.url.clone(),
        evaluated: u32::try_from(open.len()).unwrap_or(u32::MAX),
        updated_at: open.iter().map(|o| o.offer.updated_at).max()?,
        lowest_item: (lowest.delivered.item, lowest.store_name.clone()),
        why: Rationale::of(best, others.first().copied(), offers),
    })
}

impl Decision {
    /// Why this offer, in sentences: the largest contributions to its lead over the runner-up, the
    /// largest against it, and why a cheaper offer was not taken.
    pub fn rationale(&self, currency: Currency) -> String {
        let price = currency.show(self.delivered_price);
        self.why.words(&self.store, &price, self.points, currency)
    }
}
