//! What counts most, and how the sizes of storage differ.

use super::Comparison;
use crate::compare::name::sized_words;
use crate::fit::{criteria, listed, told};
use crate::specs::Attribute;

impl Comparison {
    /// The four rows of the table with most points by which any product is judged, each named by the
    /// first of its properties that a product states.
    pub(super) fn heaviest(&self) -> String {
        let mut rows: Vec<(f64, Attribute, &str)> = Vec::new();
        let stated = |a: Attribute| {
            let mut all = self.products.iter().map(|p| &p.candidate.measured);
            all.any(|m| m.get(a).is_some())
        };
        for product in &self.products {
            let has_lab = product.candidate.measured.get(Attribute::LabCamera);
            for row in criteria(self.goal, self.category, has_lab.is_some()) {
                let (Some(first), Some(named)) = (
                    row.any.first().map(|m| m.attribute),
                    row.any.iter().map(|m| m.attribute).find(|a| stated(*a)),
                ) else {
                    continue;
                };
                let told = |r: &(f64, Attribute, &str)| r.1 == first || r.2 == named.words();
                if !rows.iter().any(told) {
                    rows.push((row.weight, first, named.words()));
                }
            }
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        listed(rows.iter().take(4).map(|row| row.2.to_owned()))
    }

    /// A note when products differ in storage: their prices are not of the same thing.
    pub(super) fn sizes(&self) -> Option<String> {
        let sizes: Vec<(&str, f64)> = self
            .products
            .iter()
            .filter_map(|p| {
                let storage = p.candidate.measured.get(Attribute::StorageGb)?;
                Some((p.candidate.name.as_str(), storage))
            })
            .collect();
        let (_, first) = sizes.first()?;
        let differ = sizes.iter().any(|(_, size)| (size - first).abs() > 0.5);
        let named = |(name, size): &(&str, f64)| {
            if names_size(name, *size) {
                (*name).to_owned()
            } else {
                format!("{} in {name}", told(Attribute::StorageGb, *size))
            }
        };
        differ.then(|| {
            format!(
                "Mind the storage, the prices are of different sizes: {}.",
                listed(sizes.iter().map(named))
            )
        })
    }
}

/// Whether a name states this storage: `1 TB` and `1024GB` are the same.
fn names_size(name: &str, gb: f64) -> bool {
    let words = sized_words(name);
    let plain = format!("{gb}gb");
    let told = told(Attribute::StorageGb, gb)
        .to_lowercase()
        .replace(' ', "");
    words.iter().any(|w| *w == plain || *w == told)
}
