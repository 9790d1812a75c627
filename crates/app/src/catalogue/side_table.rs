//! The side table of summaries.

use std::collections::HashMap;
use std::sync::Arc;

use domain::ids::{ProductNo, Revision};
use domain::money::Amount;
use time::OffsetDateTime;

use crate::{AppError, Summary};

/// The side table.
#[derive(Default)]
pub(crate) struct SideTable {
    pub(crate) summaries: HashMap<ProductNo, Arc<Summary>>,
    pub(super) next_expiry: Option<OffsetDateTime>,
    pub(crate) covered: Option<Revision>,
    pub(super) usual_delivery: UsualDelivery,
}

/// What delivery usually costs in a category, by the digest of its name.
pub(super) type UsualDelivery = HashMap<u64, Amount>;

impl SideTable {
    /// Refuses until the whole catalogue was read once: half of it would look like all of it.
    pub(crate) fn require_loaded(&self) -> Result<(), AppError> {
        match self.covered {
            Some(_) => Ok(()),
            None => Err(AppError::loading()),
        }
    }

    /// The products whose summaries rest on a usual delivery cost that is another one now.
    pub(super) fn resting_on_others(&self, now: &UsualDelivery) -> Vec<ProductNo> {
        let before = &self.usual_delivery;
        if before == now {
            return Vec::new();
        }
        let is_other = |category: &u64| before.get(category) != now.get(category);
        let resting = self.summaries.iter();
        let resting = resting.filter(|(_, s)| s.usual_delivery_of.as_ref().is_some_and(is_other));
        resting.map(|(no, _)| *no).collect()
    }

    /// Puts a summary in, unless a later read has been there before.
    pub(super) fn put(&mut self, no: ProductNo, summary: Arc<Summary>) {
        if self
            .summaries
            .get(&no)
            .is_some_and(|other| other.mark > summary.mark)
        {
            return;
        }
        if let Some(at) = summary.valid_until {
            self.next_expiry = Some(self.next_expiry.map_or(at, |next| next.min(at)));
        }
        self.summaries.insert(no, summary);
    }

    /// Finds the next instant at which a summary expires.
    pub(super) fn reckon_expiry(&mut self, now: OffsetDateTime) {
        let expiries = self.summaries.values().filter_map(|s| s.valid_until);
        self.next_expiry = expiries.filter(|at| *at > now).min();
    }
}
