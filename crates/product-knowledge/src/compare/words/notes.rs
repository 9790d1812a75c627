//! What counts most, what speaks for one product, and how the sizes of storage differ.

use super::{Compared, Comparison};
use crate::compare::Advantage;
use crate::compare::name::sized_words;
use crate::fit::{FitPart, criteria, listed, told};
use crate::specs::Attribute;

impl Compared {
    /// The two properties that both state and that speak most for this product against another one, the one that counts most first.
    pub fn advantages(&self, other: &Self) -> Vec<Advantage> {
        let mut gains: Vec<(f64, &FitPart, &FitPart)> = Vec::new();
        for part in &self.fit.parts {
            let same = |p: &&FitPart| p.attribute == part.attribute;
            let Some(theirs) = other.fit.parts.iter().find(same) else {
                continue;
            };
            let gain = part.weight.min(theirs.weight) * (part.utility - theirs.utility);
            if gain > 0.5 && !gains.iter().any(|g| g.1.attribute == part.attribute) {
                gains.push((gain, part, theirs));
            }
        }
        gains.sort_by(|a, b| b.0.total_cmp(&a.0));
        let advantage = |(_, mine, theirs): &(f64, &FitPart, &FitPart)| Advantage {
            attribute: mine.attribute,
            own: mine.value,
            other: theirs.value,
        };
        gains.iter().take(2).map(advantage).collect()
    }
}

impl Comparison {
    /// The four rows of the table with most points by which any product is judged, each named by the
    /// first of its properties that a product states.
    pub fn heaviest(&self) -> Vec<Attribute> {
        let mut rows: Vec<(f64, Attribute, Attribute)> = Vec::new();
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
                let told =
                    |r: &(f64, Attribute, Attribute)| r.1 == first || r.2.words() == named.words();
                if !rows.iter().any(told) {
                    rows.push((row.weight, first, named));
                }
            }
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.iter().take(4).map(|row| row.2).collect()
    }

    /// A note when products differ in storage.
    pub(super) fn sizes(&self) -> Option<String> {
        let named = |(name, size): (&str, Option<f64>)| match size {
            None => name.to_owned(),
            Some(size) => format!("{name} ({})", told(Attribute::StorageGb, size)),
        };
        Some(format!(
            "Mind the storage, the prices are of different sizes: {}.",
            listed(self.mixed_storage()?.into_iter().map(named))
        ))
    }

    /// When products differ in storage, their prices are not of the same thing: the names of those that state it, each
    /// with its GB where the name does not say so. `None` when they do not differ.
    pub fn mixed_storage(&self) -> Option<Vec<(&str, Option<f64>)>> {
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
        let unsaid = |(name, size): &(&'_ str, f64)| (!names_size(name, *size)).then_some(*size);
        let named = sizes.iter().map(|it| (it.0, unsaid(it)));
        differ.then(|| named.collect())
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
