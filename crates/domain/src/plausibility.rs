//! Whether a single price is believed, and, in [`feed`], whether a whole feed is.
//!
//! Feeds hold slips: a decimal point that moved, a price per piece, a test price. One of them would
//! be the lowest price for ever, win the recommendation and fire every watch. So a price that lies
//! far below all that is known is held back: shown with a warning, and used for nothing.
//!
//! **Which prices are judged** ([`need`]). New goods that can be ordered, when the item price falls,
//! when the offer is new to the store or to its product, and when its earlier version was not judged
//! or was held back at another price. A price that rises harms nobody's low. Item prices are
//! compared, since delivery costs are often assumed, and since a shop that moves its price into the
//! delivery cost should be seen too.
//!
//! **What contradicts a price** ([`judge`]), p being the price:
//!
//! | case | believed when |
//! |---|---|
//! | another store speaks for it ([`AskedPrices::speak_for`]): it asks p′ now, and p ≥ 0.7 × p′ | always |
//! | else, the offer has a past of its own ([`own_past`]) | p ≥ 0.7 × its median of 30 days, or p was believed of it in these days, or a lower price was |
//! | else | fewer than two other stores sell the product |
//!
//! Only offers of other stores that are new, can be ordered and are not stale have a say. One that
//! is held back itself contradicts nothing, and speaks only for a price near to it (each is at least
//! 70 % of the other), so that two shops which lower a price together are believed, and one slip
//! does not speak for another. 0.7 lets pass what sales do and catches lost digits; a rule of 0.85 would
//! also catch one-day dips of a fifth, but holds back every honest sale.
//!
//! **What releases a price.** Another store confirms it: that is looked at whenever it is read and
//! written nowhere. It stands: the same item price is seen again at least [`STANDS`] after it was
//! first seen, unless the store's whole feed is doubted ([`feed::FeedReading`]). A person accepts it. What a person rejected is not released by standing.

mod asked;
pub mod feed;

use time::{Duration, OffsetDateTime};

use crate::availability::Condition;
use crate::history::segment::PriceSegment;
use crate::ids::SnapshotNo;
use crate::money::{Amount, Currency};
pub use asked::{Asked, AskedPrices};

/// How far back an offer's own past is looked at.
pub const PAST: Duration = Duration::days(30);

/// How long a price that is held back has to stand until it is believed.
pub const STANDS: Duration = Duration::hours(6);

/// The share of another price, in tenths, from which a price is plausible.
const FLOOR_TENTHS: i64 = 7;

/// The fewest other stores that contradict a price together.
const QUORUM: usize = 2;

/// Why a price is held back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantine {
    /// In words, for a person: the price and what it contradicts.
    pub reason: String,
    /// A person said that the price is wrong: it is not released while it stands.
    pub by_person: bool,
    /// Set when it is not the price that is doubted but the whole feed it came with ([`feed`]): no other
    /// store confirms it, and no history knows it.
    pub with_feed: Option<HeldFeed>,
}

/// The feed with which a price is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldFeed {
    /// The snapshot that brought it.
    pub snapshot: SnapshotNo,
    /// The offer's last believed price before, if it had one.
    pub believed: Option<Amount>,
}

/// Whether another shop's believed price (`other`) confirms `price`: `price` is at least 70 % of it,
/// exactly. The caller sees to it that the other offer is of another store, new, can be ordered and
/// is not stale at that instant.
pub const fn confirms(price: Amount, other: Amount) -> bool {
    // both are at most 10^13
    10 * price.minor() >= FLOOR_TENTHS * other.minor()
}

/// Whether an offer may be judged, and may have a say about others: new goods that can be ordered.
pub fn is_eligible(condition: Condition, can_be_ordered: bool) -> bool {
    condition == Condition::New && can_be_ordered
}

/// A price as one version of an offer states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quote {
    /// Item price.
    pub price: Amount,
    /// New goods that can be ordered ([`is_eligible`]).
    pub is_eligible: bool,
}

/// The version of an offer that stands, of the same product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing<'a> {
    /// What it states.
    pub quote: Quote,
    /// Since when it states it.
    pub since: OffsetDateTime,
    /// Set while it is held back.
    pub quarantine: Option<&'a Quarantine>,
    /// The store's feed is doubted ([`feed::FeedReading::is_doubted`]): nothing is released by standing.
    pub feed_is_doubted: bool,
}

/// What has to be done about a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Nothing: it is believed.
    Nothing,
    /// It stays held back, for the same reason.
    Held,
    /// It has to be judged.
    Judgement,
}

