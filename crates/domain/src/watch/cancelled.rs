//! What becomes of a watch when an event of it is cancelled before anybody got it (D-28).

use super::{CurrentPrice, Side, Watch, WatchConditionKind};
use crate::money::Amount;
use crate::store::StoreName;

/// What a watch waited for when an event told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The kind of its condition.
    pub condition: WatchConditionKind,
    /// Its store; `None`: all.
    pub store: Option<StoreName>,
    /// How often it had been begun anew.
    pub restarts: u32,
    /// The price from which a fall or a low was counted; `None` where nothing is, or there was no price yet.
    pub reference: Option<Amount>,
}

/// What follows for the watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterCancelled {
    /// Nothing.
    Nothing,
    /// An event of the current price takes the place of the cancelled one.
    ToldInstead,
    /// Its client knows nothing of what it waits for, and nobody asks a stated price any more: it is armed again, if the event
    /// reached nobody.
    ArmedAgain,
    /// The fall or low is counted again from the price from which the event counted it, if the event reached nobody.
    CountedAgain {
        /// The price; `None`: there was none yet, which is above all.
        from: Option<Amount>,
    },
}

impl Watch {
    /// What follows when an event that told of it is cancelled unsent; `current`: its price now, `None` when the product is gone.
    pub fn after_cancelled(&self, told: &Told, current: Option<CurrentPrice>) -> AfterCancelled {
        if self.waits_as(told.condition, told.store.as_ref(), told.restarts) {
            let counted_as_then = Self {
                condition: self.condition.counted_from(told.reference),
                ..self.clone()
            };
            if current.is_some_and(|current| counted_as_then.is_told_instead(current)) {
                return AfterCancelled::ToldInstead;
            }
            if self.condition.is_untold(told.reference, current) {
                let from = told.reference;
                return AfterCancelled::CountedAgain { from };
            }
        }
        if self.is_unnotified_without(current.and_then(|current| current.price)) {
            AfterCancelled::ArmedAgain
        } else {
            AfterCancelled::Nothing
        }
    }

    /// Whether it still waits for what an event told of, by the kind of the condition and its store; where that is counted from a
    /// price, also by how often it was begun anew. An event takes the place of another one in the same words only: a watch that
    /// is another one by now was looked at when it became so.
    pub(super) fn waits_as(
        &self,
        kind: WatchConditionKind,
        store: Option<&StoreName>,
        restarts: u32,
    ) -> bool {
        kind == self.condition.kind()
            && (!kind.has_reference() || restarts == self.restarts)
            && self.store.as_ref().map(StoreName::folded) == store.map(StoreName::folded)
    }

    /// Whether the client knows nothing of the price below its target when the event that told of it is
    /// cancelled unsent and nobody asks a stated price any more: the watch is to be armed again.
    fn is_unnotified_without(&self, stated: Option<Amount>) -> bool {
        self.side == Side::Below && stated.is_none()
    }
}
