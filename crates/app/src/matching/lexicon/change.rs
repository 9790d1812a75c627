//! One lexicon takes the place of another while imports go on.

use domain::ids::{ProductNo, Revision};
use domain::placement::MatchKey;
use ports_store::{Candidate, KeyChange, OfferedCandidate, StoreError};
use ports_system::Clock;
use product_knowledge::matching::Lexicon;
use time::Duration;

use super::{LexiconStores, PAGE, Relearned, find, made_of, parse};

/// How many products are looked up at once.
const LOOKED_UP: usize = 1000;

/// A change that nobody else makes at the same time.
pub(crate) struct Change<'a> {
    stores: LexiconStores<'a>,
    clock: &'a dyn Clock,
    longest: Duration,
    no: u64,
}

impl<'a> Change<'a> {
    /// Begins one of which no part takes longer than that: for so long nobody else begins one, whatever becomes of this
    /// process.
    /// `None` while somebody else makes one.
    pub(crate) async fn begin(
        stores: LexiconStores<'a>,
        clock: &'a dyn Clock,
        longest: Duration,
    ) -> Result<Option<Self>, StoreError> {
        let now = clock.now();
        let no = stores.lexicons.begin_change(now, now + longest).await?;
        Ok(no.map(|no| Self {
            stores,
            clock,
            longest,
            no,
        }))
    }

    /// Ends it, whatever became of it.
    pub(crate) async fn end<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        let ended = self.stores.lexicons.end_change(self.no).await;
        let done = done?;
        ended.map(|()| done)
    }

    /// Keeps others out for as long again; fails when somebody else has begun one meanwhile.
    pub(crate) async fn renew(&self) -> Result<(), StoreError> {
        let until = self.clock.now() + self.longest;
        self.stores.lexicons.renew_change(self.no, until).await
    }

    /// Notes that matching anew is to be done again if it does not come to its end, or that it has.
    pub(crate) async fn note_unfinished(&self, is_unfinished: bool) -> Result<(), StoreError> {
        let lexicons = self.stores.lexicons;
        lexicons
            .save_rematch_unfinished(self.no, is_unfinished)
            .await
    }

    /// Puts in force what was learned, with its keys.
    pub(crate) async fn put_in_force(&self, learned: &Relearned) -> Result<(), StoreError> {
        let LexiconStores {
            reader, lexicons, ..
        } = self.stores;
        self.clear().await?;
        let words = Some(learned.stored.words.as_str());
        lexicons.save_spare(self.no, words).await?;
        let lacked = |candidate: &Candidate| KeyChange {
            product: candidate.product,
            added: made_of(candidate, &learned.lexicon)
                .into_iter()
                .filter(|key| !candidate.keys.contains(key))
                .collect(),
            removed: Vec::new(),
        };
        let mut complete = reader.revision().await?;
        self.change_all(&lacked).await?;
        loop {
            let changes = reader.changes(complete).await?;
            if changes.revision == complete {
                let switched = lexicons.switch_lexicon(self.no, complete, &learned.stored);
                if switched.await? {
                    return self.clear().await;
                }
            } else {
                self.change_these(&changes.products, &lacked).await?;
                complete = changes.revision;
            }
        }
    }

    /// Removes the keys that only the lexicon made that is not in force.
    pub(crate) async fn clear(&self) -> Result<(), StoreError> {
        let LexiconStores {
            matches, lexicons, ..
        } = self.stores;
        let Some(spare) = lexicons.find_spare().await? else {
            return Ok(());
        };
        let (spare, in_force) = (parse(&spare), find(matches).await?);
        let left = |candidate: &Candidate| KeyChange {
            product: candidate.product,
            added: Vec::new(),
            removed: only(candidate, &spare, &in_force),
        };
        self.change_all(&left).await?;
        lexicons.save_spare(self.no, None).await
    }

    async fn change_all(
        &self,
        change: &(dyn Fn(&Candidate) -> KeyChange + Sync),
    ) -> Result<(), StoreError> {
        let LexiconStores {
            matches, reader, ..
        } = self.stores;
        let mut after = None;
        loop {
            let at = reader.revision().await?;
            let page = matches.list_candidates(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            if self.apply(at, &page, change).await? {
                after = Some(last.candidate.product);
            }
        }
    }

    async fn change_these(
        &self,
        products: &[ProductNo],
        change: &(dyn Fn(&Candidate) -> KeyChange + Sync),
    ) -> Result<(), StoreError> {
        let LexiconStores {
            matches, reader, ..
        } = self.stores;
        for products in products.chunks(LOOKED_UP) {
            loop {
                let at = reader.revision().await?;
                let found = matches.find_candidates(products).await?;
                if self.apply(at, &found, change).await? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Changes keys of products that were read at a revision; `false` when the catalogue is at another one.
    async fn apply(
        &self,
        at: Revision,
        read: &[OfferedCandidate],
        change: &(dyn Fn(&Candidate) -> KeyChange + Sync),
    ) -> Result<bool, StoreError> {
        let changes = read.iter().map(|offered| change(&offered.candidate));
        let differs = |change: &KeyChange| !change.added.is_empty() || !change.removed.is_empty();
        let changes: Vec<KeyChange> = changes.filter(differs).collect();
        if changes.is_empty() {
            return Ok(true);
        }
        let changed = self.stores.lexicons.change_keys(self.no, at, &changes);
        changed.await
    }
}

/// The keys that a product has, and only one of two lexica makes.
fn only(candidate: &Candidate, one: &Lexicon, other: &Lexicon) -> Vec<MatchKey> {
    let (one, other) = (made_of(candidate, one), made_of(candidate, other));
    let only = one.difference(&other);
    only.filter(|key| candidate.keys.contains(key))
        .copied()
        .collect()
}
