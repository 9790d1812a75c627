//! Finding the product of new and renamed offers, a batch at a time.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::ids::{CanonicalProductId, ProductNo, SnapshotNo};
use domain::matching::{
    Confidence, MatchKey, MatchRung, Outcome, Subject, SubjectTexts, decide, weights,
};
use domain::offer::{FeedOffer, OfferIdentity};
use domain::product::{ProductGtin, Provenance};
use ports_store::{
    Assignment, Candidate, KnownOffer, Review, SnapshotStore, StagedProduct, StoreError,
};

use super::draft;

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
    subjects: HashMap<ProductNo, Subject>,
    by_key: HashMap<MatchKey, BTreeSet<ProductNo>>,
    pinned: HashMap<CanonicalProductId, ProductNo>,
    products: Vec<StagedProduct>,
    learned: Vec<(ProductNo, ProductGtin)>,
}

impl<'a> Assigner<'a> {
    pub(super) fn new(snapshots: &'a dyn SnapshotStore, snapshot: SnapshotNo) -> Self {
        Self {
            snapshots,
            snapshot,
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
                None => keys.extend(subject(&offer.identity).keys()),
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
            let subject = Subject::new(SubjectTexts {
                title: &candidate.name,
                brand: &candidate.brand,
                model: &candidate.model,
                variant: &candidate.variant,
                mpn: &candidate.mpn,
                gtins: &candidate.gtins,
                pack_size: candidate.pack_size,
                is_bundle: candidate.is_bundle,
                is_canonical: candidate.provenance != Provenance::Feed,
            });
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
        let keys = subject.keys();
        let numbers: BTreeSet<ProductNo> = keys
            .iter()
            .filter_map(|key| self.by_key.get(key))
            .flatten()
            .copied()
            .collect();
        let candidates: Vec<(ProductNo, &Subject)> = numbers
            .into_iter()
            .filter_map(|no| Some((no, self.subjects.get(&no)?)))
            .collect();
        Ok(match decide(&subject, &candidates) {
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
        let no = ProductNo(-1 - domain::num::i64_from_usize(place));
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

    /// The new products and what was learned about others.
    pub(super) fn into_parts(self) -> (Vec<StagedProduct>, Vec<(ProductNo, ProductGtin)>) {
        (self.products, self.learned)
    }
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
