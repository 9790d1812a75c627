//! Past prices that an operator brings: sightings of one offer become segments.
//!
//! A *sighting* is what was observed of the offer at an instant. Sightings that follow each other,
//! agree, and lie at most one time to live apart belong to one segment, of which only the first and
//! the last are kept. What is merged into kept segments therefore meets their two ends and the
//! knowledge that between them no two sightings lay further apart than a time to live:
//!
//! * a point inside a segment that agrees with it changes nothing;
//! * a point inside a segment that does not agree splits it. The offer stood as before until one time
//!   to live before the point at least, and again from one time to live after it at the latest;
//!   these two instants become ends. Between them and the point nothing is known;
//! * a point at the instant of an end replaces what was seen then.
//!
//! Guarantee, for points at different instants: the result is that of all points at once when all
//! are merged in one call in any order, or in calls of which each holds, of this offer, later points
//! than the calls before. Merging the same points again changes nothing. In calls of any other order
//! the result is the same unless a point splits a segment, or shows a later price to be implausible,
//! or comes between another one and the sighting whose price that took over: then it may differ
//! around that point, usually by less than two times to live. Merging all points in one call mends
//! that when they are daily and the time to live is in whole days.

mod screen;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use time::{Duration, OffsetDateTime};

use super::PriceSegment;
use crate::availability::{Availability, Condition};
use crate::ids::StoreNo;
use crate::money::Amount;

/// One observation of one offer in the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// When.
    pub at: OffsetDateTime,
    /// Item price; `None`: not stated, which only makes sense while it cannot be ordered. The price
    /// and delivery cost of the sighting before it are then kept.
    pub item_price: Option<Amount>,
    /// Delivery cost, where it is stated.
    pub delivery_cost: Option<Amount>,
    /// Stock.
    pub availability: Availability,
    /// The price is doubted with all that the store's file says of the day
    /// ([`crate::plausibility::feed::PastFeed`]): it is held back, however long it stands.
    pub is_doubted: bool,
}

/// What points and segments make together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The segments in order of time.
    pub segments: Vec<PriceSegment>,
    /// Places of points that state no price while no sighting before them has one. They are left
    /// out.
    pub unpriced: Vec<usize>,
}

/// How an offer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stand {
    item_price: Amount,
    delivery_cost: Option<Amount>,
    availability: Availability,
}

/// An instant at which it is known how the offer stood.
#[derive(Debug, Clone, Copy)]
struct Sighting {
    at: OffsetDateTime,
    stand: Stand,
    /// It stood so ever since the sighting before.
    linked: bool,
    /// Its price is doubted with its feed.
    doubted: bool,
    quarantined: bool,
}

/// What was seen at an instant, and whether its price is doubted with its feed.
type Observed = (OffsetDateTime, Stand, bool);

/// Merges points into the imported segments of one offer, and marks anew which prices are believed.
/// A price below 70 % of what the offer usually cost (the time-weighted median of its believed prices
/// in the 30 days before, as [`crate::plausibility`] has it) is held back until a sighting at least 6
/// hours later finds it again, with no other price between, and so is a doubted price, which a segment stays
/// until another point comes in its place. What the module promises holds for that
/// too.
///
/// The end of a segment is the next sighting when that comes within one time to live, else `None`.
/// All segments are marked as imported, of new goods, and of store 0.
pub fn merge(
    offer_id: &str,
    existing: &[PriceSegment],
    points: &[Point],
    time_to_live: Duration,
) -> Merged {
    let doubted = doubted(existing, time_to_live);
    let (seen, unpriced) = in_order(existing, &doubted, points);
    let sightings = linked(&seen, existing, time_to_live);
    let sightings = screen::screen(&sightings, time_to_live);
    Merged {
        segments: segments(offer_id, &sightings, time_to_live),
        unpriced,
    }
}

/// The ends of segments that are held back although their price alone would be believed.
fn doubted(existing: &[PriceSegment], time_to_live: Duration) -> BTreeSet<OffsetDateTime> {
    let held = existing.iter().filter(|segment| segment.is_quarantined);
    let held: BTreeSet<OffsetDateTime> = held.flat_map(|s| [s.from, s.last_seen]).collect();
    if held.is_empty() {
        return held;
    }
    let (seen, _) = in_order(existing, &held, &[]);
    let screened = screen::screen(&linked(&seen, existing, time_to_live), time_to_live);
    let doubted = screened.iter().filter(|sighting| sighting.doubted);
    doubted.map(|sighting| sighting.at).collect()
}

/// What is seen at an instant, before prices that are not stated are filled in.
enum Seen {
    Whole(Stand, bool),
    Unpriced(usize, Availability),
}

