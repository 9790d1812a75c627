//! Finding the product of new and renamed offers, a batch at a time.

mod candidates;
mod numbers;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use domain::ids::{CanonicalProductId, ProductNo, SnapshotNo};
use domain::offer::{FeedOffer, OfferIdentity};
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::product::{ProductGtin, Provenance};
use ports_store::{Assignment, Candidate, KnownOffer, Review, SnapshotStore, StagedProduct};
use product_knowledge::matching::{Doubt, Lexicon, NumberUses, Outcome, Subject, decide, weights};

use super::draft;
use super::rows::{Row, Taken};
use super::versions::keeps_product;
use crate::matching::candidates::in_feed;
use numbers::assignment;

pub(super) use numbers::number;

/// The product of an offer and how it was found.
pub(super) struct Place {
    pub(super) assignment: Assignment,
    pub(super) rung: MatchRung,
    pub(super) confidence: Confidence,
    pub(super) review: Option<Review>,
}

impl Place {
    pub(super) fn kept(known: &KnownOffer) -> Self {
        Self {
            assignment: Assignment::Existing(known.product),
            rung: known.rung,
            confidence: known.confidence,
            review: None,
        }
    }
}

/// What the offers of a product call it, made ready when it is first compared: most that are found are not.
struct Titles {
    candidate: Candidate,
    subjects: OnceLock<Vec<Subject>>,
}

/// Assigns the offers of one batch. New products of the batch are candidates for the offers that
/// follow; they have negative numbers here until the store numbers them.
pub(super) struct Assigner<'a> {
    snapshots: &'a dyn SnapshotStore,
    snapshot: SnapshotNo,
    lexicon: Arc<Lexicon>,
    taken: Taken,
    uses: NumberUses,
    /// The offers that wait to be assigned, by their ids.
    prepared: HashMap<String, Subject>,
    subjects: HashMap<ProductNo, Subject>,
    /// What the offers of each product call it.
    titles: HashMap<ProductNo, Titles>,
    by_key: HashMap<MatchKey, BTreeSet<ProductNo>>,
    /// The products that one may be the same as, while nobody has said whether it is.
    doubted: HashMap<ProductNo, Vec<ProductNo>>,
    pinned: HashMap<CanonicalProductId, ProductNo>,
    products: Vec<StagedProduct>,
    learned: Vec<(ProductNo, ProductGtin)>,
}

impl<'a> Assigner<'a> {
    pub(super) fn new(
        snapshots: &'a dyn SnapshotStore,
        snapshot: SnapshotNo,
        lexicon: Arc<Lexicon>,
        taken: Taken,
        uses: NumberUses,
    ) -> Self {
        Self {
            snapshots,
            snapshot,
            lexicon,
            taken,
            uses,
            prepared: HashMap::new(),
            subjects: HashMap::new(),
            titles: HashMap::new(),
            by_key: HashMap::new(),
            doubted: HashMap::new(),
            pinned: HashMap::new(),
            products: Vec::new(),
            learned: Vec::new(),
        }
    }

    /// The product of one offer; the reason when the offer names a product that does not exist.
    pub(super) fn assign(&mut self, offer: &FeedOffer) -> Result<Place, &'static str> {
        let place = self.place(offer)?;
        let product = match place.assignment {
            Assignment::Existing(product) => product,
            Assignment::New(place) => ProductNo::unnumbered(place),
        };
        self.taken.insert((product, offer.facts.condition));
        Ok(place)
    }

    fn place(&mut self, offer: &FeedOffer) -> Result<Place, &'static str> {
        if let Some(id) = &offer.pinned {
            let product = self
                .pinned
                .get(id)
                .ok_or("no product of the catalogue has this id")?;
            return Ok(self.found(
                *product,
                MatchRung::Pinned,
                Confidence::FULL,
                &offer.identity,
            ));
        }
        let prepared = self.prepared.remove(&offer.facts.offer_id);
        let subject = prepared.unwrap_or_else(|| self.subject(offer));
        let condition = offer.facts.condition;
        let outcome = self.by_numbers(&subject, condition).unwrap_or_else(|| {
            let candidates = self.candidates(&subject.search_keys(&self.lexicon), condition);
            decide(&subject, &candidates, &self.lexicon)
        });
        Ok(match outcome {
            Outcome::Existing {
                product,
                rung,
                confidence,
            } => self.found(product, rung, confidence, &offer.identity),
            Outcome::New { confidence, doubt } => {
                let assignment = self.create(offer, subject, doubt.as_ref());
                let review = doubt.map(|d| Review {
                    candidate: numbers::assignment(d.candidate),
                    reason: d.reason,
                });
                Place {
                    assignment,
                    rung: MatchRung::New,
                    confidence,
                    review,
                }
            }
        })
    }

    fn found(
        &mut self,
        product: ProductNo,
        rung: MatchRung,
        confidence: Confidence,
        identity: &OfferIdentity,
    ) -> Place {
        if product.0 > 0 {
            let known = self.subjects.get(&product);
            let fresh = identity.gtins.iter().filter(|gtin| {
                !gtin.is_restricted()
                    && !gtin.is_package()
                    && !self.uses.is_ambiguous(**gtin)
                    && !known.is_some_and(|subject| subject.has_gtin(**gtin))
            });
            self.learned.extend(fresh.map(|gtin| {
                let learned = ProductGtin {
                    gtin: *gtin,
                    provenance: Provenance::Feed,
                    confidence: confidence.min(weights::MPN),
                };
                (product, learned)
            }));
        }
        Place {
            assignment: assignment(product),
            rung,
            confidence,
            review: None,
        }
    }

    fn create(&mut self, offer: &FeedOffer, subject: Subject, doubt: Option<&Doubt>) -> Assignment {
        let gtins = self.uses.deciding(&offer.identity.gtins);
        let keys = subject.keys(&self.lexicon);
        let place = self.products.len();
        let no = ProductNo::unnumbered(place);
        for key in &keys {
            self.by_key.entry(key.clone()).or_default().insert(no);
        }
        self.subjects.insert(no, subject);
        if let Some(doubt) = doubt {
            self.doubted.insert(no, vec![doubt.candidate]);
        }
        self.products.push(StagedProduct {
            draft: draft::product(offer, &gtins, doubt.is_some()),
            keys,
        });
        Assignment::New(place)
    }

    /// Whether an offer stays with its product.
    pub(super) fn keeps(&self, row: &Row, known: &KnownOffer) -> bool {
        keeps_product(row, known, &self.uses)
    }

    /// What came of the batch.
    pub(super) fn finish(self) -> Assigned {
        Assigned {
            products: self.products,
            learned: self.learned,
            taken: self.taken,
            uses: self.uses,
        }
    }

    /// What matching looks at in an offer. Numbers that the store uses for several goods say nothing.
    fn subject(&self, offer: &FeedOffer) -> Subject {
        in_feed(offer, &self.uses.deciding(&offer.identity.gtins))
    }
}

/// What came of a batch.
pub(super) struct Assigned {
    /// The new products.
    pub(super) products: Vec<StagedProduct>,
    /// What was learned about others.
    pub(super) learned: Vec<(ProductNo, ProductGtin)>,
    /// What the snapshot has named, with the batch's new products under their negative numbers.
    pub(super) taken: Taken,
    /// For how many goods the store uses its numbers.
    pub(super) uses: NumberUses,
}
