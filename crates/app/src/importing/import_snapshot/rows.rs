//! Rows come in: what is admitted, and what the store already has of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use domain::availability::Condition;
use domain::ids::{OfferNo, ProductNo};
use domain::money::Amount;
use domain::offer::FeedOffer;
use domain::snapshot::SnapshotKind;
use ports_net::{FeedItem, RejectedRow};
use ports_store::{KnownOffer, OpenedSnapshot};
use product_knowledge::matching::{Lexicon, NumberUses};
use time::{Duration, OffsetDateTime};

use super::whole::Whole;
use super::{Counts, ImportError, ImportObserver, SnapshotImporter, SnapshotRequest, digest};

/// A snapshot on its way in.
pub(super) struct Staging<'a> {
    pub(super) importer: &'a SnapshotImporter<'a>,
    pub(super) kind: SnapshotKind,
    pub(super) observed_at: OffsetDateTime,
    pub(super) offer_ttl: Duration,
    pub(super) opened: OpenedSnapshot,
    pub(super) counts: Counts,
    /// Offers that a full snapshot names unchanged.
    pub(super) seen: HashSet<OfferNo>,
    /// Offer ids of this feed, as digests.
    named: HashSet<[u8; 16]>,
    pub(super) rates: BTreeMap<(String, Amount), u64>,
    first_rejection: Option<RejectedRow>,
    pub(super) whole: Whole,
    pub(super) matching: Matching,
}

/// What matching knows during one snapshot.
#[derive(Default)]
pub(super) struct Matching {
    /// What the catalogue's words teach; read when the first offer has to be matched.
    pub(super) lexicon: Option<Arc<Lexicon>>,
    /// The products of which the snapshot has named an offer in a condition.
    pub(super) taken: Taken,
    /// For how many goods the store uses its numbers.
    pub(super) uses: NumberUses,
}

/// Products with the conditions in which a store offers them.
pub(super) type Taken = HashSet<(ProductNo, Condition)>;

/// An offer of the feed with its digests.
pub(super) struct Row {
    pub(super) offer: FeedOffer,
    pub(super) content: [u8; 16],
    pub(super) identity: [u8; 16],
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
            counts: Counts::default(),
            seen: HashSet::new(),
            named: HashSet::new(),
            rates: BTreeMap::new(),
            first_rejection: None,
            whole: Whole::new(opened.doubted_until, observed_at),
            matching: Matching {
                uses: NumberUses::known(opened.ambiguous.iter().copied()),
                ..Matching::default()
            },
            opened,
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

    pub(super) fn reject(&mut self, row: RejectedRow, observer: &mut dyn ImportObserver) {
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

pub(super) fn rejected(offer: &FeedOffer, field: &str, reason: &str) -> RejectedRow {
    RejectedRow {
        line: offer.line,
        offer_id: Some(offer.facts.offer_id.clone()),
        field: field.to_owned(),
        reason: reason.to_owned(),
    }
}
