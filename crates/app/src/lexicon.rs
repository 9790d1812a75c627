//! What matching learns of the catalogue's words.

use std::collections::BTreeSet;

use domain::matching::{Lexicon, MatchKey};
use domain::watch::Freshness;
use ports_store::{MatchEdit, MatchStore, OfferedCandidate, StoreError, StoredLexicon};
use ports_system::Clock;
use time::Duration;

use crate::rematch;

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

/// Learns the words of all products and keeps them.
pub(crate) async fn learn(store: &dyn MatchStore) -> Result<Lexicon, StoreError> {
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
    let stored = StoredLexicon {
        products,
        words: learner.to_text(),
    };
    store.save_lexicon(&stored).await?;
    // as the next import reads it, which may be rounded
    Ok(Lexicon::parse(&stored.words).unwrap_or_default())
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
    let lexicon = learn(store).await?;
    // keys are no part of an answer: nothing is looked at
    let freshness = Freshness {
        now: clock.now(),
        offer_ttl: Duration::ZERO,
    };
    rekey(store, &lexicon, Some(freshness)).await?;
    Ok(true)
}

/// Gives every product the keys that it has by what was learned, unless they are only to be counted;
/// how many had others.
pub(crate) async fn rekey(
    store: &dyn MatchStore,
    lexicon: &Lexicon,
    applied_at: Option<Freshness>,
) -> Result<u64, StoreError> {
    let mut rekeyed = 0;
    let mut after = None;
    loop {
        let page = store.list_candidates(after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok(rekeyed);
        };
        after = Some(last.candidate.product);
        let edits = rekeying(&page, lexicon);
        rekeyed += domain::num::u64_from_usize(edits.len());
        if let Some(freshness) = applied_at.filter(|_| !edits.is_empty()) {
            store.apply_matches(&edits, freshness).await?;
        }
    }
}

/// The edits that give these products their keys.
fn rekeying(page: &[OfferedCandidate], lexicon: &Lexicon) -> Vec<MatchEdit> {
    let edit = |OfferedCandidate { candidate, .. }: &OfferedCandidate| {
        let keys: BTreeSet<MatchKey> = rematch::subject(candidate)
            .keys(lexicon)
            .into_iter()
            .collect();
        // more than these may be there: what it was merged with brought its own
        let known: BTreeSet<&MatchKey> = candidate.keys.iter().collect();
        let differ = keys.iter().any(|key| !known.contains(key));
        differ.then(|| MatchEdit::Rekey {
            product: candidate.product,
            keys: keys.into_iter().collect(),
        })
    };
    page.iter().filter_map(edit).collect()
}
