//! Judging what a file says of each day as a whole.

use std::collections::HashMap;

use domain::history::PriceSegment;
use domain::history::past::Point;
use domain::money::Amount;
use domain::plausibility::feed::{DayPoint, DoubtedDay, PastFeed, PastOffer};
use ports_net::HistoryRow;
use ports_store::ImportedPast;
use time::OffsetDateTime;

use super::chunk::{Chunk, OfferKey};

/// What was imported before of the offers of a chunk.
#[derive(Default)]
pub(super) struct Days {
    known: HashMap<OfferKey, Vec<Known>>,
}

/// A price that was imported before.
struct Known {
    from: OffsetDateTime,
    price: Amount,
    is_believed: bool,
}

/// A point that is judged, with its row.
struct Judged<'a> {
    point: DayPoint,
    row: &'a mut Point,
}

impl Days {
    /// Takes in what was imported before of some offers.
    pub(super) fn know(&mut self, pasts: Vec<ImportedPast>) {
        for past in pasts {
            let can_be_ordered = |s: &&PriceSegment| s.availability.can_be_ordered();
            let segments = past.segments.iter().filter(can_be_ordered);
            let known = segments.map(|segment| Known {
                from: segment.from,
                price: segment.item_price,
                is_believed: !segment.is_quarantined,
            });
            self.known
                .insert((past.product, past.offer_id), known.collect());
        }
    }

    /// Marks the points of a chunk that are doubted; the days on which some are.
    pub(super) fn judge(self, chunk: &mut Chunk, feed: &mut PastFeed) -> Vec<DoubtedDay> {
        let mut offers: Vec<PastOffer> = Vec::new();
        let mut judged: Vec<Judged<'_>> = Vec::new();
        for (offer, (key, rows)) in chunk.waiting().enumerate() {
            offers.push(self.past_offer(key, rows));
            for row in rows.iter_mut().map(|row| &mut row.point) {
                let stated = row.item_price.filter(|_| row.availability.can_be_ordered());
                let at = row.at;
                judged.extend(stated.map(|price| Judged {
                    point: DayPoint { offer, at, price },
                    row,
                }));
            }
        }
        // of two rows about one instant the later one counts: their order stays
        judged.sort_by_key(|judged| judged.point.at);
        let points: Vec<DayPoint> = judged.iter().map(|judged| judged.point).collect();
        feed.judge(&mut offers, &points, |place| {
            if let Some(judged) = judged.get_mut(place) {
                judged.row.is_doubted = true;
            }
        })
    }

    /// What is known of an offer before its first point.
    fn past_offer(&self, key: &OfferKey, rows: &[HistoryRow]) -> PastOffer {
        let mut offer = PastOffer::named(if key.1.is_empty() {
            rows.first().and_then(HistoryRow::name).unwrap_or_default()
        } else {
            key.1.clone()
        });
        let first = rows.iter().map(|row| row.point.at).min();
        let known = self.known.get(key).into_iter().flatten();
        for known in known.filter(|known| Some(known.from) < first) {
            offer.note(known.from, known.price, known.is_believed);
        }
        offer
    }
}
