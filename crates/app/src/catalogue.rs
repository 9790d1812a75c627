//! The catalogue as this process serves it: the product index and the side table of summaries, kept
//! in step with the store's revision.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::{Amount, Currency};
use ports_store::{
    CatalogueReader, HistoryStore, IndexedProduct, ProductIndex, ProductRecord, ScaleStore,
};
use ports_system::Clock;
use time::{Duration, OffsetDateTime};

use crate::scales::ScalesInForce;
use crate::{AppError, Summary};

/// How many products are read from the store at a time.
const PAGE: u32 = 1000;

/// How many expired summaries are looked at in one step.
const MAX_REFRESH: usize = 2000;

/// Settings that prices depend on.
#[derive(Debug, Clone)]
pub struct CatalogueSettings {
    /// The one currency.
    pub currency: Currency,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
    /// Delivery cost where nothing better is known.
    pub assumed_delivery: Amount,
}

/// What the served catalogue is read from.
#[derive(Clone)]
pub struct CatalogueStores {
    /// Products and offers.
    pub reader: Arc<dyn CatalogueReader>,
    /// Past prices.
    pub history: Arc<dyn HistoryStore>,
    /// Scales of properties.
    pub scales: Arc<dyn ScaleStore>,
}

/// Is told which products' answers changed.
pub trait ChangeListener: Send + Sync {
    /// Answers made before this call for these products are not true any more.
    fn products_changed(&self, ids: &[CanonicalProductId]);
}

/// The served catalogue.
pub struct Catalogue {
    pub(crate) stores: CatalogueStores,
    pub(crate) scales: ScalesInForce,
    pub(crate) index: Arc<dyn ProductIndex>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) settings: CatalogueSettings,
    pub(crate) table: RwLock<SideTable>,
    listeners: RwLock<Vec<Arc<dyn ChangeListener>>>,
    changes: AtomicU64,
}

/// The side table.
#[derive(Default)]
pub(crate) struct SideTable {
    pub(crate) summaries: HashMap<ProductNo, Arc<Summary>>,
    next_expiry: Option<OffsetDateTime>,
    pub(crate) covered: Option<Revision>,
}

/// How the served catalogue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CatalogueStatus {
    /// The revision that searches cover; `None` before the first load is done.
    pub covered: Option<Revision>,
    /// Products in the side table.
    pub products: usize,
}

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Products that were read again.
    pub products: usize,
}

impl Catalogue {
    /// An empty served catalogue; [`Catalogue::load`] fills it.
    pub fn new(
        stores: CatalogueStores,
        index: Arc<dyn ProductIndex>,
        clock: Arc<dyn Clock>,
        settings: CatalogueSettings,
    ) -> Self {
        Self {
            stores,
            scales: ScalesInForce::default(),
            index,
            clock,
            settings,
            table: RwLock::default(),
            listeners: RwLock::default(),
            changes: AtomicU64::new(0),
        }
    }

    /// Registers a listener for changes that come after this call.
    pub fn listen(&self, listener: Arc<dyn ChangeListener>) {
        self.listeners
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(listener);
    }

    /// The settings that prices depend on.
    pub const fn settings(&self) -> &CatalogueSettings {
        &self.settings
    }

