//! What matching learns of the catalogue's words.
//!
//! Products are found by keys that are made of what was learned, so what is learned anew is put in force in
//! three steps: every product is given the keys that it lacks, what was learned is kept, and the keys that
//! only the former made are removed. Whatever breaks off in between, each product has at least the keys by
//! which imports look for it.

use std::collections::BTreeSet;

use domain::ids::ProductNo;
use domain::placement::MatchKey;
use domain::watch::Freshness;
use ports_store::{Candidate, MatchEdit, MatchStore, StoreError, StoredLexicon};
use ports_system::Clock;
use product_knowledge::matching::Lexicon;
use time::Duration;

use crate::matching::rematch;

/// How many products are read at a time.
const PAGE: u32 = 1000;

/// What was learned last; neutral before the first time, and when it cannot be read: it is learned anew
/// by the next import that has to.
pub(crate) async fn find(store: &dyn MatchStore) -> Result<Lexicon, StoreError> {
    let stored = store.find_lexicon().await?;
    Ok(stored
        .and_then(|stored| Lexicon::parse(&stored.words))
        .unwrap_or_default())
}

/// Learns anew when the catalogue has grown by half, or has lost half, since it was learned last, and
/// holds enough to learn of. The keys of matching are made of what was learned, so all are made anew.
pub async fn relearn(store: &dyn MatchStore, clock: &dyn Clock) -> Result<bool, StoreError> {
    /// Fewer products say nothing about which words are common.
    const FIRST: u64 = 100;
    let known = store.find_lexicon().await?;
    let known = known.map_or(0, |stored| stored.products);
    let products = store.count_products().await?;
    let differs = products >= known.saturating_mul(3) / 2 || products <= known / 2;
    if products < FIRST || !differs || products == known {
        return Ok(false);
    }
    let learned = Relearned::of(store).await?;
    // keys are no part of an answer: nothing is looked at
    let freshness = Freshness {
        now: clock.now(),
        offer_ttl: Duration::ZERO,
    };
    learned.add_keys(store, Some(freshness), |_, _| ()).await?;
    learned.keep(store, freshness).await?;
    Ok(true)
}

/// What was learned anew, and what it takes the place of.
pub(crate) struct Relearned {
    former: Lexicon,
    stored: StoredLexicon,
    /// What was learned, as the next import reads it, which may be rounded.
    pub(crate) lexicon: Lexicon,
}

impl Relearned {
    /// Learns the words of all products.
    pub(crate) async fn of(store: &dyn MatchStore) -> Result<Self, StoreError> {
        let mut learner = Lexicon::default();
        let mut products: u64 = 0;
        let mut after = None;
        loop {
            let page = store.list_candidates(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.candidate.product);
            for offered in &page {
                learner.learn(&offered.candidate.name, &offered.candidate.brand);
                products += 1;
            }
        }
        let words = learner.to_text();
        Ok(Self {
            former: find(store).await?,
            lexicon: Lexicon::parse(&words).unwrap_or_default(),
            stored: StoredLexicon { products, words },
        })
    }

    /// Gives every product the keys that it lacks, unless they are only to be counted; how many lacked some.
    /// `seen` is told which keys each product has in the end.
    pub(crate) async fn add_keys(
        &self,
        store: &dyn MatchStore,
        applied_at: Option<Freshness>,
        mut seen: impl FnMut(ProductNo, &BTreeSet<MatchKey>) + Send,
    ) -> Result<u64, StoreError> {
        let mut lacking = 0;
        let mut after = None;
        loop {
            let page = store.list_candidates(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(lacking);
            };
            after = Some(last.candidate.product);
            let mut edits = Vec::new();
            for candidate in page.iter().map(|offered| &offered.candidate) {
                let keys = self.keys(candidate);
                seen(candidate.product, &keys.last);
                if keys.last.iter().any(|key| !keys.known.contains(key)) {
                    let both = keys.known.union(&keys.last).cloned().collect();
                    edits.push(rekey(candidate, both));
                }
            }
            lacking += domain::num::u64_from_usize(edits.len());
            if let Some(freshness) = applied_at.filter(|_| !edits.is_empty()) {
                store.apply_matches(&edits, freshness).await?;
            }
        }
    }

    /// Keeps what was learned, then removes the keys that only the former made.
    pub(crate) async fn keep(
        &self,
        store: &dyn MatchStore,
        freshness: Freshness,
    ) -> Result<(), StoreError> {
        store.save_lexicon(&self.stored).await?;
        let mut after = None;
        loop {
            let page = store.list_candidates(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = Some(last.candidate.product);
            let mut edits = Vec::new();
            for candidate in page.iter().map(|offered| &offered.candidate) {
                let keys = self.keys(candidate);
                if keys.last != keys.known {
                    edits.push(rekey(candidate, keys.last.into_iter().collect()));
                }
            }
            if !edits.is_empty() {
                store.apply_matches(&edits, freshness).await?;
            }
        }
    }

    fn keys(&self, candidate: &Candidate) -> Keys {
        let subject = rematch::subject(candidate);
        let made: BTreeSet<MatchKey> = subject.keys(&self.lexicon).into_iter().collect();
        let former: BTreeSet<MatchKey> = subject.keys(&self.former).into_iter().collect();
        let known: BTreeSet<MatchKey> = candidate.keys.iter().cloned().collect();
        // others may be there: what it was merged with brought its own
        let others = known.iter().filter(|key| !former.contains(key)).cloned();
        let last = others.chain(made).collect();
        Keys { known, last }
    }
}

/// The keys that a product has, and those that it has in the end.
struct Keys {
    known: BTreeSet<MatchKey>,
    last: BTreeSet<MatchKey>,
}

const fn rekey(candidate: &Candidate, keys: Vec<MatchKey>) -> MatchEdit {
    MatchEdit::Rekey {
        product: candidate.product,
        keys,
    }
}
