//! What takes the place of deliveries that are cancelled, and watches that nobody was told of.

use domain::money::Amount;
use domain::webhook::event::WatchEvent;
use ports_store::StoreError;

use super::{EventRow, Receiver, WatchRow};
use crate::types::DbUuid;

/// An event that takes the place of another one that was cancelled, before it is known whether its id is
/// free.
#[derive(Debug, Clone)]
pub struct Replacement {
    /// The event.
    pub event: WatchEvent,
    /// Its watch.
    pub watch: WatchRow,
    /// Where it goes.
    pub receivers: Vec<Receiver>,
}

/// What was cancelled of one watch's events.
#[derive(Debug, Default)]
pub(super) struct Replaced {
    pub(super) receivers: Vec<Receiver>,
    /// What they told of was counted from the highest of these.
    pub(super) references: Vec<Option<Amount>>,
}

impl Replaced {
    /// The highest; that there was no price yet is above all.
    pub(super) fn reference(&self) -> Option<Amount> {
        let all: Option<Vec<Amount>> = self.references.iter().copied().collect();
        all?.into_iter().max()
    }
}

/// A watch whose event may have reached nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct UnnotifiedWatch {
    pub watch_no: i64,
    pub workspace_no: i64,
    pub event: DbUuid,
    /// What it waits for is counted again from here.
    pub counted_from: Option<CountedFrom>,
}

/// From which price in minor units a fall or a low is counted again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountedFrom {
    /// The price; `None`: there was none yet, which is above all.
    pub reference_minor: Option<i64>,
}

impl Replacement {
    /// Its row.
    pub fn row(&self) -> Result<EventRow, StoreError> {
        let channel = self.watch.watch()?.channel.kind();
        EventRow::of(&self.event, self.watch.workspace_no, channel)
    }

    /// Its watch with the price in minor units that is told, from which the next fall or low is counted; `None` when
    /// it waits for neither.
    pub fn reference(&self) -> Option<(i64, i64)> {
        let firing = &self.event.firing;
        let is_counted = firing.condition.kind().has_reference();
        is_counted.then(|| (self.watch.no, firing.minimum.price.minor()))
    }
}