/// Ends of segments and points by instant, each with its price, and the points without one.
fn in_order(
    existing: &[PriceSegment],
    doubted: &BTreeSet<OffsetDateTime>,
    points: &[Point],
) -> (Vec<Observed>, Vec<usize>) {
    let mut seen = BTreeMap::new();
    for segment in existing {
        for at in [segment.from, segment.last_seen] {
            seen.insert(at, Seen::Whole(stand(segment), doubted.contains(&at)));
        }
    }
    for (place, point) in points.iter().enumerate() {
        let before = seen.get(&point.at);
        let found = match (point.item_price, before) {
            (Some(item_price), _) => {
                let stand = Stand {
                    item_price,
                    delivery_cost: point.delivery_cost,
                    availability: point.availability,
                };
                Seen::Whole(stand, point.is_doubted)
            }
            (None, Some(Seen::Whole(stand, doubted))) => {
                let stand = Stand {
                    availability: point.availability,
                    ..*stand
                };
                Seen::Whole(stand, *doubted)
            }
            (None, Some(Seen::Unpriced(..)) | None) => Seen::Unpriced(place, point.availability),
        };
        seen.insert(point.at, found);
    }
    let mut whole: Vec<Observed> = Vec::with_capacity(seen.len());
    let mut unpriced = Vec::new();
    for (at, found) in seen {
        match (found, whole.last()) {
            (Seen::Whole(stand, doubted), _) => whole.push((at, stand, doubted)),
            (Seen::Unpriced(_, availability), Some((_, before, _))) => {
                let stand = Stand {
                    availability,
                    ..*before
                };
                whole.push((at, stand, false));
            }
            (Seen::Unpriced(place, _), None) => unpriced.push(place),
        }
    }
    (whole, unpriced)
}

const fn stand(segment: &PriceSegment) -> Stand {
    Stand {
        item_price: segment.item_price,
        delivery_cost: segment.delivery_cost,
        availability: segment.availability,
    }
}

/// Links sightings between which the offer stood as it was, and adds the instants that the inside
/// of a split segment is known by.
fn linked(seen: &[Observed], existing: &[PriceSegment], time_to_live: Duration) -> Vec<Sighting> {
    let mut spans = existing.iter().peekable();
    let mut sightings: Vec<Sighting> = Vec::with_capacity(seen.len());
    for (at, stood, doubted) in seen {
        let seen = |linked: bool| Sighting {
            doubted: *doubted,
            ..sighting(*at, *stood, linked)
        };
        let Some(before) = sightings.last().copied() else {
            sightings.push(seen(false));
            continue;
        };
        while spans.next_if(|span| span.last_seen <= before.at).is_some() {}
        let span = spans
            .peek()
            .filter(|span| span.from <= before.at && *at <= span.last_seen);
        let near = *at - before.at <= time_to_live;
        let Some(inside) = span.map(|span| stand(span)) else {
            sightings.push(seen(near && *stood == before.stand));
            continue;
        };
        let again = before.at.saturating_add(time_to_live);
        let still = at.saturating_sub(time_to_live);
        let mut known = [
            Some(again).filter(|again| before.stand != inside && again < at),
            Some(still).filter(|still| *stood != inside && *still > before.at),
        ];
        known.sort_unstable();
        let mut stands = before.stand;
        for known in known.into_iter().flatten() {
            sightings.push(sighting(known, inside, stands == inside));
            stands = inside;
        }
        let still_so = *stood == stands && (near || stands == inside);
        sightings.push(seen(still_so));
    }
    sightings
}

const fn sighting(at: OffsetDateTime, stand: Stand, linked: bool) -> Sighting {
    Sighting {
        at,
        stand,
        linked,
        doubted: false,
        quarantined: false,
    }
}

fn segments(offer_id: &str, sightings: &[Sighting], time_to_live: Duration) -> Vec<PriceSegment> {
    let mut segments: Vec<PriceSegment> = Vec::new();
    for sighting in sightings {
        if let Some(open) = segments.last_mut() {
            if sighting.linked && open.is_quarantined == sighting.quarantined {
                open.last_seen = sighting.at;
                continue;
            }
            let in_time = sighting.at <= open.last_seen.saturating_add(time_to_live);
            open.ended = in_time.then_some(sighting.at);
        }
        let Stand {
            item_price,
            delivery_cost,
            availability,
        } = sighting.stand;
        segments.push(PriceSegment {
            store: StoreNo(0),
            offer_id: offer_id.to_owned(),
            item_price,
            delivery_cost,
            availability,
            condition: Condition::New,
            is_quarantined: sighting.quarantined,
            is_imported: true,
            from: sighting.at,
            last_seen: sighting.at,
            ended: None,
        });
    }
    segments
}
