//! The side table of summaries.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::ids::{CanonicalProductId, ProductNo, Revision};
use time::OffsetDateTime;

use super::summary::{Resting, UsualDelivery};
use crate::{AppError, Summary};

/// The side table.
#[derive(Default)]
pub(crate) struct SideTable {
    pub(crate) summaries: HashMap<ProductNo, Arc<Summary>>,
    /// When the summaries expire, the next first.
    expiries: BTreeSet<(OffsetDateTime, ProductNo)>,
    pub(crate) covered: Option<Revision>,
    /// What every summary counts with.
    pub(super) usual_delivery: UsualDelivery,
}

impl SideTable {
    /// Refuses until the whole catalogue was read once: half of it would look like all of it.
    pub(crate) fn require_loaded(&self) -> Result<(), AppError> {
        match self.covered {
            Some(_) => Ok(()),
            None => Err(AppError::loading()),
        }
    }

    /// The products of which an offer rests on a usual delivery cost that is another one from now on: their
    /// summaries are to [be counted anew](Self::count_anew), those that are put in count with it already.
    pub(super) fn change_usual_delivery(&mut self, now: UsualDelivery) -> Vec<ProductNo> {
        let before = std::mem::replace(&mut self.usual_delivery, now);
        let now = &self.usual_delivery;
        if before == *now {
            return Vec::new();
        }
        let is_other = |r: &Resting| before.get(&r.category) != now.get(&r.category);
        let resting = self.summaries.iter();
        let resting = resting.filter(|(_, s)| s.resting.as_ref().is_some_and(is_other));
        resting.map(|(no, _)| *no).collect()
    }

    /// Counts the summaries of these products with the usual delivery costs; their ids.
    pub(super) fn count_anew(&mut self, products: &[ProductNo]) -> Vec<CanonicalProductId> {
        let mut ids = Vec::with_capacity(products.len());
        for no in products {
            if let Some(summary) = self.summaries.get_mut(no) {
                Arc::make_mut(summary).count_with(&self.usual_delivery);
                ids.push(summary.id.clone());
            }
        }
        ids
    }

    /// Puts a summary in, unless a later read has been there before.
    pub(super) fn put(&mut self, no: ProductNo, mut summary: Summary) {
        if self
            .summaries
            .get(&no)
            .is_some_and(|other| other.mark > summary.mark)
        {
            return;
        }
        summary.count_with(&self.usual_delivery);
        let until = summary.valid_until;
        if let Some(before) = self.summaries.insert(no, Arc::new(summary)) {
            self.forget_expiry(no, before.valid_until);
        }
        self.expiries.extend(until.map(|at| (at, no)));
    }

    /// Takes the summary of a product out.
    pub(super) fn remove(&mut self, no: ProductNo) -> Option<Arc<Summary>> {
        let removed = self.summaries.remove(&no)?;
        self.forget_expiry(no, removed.valid_until);
        Some(removed)
    }

    /// When the next summary expires, or the first did that nobody has looked at since.
    pub(super) fn next_expiry(&self) -> Option<OffsetDateTime> {
        self.expiries.first().map(|(at, _)| *at)
    }

    /// At most so many of the products whose summaries have expired, with the instants of that; the first to expire
    /// first.
    pub(super) fn expired(
        &self,
        now: OffsetDateTime,
        limit: usize,
    ) -> Vec<(OffsetDateTime, ProductNo)> {
        let all = self.expiries.iter().copied();
        all.take_while(|(at, _)| *at <= now).take(limit).collect()
    }

    /// These were looked at: one that is still there is of a product which is gone, or which a later read replaces.
    pub(super) fn settle(&mut self, expired: &[(OffsetDateTime, ProductNo)]) {
        for expiry in expired {
            self.expiries.remove(expiry);
        }
    }

    fn forget_expiry(&mut self, no: ProductNo, until: Option<OffsetDateTime>) {
        if let Some(at) = until {
            self.expiries.remove(&(at, no));
        }
    }
}
