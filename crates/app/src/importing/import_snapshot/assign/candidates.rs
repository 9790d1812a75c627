//! The candidates of a batch's offers: fetched from the store, and found by their keys.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

use domain::availability::Condition;
use domain::ids::{CanonicalProductId, ProductNo, SnapshotNo};
use domain::offer::FeedOffer;
use domain::placement::{KEY_LIMIT, MatchKey};
use ports_store::{Candidate, SnapshotStore, StoreError};
use product_knowledge::matching::{Candidacy, Lexicon, Subject};
use rayon::prelude::*;

use super::Taken;
use crate::matching::candidates::most_shared;
use crate::matching::rematch;

/// How many keys are looked up at once.
const KEYS: usize = 2000;
/// How many products are read at once.
const PRODUCTS: usize = 1000;

/// An offer whose candidates are fetched.
pub(super) struct Looked<'o> {
    pub(super) offer: &'o FeedOffer,
    /// The product where a person put it.
    pub(super) put: Option<ProductNo>,
    pub(super) subject: Subject,
    /// The keys that find them.
    pub(super) keys: Vec<MatchKey>,
}

/// What the offers of a product call it, made ready when it is first compared by words: most that are found are not.
struct Titles {
    candidate: Candidate,
    subjects: OnceLock<Vec<Subject>>,
}

impl Titles {
    fn subjects(&self, lexicon: &Lexicon) -> &[Subject] {
        self.subjects.get_or_init(|| {
            let titles = rematch::titles(&self.candidate).into_iter();
            titles.map(|title| title.weighed_by(lexicon)).collect()
        })
    }
}

/// The products that the offers of one batch may belong to: those of the store that were fetched, and those that the
/// batch makes.
pub(super) struct Candidates<'b> {
    snapshots: &'b dyn SnapshotStore,
    snapshot: SnapshotNo,
    lexicon: &'b Lexicon,
    subjects: HashMap<ProductNo, Subject>,
    /// What the offers of each product call it.
    titles: HashMap<ProductNo, Titles>,
    by_key: HashMap<MatchKey, BTreeSet<ProductNo>>,
    /// The products that one may be the same as, while nobody has said whether it is.
    doubted: HashMap<ProductNo, Vec<ProductNo>>,
    /// Pairs of products of which a person said that they are two, each in both orders.
    apart: HashSet<(ProductNo, ProductNo)>,
    pinned: HashMap<CanonicalProductId, ProductNo>,
}

impl<'b> Candidates<'b> {
    pub(super) fn new(
        snapshots: &'b dyn SnapshotStore,
        snapshot: SnapshotNo,
        lexicon: &'b Lexicon,
    ) -> Self {
        Self {
            snapshots,
            snapshot,
            lexicon,
            subjects: HashMap::new(),
            titles: HashMap::new(),
            by_key: HashMap::new(),
            doubted: HashMap::new(),
            apart: HashSet::new(),
            pinned: HashMap::new(),
        }
    }

