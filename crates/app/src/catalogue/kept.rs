//! What is kept of products that very many offers are of.
//!
//! An answer about a product is made of all its offers. So that requests do not read tens of thousands of them again and
//! again, what they make of them is kept, without the offers, until the product changes or time makes it untrue; the loop
//! that follows the store makes it anew.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use domain::history::Market;
use domain::ids::CanonicalProductId;
use domain::store::Store;
use time::OffsetDateTime;

use super::product::ProductAnswer;

/// Products of more offers than this are kept.
pub(super) const MANY_OFFERS: usize = 1000;
/// How many products are kept: some 300 KB each. Of more, those that most offers are of.
const MOST_KEPT: usize = 100;

/// What answers about one product are made of.
pub(crate) struct Digest {
    pub(crate) answer: ProductAnswer,
    pub(crate) stores: Vec<Store>,
    pub(crate) market: Market,
}

impl Digest {
    fn until(&self) -> Option<OffsetDateTime> {
        self.answer.valid_until
    }
}

/// A read of a product that is going on.
pub(super) struct Reading {
    product: CanonicalProductId,
    /// The product has changed since it began.
    is_outdated: AtomicBool,
}

/// The digests that are kept.
#[derive(Default)]
pub(super) struct KeptDigests(Mutex<State>);

#[derive(Default)]
struct State {
    kept: HashMap<CanonicalProductId, Arc<Digest>>,
    reading: Vec<Weak<Reading>>,
    /// What is to be made before a request asks for it.
    wanted: BTreeSet<CanonicalProductId>,
}

impl KeptDigests {
    /// What is kept of a product, if it is true at this instant.
    pub(super) fn get(&self, id: &CanonicalProductId, now: OffsetDateTime) -> Option<Arc<Digest>> {
        let state = self.lock();
        let digest = state.kept.get(id)?;
        let is_true = digest.until().is_none_or(|until| now < until);
        is_true.then(|| Arc::clone(digest))
    }

    /// To be called before the product is read.
    pub(super) fn begin(&self, id: &CanonicalProductId) -> Arc<Reading> {
        let reading = Arc::new(Reading {
            product: id.clone(),
            is_outdated: AtomicBool::new(false),
        });
        let mut state = self.lock();
        state.reading.retain(|other| other.strong_count() > 0);
        state.reading.push(Arc::downgrade(&reading));
        reading
    }

    /// Keeps what was read, if it is much, and of a product that has not changed since.
    pub(super) fn keep(&self, reading: &Reading, digest: &Arc<Digest>) {
        let offers = digest.answer.assessment.offer_count;
        // under the id of a product that was merged into this one it would outlive this one's changes
        let is_itself = digest.answer.product.draft.id == reading.product;
        let mut state = self.lock();
        if offers <= MANY_OFFERS || !is_itself || reading.is_outdated.load(Ordering::Acquire) {
            return;
        }
        state
            .kept
            .insert(reading.product.clone(), Arc::clone(digest));
        if state.kept.len() > MOST_KEPT {
            let offers =
                |kept: &(&CanonicalProductId, &Arc<Digest>)| kept.1.answer.assessment.offer_count;
            let fewest = state
                .kept
                .iter()
                .min_by_key(offers)
                .map(|(id, _)| id.clone());
            fewest.map(|id| state.kept.remove(&id));
        }
    }

    /// Has these made by the loop, unless very many are already.
    pub(super) fn want(&self, products: impl Iterator<Item = CanonicalProductId>) {
        let mut state = self.lock();
        let room = MOST_KEPT.saturating_sub(state.wanted.len());
        state.wanted.extend(products.take(room));
    }

    /// The next one to be made: it is wanted, or time has made untrue what was kept.
    pub(super) fn next_due(&self, now: OffsetDateTime) -> Option<CanonicalProductId> {
        let mut state = self.lock();
        if let Some(wanted) = state.wanted.pop_first() {
            return Some(wanted);
        }
        let mut kept = state.kept.iter();
        let (id, _) = kept.find(|(_, digest)| digest.until().is_some_and(|until| until <= now))?;
        let id = id.clone();
        state.kept.remove(&id);
        Some(id)
    }

    /// When [`KeptDigests::next_due`] has something; long ago if it has now.
    pub(super) fn due_at(&self) -> Option<OffsetDateTime> {
        let state = self.lock();
        if !state.wanted.is_empty() {
            return Some(OffsetDateTime::UNIX_EPOCH);
        }
        state
            .kept
            .values()
            .filter_map(|digest| digest.until())
            .min()
    }

    /// These products changed: what is kept of them, and what is being read, is not true any more.
    pub(super) fn forget(&self, changed: &[CanonicalProductId]) {
        let mut state = self.lock();
        for id in changed {
            if state.kept.remove(id).is_some() {
                state.wanted.insert(id.clone());
            }
        }
        for reading in state.reading.iter().filter_map(Weak::upgrade) {
            if changed.contains(&reading.product) {
                reading.is_outdated.store(true, Ordering::Release);
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::KeptDigests;
    use domain::ids::CanonicalProductId;

    #[test]
    fn a_read_that_began_before_a_change_is_outdated() {
        let kept = KeptDigests::default();
        let [this, other] = ["this", "other"].map(|id| CanonicalProductId::parse(id).unwrap());
        let before = kept.begin(&this);
        let elsewhere = kept.begin(&other);
        kept.forget(std::slice::from_ref(&this));
        let after = kept.begin(&this);
        let outdated =
            [before, elsewhere, after].map(|r| r.is_outdated.load(super::Ordering::Acquire));
        assert_eq!(outdated, [true, false, false]);
    }
}
