use std::sync::Arc;

use app::catalogue::{Catalogue, ChangeListener};
use domain::ids::CanonicalProductId;
use moka::sync::Cache;
use time::OffsetDateTime;

use crate::http::view::View;

/// Ready-made answers by product id, within a number of bytes.
///
/// An answer is dropped when the catalogue announces a change of its product, and is not used from
/// the instant on at which it stops being true by itself.
pub struct ProductViews {
    entries: Cache<Arc<str>, Entry>,
}

#[derive(Clone)]
struct Entry {
    view: Arc<View>,
    valid_until: Option<OffsetDateTime>,
}

impl ProductViews {
    /// An empty cache.
    pub fn new(bytes: u64) -> Self {
        let weigh = |id: &Arc<str>, entry: &Entry| {
            entry
                .view
                .weight()
                .saturating_add(u32::try_from(id.len()).unwrap_or(u32::MAX))
        };
        Self {
            entries: Cache::builder().max_capacity(bytes).weigher(weigh).build(),
        }
    }

    /// The answer for this product, when it is still true.
    pub fn get(&self, id: &str, now: OffsetDateTime) -> Option<Arc<View>> {
        let entry = self.entries.get(id)?;
        entry
            .valid_until
            .is_none_or(|until| until > now)
            .then_some(entry.view)
    }

    /// Keeps an answer, unless the catalogue announced a change since `changes` was read: the
    /// answer may be from before it. Looks again afterwards, because the announcement may have
    /// come, and dropped nothing, just before the answer was kept.
    pub fn keep(
        &self,
        id: &str,
        view: &Arc<View>,
        valid_until: Option<OffsetDateTime>,
        seen: &Seen<'_>,
    ) {
        if seen.is_outdated() {
            return;
        }
        self.entries.insert(
            Arc::from(id),
            Entry {
                view: Arc::clone(view),
                valid_until,
            },
        );
        if seen.is_outdated() {
            self.entries.invalidate(id);
        }
    }
}

/// The state of the catalogue before an answer was made.
pub struct Seen<'a> {
    catalogue: &'a Catalogue,
    changes: u64,
}

impl<'a> Seen<'a> {
    /// To be called before the catalogue is asked.
    pub fn now(catalogue: &'a Catalogue) -> Self {
        Self {
            catalogue,
            changes: catalogue.change_count(),
        }
    }

    fn is_outdated(&self) -> bool {
        self.catalogue.change_count() != self.changes
    }
}

impl ChangeListener for ProductViews {
    fn products_changed(&self, ids: &[CanonicalProductId]) {
        for id in ids {
            self.entries.invalidate(id.as_str());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use app::catalogue::ChangeListener;
    use domain::ids::CanonicalProductId;
    use time::macros::datetime;

    use super::{Entry, ProductViews};
    use crate::http::view::View;

    #[test]
    fn an_answer_is_used_while_it_is_true() {
        let cache = ProductViews::new(1 << 20);
        let view = Arc::new(View::json(b"{}".to_vec()));
        let until = datetime!(2026-01-01 12:00 UTC);
        let entry = Entry {
            view: Arc::clone(&view),
            valid_until: Some(until),
        };
        cache.entries.insert(Arc::from("a"), entry);
        assert!(
            cache
                .get("a", datetime!(2026-01-01 11:59:59.999999 UTC))
                .is_some()
        );
        assert!(cache.get("a", until).is_none());
        assert!(cache.get("b", until).is_none());
        cache.entries.insert(
            Arc::from("a"),
            Entry {
                view,
                valid_until: None,
            },
        );
        assert!(cache.get("a", until).is_some());
        cache.products_changed(&[CanonicalProductId::parse("a").unwrap()]);
        assert!(cache.get("a", until).is_none());
    }
}
