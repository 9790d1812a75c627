use std::sync::Arc;

use app::catalogue::{Catalogue, ChangeListener};

use crate::catalogue::derived_views::DerivedViews;
use crate::catalogue::product_views::ProductViews;
use crate::http::metrics::Metrics;
use crate::http::view::View;

/// The served catalogue and its ready-made answers.
pub struct CatalogueState {
    /// The catalogue.
    pub catalogue: Arc<Catalogue>,
    /// Counts answers that were ready-made and those that were not.
    pub metrics: Metrics,
    pub(super) products: Arc<ProductViews>,
    pub(super) derived: Arc<DerivedViews>,
}

impl CatalogueState {
    /// No ready-made answers yet, and room for these bytes of them: half for products, half for price
    /// history and comparison. They hear of changes of the catalogue from now on.
    pub fn new(catalogue: Arc<Catalogue>, metrics: Metrics, bytes: u64) -> Self {
        let products = Arc::new(ProductViews::new(bytes / 2));
        let derived = Arc::new(DerivedViews::new(bytes / 2));
        let listeners: [Arc<dyn ChangeListener>; 2] = [products.clone(), derived.clone()];
        for listener in listeners {
            catalogue.listen(listener);
        }
        Self {
            catalogue,
            metrics,
            products,
            derived,
        }
    }

    /// A kept answer of price history or comparison, counted as found or not. A key begins with the
    /// kind of the answer and is made of checked values, so that no two questions share one.
    pub(super) fn ready_made(&self, key: &str) -> Option<Arc<View>> {
        let view = self.derived.get(key, self.catalogue.now());
        let counter = match view {
            Some(_) => &self.metrics.derived_hits,
            None => &self.metrics.derived_misses,
        };
        counter.inc();
        view
    }
}
