//! Keeping index and side table from one run to the next.

use std::sync::{Arc, PoisonError};

use domain::ids::{ProductNo, Revision};
use ports_store::{CatalogueKeeper, KeptState};

use super::Catalogue;
use super::kept::{MANY_OFFERS, Wanted};
use super::row::Row;
use crate::AppError;

/// Pages of the side table that are written while changes wait.
const PAGES: usize = 16;

/// One product in so many whose text is not the one that was kept is too much for the index to be that of the rows.
const ODD: usize = 10;

/// So few are read anew in any case.
const FEW: usize = 1000;

/// Products that are announced at a time.
const ANNOUNCED: usize = 1000;

impl Catalogue {
    /// The same, with a place where [`Catalogue::keep`] leaves what the next [`Catalogue::load`] begins with. It
    /// belongs to the index.
    #[must_use]
    pub fn keeping_rows(self, keeper: Arc<dyn CatalogueKeeper>) -> Self {
        Self {
            keeper: Some(keeper),
            ..self
        }
    }

    /// What [`Catalogue::keep`] would keep now; `None` when that is kept already, nothing is loaded, or there is no
    /// place for it.
    pub async fn to_be_kept(&self) -> Result<Option<KeptState>, AppError> {
        let (Some(_), Some(covered)) = (&self.keeper, self.status().covered) else {
            return Ok(None);
        };
        let stamp = self.stores.reader.stamp(covered).await?;
        let state = stamp.map(|stamp| KeptState {
            revision: covered.0,
            stamp,
        });
        Ok(state.filter(|state| self.kept_state() != Some(*state)))
    }

    /// Keeps the side table, which covers at least this state. Blocks for seconds; changes wait for a moment at a time.
    pub fn keep(&self, state: KeptState) -> Result<(), AppError> {
        let Some(keeper) = &self.keeper else {
            return Ok(());
        };
        let pages = self.read_table().pages();
        let mut parts = pages.chunks(PAGES);
        keeper.keep(state, &mut |each| {
            let Some(part) = parts.next() else {
                return false;
            };
            let table = self.read_table();
            for (no, row) in part.iter().flat_map(|page| table.page(*page)) {
                each(&row.kept(no));
            }
            true
        })?;
        self.set_kept_state(Some(state));
        Ok(())
    }

    /// Begins with what was kept, and catches up; the revision that is covered then. `None` when nothing was kept, or
    /// not of this store as it is: it is forgotten.
    pub(super) async fn restore(&self) -> Result<Option<Revision>, AppError> {
        let Some(keeper) = &self.keeper else {
            return Ok(None);
        };
        let Some(state) = self.usable(&**keeper).await? else {
            keeper.forget()?;
            self.set_kept_state(None);
            return Ok(None);
        };
        let usual = self.usual_delivery().await?;
        self.count_with(usual);
        let odd = self.take_kept(&**keeper);
        let Some(odd) = odd else {
            keeper.forget()?;
            return Ok(None);
        };
        self.reload(&odd, state.revision()).await?;
        let mut covered = state.revision();
        while let Some((revision, _)) = self.catch_up(covered).await? {
            covered = revision;
        }
        while self.refresh().await?.products > 0 {}
        self.announce_all();
        self.set_kept_state(Some(state));
        Ok(Some(covered))
    }

    /// What was kept, if it is of this store and this past of it.
    async fn usable(&self, keeper: &dyn CatalogueKeeper) -> Result<Option<KeptState>, AppError> {
        let Some(state) = keeper.kept() else {
            return Ok(None);
        };
        let stamp = self.stores.reader.stamp(state.revision()).await?;
        Ok((stamp == Some(state.stamp)).then_some(state))
    }

    /// Takes in the rows that were kept. The products of which the index has another text than the rows say, or that
    /// only one of both has; `None` when the rows are damaged, or these are many.
    fn take_kept(&self, keeper: &dyn CatalogueKeeper) -> Option<Vec<ProductNo>> {
        // filled apart, so that nobody who asks how it stands waits meanwhile
        let mut table = self.read_table().emptied();
        let read = keeper.read(&mut |kept| {
            let (no, row) = Row::of_kept(kept);
            table.put(no, row);
        });
        let mut texts = read.and_then(|()| self.index.texts()).ok()?;
        texts.sort_unstable();
        let digest = |no: ProductNo| {
            let place = texts.binary_search_by_key(&no, |(no, _)| *no).ok()?;
            texts.get(place).map(|(_, digest)| *digest)
        };
        let mut odd: Vec<(ProductNo, u64)> = Vec::new();
        for (no, row) in table.rows() {
            let indexed = digest(no);
            if indexed != Some(row.text_digest) {
                odd.push((no, indexed.unwrap_or(!row.text_digest)));
            }
        }
        for (no, digest) in &odd {
            table.set_text(*no, *digest);
        }
        let is_alone = |(no, _): &&(ProductNo, u64)| table.get(*no).is_none();
        odd.extend(texts.iter().filter(is_alone));
        let are_few = odd.len() <= FEW.max(table.len() / ODD);
        if !are_few {
            return None;
        }
        *self.write_table() = table;
        Some(odd.into_iter().map(|(no, _)| no).collect())
    }

    /// Tells the listeners of every product.
    fn announce_all(&self) {
        let (mut ids, mut wanted) = (Vec::new(), Vec::new());
        for page in self.read_table().pages() {
            for (_, row) in self.read_table().page(page) {
                let id = row.canonical_id();
                let offers = domain::num::usize_from_u32(row.offers);
                let many = id.clone().filter(|_| offers > MANY_OFFERS);
                wanted.extend(many.map(|id| Wanted::new(id, offers)));
                ids.extend(id);
            }
            if ids.len() >= ANNOUNCED {
                self.announce(&ids);
                ids.clear();
            }
        }
        self.announce(&ids);
        self.kept.want(wanted.into_iter());
    }

    fn kept_state(&self) -> Option<KeptState> {
        *self
            .kept_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn set_kept_state(&self, state: Option<KeptState>) {
        *self
            .kept_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = state;
    }
}
