//! What matching learns of the catalogue's words.
//!
//! Products are found by keys that are made of what was learned, so what is learned anew is put in force in
//! three steps: every product is given the keys that it lacks, the lexicon is switched, and the keys that
//! only the former one made go. The switch is made at a revision up to which each product has its keys, while no
//! snapshot is open. Which lexicon's keys may be there beside those in force is noted all the while, so whatever
//! breaks off in between, the next change removes them.

mod ahead;
mod change;

use std::collections::BTreeSet;

use domain::ids::ProductNo;
use domain::placement::MatchKey;
use ports_store::{
    Candidate, CatalogueReader, LexiconStore, MatchStore, StoreError, StoredLexicon,
};
use ports_system::Clock;
use product_knowledge::matching::Lexicon;
use time::Duration;

use crate::matching::rematch::{self, Followed};
pub use ahead::{Named, learn_ahead};
pub(crate) use change::Change;

/// How long a change of a catalogue of any size takes at most.
pub(crate) const LONGEST: Duration = Duration::hours(1);

/// How many products are read at a time.
const PAGE: u32 = 1000;

/// What was learned last; neutral before the first time, and when it cannot be read: it is learned anew
/// by the next import that has to.
pub(crate) async fn find(store: &dyn MatchStore) -> Result<Lexicon, StoreError> {
    Ok(of(store.find_lexicon().await?.as_ref()))
}

/// A stored one, likewise.
pub(crate) fn of(stored: Option<&StoredLexicon>) -> Lexicon {
    stored.map_or_else(Lexicon::default, |stored| parse(&stored.words))
}

/// Where what is learned, and what it is learned of, are kept.
#[derive(Clone, Copy)]
pub struct LexiconStores<'a> {
    /// Products with their keys, and the lexicon in force.
    pub matches: &'a dyn MatchStore,
    /// Revisions.
    pub reader: &'a dyn CatalogueReader,
    /// Changing keys and lexicon.
    pub lexicons: &'a dyn LexiconStore,
}

/// Whether the catalogue is still empty: words that were learned of a file of which nothing was saved are provisional.
pub async fn is_catalogue_empty(store: &dyn MatchStore) -> Result<bool, StoreError> {
    Ok(store.list_candidates(None, 1).await?.is_empty())
}

/// Learns anew when the catalogue has grown by half, or has lost half, since it was learned last, or names were read by other
/// rules then. The keys of matching are made of what was learned, so all are made anew. What a
/// change that was broken off left is removed in any case. Nothing is done while somebody else does it.
pub async fn relearn(stores: LexiconStores<'_>, clock: &dyn Clock) -> Result<bool, StoreError> {
    Ok(follow(stores, clock).await? == Followed::Learned)
}

/// The same, telling what became of it.
pub(crate) async fn follow(
    stores: LexiconStores<'_>,
    clock: &dyn Clock,
) -> Result<Followed, StoreError> {
    let is_due = is_due(stores.matches).await?;
    if !is_due && stores.lexicons.find_spare().await?.is_none() {
        return Ok(Followed::Nothing);
    }
    let Some(change) = Change::begin(stores, clock, LONGEST).await? else {
        return Ok(if is_due {
            Followed::Elsewhere
        } else {
            Followed::Nothing
        });
    };
    let done = async {
        if is_due {
            change.put_in_force(&Relearned::of(stores).await?).await
        } else {
            change.clear().await
        }
    };
    change.end(done.await).await?;
    Ok(if is_due {
        Followed::Learned
    } else {
        Followed::Nothing
    })
}

/// Whether a catalogue differs from the one that was learned of so much that it is learned anew, or was learned by former
/// rules.
pub(crate) async fn is_due(store: &dyn MatchStore) -> Result<bool, StoreError> {
    let known = store.find_lexicon().await?;
    let is_former = known
        .as_ref()
        .is_some_and(|stored| Lexicon::is_of_former_rules(&stored.words));
    let known = known.map_or(0, |stored| stored.products);
    let products = store.count_products().await?;
    let differs = products >= known.saturating_mul(3) / 2 || products <= known / 2;
    Ok(is_former || (differs && products != known))
}

/// What is learned, and of how many products.
#[derive(Default)]
struct Learning {
    lexicon: Lexicon,
    products: u64,
}

impl Learning {
    fn learn(&mut self, name: &str, brand: &str) {
        self.lexicon.learn(name, brand);
        self.products += 1;
    }
}

/// What was learned anew, and what it takes the place of.
pub(crate) struct Relearned {
    former: Lexicon,
    /// The one whose keys a change that was broken off left beside those of the former.
    spare: Lexicon,
    stored: StoredLexicon,
    /// What was learned, as the next import reads it, which may be rounded.
    pub(crate) lexicon: Lexicon,
}

impl Relearned {
    /// Learns the words of all products.
    pub(crate) async fn of(stores: LexiconStores<'_>) -> Result<Self, StoreError> {
        Self::with(Learning::default(), stores).await
    }

    /// Learns the words of all products, beside those that were learned already.
    async fn with(mut learning: Learning, stores: LexiconStores<'_>) -> Result<Self, StoreError> {
        let mut after = None;
        loop {
            let page = stores.matches.list_candidates(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.candidate.product);
            for offered in &page {
                learning.learn(&offered.candidate.name, &offered.candidate.brand);
            }
        }
        let Learning { lexicon, products } = learning;
        let words = lexicon.to_text();
        let former = find(stores.matches).await?;
        let spare = stores.lexicons.find_spare().await?;
        Ok(Self {
            spare: spare.map_or_else(|| former.clone(), |words| parse(&words)),
            former,
            lexicon: parse(&words),
            stored: StoredLexicon { products, words },
        })
    }

    /// How many products lack keys. `seen` is told which keys each product has in the end.
    pub(crate) async fn look(
        &self,
        store: &dyn MatchStore,
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
            for candidate in page.iter().map(|offered| &offered.candidate) {
                let made = made_of(candidate, &self.lexicon);
                let former = made_of(candidate, &self.former);
                let left: BTreeSet<MatchKey> = made_of(candidate, &self.spare)
                    .difference(&former)
                    .copied()
                    .collect();
                let known = candidate.keys.iter().filter(|key| !left.contains(key));
                let known: BTreeSet<MatchKey> = known.copied().collect();
                lacking += u64::from(!made.is_subset(&known));
                // others may be there: what it was merged with brought its own
                let others = known.difference(&former).copied();
                seen(candidate.product, &others.chain(made).collect());
            }
        }
    }
}

fn parse(words: &str) -> Lexicon {
    Lexicon::parse(words).unwrap_or_default()
}

/// The keys that a product has by a lexicon.
fn made_of(candidate: &Candidate, lexicon: &Lexicon) -> BTreeSet<MatchKey> {
    let subject = rematch::subject(candidate);
    subject.keys(lexicon).into_iter().collect()
}
