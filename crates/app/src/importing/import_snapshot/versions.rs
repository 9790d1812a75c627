//! Comparing rows with what the store already offers, and staging the versions that differ.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::gtin::Gtin;
use domain::offer::FeedOffer;
use domain::placement::MatchRung;
use domain::plausibility::Quarantine;
use domain::snapshot::SnapshotKind;
use domain::watch::{Bidder, Freshness};
use ports_store::{Assignment, KnownOffer, StageBatch, StagedOffer};
use product_knowledge::matching::NumberUses;
use time::Duration;

use super::assign::{self, Assigned, Assigner, Place};
use super::judging::Market;
use super::rows::{Row, Staging, rejected};
use super::{ImportError, ImportObserver};
use crate::importing::spec_remarks;
use crate::matching::lexicon;

/// Different pairs of category and delivery cost that are counted; a feed with more has no usual
/// delivery cost.
const MAX_RATES: usize = 20_000;

/// How soon an offer may turn stale and still count as stale: longer than an import takes.
const SOON: Duration = Duration::hours(1);

/// A row that differs from what the store offers, with its product.
pub(super) struct Placed<'k> {
    pub(super) row: Row,
    pub(super) place: Place,
    pub(super) known: Option<&'k KnownOffer>,
}

impl<'a> Staging<'a> {
    /// What assigns the rows that are named otherwise than before, with their candidates.
    async fn assigner(
        &mut self,
        differing: &[(Row, Option<&KnownOffer>)],
    ) -> Result<Assigner<'a>, ImportError> {
        let mut unassigned = Vec::new();
        for (row, known) in differing {
            match known.filter(|k| self.keeps_product(row, k)) {
                Some(known) => self.take_product(row, known),
                None => unassigned.push(&row.offer),
            }
        }
        let lexicon = match &self.matching.lexicon {
            Some(lexicon) => Arc::clone(lexicon),
            None if unassigned.is_empty() => Arc::default(),
            None => {
                let found = Arc::new(lexicon::find(self.importer.matches).await?);
                Arc::clone(self.matching.lexicon.insert(found))
            }
        };
        let taken = std::mem::take(&mut self.matching.taken);
        let uses = std::mem::take(&mut self.matching.uses);
        let (snapshots, no) = (self.importer.snapshots, self.opened.no);
        let mut assigner = Assigner::new(snapshots, no, lexicon, taken, uses);
        assigner.prepare(unassigned.into_iter()).await?;
        Ok(assigner)
    }
}

