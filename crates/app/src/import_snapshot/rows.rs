//! Comparing rows with what the store already offers.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::ids::OfferNo;
use domain::money::Amount;
use domain::offer::FeedOffer;
use domain::snapshot::SnapshotKind;
use ports_net::{FeedItem, RejectedRow};
use ports_store::{Assignment, KnownOffer, OpenedSnapshot, StageBatch, StagedOffer};
use time::{Duration, OffsetDateTime};

use super::assign::{Assigner, Place};
use super::{Counts, ImportError, ImportObserver, SnapshotImporter, SnapshotRequest, digest};

/// Different pairs of category and delivery cost that are counted; a feed with more has no usual
/// delivery cost.
const MAX_RATES: usize = 20_000;

/// How soon an offer may turn stale and still count as stale: longer than an import takes.
const SOON: Duration = Duration::hours(1);

/// A snapshot on its way in.
pub(super) struct Staging<'a> {
    importer: &'a SnapshotImporter<'a>,
    kind: SnapshotKind,
    observed_at: OffsetDateTime,
    offer_ttl: Duration,
    pub(super) opened: OpenedSnapshot,
    pub(super) counts: Counts,
    /// Offers that a full snapshot names unchanged.
    pub(super) seen: HashSet<OfferNo>,
    /// Offer ids of this feed, as digests.
    named: HashSet<[u8; 16]>,
    pub(super) rates: BTreeMap<(String, Amount), u64>,
    first_rejection: Option<RejectedRow>,
}

/// An offer of the feed with its digests.
pub(super) struct Row {
    pub(super) offer: FeedOffer,
    content: [u8; 16],
    identity: [u8; 16],
}

impl<'a> Staging<'a> {
    pub(super) fn new(
        importer: &'a SnapshotImporter<'a>,
        request: &SnapshotRequest,
        observed_at: OffsetDateTime,
        opened: OpenedSnapshot,
    ) -> Self {
        Self {
            importer,
            kind: request.kind,
            observed_at,
            offer_ttl: request.offer_ttl,
            opened,
            counts: Counts::default(),
            seen: HashSet::new(),
            named: HashSet::new(),
            rates: BTreeMap::new(),
            first_rejection: None,
        }
    }

    /// Takes the next records in.
    pub(super) async fn take(
        &mut self,
        items: Vec<FeedItem>,
        observer: &mut dyn ImportObserver,
    ) -> Result<(), ImportError> {
        let mut rows = Vec::with_capacity(items.len());
        for item in items {
            self.counts.read += 1;
            match self.admit(item, observer) {
                Ok(row) => rows.push(row),
                Err(rejected) => self.reject(rejected, observer),
            }
        }
        let known = self.known(&rows).await?;
        let rows = self.stage(rows, &known, observer).await?;
        self.counts.accepted += domain::num::u64_from_usize(rows);
        Ok(())
    }

    fn admit(
        &mut self,
        item: FeedItem,
        observer: &mut dyn ImportObserver,
    ) -> Result<Row, RejectedRow> {
        let (mut offer, remarks) = match item {
            FeedItem::Offer(offer, remarks) => (*offer, remarks),
            FeedItem::Rejected(row) => return Err(row),
        };
        if offer.facts.url.is_empty() {
            let Some(url) = &self.opened.store.terms.url else {
                let reason = "missing, and the store has none (api store set --url)";
                return Err(rejected(&offer, "url", reason));
            };
            offer.facts.url.clone_from(url);
        }
        let digester = self.importer.digester;
        if !self
            .named
            .insert(digest::short(digester, offer.facts.offer_id.as_bytes()))
        {
            let reason = "the feed names this offer twice; the first one counts";
            return Err(rejected(&offer, "offer_id", reason));
        }
        for remark in &remarks {
            observer.row(remark, true);
        }
        let (content, identity) = digest::of_offer(digester, &offer);
        Ok(Row {
            offer,
            content,
            identity,
        })
    }

    fn reject(&mut self, row: RejectedRow, observer: &mut dyn ImportObserver) {
        self.counts.rejected += 1;
        observer.row(&row, false);
        self.first_rejection.get_or_insert(row);
    }

    async fn known(&self, rows: &[Row]) -> Result<HashMap<String, KnownOffer>, ImportError> {
        if self.opened.live_offers == 0 {
            return Ok(HashMap::new());
        }
        let ids: Vec<String> = rows
            .iter()
            .map(|r| r.offer.facts.offer_id.clone())
            .collect();
        let known = self.importer.snapshots.known(self.opened.no, &ids).await?;
        Ok(known.into_iter().map(|k| (k.offer_id.clone(), k)).collect())
    }

