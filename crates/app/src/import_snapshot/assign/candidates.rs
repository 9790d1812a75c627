//! The candidates of a batch's offers: fetched from the store, and found by their keys.

use std::collections::HashSet;
use std::sync::OnceLock;

use domain::availability::Condition;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::matching::{Candidacy, MatchKey, Outcome, Subject, decide_by_numbers};
use domain::offer::FeedOffer;
use ports_store::{Candidate, StoreError};

use super::{Assigner, Titles};
use crate::candidates::{KEY_LIMIT, most_shared};
use crate::rematch;

impl Titles {
    fn subjects(&self) -> &[Subject] {
        self.subjects
            .get_or_init(|| rematch::titles(&self.candidate))
    }
}

impl Assigner<'_> {
    /// Fetches the candidates of these offers.
    pub(in crate::import_snapshot) async fn prepare(
        &mut self,
        offers: impl Iterator<Item = &FeedOffer>,
    ) -> Result<(), StoreError> {
        let mut ids = HashSet::new();
        let mut keys = HashSet::new();
        let mut subjects = Vec::new();
        for offer in offers {
            if let Some(id) = &offer.pinned {
                ids.insert(id.clone());
                continue;
            }
            let subject = self.subject(&offer.identity);
            keys.extend(subject.number_keys());
            subjects.push((offer, subject));
        }
        self.fetch(keys, ids).await?;
        let mut keys = HashSet::new();
        let mut named = HashSet::new();
        for (offer, subject) in subjects {
            // a number that the feed uses again may not decide when its second offer is placed
            let numbers = subject.number_keys().into_iter();
            let again = numbers.filter(|key| !named.insert(key.clone())).count();
            if again > 0 || self.by_numbers(&subject, offer.facts.condition).is_none() {
                keys.extend(subject.search_keys(&self.lexicon));
            }
            self.prepared.insert(offer.facts.offer_id.clone(), subject);
        }
        self.fetch(keys, HashSet::new()).await
    }

    /// Where an offer belongs when its trade item number or part number says so; words are not asked then.
    pub(super) fn by_numbers(&self, subject: &Subject, condition: Condition) -> Option<Outcome> {
        let candidates = self.candidates(&subject.number_keys(), condition);
        decide_by_numbers(subject, &candidates, &self.lexicon)
    }

    async fn fetch(
        &mut self,
        keys: HashSet<MatchKey>,
        ids: HashSet<CanonicalProductId>,
    ) -> Result<(), StoreError> {
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
        for mut candidate in candidates {
            let subject = rematch::subject(&candidate);
            for key in std::mem::take(&mut candidate.keys) {
                self.by_key
                    .entry(key)
                    .or_default()
                    .insert(candidate.product);
            }
            let asked = candidate.asked.iter().filter(|asked| !asked.is_settled);
            let may_be = asked.map(|asked| asked.candidate).collect();
            self.may_be.insert(candidate.product, may_be);
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
    pub(super) fn candidates(&self, keys: &[MatchKey], condition: Condition) -> Vec<Candidacy<'_>> {
        let found = keys
            .iter()
            .filter_map(|key| Some((key.is_of_number(), self.by_key.get(key)?)))
            .filter(|(_, products)| products.len() <= KEY_LIMIT);
        let shared = found.flat_map(|(is_number, products)| {
            products.iter().map(move |product| (*product, is_number))
        });
        let candidacy = |product: ProductNo| {
            Some(Candidacy {
                product,
                subject: self.subjects.get(&product)?,
                titles: self.titles.get(&product).map_or(&[], Titles::subjects),
                is_taken: self.taken.contains(&(product, condition)),
                may_be: self.may_be.get(&product).map_or(&[], Vec::as_slice),
            })
        };
        most_shared(shared).filter_map(candidacy).collect()
    }
}
