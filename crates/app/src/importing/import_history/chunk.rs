//! Points that wait to be merged, by offer.

use std::collections::{BTreeMap, HashMap};

use domain::history::PriceSegment;
use domain::history::past::{self, Point};
use domain::ids::ProductNo;
use domain::num::u64_from_usize;
use ports_net::HistoryRow;
use ports_store::{ImportedPast, PointTarget};
use time::{Duration, OffsetDateTime};

use super::HistoryCounts;

/// An offer of the store.
pub(super) type OfferKey = (ProductNo, String);

/// Points of one offer.
#[derive(Default)]
struct Gathered {
    rows: Vec<HistoryRow>,
    watched_from: Option<OffsetDateTime>,
}

/// What was gathered, and how large the past of each offer is that was saved.
#[derive(Default)]
pub(super) struct Chunk {
    gathered: BTreeMap<OfferKey, Gathered>,
    points: usize,
    sizes: HashMap<OfferKey, Size>,
}

/// Segments of the past of an offer.
#[derive(Clone, Copy)]
pub(super) struct Size {
    segments: usize,
    quarantined: usize,
}

/// Some offers with their points.
pub(super) struct Batch(Vec<(OfferKey, Gathered)>);

/// What became of a batch.
#[derive(Default)]
pub(super) struct MergedBatch {
    /// Offers whose past is another than before.
    pub(super) changed: Vec<ImportedPast>,
    /// How large the past of each offer is.
    pub(super) sizes: Vec<(OfferKey, Size)>,
    /// Rows without a price, and none before them.
    pub(super) unpriced: Vec<HistoryRow>,
}

impl Chunk {
    /// Takes a point in.
    pub(super) fn add(&mut self, target: PointTarget, row: HistoryRow) {
        let PointTarget {
            product,
            offer_id,
            watched_from,
        } = target;
        let gathered = self.gathered.entry((product, offer_id)).or_default();
        gathered.watched_from = watched_from;
        gathered.rows.push(row);
        self.points += 1;
    }

    /// The offers of which points wait, in order.
    pub(super) fn offers(&self) -> Vec<OfferKey> {
        self.gathered.keys().cloned().collect()
    }

    /// The points that wait, offer by offer in that order.
    pub(super) fn waiting(&mut self) -> impl Iterator<Item = (&OfferKey, &mut [HistoryRow])> {
        let gathered = self.gathered.iter_mut();
        gathered.map(|(key, gathered)| (key, gathered.rows.as_mut_slice()))
    }

    /// How many points wait.
    pub(super) const fn points(&self) -> usize {
        self.points
    }

    /// Takes the next offers out, at most so many; `None` when none waits.
    pub(super) fn next_batch(&mut self, most: usize) -> Option<Batch> {
        let batch: Vec<_> = std::iter::from_fn(|| self.gathered.pop_first())
            .take(most)
            .collect();
        self.points -= batch.iter().map(|(_, g)| g.rows.len()).sum::<usize>();
        (!batch.is_empty()).then_some(Batch(batch))
    }

    /// Remembers how large these pasts are.
    pub(super) fn note(&mut self, sizes: Vec<(OfferKey, Size)>) {
        self.sizes.extend(sizes);
    }

    /// The counts with what was remembered.
    pub(super) fn total(&self, counts: HistoryCounts) -> HistoryCounts {
        let sum = |of: fn(&Size) -> usize| u64_from_usize(self.sizes.values().map(of).sum());
        HistoryCounts {
            offers: u64_from_usize(self.sizes.len()),
            segments: sum(|size| size.segments),
            quarantined: sum(|size| size.quarantined),
            ..counts
        }
    }
}

impl Batch {
    /// Its points as they were read.
    pub(super) fn into_rows(self) -> Vec<HistoryRow> {
        let gathered = self.0.into_iter();
        gathered.flat_map(|(_, gathered)| gathered.rows).collect()
    }

    /// Its offers.
    pub(super) fn offers(&self) -> Vec<OfferKey> {
        self.0.iter().map(|(key, _)| key.clone()).collect()
    }

    /// Merges its points with what was imported before.
    pub(super) fn merge(&self, existing: Vec<ImportedPast>, time_to_live: Duration) -> MergedBatch {
        let mut existing: HashMap<OfferKey, Vec<PriceSegment>> = existing
            .into_iter()
            .map(|past| ((past.product, past.offer_id), past.segments))
            .collect();
        let mut batch = MergedBatch::default();
        for (key, gathered) in &self.0 {
            let before = existing.remove(key).unwrap_or_default();
            let points: Vec<Point> = gathered.rows.iter().map(|row| row.point).collect();
            let merged = past::merge(&key.1, &before, &points, time_to_live);
            let mut segments = merged.segments;
            if let (Some(last), Some(from)) = (segments.last_mut(), gathered.watched_from) {
                end_where_watching_begins(last, from, time_to_live);
            }
            let places = merged.unpriced.into_iter();
            let unpriced = places.filter_map(|place| gathered.rows.get(place).cloned());
            batch.unpriced.extend(unpriced);
            let size = Size {
                segments: segments.len(),
                quarantined: segments.iter().filter(|s| s.is_quarantined).count(),
            };
            if size.segments > 0 {
                batch.sizes.push((key.clone(), size));
            }
            if !is_same(&before, &segments) {
                batch.changed.push(ImportedPast {
                    product: key.0,
                    offer_id: key.1.clone(),
                    segments,
                });
            }
        }
        batch
    }
}

/// From when on the store's own snapshots name the product, they tell how it stands.
fn end_where_watching_begins(
    last: &mut PriceSegment,
    watched_from: OffsetDateTime,
    time_to_live: Duration,
) {
    if last.last_seen < watched_from && watched_from <= last.last_seen + time_to_live {
        last.ended = Some(watched_from);
    }
}

/// Whether two pasts of one offer agree, whatever number their store has.
fn is_same(before: &[PriceSegment], after: &[PriceSegment]) -> bool {
    let same = |(a, b): (&PriceSegment, &PriceSegment)| {
        PriceSegment {
            store: a.store,
            ..b.clone()
        } == *a
    };
    before.len() == after.len() && before.iter().zip(after).all(same)
}
