use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use app::catalogue::ChangeListener;
use domain::ids::CanonicalProductId;
use moka::sync::Cache;
use time::OffsetDateTime;

use crate::http::view::View;

/// Products whose last change is remembered; beyond, all earlier answers are forgotten at once.
const REMEMBERED: usize = 200_000;

/// Ready-made answers about products, within a number of bytes.
///
/// Nothing is dropped when a product changes: an answer knows which products it rests on and when it
/// was begun, and is not used when one of them has changed since, nor from the instant on at which
/// it stops being true by itself.
pub struct AnswerCache {
    entries: Cache<Arc<str>, Entry>,
    changes: RwLock<Changes>,
}

#[derive(Clone)]
struct Entry {
    view: Arc<View>,
    truth: Arc<Truth>,
}

/// What an answer rests on.
pub struct Truth {
    /// The products.
    pub products: Vec<CanonicalProductId>,
    /// Until when it is true by itself; `None` while nothing changes.
    pub valid_until: Option<OffsetDateTime>,
    /// When it was begun, by [`AnswerCache::begin`].
    pub begun: Tick,
}

/// A place in the sequence of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tick(u64);

#[derive(Default)]
struct Changes {
    tick: u64,
    /// Answers begun before are not used.
    floor: u64,
    last: HashMap<String, u64>,
}

impl AnswerCache {
    /// An empty cache.
    pub fn new(bytes: u64) -> Self {
        let weigh = |key: &Arc<str>, entry: &Entry| {
            let key = u32::try_from(key.len()).unwrap_or(u32::MAX);
            entry.view.weight().saturating_add(key)
        };
        Self {
            entries: Cache::builder().max_capacity(bytes).weigher(weigh).build(),
            changes: RwLock::default(),
        }
    }

    /// To be called before the catalogue is asked.
    pub fn begin(&self) -> Tick {
        Tick(self.read().tick)
    }

    /// The answer under this key, when it is still true.
    pub fn get(&self, key: &str, now: OffsetDateTime) -> Option<Arc<View>> {
        let Entry { view, truth } = self.entries.get(key)?;
        if truth.valid_until.is_some_and(|until| until <= now) {
            return None;
        }
        let changes = self.read();
        let unchanged = |id: &CanonicalProductId| {
            let last = changes.last.get(id.as_str());
            last.is_none_or(|tick| *tick <= truth.begun.0)
        };
        let is_current = truth.begun.0 >= changes.floor && truth.products.iter().all(unchanged);
        is_current.then_some(view)
    }

    /// Keeps an answer.
    pub fn keep(&self, key: &str, view: &Arc<View>, truth: Truth) {
        let entry = Entry {
            view: Arc::clone(view),
            truth: Arc::new(truth),
        };
        self.entries.insert(Arc::from(key), entry);
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Changes> {
        self.changes.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChangeListener for AnswerCache {
    fn products_changed(&self, ids: &[CanonicalProductId]) {
        let mut changes = self.changes.write().unwrap_or_else(PoisonError::into_inner);
        changes.tick += 1;
        let tick = changes.tick;
        if changes.last.len() + ids.len() > REMEMBERED {
            changes.floor = tick;
            changes.last.clear();
        }
        for id in ids {
            changes.last.insert(id.as_str().to_owned(), tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use app::catalogue::ChangeListener;
    use domain::ids::CanonicalProductId;
    use time::macros::datetime;

    use super::{AnswerCache, REMEMBERED, Truth};
    use crate::http::view::View;

    fn id(text: &str) -> CanonicalProductId {
        CanonicalProductId::parse(text).unwrap()
    }

    #[test]
    fn an_answer_is_used_until_a_product_that_it_rests_on_changes() {
        let (at, until) = (
            datetime!(2026-01-01 11:59 UTC),
            datetime!(2026-01-01 12:00 UTC),
        );
        let cache = AnswerCache::new(1 << 20);
        let keep = |key: &str| {
            let truth = Truth {
                products: vec![id("a"), id("b")],
                valid_until: Some(until),
                begun: cache.begin(),
            };
            cache.keep(key, &Arc::new(View::json(b"{}".to_vec())), truth);
        };
        keep("a,b");
        assert!(cache.get("a,b", at).is_some());
        assert!(cache.get("a,b", until).is_none(), "not true any more");
        cache.products_changed(&[id("c")]);
        assert!(cache.get("a,b", at).is_some(), "another product");
        cache.products_changed(&[id("b")]);
        assert!(cache.get("a,b", at).is_none());
        keep("a,b");
        assert!(cache.get("a,b", at).is_some(), "made anew since");
    }

    #[test]
    fn an_answer_begun_before_a_change_is_not_used_after_it() {
        let cache = AnswerCache::new(1 << 20);
        let until = datetime!(2026-01-01 12:00 UTC);
        let begun = cache.begin();
        cache.products_changed(&[id("a")]);
        let truth = Truth {
            products: vec![id("a")],
            valid_until: Some(until),
            begun,
        };
        cache.keep("a", &Arc::new(View::json(b"{}".to_vec())), truth);
        assert!(cache.get("a", datetime!(2026-01-01 0:00 UTC)).is_none());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let cache = AnswerCache::new(1 << 20);
        let at = datetime!(2026-01-01 0:00 UTC);
        let truth = Truth {
            products: vec![id("a")],
            valid_until: None,
            begun: cache.begin(),
        };
        cache.keep("a", &Arc::new(View::json(b"{}".to_vec())), truth);
        let many: Vec<_> = (0..=REMEMBERED).map(|n| id(&format!("p{n}"))).collect();
        cache.products_changed(&many[..REMEMBERED]);
        assert!(cache.get("a", at).is_some());
        cache.products_changed(&many[REMEMBERED..]);
        assert!(cache.get("a", at).is_none(), "forgotten");
        assert_eq!(cache.read().last.len(), 1);
    }
}