    /// Stages what is new or changed; answers how many rows were accepted.
    async fn stage(
        &mut self,
        rows: Vec<Row>,
        known: &HashMap<String, KnownOffer>,
        observer: &mut dyn ImportObserver,
    ) -> Result<usize, ImportError> {
        let mut accepted = 0;
        let mut differing = Vec::new();
        for row in rows {
            match known.get(&row.offer.facts.offer_id) {
                Some(k) if k.content == row.content && self.confirms_silently(k) => {
                    self.seen.insert(k.no);
                    self.count_rate(&row.offer);
                    self.counts.unchanged += 1;
                    accepted += 1;
                }
                found => differing.push((row, found)),
            }
        }
        let mut assigner = Assigner::new(self.importer.snapshots, self.opened.no);
        let unassigned = differing.iter().filter(|(row, k)| !keeps_product(row, *k));
        assigner
            .prepare(unassigned.map(|(row, _)| &row.offer))
            .await?;
        let mut offers = Vec::with_capacity(differing.len());
        for (row, known) in differing {
            let place = match known.filter(|k| k.identity == row.identity) {
                Some(k) => Ok(Place::kept(k)),
                None => assigner.assign(&row.offer),
            };
            match place {
                Ok(place) => {
                    self.count(&row, known);
                    offers.push(self.staged(row, place, known));
                    accepted += 1;
                }
                Err(reason) => {
                    self.reject(
                        rejected(&row.offer, "canonical_product_id", reason),
                        observer,
                    );
                }
            }
        }
        let (products, learned) = assigner.into_parts();
        if !offers.is_empty() {
            let batch = StageBatch {
                products,
                offers,
                learned,
            };
            self.importer
                .snapshots
                .stage(self.opened.no, &batch)
                .await?;
        }
        Ok(accepted)
    }

    /// A full snapshot that names an offer unchanged writes nothing for it: all its offers count as
    /// seen. Only when the offer had turned stale do answers change, and readers have to be told.
    fn confirms_silently(&self, known: &KnownOffer) -> bool {
        self.kind == SnapshotKind::Full && !self.was_stale(known)
    }

    /// Whether readers may have been told that the offer is stale.
    fn was_stale(&self, known: &KnownOffer) -> bool {
        known.last_seen_at + self.offer_ttl <= self.importer.clock.now() + SOON
    }

    fn count(&mut self, row: &Row, known: Option<&KnownOffer>) {
        self.count_rate(&row.offer);
        match known {
            None => self.counts.created += 1,
            Some(k) if k.content == row.content => self.counts.unchanged += 1,
            Some(_) => self.counts.changed += 1,
        }
    }

    fn count_rate(&mut self, offer: &FeedOffer) {
        let category = &offer.identity.category;
        let Some(cost) = offer.facts.delivery_cost else {
            return;
        };
        if self.rates.len() < MAX_RATES {
            *self.rates.entry((category.clone(), cost)).or_default() += 1;
        }
    }

    fn staged(&self, row: Row, place: Place, known: Option<&KnownOffer>) -> StagedOffer {
        let Row {
            offer,
            content,
            identity,
        } = row;
        let facts = offer.facts;
        let same_price = known.filter(|k| {
            place.assignment == Assignment::Existing(k.product)
                && k.item_price == facts.item_price
                && k.delivery_cost == facts.delivery_cost
                && k.can_be_ordered == facts.availability.can_be_ordered()
        });
        let unchanged = known.filter(|k| k.content == content);
        let updated_at = unchanged.map_or_else(
            || {
                facts
                    .stated_updated_at
                    .unwrap_or(self.observed_at)
                    .min(self.observed_at)
            },
            |k| k.updated_at,
        );
        StagedOffer {
            updated_at,
            price_since: same_price.map_or(self.observed_at, |k| k.price_since),
            seen_at: self.observed_at,
            replaces: known.map(|k| k.no),
            changes_answers: known.is_none_or(|k| k.content != content || self.was_stale(k)),
            ends_segment: same_price.is_none(),
            quarantined: false,
            assignment: place.assignment,
            rung: place.rung,
            confidence: place.confidence,
            review: place.review,
            identity: offer.identity,
            identity_digest: identity,
            content,
            facts,
        }
    }

    /// Price segments would overlap if the past were rewritten.
    pub(super) fn refuse_the_outdated(&self) -> Result<(), ImportError> {
        if self
            .opened
            .last_observed_at
            .is_some_and(|last| last > self.observed_at)
        {
            return Err(ImportError::Outdated);
        }
        Ok(())
    }

    /// A feed that brought nothing is not believed: it would say that the store sells nothing.
    pub(super) fn refuse_the_empty(&self) -> Result<(), ImportError> {
        let Counts {
            read,
            accepted,
            rejected,
            ..
        } = self.counts;
        if accepted > 0 || (self.kind == SnapshotKind::Delta && rejected == 0) {
            return Ok(());
        }
        Err(ImportError::Refused(match &self.first_rejection {
            None => format!("the feed holds no offer ({read} rows)"),
            Some(row) => format!(
                "all {rejected} rows were rejected; the first one, at {}: {} {}",
                row.line, row.field, row.reason
            ),
        }))
    }
}

/// Whether the offer stays with its product: it is named as before.
fn keeps_product(row: &Row, known: Option<&KnownOffer>) -> bool {
    known.is_some_and(|k| k.identity == row.identity)
}

fn rejected(offer: &FeedOffer, field: &str, reason: &str) -> RejectedRow {
    RejectedRow {
        line: offer.line,
        offer_id: Some(offer.facts.offer_id.clone()),
        field: field.to_owned(),
        reason: reason.to_owned(),
    }
}
