//! Whether words may bring offers to products, and how many offers are placed together.

use std::collections::HashSet;

use domain::availability::Condition;

use crate::importing::import_snapshot::rows::ComparedRow;

/// How many offers are placed and staged together where words bring them to products: each is compared with up to thirty,
/// which are in memory meanwhile.
const BATCH: usize = 1000;

/// How many where numbers alone do, in the first feed of an empty catalogue. Nearly each offer makes a product, and every
/// batch writes most pages of the tree of their keys, which come in no order, so the fewer the better.
const BATCH_BY_NUMBERS: usize = 10_000;

/// Whether words may bring the offers of a feed to products, or numbers alone.
pub(in crate::importing::import_snapshot) struct Words {
    /// The conditions of the offers that came, where the catalogue held no product before the first of them. Nobody else can
    /// bring one meanwhile: the snapshot holds the catalogue lock.
    first_conditions: Option<HashSet<Condition>>,
}

impl Words {
    pub(super) fn new(is_catalogue_empty: bool) -> Self {
        Self {
            first_conditions: is_catalogue_empty.then(HashSet::new),
        }
    }

    /// Notes the conditions of rows before any of them is placed.
    pub(in crate::importing::import_snapshot) fn note(&mut self, rows: &[ComparedRow]) {
        if let Some(conditions) = &mut self.first_conditions {
            conditions.extend(rows.iter().map(|it| it.row.offer.facts.condition));
        }
    }

    /// Where the catalogue was empty all products are of this feed alone; while that has named a single condition, it offers
    /// each of them in it, and only numbers bring a second offer.
    pub(super) fn may_decide(&self) -> bool {
        let conditions = self.first_conditions.as_ref();
        conditions.is_none_or(|conditions| conditions.len() > 1)
    }

    /// How many rows are placed and staged together.
    pub(in crate::importing::import_snapshot) fn batch_size(&self) -> usize {
        if self.may_decide() {
            BATCH
        } else {
            BATCH_BY_NUMBERS
        }
    }
}