/// What has to be done about a price that is observed at `observed_at`; `before` is the version in
/// force, `None` when the store has no such offer of the product.
pub fn need(now: Quote, before: Option<Standing<'_>>, observed_at: OffsetDateTime) -> Need {
    let judged = |needed: bool| {
        if needed && now.is_eligible {
            Need::Judgement
        } else {
            Need::Nothing
        }
    };
    let Some(before) = before else {
        return judged(true);
    };
    let Some(quarantine) = before.quarantine else {
        return judged(now.price < before.quote.price || !before.quote.is_eligible);
    };
    if now.price != before.quote.price {
        return judged(true);
    }
    let judged_alone = quarantine.with_feed.is_none();
    let stands = (!judged_alone || (now.is_eligible && before.quote.is_eligible))
        && !quarantine.by_person
        && !before.feed_is_doubted
        && before.since + STANDS <= observed_at;
    if stands { Need::Nothing } else { Need::Held }
}

/// What speaks against a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// The median of the offer's own past.
    OwnPast(Amount),
    /// All other stores.
    OtherStores {
        /// How many.
        stores: usize,
        /// The lowest price among them.
        lowest: Amount,
    },
}

impl Contradiction {
    /// Why `price` is held back, in words.
    pub fn reason(self, price: Amount, currency: Currency) -> String {
        let price = currency.show(price);
        match self {
            Self::OwnPast(median) => format!(
                "{price} is less than 70 % of its own median of {} in the last 30 days, and no \
                 other shop asks so little",
                currency.show(median)
            ),
            Self::OtherStores { stores, lowest } => format!(
                "{price} is less than 70 % of what each of {stores} other shops asks; the lowest of \
                 them asks {}",
                currency.show(lowest)
            ),
        }
    }
}

/// Judges a price by what other stores ask now and by the offer's own past: `None` when
/// it is believed.
pub fn judge(
    price: Amount,
    others: &AskedPrices,
    own_past: Option<OwnPast>,
) -> Option<Contradiction> {
    if others.speak_for(price, None) {
        return None;
    }
    if let Some(OwnPast { median, lowest, .. }) = own_past {
        let is_far_below = price < lowest && !confirms(price, median);
        return is_far_below.then_some(Contradiction::OwnPast(median));
    }
    let (stores, lowest) = (others.stores(), others.lowest()?);
    (stores >= QUORUM).then_some(Contradiction::OtherStores { stores, lowest })
}

/// A time in which an offer, new and to be ordered, stood at one price that was believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// Item price.
    pub price: Amount,
    /// When it began.
    pub from: OffsetDateTime,
    /// When it ended.
    pub until: OffsetDateTime,
}

impl Stretch {
    /// The stretch of a segment; `None` when the segment says nothing about a plausible price: held
    /// back, not new, or not to be ordered.
    pub fn of_segment(segment: &PriceSegment, time_to_live: Duration) -> Option<Self> {
        let counts = is_eligible(segment.condition, segment.availability.can_be_ordered())
            && !segment.is_quarantined;
        counts.then(|| Self {
            price: segment.item_price,
            from: segment.from,
            until: segment.until(time_to_live),
        })
    }
}

/// What an offer's own past says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnPast {
    /// The lowest price at or below which the offer stood for half of the time.
    pub median: Amount,
    /// The lowest price.
    pub lowest: Amount,
    /// The lowest price at or below which it stood for a tenth of the time.
    pub low: Amount,
    /// The same for nine tenths.
    pub high: Amount,
}

/// An offer's believed prices in the [`PAST`] before `at`, each weighted by how long it stood. `None` when there
/// is no stretch in that time. An imported past counts as one that was watched.
pub fn own_past(
    stretches: impl IntoIterator<Item = Stretch>,
    at: OffsetDateTime,
) -> Option<OwnPast> {
    let begin = at - PAST;
    let mut weighted: Vec<(Amount, Duration)> = Vec::new();
    for stretch in stretches {
        if stretch.until <= begin || stretch.from > at {
            continue;
        }
        let length = stretch.until.min(at) - stretch.from.max(begin);
        // what was seen once has a weight, however soon it was seen otherwise
        weighted.push((stretch.price, length.max(Duration::MICROSECOND)));
    }
    weighted.sort_unstable();
    let total: Duration = weighted.iter().map(|(_, length)| *length).sum();
    let (lowest, _) = *weighted.first()?;
    let reached_at = |tenths: i32| {
        let mut reached = Duration::ZERO;
        let found = weighted.iter().find(|(_, length)| {
            reached += *length;
            reached * 10 >= total * tenths
        });
        found.map(|(price, _)| *price)
    };
    Some(OwnPast {
        median: reached_at(5)?,
        lowest,
        low: reached_at(1)?,
        high: reached_at(9)?,
    })
}

#[cfg(test)]
mod tests;