impl Staging<'_> {
    /// Stages what is new or changed; answers how many rows were accepted.
    pub(super) async fn stage(
        &mut self,
        rows: Vec<Row>,
        known: &HashMap<String, KnownOffer>,
        observer: &mut dyn ImportObserver,
    ) -> Result<usize, ImportError> {
        let all = rows.len();
        self.note_numbers(&rows, known);
        let market = self.market_of_held(&rows, known).await?;
        let mut differing = Vec::new();
        for row in rows {
            match known.get(&row.offer.facts.offer_id) {
                Some(k)
                    if k.content == row.content
                        && self.confirms_silently(&row, k)
                        && self.keeps_product(&row, k) =>
                {
                    self.confirm((&row, k), &market, observer);
                }
                found => differing.push((row, found)),
            }
        }
        let unchanged = all - differing.len();
        let began = self.importer.clock.now();
        let mut assigner = self.assigner(&differing).await?;
        let placed = self.place(differing, &mut assigner, observer);
        let micros = (self.importer.clock.now() - began).whole_microseconds();
        let micros = u64::try_from(micros).unwrap_or_default();
        tracing::debug!(offers = placed.len(), micros, "a batch was matched");
        let accepted = unchanged + placed.len();
        let verdicts = self.judge(&placed).await?;
        let Assigned {
            products,
            learned,
            taken,
            uses,
        } = assigner.finish();
        self.matching.taken = taken;
        self.matching.uses = uses;
        let mut offers = Vec::with_capacity(placed.len());
        for (placed, quarantine) in placed.into_iter().zip(verdicts) {
            if let Some(quarantine) = &quarantine {
                self.tell_held(&placed.row, quarantine, observer);
            }
            offers.push(self.staged(placed, quarantine));
        }
        if !offers.is_empty() {
            let batch = StageBatch {
                products,
                offers,
                learned,
            };
            let numbers = self
                .importer
                .snapshots
                .stage(self.opened.no, &batch)
                .await?;
            assign::number(&mut self.matching.taken, &numbers);
        }
        Ok(accepted)
    }

    /// Notes the titles that stand beside the numbers of new and renamed rows, before any of them is placed. What is as
    /// it was is looked at only where it shares such a number.
    fn note_numbers(&mut self, rows: &[Row], known: &HashMap<String, KnownOffer>) {
        let is_as_it_was = |row: &&Row| {
            let known = known.get(&row.offer.facts.offer_id);
            known.is_some_and(|known| known.identity == row.identity)
        };
        let (old, new): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(is_as_it_was);
        let identities = new.iter().map(|row| &row.offer.identity);
        let fresh: HashSet<Gtin> = identities.flat_map(|it| it.gtins.iter().copied()).collect();
        let shares = |row: &&&Row| row.offer.identity.gtins.iter().any(|it| fresh.contains(it));
        for row in new.iter().chain(old.iter().filter(shares)) {
            let identity = &row.offer.identity;
            self.matching
                .uses
                .note(&identity.gtins, &identity.brand, &identity.title);
        }
    }

    /// Whether an offer is what it was, and what brought it to its product still holds.
    fn keeps_product(&self, row: &Row, known: &KnownOffer) -> bool {
        keeps_product(row, known, &self.matching.uses)
    }

    /// Notes that the store offers a product.
    fn take_product(&mut self, row: &Row, known: &KnownOffer) {
        let condition = row.offer.facts.condition;
        self.matching.taken.insert((known.product, condition));
    }

    /// Counts a row of a full snapshot for which nothing is written.
    fn confirm(
        &mut self,
        (row, known): (&Row, &KnownOffer),
        market: &Market,
        observer: &mut dyn ImportObserver,
    ) {
        self.seen.insert(known.no);
        self.take_product(row, known);
        let others = market.get(&known.product).map_or(&[][..], Vec::as_slice);
        self.sight(row, (Some(known), Some(known)), (others, None));
        self.count_rate(&row.offer);
        self.counts.unchanged += 1;
        if let Some(quarantine) = &known.quarantine {
            self.tell_held(row, quarantine, observer);
        }
    }

    /// Finds the products of rows that differ; rejects those that name one that does not exist.
    fn place<'k>(
        &mut self,
        differing: Vec<(Row, Option<&'k KnownOffer>)>,
        assigner: &mut Assigner<'_>,
        observer: &mut dyn ImportObserver,
    ) -> Vec<Placed<'k>> {
        let mut placed = Vec::with_capacity(differing.len());
        for (row, known) in differing {
            let place = match known.filter(|k| assigner.keeps(&row, k)) {
                Some(k) => Ok(Place::kept(k)),
                None => assigner.assign(&row.offer),
            };
            match place {
                Ok(place) => {
                    self.count(&row, known);
                    remark_specs(&row.offer, &place, observer);
                    placed.push(Placed { row, place, known });
                }
                Err(reason) => {
                    self.reject(
                        rejected(&row.offer, "canonical_product_id", reason),
                        observer,
                    );
                }
            }
        }
        placed
    }

    /// A full snapshot that names an offer unchanged writes nothing for it: all its offers count as
    /// seen. Only when the offer had turned stale, or its price is released, do answers change, and
    /// readers have to be told.
    fn confirms_silently(&self, row: &Row, known: &KnownOffer) -> bool {
        self.kind == SnapshotKind::Full && !self.was_stale(known) && !self.releases(row, known)
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

    fn staged(&self, placed: Placed<'_>, quarantine: Option<Quarantine>) -> StagedOffer {
        let same_price = self.same_price(&placed, quarantine.as_ref());
        let same_product = placed.known_of_its_product().is_some();
        let Placed { row, place, known } = placed;
        let Row {
            offer,
            content,
            identity,
        } = row;
        let facts = offer.facts;
        let bidder = Bidder {
            facts: &facts,
            terms: &self.opened.store.terms,
            is_held: quarantine.is_some(),
            seen_at: self.observed_at,
        };
        let bid = bidder.bid(self.freshness());
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
        let same_answers = same_product
            && unchanged.is_some_and(|k| k.quarantine == quarantine && !self.was_stale(k));
        StagedOffer {
            updated_at,
            price_since: same_price.map_or(self.observed_at, |k| k.price_since),
            seen_at: self.observed_at,
            replaces: known.map(|k| k.no),
            changes_answers: !same_answers,
            ends_segment: same_price.is_none(),
            quarantine,
            bid,
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

    fn freshness(&self) -> Freshness {
        Freshness {
            now: self.importer.clock.now(),
            offer_ttl: self.offer_ttl,
        }
    }

    /// The version in force when its price segment goes on: nothing differs that a segment is made
    /// of, and the offer was seen again within its time to live. No price is carried over a hole.
    fn same_price<'k>(
        &self,
        placed: &Placed<'k>,
        quarantine: Option<&Quarantine>,
    ) -> Option<&'k KnownOffer> {
        let facts = &placed.row.offer.facts;
        placed.known_of_its_product().filter(|k| {
            k.item_price == facts.item_price
                && k.delivery_cost == facts.delivery_cost
                && k.can_be_ordered == facts.availability.can_be_ordered()
                && k.condition == facts.condition
                && k.quarantine.as_ref() == quarantine
                && k.last_seen_at + self.offer_ttl > self.observed_at
        })
    }
}

/// Whether an offer is named as it was, and was not brought to its product by numbers that the store uses for several
/// goods, all of them.
pub(super) fn keeps_product(row: &Row, known: &KnownOffer, uses: &NumberUses) -> bool {
    let gtins = &row.offer.identity.gtins;
    known.identity == row.identity
        && (known.rung != MatchRung::Gtin || gtins.is_empty() || !uses.deciding(gtins).is_empty())
}

/// Tells which properties of a new product cannot be read.
fn remark_specs(offer: &FeedOffer, place: &Place, observer: &mut dyn ImportObserver) {
    if place.rung == MatchRung::New && matches!(place.assignment, Assignment::New(_)) {
        for remark in spec_remarks::of(offer.line, &offer.facts.offer_id, &offer.specs) {
            observer.row(&remark, true);
        }
    }
}
