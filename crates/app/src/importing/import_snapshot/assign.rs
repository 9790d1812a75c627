//! Finding the product of each row.

mod batch;
mod candidates;
mod numbers;
mod words;

use std::collections::HashSet;
use std::sync::Arc;

use domain::availability::Condition;
use domain::gtin::Gtin;
use domain::ids::{ProductNo, SnapshotNo};
use domain::offer::FeedOffer;
use domain::placement::MatchRung;
use domain::product::ProductGtin;
use ports_store::{
    Assignment, KnownOffer, MatchStore, OpenedSnapshot, Review, SnapshotStore, StagedProduct,
    StoreError,
};
use ports_system::Clock;
use product_knowledge::matching::{Lexicon, NumberUses};

use super::report::{Report, at_fault};
use super::rows::{ComparedRow, Place, PlacedRow, Row};
use crate::importing::spec_remarks;
use crate::matching::lexicon;
use batch::BatchAssigner;
use candidates::Candidates;
use words::Words;

/// Products with the conditions in which a store offers them.
type Taken = HashSet<(ProductNo, Condition)>;

/// Assigns the rows of one snapshot to products.
pub(super) struct Assigner<'a> {
    snapshots: &'a dyn SnapshotStore,
    matches: &'a dyn MatchStore,
    clock: &'a dyn Clock,
    snapshot: SnapshotNo,
    /// What the catalogue's words teach; read when the first offer has to be matched.
    lexicon: Option<Arc<Lexicon>>,
    /// Whether words may bring its offers to products.
    pub(super) words: Words,
    /// The products of which the snapshot has named an offer in a condition.
    taken: Taken,
    /// For how many goods the store uses its numbers.
    uses: NumberUses,
}

/// The rows of a batch that have a product, and what the catalogue does not know yet.
pub(super) struct AssignedBatch {
    pub(super) placed: Vec<PlacedRow>,
    pub(super) new: NewKnowledge,
}

/// What the offers of a batch bring into the catalogue.
pub(super) struct NewKnowledge {
    /// The products that they make.
    pub(super) products: Vec<StagedProduct>,
    /// Trade item numbers of others.
    pub(super) learned: Vec<(ProductNo, ProductGtin)>,
    /// Doubts about the new products.
    pub(super) reviews: Vec<Review>,
}

impl NewKnowledge {
    pub(super) fn is_empty(&self) -> bool {
        let Self {
            products,
            learned,
            reviews,
        } = self;
        products.is_empty() && learned.is_empty() && reviews.is_empty()
    }
}

/// An offer that waits for its product.
#[derive(Clone, Copy)]
struct Unplaced<'o> {
    offer: &'o FeedOffer,
    /// The product where a person put it when it was named otherwise: it stays away from those that the person said that
    /// are others.
    put: Option<ProductNo>,
}

impl<'o> Unplaced<'o> {
    fn of(row: &'o Row, known: Option<&KnownOffer>) -> Self {
        let put = known.filter(|known| known.rung == MatchRung::Person);
        Self {
            offer: &row.offer,
            put: put.map(|known| known.product),
        }
    }
}

impl<'a> Assigner<'a> {
    pub(super) fn new(
        snapshots: &'a dyn SnapshotStore,
        matches: &'a dyn MatchStore,
        clock: &'a dyn Clock,
        opened: &OpenedSnapshot,
        is_catalogue_empty: bool,
    ) -> Self {
        Self {
            snapshots,
            matches,
            clock,
            snapshot: opened.no,
            lexicon: None,
            words: Words::new(is_catalogue_empty),
            taken: Taken::new(),
            uses: NumberUses::known(opened.ambiguous.iter().copied()),
        }
    }

    /// Notes the titles that stand beside the numbers of new and renamed rows, before any of them is placed. What is as
    /// it was is looked at only where it shares such a number.
    pub(super) fn note_numbers(&mut self, rows: &[ComparedRow]) {
        let (old, new): (Vec<&ComparedRow>, Vec<&ComparedRow>) =
            rows.iter().partition(|row| row.is_named_as_before());
        let gtins = new.iter().flat_map(|it| &it.row.offer.identity.gtins);
        let fresh: HashSet<Gtin> = gtins.copied().collect();
        let shares = |it: &&&ComparedRow| {
            let mut gtins = it.row.offer.identity.gtins.iter();
            gtins.any(|gtin| fresh.contains(gtin))
        };
        for it in new.iter().chain(old.iter().filter(shares)) {
            let identity = &it.row.offer.identity;
            self.uses
                .note(&identity.gtins, &identity.brand, &identity.title);
        }
    }

