use std::collections::BTreeMap;

use time::{Duration, OffsetDateTime};

use crate::availability::Condition;
use crate::ids::StoreNo;
use crate::money::Amount;
use crate::store::Store;

use super::PriceSegment;

/// Which price a number is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// The price at the door, delivery included, where the delivery cost is stated.
    Delivered,
    /// The price of the item alone.
    Item,
}

impl Basis {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Delivered, Self::Item];

    /// The code in answers.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Item => "item",
        }
    }
}

/// A time for which the lowest price of the product was the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// From when.
    pub from: OffsetDateTime,
    /// Until when, not included.
    pub until: OffsetDateTime,
    /// The lowest price.
    pub price: Amount,
    /// Who asked it; of several the one with the lowest number.
    pub store: StoreNo,
}

impl Step {
    /// For how long.
    pub fn length(&self) -> Duration {
        self.until - self.from
    }
}

/// What one store asks at an instant: its lowest believed prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    pub(super) store: StoreNo,
    pub(super) item: Amount,
    pub(super) delivered: Option<Amount>,
}

impl Quote {
    /// The price on a basis.
    pub(super) fn price(&self, basis: Basis) -> Option<Amount> {
        match basis {
            Basis::Item => Some(self.item),
            Basis::Delivered => self.delivered,
        }
    }

    /// The lower of each price.
    pub(super) fn lower(self, other: Self) -> Self {
        let delivered = match (self.delivered, other.delivered) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self {
            store: self.store,
            item: self.item.min(other.item),
            delivered,
        }
    }
}

/// A segment with its end and its prices worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) from: OffsetDateTime,
    pub(super) until: OffsetDateTime,
    pub(super) quote: Quote,
    pub(super) can_be_bought: bool,
    pub(super) is_quarantined: bool,
}

/// The standings of all segments, cut to the time from `start` to `end`. The imported past of a
/// store ends where its own watched offers of the product begin.
pub(super) fn standings(
    segments: &[PriceSegment],
    stores: &[Store],
    time_to_live: Duration,
    start: OffsetDateTime,
    end: OffsetDateTime,
) -> Vec<Standing> {
    let stores: BTreeMap<StoreNo, &Store> = stores.iter().map(|s| (s.no, s)).collect();
    let mut first_watched: BTreeMap<StoreNo, OffsetDateTime> = BTreeMap::new();
    for segment in segments.iter().filter(|s| !s.is_imported) {
        let first = first_watched.entry(segment.store).or_insert(segment.from);
        *first = segment.from.min(*first);
    }
    let standing = |segment: &PriceSegment| {
        let store = stores.get(&segment.store)?;
        let mut until = segment.until(time_to_live).min(end);
        if segment.is_imported {
            let watched = first_watched.get(&segment.store);
            until = watched.map_or(until, |watched| until.min(*watched));
        }
        let from = segment.from.max(start);
        let can_be_bought =
            segment.availability.can_be_ordered() && segment.condition == Condition::New;
        (from < until).then_some(Standing {
            from,
            until,
            quote: quote(segment, store),
            can_be_bought,
            is_quarantined: segment.is_quarantined,
        })
    };
    together(segments.iter().filter_map(standing))
}

/// What one store asks from the same instant until the same is one: only its lowest prices count. What is held back stays
/// by itself, since each of it may be confirmed. So the cost of going through them is that of the observations, not that
/// of the offers.
pub(super) fn together(all: impl Iterator<Item = Standing>) -> Vec<Standing> {
    let mut alone = Vec::new();
    let mut joined: BTreeMap<_, Standing> = BTreeMap::new();
    for standing in all {
        let Standing {
            from,
            until,
            quote,
            can_be_bought,
            is_quarantined,
        } = standing;
        if is_quarantined && can_be_bought {
            alone.push(standing);
            continue;
        }
        let same = (quote.store, from, until, can_be_bought);
        let known = joined.entry(same).or_insert(standing);
        known.quote = known.quote.lower(quote);
    }
    alone.extend(joined.into_values());
    alone
}

fn quote(segment: &PriceSegment, store: &Store) -> Quote {
    let item = segment.item_price;
    let delivery = store.terms.stated_delivery(item, segment.delivery_cost);
    Quote {
        store: segment.store,
        item,
        delivered: delivery.map(|cost| item.plus(cost)),
    }
}
