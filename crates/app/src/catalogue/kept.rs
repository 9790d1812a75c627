//! What is kept of products that very many offers are of.
//!
//! An answer about a product is made of all its offers. So that requests do not read tens of thousands of them again and
//! again, what they make of them is kept, without the offers, until the product changes or time makes it untrue; a loop
//! of its own makes it anew.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use domain::history::Market;
use domain::ids::CanonicalProductId;
use domain::store::Store;
use time::OffsetDateTime;

use super::product::ProductAnswer;

/// Products of more offers than this are kept.
pub(super) const MANY_OFFERS: usize = 1000;
/// How many products are kept where answers are given. Of more, those that most offers are of. Each is bounded by the
/// offers that an answer lists and by the days and shops of a year.
pub(super) const MOST_KEPT: usize = 100;

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

    fn offers(&self) -> usize {
        self.answer.assessment.offer_count
    }
}

/// A read of a product that is going on.
pub(super) struct Reading {
    product: CanonicalProductId,
    /// The product has changed since it began.
    is_outdated: AtomicBool,
}

/// A product of which a digest is to be made before a request asks for it.
pub(super) struct Wanted {
    pub(super) id: CanonicalProductId,
    /// How many offers it had when it was last seen.
    pub(super) offers: usize,
    /// How often it could not be read: others come first.
    failures: u32,
}

impl Wanted {
    /// One that was not tried yet.
    pub(super) const fn new(id: CanonicalProductId, offers: usize) -> Self {
        Self {
            id,
            offers,
            failures: 0,
        }
    }
}

/// The digests that are kept; none by default.
#[derive(Default)]
pub(super) struct KeptDigests {
    /// How many there are at most.
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    kept: HashMap<CanonicalProductId, Arc<Digest>>,
    reading: Vec<Weak<Reading>>,
    /// What is to be made before a request asks for it.
    wanted: HashMap<CanonicalProductId, Wanted>,
}

