//! What comes out of the feed, a batch at a time.

use domain::num::u64_from_usize;
use ports_net::{Batches, FeedError, FeedItem};
use ports_store::{OpenedSnapshot, SnapshotStore, StoreError};
use ports_system::Digester;

use super::admission::{Admission, Admitted};
use super::known::KnownOffers;
use super::report::RowNews;
use super::rows::ComparedRow;
use crate::importing::items::Items;

/// Reads a feed, admits its rows and puts beside each what the store offers under its id: all that needs nothing of the
/// batch before, and can go on while that is staged.
pub(super) struct Intake<'a> {
    items: Items<'a, FeedItem>,
    admission: Admission<'a>,
    known: KnownOffers<'a>,
}

/// A batch of rows, and what is to be said of those that are not among them.
pub(super) struct Arrived {
    pub(super) rows: Vec<ComparedRow>,
    pub(super) news: Vec<RowNews>,
    /// How many records that were.
    pub(super) read: u64,
}

impl<'a> Intake<'a> {
    pub(super) fn new(
        feed: &'a mut dyn Batches<FeedItem>,
        snapshots: &'a dyn SnapshotStore,
        digester: &'a dyn Digester,
        opened: &OpenedSnapshot,
    ) -> Self {
        Self {
            items: Items::of(feed),
            admission: Admission::new(digester, opened.store.terms.url.clone()),
            known: KnownOffers::new(snapshots, opened),
        }
    }

    /// The next so many records; `None` at the end, which a fault of the feed is, too.
    pub(super) async fn next(&mut self, size: usize) -> Result<Option<Arrived>, StoreError> {
        let items = self.items.next_many(size).await;
        if items.is_empty() || self.items.is_broken_off() {
            return Ok(None);
        }
        let read = u64_from_usize(items.len());
        let Admitted { rows, news } = self.admission.admit(items);
        let rows = self.known.compare(rows).await?;
        Ok(Some(Arrived { rows, news, read }))
    }

    /// A digest of the ids that were admitted, whatever their order; an error when the feed could not be read to its
    /// end.
    pub(super) fn end(self) -> Result<[u8; 16], FeedError> {
        self.items.end()?;
        Ok(self.admission.named())
    }
}
