//! Finding the product of new and renamed offers, a batch at a time.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use domain::availability::Condition;
use domain::ids::{CanonicalProductId, ProductNo, SnapshotNo};
use domain::matching::{
    Candidacy, Confidence, Lexicon, MatchKey, MatchRung, Outcome, Subject, SubjectTexts, decide,
    weights,
};
use domain::offer::{FeedOffer, OfferIdentity};
use domain::product::{ProductGtin, Provenance};
use ports_store::{
    Assignment, Candidate, KnownOffer, Review, SnapshotStore, StagedProduct, StoreError,
};

use super::draft;
use super::rows::Taken;
use crate::rematch;

/// How many products of a batch may share a key that finds them.
const KEY_LIMIT: usize = 50;

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

/// Assigns the offers of one batch. New products of the batch are candidates for the offers that
/// follow; they have negative numbers here until the store numbers them.
pub(super) struct Assigner<'a> {
    snapshots: &'a dyn SnapshotStore,
    snapshot: SnapshotNo,
    lexicon: Arc<Lexicon>,
    taken: Taken,
    subjects: HashMap<ProductNo, Subject>,
    by_key: HashMap<MatchKey, BTreeSet<ProductNo>>,
    pinned: HashMap<CanonicalProductId, ProductNo>,
    products: Vec<StagedProduct>,
    learned: Vec<(ProductNo, ProductGtin)>,
}

impl<'a> Assigner<'a> {
    pub(super) fn new(
        snapshots: &'a dyn SnapshotStore,
        snapshot: SnapshotNo,
        (lexicon, taken): (Arc<Lexicon>, Taken),
    ) -> Self {
        Self {
            snapshots,
            snapshot,
            lexicon,
            taken,
            subjects: HashMap::new(),
            by_key: HashMap::new(),
            pinned: HashMap::new(),
            products: Vec::new(),
            learned: Vec::new(),
        }
    }

    /// Fetches the candidates of these offers.
    pub(super) async fn prepare(
        &mut self,
        offers: impl Iterator<Item = &FeedOffer>,
    ) -> Result<(), StoreError> {
        let mut keys = HashSet::new();
        let mut ids = HashSet::new();
        for offer in offers {
            match &offer.pinned {
                Some(id) => {
                    ids.insert(id.clone());
                }
                None => keys.extend(subject(&offer.identity).keys(&self.lexicon)),
            }
        }
        let keys: Vec<MatchKey> = keys.into_iter().collect();
        let mut ids: Vec<CanonicalProductId> = ids.into_iter().collect();
        for keys in keys.chunks(2000) {
            let found = self.snapshots.candidates(self.snapshot, keys, &ids).await?;
            ids.clear();
            self.take_in(found);
        }
        if !ids.is_empty() {
            let found = self.snapshots.candidates(self.snapshot, &[], &ids).await?;
            self.take_in(found);
        }
        Ok(())
    }

    fn take_in(&mut self, candidates: Vec<Candidate>) {
        for candidate in candidates {
            let subject = rematch::subject(&candidate);
            for key in candidate.keys {
                self.by_key
                    .entry(key)
                    .or_default()
                    .insert(candidate.product);
            }
            self.pinned.insert(candidate.id, candidate.product);
            self.subjects.insert(candidate.product, subject);
        }
    }

    /// The product of one offer; the reason when the offer names a product that does not exist.
    pub(super) fn assign(&mut self, offer: &FeedOffer) -> Result<Place, &'static str> {
        let place = self.place(offer)?;
        let product = match place.assignment {
            Assignment::Existing(product) => product,
            Assignment::New(place) => staged_number(place),
        };
        self.taken.insert((product, offer.facts.condition));
        Ok(place)
    }

    fn place(&mut self, offer: &FeedOffer) -> Result<Place, &'static str> {
        let subject = subject(&offer.identity);
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
        let keys = subject.keys(&self.lexicon);
        let candidates = self.candidates(&keys, offer.facts.condition);
        Ok(match decide(&subject, &candidates, &self.lexicon) {
            Outcome::Existing {
                product,
                rung,
                confidence,
            } => self.found(product, rung, confidence, &offer.identity),
            Outcome::New { confidence, doubt } => {
                let review = doubt.map(|d| Review {
                    candidate: assignment(d.candidate),
                    reason: d.reason,
                });
                let assignment = self.create(offer, subject, keys, review.is_some());
                Place {
                    assignment,
                    rung: MatchRung::New,
                    confidence,
                    review,
                }
            }
        })
    }

    /// The products that share a key. As in the store, a key that very many have finds nothing.
    fn candidates(&self, keys: &[MatchKey], condition: Condition) -> Vec<Candidacy<'_>> {
        let numbers: BTreeSet<ProductNo> = keys
            .iter()
            .filter_map(|key| self.by_key.get(key))
            .filter(|products| products.len() <= KEY_LIMIT)
            .flatten()
            .copied()
            .collect();
        let candidacy = |product: ProductNo| {
            Some(Candidacy {
                product,
                subject: self.subjects.get(&product)?,
                is_taken: self.taken.contains(&(product, condition)),
            })
        };
        numbers.into_iter().filter_map(candidacy).collect()
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

    fn create(
        &mut self,
        offer: &FeedOffer,
        subject: Subject,
        keys: Vec<MatchKey>,
        in_review: bool,
    ) -> Assignment {
        let place = self.products.len();
        let no = staged_number(place);
        for key in &keys {
            self.by_key.entry(key.clone()).or_default().insert(no);
        }
        self.subjects.insert(no, subject);
        self.products.push(StagedProduct {
            draft: draft::product(offer, in_review),
            keys,
        });
        Assignment::New(place)
    }

    /// What came of the batch.
    pub(super) fn finish(self) -> Assigned {
        Assigned {
            products: self.products,
            learned: self.learned,
            taken: self.taken,
        }
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
}

/// The number of a new product until the store has numbered it.
fn staged_number(place: usize) -> ProductNo {
    ProductNo(-1 - domain::num::i64_from_usize(place))
}

/// Gives new products the numbers that the store gave them.
pub(super) fn number(taken: &mut Taken, numbers: &[ProductNo]) {
    let staged: Vec<_> = taken.extract_if(|(no, _)| no.0 < 0).collect();
    let numbered = staged.into_iter().filter_map(|(no, condition)| {
        let place = domain::num::usize_from_i64(-1 - no.0);
        Some((*numbers.get(place)?, condition))
    });
    taken.extend(numbered);
}

fn assignment(product: ProductNo) -> Assignment {
    if product.0 > 0 {
        Assignment::Existing(product)
    } else {
        Assignment::New(domain::num::usize_from_i64(-1 - product.0))
    }
}

fn subject(identity: &OfferIdentity) -> Subject {
    Subject::new(SubjectTexts {
        title: &identity.title,
        brand: &identity.brand,
        model: &identity.model,
        variant: &identity.variant,
        mpn: &identity.mpn,
        gtins: &identity.gtins,
        pack_size: identity.pack_size,
        is_bundle: identity.is_bundle,
        is_canonical: false,
    })
}
