//! The candidates of a batch's offers: fetched from the store, and found by their keys.

use std::collections::{BTreeSet, HashSet};
use std::sync::OnceLock;

use domain::availability::Condition;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::offer::FeedOffer;
use domain::placement::MatchKey;
use ports_store::{Candidate, StoreError};
use product_knowledge::matching::{Candidacy, Outcome, Subject, decide_by_numbers};

use super::{Assigner, Titles};
use crate::matching::candidates::{KEY_LIMIT, most_shared};
use crate::matching::rematch;

/// How many keys are looked up at once.
const KEYS: usize = 2000;
/// How many products are read at once.
const PRODUCTS: usize = 1000;

impl Titles {
    fn subjects(&self) -> &[Subject] {
        self.subjects
            .get_or_init(|| rematch::titles(&self.candidate))
    }
}

/// An offer whose candidates are fetched.
struct Looked<'o> {
    offer: &'o FeedOffer,
    subject: Subject,
    /// The keys that find them.
    keys: Vec<MatchKey>,
}

impl Assigner<'_> {
    /// Fetches the candidates of these offers: those that are compared, of all that share a key.
    pub(in crate::importing::import_snapshot) async fn prepare(
        &mut self,
        offers: impl Iterator<Item = &FeedOffer>,
    ) -> Result<(), StoreError> {
        let mut ids = Vec::new();
        let mut looked = Vec::new();
        for offer in offers {
            if let Some(id) = &offer.pinned {
                ids.push(id.clone());
                continue;
            }
            let subject = self.subject(offer);
            let keys = subject.number_keys();
            looked.push(Looked {
                offer,
                subject,
                keys,
            });
        }
        self.fetch(&looked).await?;
        self.fetch_named(&ids).await?;
        let mut named = HashSet::new();
        let mut undecided = Vec::new();
        for it in looked {
            // a number that the feed uses again may not decide when its second offer is placed
            let numbers = it.keys.iter();
            let again = numbers.filter(|key| !named.insert((*key).clone()));
            let again = again.count();
            let condition = it.offer.facts.condition;
            if again > 0 || self.by_numbers(&it.subject, condition).is_none() {
                let keys = it.subject.search_keys(&self.lexicon);
                undecided.push(Looked { keys, ..it });
            } else {
                self.hold(it);
            }
        }
        self.fetch(&undecided).await?;
        for it in undecided {
            self.hold(it);
        }
        Ok(())
    }

    fn hold(&mut self, Looked { offer, subject, .. }: Looked<'_>) {
        self.prepared.insert(offer.facts.offer_id.clone(), subject);
    }

    /// Where an offer belongs when its trade item number or part number says so; words are not asked then.
    pub(super) fn by_numbers(&self, subject: &Subject, condition: Condition) -> Option<Outcome> {
        let candidates = self.candidates(&subject.number_keys(), condition);
        decide_by_numbers(subject, &candidates, &self.lexicon)
    }

    /// Fetches what offers are compared with by their keys.
    async fn fetch(&mut self, looked: &[Looked<'_>]) -> Result<(), StoreError> {
        let keys: HashSet<&MatchKey> = looked.iter().flat_map(|it| &it.keys).collect();
        let keys: Vec<MatchKey> = keys.into_iter().cloned().collect();
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

    /// Fetches the products that offers name.
    async fn fetch_named(&mut self, ids: &[CanonicalProductId]) -> Result<(), StoreError> {
        for ids in ids.chunks(PRODUCTS) {
            let found = self.snapshots.candidates(self.snapshot, &[], ids).await?;
            self.take_in(found);
        }
        Ok(())
    }

    fn take_in(&mut self, candidates: Vec<Candidate>) {
        for candidate in candidates {
            let subject = rematch::subject(&candidate);
            let doubted = candidate.doubted().collect();
            self.doubted.insert(candidate.product, doubted);
            let product = candidate.product;
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

    /// What an offer with these keys is compared with.
    pub(super) fn candidates(&self, keys: &[MatchKey], condition: Condition) -> Vec<Candidacy<'_>> {
        let candidacy = |product: ProductNo| {
            Some(Candidacy {
                product,
                subject: self.subjects.get(&product)?,
                titles: self.titles.get(&product).map_or(&[], Titles::subjects),
                is_taken: self.taken.contains(&(product, condition)),
                may_be: self.doubted.get(&product).map_or(&[], Vec::as_slice),
            })
        };
        self.sharing(keys).filter_map(candidacy).collect()
    }
}