impl KeptDigests {
    /// Keeps so many.
    pub(super) fn at_most(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    /// Whether any are ever kept.
    pub(super) const fn are_any(&self) -> bool {
        self.most > 0
    }

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

    /// Keeps what was read, if it is much. Of a product that has changed since it is wanted anew instead.
    pub(super) fn keep(&self, reading: &Reading, digest: &Arc<Digest>) {
        let offers = digest.offers();
        // under the id of a product that was merged into this one it would outlive this one's changes
        let is_itself = digest.answer.product.draft.id == reading.product;
        if offers <= MANY_OFFERS || !is_itself {
            return;
        }
        let id = reading.product.clone();
        let mut state = self.lock();
        if reading.is_outdated.load(Ordering::Acquire) {
            state.want(Wanted::new(id, offers), self.most);
            return;
        }
        state.kept.insert(id, Arc::clone(digest));
        if state.kept.len() > self.most {
            let kept = state.kept.iter();
            let fewest = kept.min_by_key(|(_, digest)| digest.offers());
            let fewest = fewest.map(|(id, _)| id.clone());
            fewest.map(|id| state.kept.remove(&id));
        }
    }

    /// Has these made by the loop, unless as many others that are kept or wanted have more offers.
    pub(super) fn want(&self, products: impl Iterator<Item = Wanted>) {
        let mut state = self.lock();
        for product in products {
            state.want(product, self.most);
        }
    }

    /// It could not be read: it is wanted still, after the others.
    pub(super) fn want_again(&self, mut failed: Wanted) {
        failed.failures = failed.failures.saturating_add(1);
        self.lock().want(failed, self.most);
    }

    /// The next one to be made, of which most offers are: it is wanted, or time has made untrue what was kept. It is
    /// not wanted any more, so that a change while it is made is not missed.
    pub(super) fn next_due(&self, now: OffsetDateTime) -> Option<Wanted> {
        let mut state = self.lock();
        let is_untrue = |digest: &Digest| digest.until().is_some_and(|until| until <= now);
        let untrue = state.kept.extract_if(|_, digest| is_untrue(digest));
        let untrue: Vec<_> = untrue
            .map(|(id, digest)| Wanted::new(id, digest.offers()))
            .collect();
        for product in untrue {
            state.want(product, self.most);
        }
        let wanted = state.wanted.values();
        let first = wanted.min_by_key(|w| (w.failures, Reverse(w.offers)))?;
        let id = first.id.clone();
        state.wanted.remove(&id)
    }

    /// These products changed: what is kept of them, and what is being read, is not true any more.
    pub(super) fn forget(&self, changed: &[CanonicalProductId]) {
        let mut state = self.lock();
        for id in changed {
            if let Some(digest) = state.kept.remove(id) {
                state.want(Wanted::new(id.clone(), digest.offers()), self.most);
            }
        }
        let reading: Vec<_> = state.reading.iter().filter_map(Weak::upgrade).collect();
        let read: HashSet<_> = reading.iter().map(|it| &it.product).collect();
        let outdated: HashSet<_> = changed.iter().filter(|id| read.contains(id)).collect();
        for it in reading.iter().filter(|it| outdated.contains(&it.product)) {
            it.is_outdated.store(true, Ordering::Release);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Wants one more; the one of fewest offers is not wanted if so many others, kept or wanted, come before it.
    fn want(&mut self, product: Wanted, most: usize) {
        match self.wanted.get_mut(&product.id) {
            Some(known) => {
                known.offers = product.offers;
                known.failures = known.failures.max(product.failures);
            }
            None => {
                self.wanted.insert(product.id.clone(), product);
            }
        }
        let others = self.kept.iter();
        let others = others.filter(|(id, _)| !self.wanted.contains_key(*id));
        let others: Vec<usize> = others.map(|(_, digest)| digest.offers()).collect();
        let Some(fewest) = self.wanted.values().min_by_key(|w| w.offers) else {
            return;
        };
        let before_it = others.iter().filter(|other| **other >= fewest.offers);
        if self.wanted.len() + before_it.count() > most {
            let id = fewest.id.clone();
            self.wanted.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::history::{Market, NoVerdict, Watched};
    use domain::ids::{CanonicalProductId, ProductNo, Revision};
    use domain::placement::Confidence;
    use domain::product::{Product, ProductDraft, Provenance};
    use domain::scoring::Assessment;
    use time::{Duration, OffsetDateTime};

    use super::{Digest, KeptDigests, MANY_OFFERS, Wanted};
    use crate::catalogue::product::{MatchStatus, ProductAnswer, Standing};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const MANY: usize = MANY_OFFERS + 1;

    fn id(text: &str) -> CanonicalProductId {
        CanonicalProductId::parse(text).unwrap()
    }

    /// A digest of so many offers that is true for an hour.
    fn digest(product: &str, offer_count: usize) -> Arc<Digest> {
        let draft = ProductDraft::named(id(product), "", Provenance::Catalogue);
        let no = ProductNo(1);
        let assessment = Assessment {
            offers: Vec::new(),
            offer_count,
            decision: None,
            minimum: None,
            store_count: 0,
            valid_until: None,
        };
        let watched = Watched {
            segments: &[],
            stores: &[],
            first_seen: None,
            time_to_live: Duration::HOUR,
        };
        let answer = ProductAnswer {
            revision: Revision(1),
            product: Product { no, draft },
            confidence: Confidence::FULL,
            status: MatchStatus::Confirmed,
            assessment,
            verdict: Err(NoVerdict::NotOffered),
            low_store: String::new(),
            standing: Standing {
                name: String::new(),
                fit: None,
            },
            valid_until: Some(NOW + Duration::HOUR),
        };
        Arc::new(Digest {
            answer,
            stores: Vec::new(),
            market: Market::new(&watched, NOW),
        })
    }

    fn keep(kept: &KeptDigests, product: &str, offers: usize) {
        kept.keep(&kept.begin(&id(product)), &digest(product, offers));
    }

    fn is_kept(kept: &KeptDigests, product: &str) -> bool {
        kept.get(&id(product), NOW).is_some()
    }

    fn want(kept: &KeptDigests, product: &str, offers: usize) {
        kept.want(std::iter::once(Wanted::new(id(product), offers)));
    }

    fn next(kept: &KeptDigests) -> Option<String> {
        Some(kept.next_due(NOW)?.id.to_string())
    }

    #[test]
    fn a_read_that_began_before_a_change_is_not_kept_and_wanted_anew() {
        let kept = KeptDigests::at_most(2);
        let readings = ["this", "other"].map(|product| kept.begin(&id(product)));
        kept.forget(&[id("this")]);
        for (reading, product) in readings.iter().zip(["this", "other"]) {
            kept.keep(reading, &digest(product, MANY));
        }
        let are_kept = ["this", "other"].map(|product| is_kept(&kept, product));
        assert_eq!(are_kept, [false, true]);
        assert_eq!(next(&kept).as_deref(), Some("this"));
        keep(&kept, "this", MANY);
        assert!(is_kept(&kept, "this"), "this one began after the change");
    }

    #[test]
    fn a_product_of_few_offers_is_not_kept() {
        let kept = KeptDigests::at_most(2);
        keep(&kept, "few", MANY_OFFERS);
        keep(&kept, "many", MANY);
        let are_kept = ["few", "many"].map(|product| is_kept(&kept, product));
        assert_eq!(are_kept, [false, true]);
    }

    #[test]
    fn nothing_is_kept_under_the_id_of_a_product_that_was_merged_into_another() {
        let kept = KeptDigests::at_most(2);
        kept.keep(&kept.begin(&id("merged")), &digest("other", MANY));
        let are_kept = ["merged", "other"].map(|product| is_kept(&kept, product));
        assert_eq!(are_kept, [false, false]);
    }

    #[test]
    fn those_that_most_offers_are_of_are_kept_and_wanted() {
        let kept = KeptDigests::at_most(2);
        for (product, more) in [("b", 1), ("a", 0), ("c", 2)] {
            keep(&kept, product, MANY + more);
        }
        let are_kept = ["a", "b", "c"].map(|product| is_kept(&kept, product));
        assert_eq!(are_kept, [false, true, true]);
        want(&kept, "a", MANY);
        assert_eq!(next(&kept), None, "it would have no place");
        want(&kept, "d", MANY + 3);
        assert_eq!(next(&kept).as_deref(), Some("d"));

        let kept = KeptDigests::at_most(2);
        for (product, more) in [("a", 0), ("b", 1), ("d", 3), ("c", 2)] {
            want(&kept, product, MANY + more);
        }
        let order = [next(&kept), next(&kept), next(&kept)];
        assert_eq!(order, [Some("d".to_owned()), Some("c".to_owned()), None]);
    }

    #[test]
    fn what_could_not_be_read_is_wanted_again_after_the_others() {
        let kept = KeptDigests::at_most(2);
        want(&kept, "dear", MANY + 1);
        want(&kept, "cheap", MANY);
        kept.want_again(kept.next_due(NOW).unwrap());
        let order = [next(&kept), next(&kept), next(&kept)];
        assert_eq!(
            order,
            [Some("cheap".to_owned()), Some("dear".to_owned()), None]
        );
    }

    #[test]
    fn what_time_or_a_change_made_untrue_is_due() {
        let kept = KeptDigests::at_most(2);
        keep(&kept, "this", MANY);
        assert_eq!(next(&kept), None);
        let later = NOW + Duration::HOUR;
        assert!(kept.get(&id("this"), later).is_none());
        assert_eq!(kept.next_due(later).unwrap().id, id("this"));
        keep(&kept, "this", MANY);
        kept.forget(&[id("this")]);
        assert!(!is_kept(&kept, "this"));
        assert_eq!(next(&kept).as_deref(), Some("this"));
    }

    #[test]
    fn by_default_nothing_is_kept_or_wanted() {
        let kept = KeptDigests::default();
        want(&kept, "this", MANY);
        keep(&kept, "this", MANY);
        assert!(!is_kept(&kept, "this"));
        assert_eq!(next(&kept), None);
    }
}
