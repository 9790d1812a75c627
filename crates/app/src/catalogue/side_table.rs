//! The side table of summaries.

use std::collections::HashMap;
use std::sync::Arc;

use domain::ids::{ProductNo, Revision};
use time::OffsetDateTime;

use crate::Summary;

/// The side table.
#[derive(Default)]
pub(crate) struct SideTable {
    pub(crate) summaries: HashMap<ProductNo, Arc<Summary>>,
    pub(super) next_expiry: Option<OffsetDateTime>,
    pub(crate) covered: Option<Revision>,
}

impl SideTable {
    /// Finds the next instant at which a summary expires.
    pub(super) fn reckon_expiry(&mut self, now: OffsetDateTime) {
        let expiries = self.summaries.values().filter_map(|s| s.valid_until);
        self.next_expiry = expiries.filter(|at| *at > now).min();
    }
}
