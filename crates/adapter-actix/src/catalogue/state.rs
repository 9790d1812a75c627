use std::sync::Arc;

use app::catalogue::{Catalogue, ChangeListener};

use crate::catalogue::answer_cache::AnswerCache;
use crate::http::metrics::Metrics;
use crate::http::view::View;

/// The served catalogue and its ready-made answers.
pub struct CatalogueState {
    /// The catalogue.
    pub catalogue: Arc<Catalogue>,
    /// Counts answers that were ready-made and those that were not.
    pub metrics: Metrics,
    pub(super) answers: Arc<AnswerCache>,
}

impl CatalogueState {
    /// No ready-made answers yet, and room for these bytes of them. They hear of changes of the catalogue
    /// from now on.
    pub fn new(catalogue: Arc<Catalogue>, metrics: Metrics, bytes: u64) -> Self {
        let answers = Arc::new(AnswerCache::new(bytes));
        let listener: Arc<dyn ChangeListener> = answers.clone();
        catalogue.listen(listener);
        Self {
            catalogue,
            metrics,
            answers,
        }
    }

    /// A kept answer of a product, counted as found or not. It is kept under the id: the keys of other
    /// answers have blanks, and no id has.
    pub(super) fn ready_made_product(&self, id: &str) -> Option<Arc<View>> {
        let is_id = !id.contains(' ');
        let view = is_id.then(|| self.answers.get(id, self.catalogue.now()));
        let view = view.flatten();
        let counter = match view {
            Some(_) => &self.metrics.view_hits,
            None => &self.metrics.view_misses,
        };
        counter.inc();
        view
    }

    /// A kept answer of price history or comparison, counted as found or not. A key begins with the
    /// kind of the answer and is made of checked values, so that no two questions share one.
    pub(super) fn ready_made(&self, key: &str) -> Option<Arc<View>> {
        let view = self.answers.get(key, self.catalogue.now());
        let counter = match view {
            Some(_) => &self.metrics.derived_hits,
            None => &self.metrics.derived_misses,
        };
        counter.inc();
        view
    }
}
