//! The catalogue as this process serves it: the product index and the side table of summaries, kept
//! in step with the store's revision.

pub mod browse;
pub mod compare;
pub mod history;
pub mod keep_history;
mod kept;
mod parts;
pub mod product;
mod reload;
mod restore;
mod row;
pub mod scales;
pub mod search;
pub mod several;
mod side_table;
mod summary;
mod titles;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use domain::ids::{ProductNo, Revision};
use domain::money::Amount;
use ports_store::{CatalogueKeeper, KeptState, ProductIndex};
use ports_system::Clock;
use time::OffsetDateTime;

use crate::AppError;
use crate::catalogue::scales::ScalesInForce;
use kept::{KeptDigests, MOST_KEPT};
use summary::UsualDelivery;

pub use parts::{CatalogueSettings, CatalogueStatus, CatalogueStores, ChangeListener, Followed};
pub(crate) use side_table::SideTable;
pub use summary::Summary;

/// How many products are read from the store at a time.
const PAGE: u32 = 1000;

/// How many expired summaries are looked at in one step.
const MAX_REFRESH: usize = 1000;

/// The served catalogue.
pub struct Catalogue {
    pub(crate) stores: CatalogueStores,
    pub(crate) scales: ScalesInForce,
    pub(crate) index: Arc<dyn ProductIndex>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) settings: CatalogueSettings,
    pub(crate) table: RwLock<SideTable>,
    listeners: RwLock<Vec<Arc<dyn ChangeListener>>>,
    /// Counts what was read of the store.
    reads: AtomicU64,
    /// What answers about products of very many offers are made of.
    kept: KeptDigests,
    /// Where rows are kept for the next start.
    keeper: Option<Arc<dyn CatalogueKeeper>>,
    /// What is kept there.
    kept_state: Mutex<Option<KeptState>>,
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
            table: RwLock::new(SideTable::new(settings.assumed_delivery)),
            settings,
            listeners: RwLock::default(),
            reads: AtomicU64::new(0),
            kept: KeptDigests::default(),
            keeper: None,
            kept_state: Mutex::default(),
        }
    }

    /// The same for a process that answers requests: what answers about products of very many offers are made of is
    /// kept from [`Catalogue::load`] on, and made by [`Catalogue::make_next_digest`] before it is asked for.
    #[must_use]
    pub fn keeping_digests(self) -> Self {
        Self {
            kept: KeptDigests::at_most(MOST_KEPT),
            ..self
        }
    }

    /// Whether [`Catalogue::make_next_digest`] will ever have something to make.
    pub const fn keeps_digests(&self) -> bool {
        self.kept.are_any()
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

    /// How the served catalogue stands.
    pub fn status(&self) -> CatalogueStatus {
        let table = self.read_table();
        CatalogueStatus {
            covered: table.covered,
            products: table.len(),
        }
    }

    /// Brings index and side table to the catalogue's state: from what was [kept](Self::keeping_rows) and what has
    /// changed since, or by reading everything. What is published meanwhile is caught
    /// up with by the next [`Catalogue::follow`]. Listeners are told of every product: nobody
    /// announced what changed since answers before the load were made.
    pub async fn load(&self) -> Result<(), AppError> {
        self.scales.refresh(&*self.stores.scales).await?;
        let revision = match self.restore().await? {
            Some(revision) => revision,
            None => self.build().await?,
        };
        self.cover(revision);
        Ok(())
    }

    /// Catches up with what was published since: counts the products anew that rest on a category's usual delivery
    /// cost which is another one now, reads the changed products again, updates index and side table and tells
    /// the listeners.
    pub async fn follow(&self) -> Result<Followed, AppError> {
        let Some(mut covered) = self.status().covered else {
            return Ok(Followed { products: 0 });
        };
        let mut products = 0;
        while let Some((revision, changed)) = self.catch_up(covered).await? {
            products += changed;
            covered = revision;
            self.cover(covered);
        }
        Ok(Followed { products })
    }

    /// Takes in some of what has changed since a revision; up to which one, and how many products that were. `None`
    /// when nothing has.
    async fn catch_up(&self, since: Revision) -> Result<Option<(Revision, usize)>, AppError> {
        let changes = self.stores.reader.changes(since).await?;
        if changes.revision == since {
            return Ok(None);
        }
        self.scales.refresh(&*self.stores.scales).await?;
        // before the products: what it does not know yet comes with the next revision
        let counted = self.count_with(self.usual_delivery().await?);
        let mut products = changes.products;
        if changes.are_all {
            // those that are gone are looked for as well, and taken out
            products.extend(self.read_table().rows().map(|(no, _)| no));
            products.sort_unstable();
            products.dedup();
        }
        self.reload(&products, changes.revision).await?;
        Ok(Some((changes.revision, counted + products.len())))
    }

    /// Looks again at summaries that have expired, at most 1,000 at a time, the first to expire first. Returns at
    /// once when there are none. A changed text, and a product that is gone, are left to [`Catalogue::follow`].
    ///
    /// One loop calls this, never a request: searches leave out what has expired, so that offers which all expire in
    /// the same second cost them nothing.
    pub async fn refresh(&self) -> Result<Followed, AppError> {
        let due = self.read_table().expired(self.now(), MAX_REFRESH);
        let products: Vec<ProductNo> = due.iter().map(|(_, no)| *no).collect();
        self.renew(&products).await?;
        if !due.is_empty() {
            self.write_table().settle(&due);
        }
        Ok(Followed {
            products: due.len(),
        })
    }

    /// When [`Catalogue::refresh`] has something to do next; in the past if it has now.
    pub fn next_expiry(&self) -> Option<OffsetDateTime> {
        self.read_table().next_expiry()
    }

    /// Makes what answers about one product of very many offers are made of, the one with the most offers first,
    /// after a change or when time has made the former untrue; `false` when nothing is to be made. What cannot be
    /// read stays to be made, after the others.
    ///
    /// One loop of its own calls this: it may take a second, for which [`Catalogue::follow`] must not wait. Whoever
    /// asks before makes it themself.
    pub async fn make_next_digest(&self) -> Result<bool, AppError> {
        if self.status().covered.is_none() {
            return Ok(false);
        }
        let Some(wanted) = self.kept.next_due(self.now()) else {
            return Ok(false);
        };
        let made = self.digest(&wanted.id).await;
        if made.is_err() {
            self.kept.want_again(wanted);
        }
        made.map(|_| true)
    }

    /// The summaries of these products, in their order; `None` for one that is unknown or has
    /// expired and was not looked at since.
    pub(crate) fn summaries(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<Option<Summary>>, AppError> {
        let now = row::instant(self.now());
        let table = self.read_table();
        table.require_loaded()?;
        let fresh = |no: &ProductNo| {
            let row = table.get(*no)?;
            (!row.has_expired(now)).then(|| row.summary())
        };
        Ok(products.iter().map(fresh).collect())
    }

    /// What delivery usually costs in each category.
    async fn usual_delivery(&self) -> Result<UsualDelivery, AppError> {
        let listed = self.stores.reader.list_category_delivery().await?;
        let digested = |(category, cost): (String, Amount)| (summary::name_digest(&category), cost);
        Ok(listed.into_iter().map(digested).collect())
    }

    /// Searches cover this revision from now on.
    fn cover(&self, revision: Revision) {
        self.write_table().covered = Some(revision);
    }

    /// The number of a read that begins now.
    fn begin_read(&self) -> u64 {
        self.reads.fetch_add(1, Ordering::AcqRel)
    }

    fn read_table(&self) -> std::sync::RwLockReadGuard<'_, SideTable> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_table(&self) -> std::sync::RwLockWriteGuard<'_, SideTable> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}
