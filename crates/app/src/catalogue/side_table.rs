//! The side table of summaries.

use std::collections::HashMap;
use std::sync::Arc;

use domain::ids::{ProductNo, Revision};
use time::OffsetDateTime;

use crate::{AppError, Summary};

/// The side table.
#[derive(Default)]
pub(crate) struct SideTable {
    pub(crate) summaries: HashMap<ProductNo, Arc<Summary>>,
    pub(super) next_expiry: Option<OffsetDateTime>,
    pub(crate) covered: Option<Revision>,
}

impl SideTable {
    /// Refuses until the whole catalogue was read once: half of it would look like all of it.
    pub(crate) fn require_loaded(&self) -> Result<(), AppError> {
        match self.covered {
            Some(_) => Ok(()),
            None => Err(AppError::loading()),
        }
    }

    /// Finds the next instant at which a summary expires.
    pub(super) fn reckon_expiry(&mut self, now: OffsetDateTime) {
        let expiries = self.summaries.values().filter_map(|s| s.valid_until);
        self.next_expiry = expiries.filter(|at| *at > now).min();
    }
}