    /// Fetches what offers are compared with by their keys.
    pub(super) async fn fetch(&mut self, looked: &[Looked<'_>]) -> Result<(), StoreError> {
        let keys: HashSet<&MatchKey> = looked.iter().flat_map(|it| &it.keys).collect();
        let keys: Vec<MatchKey> = keys.into_iter().copied().collect();
        for keys in keys.chunks(KEYS) {
            for found in self.snapshots.keyed(self.snapshot, keys).await? {
                let products = self.by_key.entry(found.key).or_default();
                products.insert(found.product);
            }
        }
        let compared = looked.iter().flat_map(|it| self.sharing(&it.keys));
        let products: BTreeSet<ProductNo> = compared
            .filter(|product| !self.subjects.contains_key(product))
            .collect();
        let products: Vec<ProductNo> = products.into_iter().collect();
        for products in products.chunks(PRODUCTS) {
            let found = self.snapshots.candidates(self.snapshot, products, &[]);
            let found = found.await?;
            self.take_in(found);
        }
        Ok(())
    }

    /// Makes ready what the offers of those products call them with which these offers are compared.
    pub(super) fn make_titles_ready(&self, looked: &[Looked<'_>]) {
        let compared = looked.iter().flat_map(|it| self.sharing(&it.keys));
        let compared: BTreeSet<ProductNo> = compared.collect();
        let titles: Vec<&Titles> = compared
            .iter()
            .filter_map(|no| self.titles.get(no))
            .collect();
        titles.par_iter().for_each(|titles| {
            titles.subjects(self.lexicon);
        });
    }

    /// Fetches the products where a person put offers.
    pub(super) async fn fetch_put(&mut self, products: &[ProductNo]) -> Result<(), StoreError> {
        for products in products.chunks(PRODUCTS) {
            let found = self.snapshots.candidates(self.snapshot, products, &[]);
            let found = found.await?;
            self.take_in(found);
        }
        Ok(())
    }

    /// Fetches the products that offers name.
    pub(super) async fn fetch_pinned(
        &mut self,
        ids: &[CanonicalProductId],
    ) -> Result<(), StoreError> {
        for ids in ids.chunks(PRODUCTS) {
            let found = self.snapshots.candidates(self.snapshot, &[], ids).await?;
            self.take_in(found);
        }
        Ok(())
    }

    fn take_in(&mut self, candidates: Vec<Candidate>) {
        let lexicon = self.lexicon;
        let ready = |candidate: &Candidate| rematch::subject(candidate).weighed_by(lexicon);
        let subjects: Vec<Subject> = candidates.par_iter().map(ready).collect();
        for (candidate, subject) in candidates.into_iter().zip(subjects) {
            let doubted = candidate.doubted().collect();
            self.doubted.insert(candidate.product, doubted);
            let product = candidate.product;
            for other in candidate.distinct() {
                self.apart.extend([(product, other), (other, product)]);
            }
            self.pinned.insert(candidate.id.clone(), product);
            self.subjects.insert(product, subject);
            let subjects = OnceLock::new();
            self.titles.insert(
                product,
                Titles {
                    candidate,
                    subjects,
                },
            );
        }
    }

    /// A product that the batch makes, and the one that it may be the same as.
    pub(super) fn add_new(
        &mut self,
        product: ProductNo,
        subject: Subject,
        keys: &[MatchKey],
        may_be: Option<ProductNo>,
    ) {
        for key in keys {
            self.by_key.entry(*key).or_default().insert(product);
        }
        self.subjects.insert(product, subject);
        if let Some(candidate) = may_be {
            self.doubted.insert(product, vec![candidate]);
        }
    }

    /// The product with this id, when it was fetched.
    pub(super) fn pinned(&self, id: &CanonicalProductId) -> Option<ProductNo> {
        self.pinned.get(id).copied()
    }

    /// What matching looks at in a product.
    pub(super) fn subject(&self, product: ProductNo) -> Option<&Subject> {
        self.subjects.get(&product)
    }

    /// Whether a person said that a product is not another one.
    pub(super) fn is_parted(&self, product: ProductNo) -> bool {
        self.apart.iter().any(|(one, _)| *one == product)
    }

    /// What an offer with these keys is compared with, but for what a person said is another than the product where the
    /// offer was `put`; `taken` are the products that the store has named before.
    pub(super) fn compared(
        &self,
        keys: &[MatchKey],
        condition: Condition,
        put: Option<ProductNo>,
        taken: &Taken,
    ) -> Vec<Candidacy<'_>> {
        let mut compared = self.named(keys, condition, put, taken);
        for candidacy in &mut compared {
            let titles = self.titles.get(&candidacy.product);
            candidacy.titles = titles.map_or(&[], |titles| titles.subjects(self.lexicon));
        }
        compared
    }

    /// The same by their names alone, without what their offers call them.
    pub(super) fn named(
        &self,
        keys: &[MatchKey],
        condition: Condition,
        put: Option<ProductNo>,
        taken: &Taken,
    ) -> Vec<Candidacy<'_>> {
        let is_apart =
            |product: &ProductNo| put.is_some_and(|put| self.apart.contains(&(put, *product)));
        let candidacy = |product: ProductNo| {
            Some(Candidacy {
                product,
                subject: self.subjects.get(&product)?,
                titles: &[],
                is_taken: taken.contains(&(product, condition)),
                may_be: self.doubted.get(&product).map_or(&[], Vec::as_slice),
            })
        };
        let sharing = self.sharing(keys).filter(|product| !is_apart(product));
        sharing.filter_map(candidacy).collect()
    }

    /// The products that share a key: of very many those that share the most. As in the store, a key that very many
    /// have finds nothing.
    fn sharing(&self, keys: &[MatchKey]) -> impl Iterator<Item = ProductNo> {
        let found = keys
            .iter()
            .filter_map(|key| Some((key.is_of_number(), self.by_key.get(key)?)))
            .filter(|(_, products)| products.len() <= KEY_LIMIT);
        most_shared(found.flat_map(|(is_number, products)| {
            products.iter().map(move |product| (*product, is_number))
        }))
    }
}