    /// Whether an offer stays with its product.
    pub(super) fn keeps_product(&self, row: &Row, known: &KnownOffer) -> bool {
        keeps_product(row, known, &self.uses)
    }

    /// Notes that the store goes on offering a product.
    pub(super) fn keep(&mut self, row: &Row, known: &KnownOffer) {
        let condition = row.offer.facts.condition;
        self.taken.insert((known.product, condition));
    }

    /// Finds the products of rows; rejects those that name one that does not exist.
    pub(super) async fn assign(
        &mut self,
        rows: Vec<ComparedRow>,
        report: &mut Report<'_>,
    ) -> Result<AssignedBatch, StoreError> {
        let began = self.clock.now();
        let mut unassigned = Vec::new();
        for ComparedRow { row, known } in &rows {
            match known.as_ref().filter(|k| self.keeps_product(row, k)) {
                Some(known) => self.keep(row, known),
                None => unassigned.push(Unplaced::of(row, known.as_ref())),
            }
        }
        let lexicon = self.knowledge(unassigned.is_empty()).await?;
        let candidates = Candidates::new(self.snapshots, self.snapshot, &lexicon);
        let by_words = self.words.may_decide();
        let (taken, uses) = (&mut self.taken, &self.uses);
        let mut batch = BatchAssigner::new(candidates, &lexicon, by_words, taken, uses);
        batch.prepare(unassigned).await?;
        let mut placed = Vec::with_capacity(rows.len());
        for ComparedRow { row, known } in rows {
            let kept = known
                .as_ref()
                .filter(|k| keeps_product(&row, k, &self.uses));
            let place = match kept {
                Some(known) => Ok(Place::kept(known)),
                None => batch.assign(Unplaced::of(&row, known.as_ref())),
            };
            match place {
                Ok(place) => {
                    remark_specs(&row.offer, &place, report);
                    placed.push(PlacedRow { row, known, place });
                }
                Err(reason) => {
                    report.reject(at_fault(&row.offer, "canonical_product_id", reason));
                }
            }
        }
        let new = batch.finish();
        let micros = (self.clock.now() - began).whole_microseconds();
        let micros = u64::try_from(micros).unwrap_or_default();
        tracing::debug!(offers = placed.len(), micros, "a batch was matched");
        Ok(AssignedBatch { placed, new })
    }

    /// What the catalogue's words teach.
    async fn knowledge(&mut self, is_idle: bool) -> Result<Arc<Lexicon>, StoreError> {
        match &self.lexicon {
            Some(lexicon) => Ok(Arc::clone(lexicon)),
            None if is_idle => Ok(Arc::default()),
            None => {
                let found = Arc::new(lexicon::find(self.matches).await?);
                Ok(Arc::clone(self.lexicon.insert(found)))
            }
        }
    }

    /// The new products of the batch were staged, and have these numbers, in order.
    pub(super) fn number_products(&mut self, numbers: &[ProductNo]) {
        numbers::number(&mut self.taken, numbers);
    }

    /// Numbers that stand for several goods of the store, as this feed shows, each with how many.
    pub(super) fn found_ambiguous(&self) -> Vec<(Gtin, u32)> {
        self.uses.found_out()
    }
}

/// Whether an offer is named as it was, and was not brought to its product by numbers that the store uses for several
/// goods, all of them.
fn keeps_product(row: &Row, known: &KnownOffer, uses: &NumberUses) -> bool {
    let gtins = &row.offer.identity.gtins;
    known.identity == row.identity
        && (known.rung != MatchRung::Gtin || gtins.is_empty() || !uses.deciding(gtins).is_empty())
}

/// Tells which properties of a new product cannot be read.
fn remark_specs(offer: &FeedOffer, place: &Place, report: &mut Report<'_>) {
    if place.rung == MatchRung::New && matches!(place.assignment, Assignment::New(_)) {
        for remark in spec_remarks::of(offer.line, &offer.facts.offer_id, &offer.specs) {
            report.remark(&remark);
        }
    }
}