    /// The current time.
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// Grows with each change that listeners are told of. An answer that was made while it grew may
    /// be from before the change and must not be kept.
    pub fn change_count(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// How the served catalogue stands.
    pub fn status(&self) -> CatalogueStatus {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        CatalogueStatus {
            covered: table.covered,
            products: table.summaries.len(),
        }
    }

    /// Reads the whole catalogue into index and side table. What is published meanwhile is caught
    /// up with by the next [`Catalogue::follow`].
    pub async fn load(&self) -> Result<(), AppError> {
        let revision = self.stores.reader.revision().await?;
        self.scales.refresh(&*self.stores.scales).await?;
        let mut after = None;
        loop {
            let page = self.stores.reader.list(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.product.no);
            self.take_in(&page, Revision(0))?;
        }
        self.index.apply(&[], &[], revision)?;
        self.write_table().covered = Some(revision);
        Ok(())
    }

    /// Catches up with what was published since: reads the changed products again, updates index
    /// and side table and tells the listeners.
    pub async fn follow(&self) -> Result<Followed, AppError> {
        let Some(mut covered) = self.status().covered else {
            return Ok(Followed { products: 0 });
        };
        let mut products = 0;
        loop {
            let changes = self.stores.reader.changes(covered).await?;
            if changes.revision == covered {
                return Ok(Followed { products });
            }
            products += changes.products.len();
            self.scales.refresh(&*self.stores.scales).await?;
            self.reload(&changes.products, changes.revision).await?;
            covered = changes.revision;
            self.write_table().covered = Some(covered);
        }
    }

    /// Looks again at summaries that have expired, at most 2,000 at a time. Returns at once when
    /// there are none.
    pub async fn refresh(&self) -> Result<Followed, AppError> {
        let now = self.now();
        let due: Vec<ProductNo> = {
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            if table.next_expiry.is_none_or(|at| at > now) {
                return Ok(Followed { products: 0 });
            }
            let expired = table.summaries.iter().filter(|(_, s)| s.has_expired(now));
            expired.map(|(no, _)| *no).take(MAX_REFRESH).collect()
        };
        self.reload(&due, self.index.revision()).await?;
        if due.len() < MAX_REFRESH {
            self.write_table().reckon_expiry(now);
        }
        Ok(Followed {
            products: due.len(),
        })
    }

    /// The summaries of these products, in their order; `None` for one that is unknown or has
    /// expired. [`Catalogue::refresh`] comes before it.
    pub(crate) fn summaries(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<Option<Arc<Summary>>>, AppError> {
        let now = self.now();
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        if table.covered.is_none() {
            return Err(AppError::server("the catalogue is still being loaded"));
        }
        let fresh = |no: &ProductNo| {
            let summary = table.summaries.get(no)?;
            (!summary.has_expired(now)).then(|| Arc::clone(summary))
        };
        Ok(products.iter().map(fresh).collect())
    }

    /// Reads these products again and tells the listeners.
    async fn reload(&self, products: &[ProductNo], revision: Revision) -> Result<(), AppError> {
        let page_size = usize::try_from(PAGE).unwrap_or(usize::MAX);
        for numbers in products.chunks(page_size) {
            let records = self.stores.reader.load(numbers).await?;
            self.take_in(&records, revision)?;
            let mut ids: Vec<_> = records.iter().map(|r| r.product.draft.id.clone()).collect();
            let read: HashSet<_> = records.iter().map(|r| r.product.no).collect();
            let gone: Vec<_> = numbers.iter().filter(|no| !read.contains(no)).collect();
            ids.extend(self.take_out(gone.into_iter().copied(), revision)?);
            self.announce(&ids);
        }
        self.index.apply(&[], &[], revision)?;
        Ok(())
    }

    fn take_in(&self, records: &[ProductRecord], revision: Revision) -> Result<(), AppError> {
        let now = self.now();
        let read = records.iter().map(|record| {
            let (summary, indexed) = Summary::of(record, &self.settings, now);
            (record.product.no, Arc::new(summary), indexed)
        });
        let fresh: Vec<(ProductNo, Arc<Summary>, IndexedProduct)> = read.collect();
        let texts: Vec<IndexedProduct> = {
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            let same_text = |no: &ProductNo, new: &Summary| {
                table
                    .summaries
                    .get(no)
                    .is_some_and(|old| old.text_digest == new.text_digest)
            };
            fresh
                .iter()
                .filter(|(no, s, _)| !same_text(no, s))
                .map(|(_, _, i)| i.clone())
                .collect()
        };
        if !texts.is_empty() {
            self.index.apply(&texts, &[], revision)?;
        }
        let mut table = self.write_table();
        for (no, summary, _) in fresh {
            if let Some(at) = summary.valid_until {
                table.next_expiry = Some(table.next_expiry.map_or(at, |next| next.min(at)));
            }
            table.summaries.insert(no, summary);
        }
        Ok(())
    }

    /// Takes out products that were merged into others; their ids.
    fn take_out(
        &self,
        gone: impl Iterator<Item = ProductNo>,
        revision: Revision,
    ) -> Result<Vec<CanonicalProductId>, AppError> {
        let gone: Vec<ProductNo> = gone.collect();
        if gone.is_empty() {
            return Ok(Vec::new());
        }
        self.index.apply(&[], &gone, revision)?;
        let mut table = self.write_table();
        let removed = gone.iter().filter_map(|no| table.summaries.remove(no));
        Ok(removed.map(|summary| summary.id.clone()).collect())
    }

    fn announce(&self, ids: &[CanonicalProductId]) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        for listener in self
            .listeners
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            listener.products_changed(ids);
        }
    }

    fn write_table(&self) -> std::sync::RwLockWriteGuard<'_, SideTable> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SideTable {
    /// Finds the next instant at which a summary expires.
    fn reckon_expiry(&mut self, now: OffsetDateTime) {
        let expiries = self.summaries.values().filter_map(|s| s.valid_until);
        self.next_expiry = expiries.filter(|at| *at > now).min();
    }
}
