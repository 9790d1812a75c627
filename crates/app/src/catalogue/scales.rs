//! The scales against which properties of products are scored.

use std::sync::{Arc, PoisonError, RwLock};

use ports_store::{ScaleStore, StoreError};
use ports_system::Clock;
use product_knowledge::comparable::Category;
use product_knowledge::fit::{ScaleMaker, ScaleVersion, Scales};
use product_knowledge::specs;

/// How many products are read from the store at a time.
const PAGE: u32 = 1000;

/// From how many products with properties on the first version is made by itself.
const FIRST: u64 = 20;

/// The scales that answers use, kept in memory.
pub(crate) struct ScalesInForce(RwLock<Arc<Scales>>);

impl Default for ScalesInForce {
    fn default() -> Self {
        Self(RwLock::new(Arc::new(Scales::builtin())))
    }
}

impl ScalesInForce {
    /// The scales in force.
    pub(crate) fn get(&self) -> Arc<Scales> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks whether a new version is in force.
    pub(crate) async fn refresh(&self, store: &dyn ScaleStore) -> Result<(), StoreError> {
        let scales = store
            .find_scales()
            .await?
            .map_or_else(Scales::builtin, |s| {
                Scales::from_stored(s.version, &s.scales)
            });
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(scales);
        Ok(())
    }
}

/// When scales are made anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// The operator's catalogue changed.
    CatalogueChanged,
    /// Feeds brought products: only when there is no version yet and enough to make one, or twice
    /// as many products with properties as the version in force was made of.
    ProductsCame,
}

/// Makes scales of the catalogue's own distribution and puts them in force, when the occasion calls
/// for it. Scores move with the version only. Nothing is made of a catalogue without properties, and
/// nothing is saved when the scales are the same.
pub async fn rescale(
    store: &dyn ScaleStore,
    clock: &dyn Clock,
    occasion: Occasion,
) -> Result<Option<ScaleVersion>, StoreError> {
    let measured = store.count_described().await?;
    let in_force = store.find_scales().await?;
    let outgrown = match &in_force {
        None => measured >= FIRST,
        Some(scales) => measured >= scales.measured.saturating_mul(2).max(FIRST),
    };
    if measured == 0 || (occasion == Occasion::ProductsCame && !outgrown) {
        return Ok(None);
    }
    let mut maker = ScaleMaker::default();
    let mut after = None;
    loop {
        let page = store.list_described(after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.no);
        for product in &page {
            if let Some(category) = Category::of(&product.draft) {
                maker.add(category, &specs::measure(&product.draft));
            }
        }
    }
    let scales = maker.finish();
    let known = in_force.as_ref().map_or(&[][..], |stored| &stored.scales);
    if scales == known {
        return Ok(None);
    }
    let version = store.save_scales(clock.now(), measured, &scales).await?;
    Ok(Some(version))
}
