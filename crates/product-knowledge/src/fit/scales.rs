//! Between which values properties are scored.

use std::collections::BTreeMap;

use super::curves::{BUILT_IN, Curve, curve};
use super::weights::{Measure, Toward};
use crate::comparable::Category;
use crate::specs::{Attribute, Measured};
use domain::num;

/// Number of a version of scales, from 1; 0 for the built-in ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScaleVersion(pub i64);

/// Between which values a property is scored: the 5th and 95th percentile of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The category.
    pub category: Category,
    /// The property.
    pub attribute: Attribute,
    /// 5th percentile, in the attribute's unit.
    pub low: f64,
    /// 95th percentile.
    pub high: f64,
    /// How many products state it.
    pub products: u64,
}

/// How many products have to state a property before the catalogue's own scale is used.
pub const MIN_PRODUCTS: u64 = 20;

/// The ends for every category and property that is scored between ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Scales {
    version: ScaleVersion,
    ends: BTreeMap<(Category, Attribute), (f64, f64)>,
}

impl Scales {
    /// The built-in ones, version 0.
    pub fn builtin() -> Self {
        let categories = [Category::Phone, Category::Tablet, Category::Laptop];
        let ends = BUILT_IN
            .iter()
            .flat_map(|(attribute, ends)| {
                let pairs = categories.iter().zip(ends);
                pairs.map(|(category, ends)| ((*category, *attribute), *ends))
            })
            .collect();
        Self {
            version: ScaleVersion(0),
            ends,
        }
    }

    /// The catalogue's own where at least [`MIN_PRODUCTS`] products state the property and its ends
    /// differ, else the built-in ones.
    pub fn from_stored(version: ScaleVersion, stored: &[Scale]) -> Self {
        let mut scales = Self {
            version,
            ..Self::builtin()
        };
        for scale in stored {
            let Scale {
                category,
                attribute,
                low,
                high,
                products,
            } = *scale;
            let usable = low.is_finite() && high.is_finite() && high > low;
            if usable && products >= MIN_PRODUCTS {
                scales.ends.insert((category, attribute), (low, high));
            }
        }
        scales
    }

    /// Their version.
    pub const fn version(&self) -> ScaleVersion {
        self.version
    }

    /// The low and the high end; `None` for properties with a curve of their own.
    pub fn ends(&self, category: Category, attribute: Attribute) -> Option<(f64, f64)> {
        match curve(attribute) {
            Curve::Even | Curve::Doublings => self.ends.get(&(category, attribute)).copied(),
            Curve::Fixed(low, high) => Some((low, high)),
            Curve::Ip | Curve::Network => None,
        }
    }

    /// The two values between which a property was scored, in its unit; `None` where the curve is the
    /// same for every catalogue: yes or no, and the fixed curves.
    pub fn scored_between(&self, category: Category, attribute: Attribute) -> Option<(f64, f64)> {
        match curve(attribute) {
            Curve::Even | Curve::Doublings => self.ends(category, attribute),
            Curve::Fixed(..) | Curve::Ip | Curve::Network => None,
        }
    }

    /// The utility of a value, 0 to 1; `None` when there is no scale for the pair.
    pub fn utility(&self, category: Category, measure: Measure, value: f64) -> Option<f64> {
        let Measure { attribute, toward } = measure;
        let place =
            |(low, high): (f64, f64), value: f64| ((value - low) / (high - low)).clamp(0.0, 1.0);
        let up = match curve(attribute) {
            Curve::Even | Curve::Fixed(..) => place(self.ends(category, attribute)?, value),
            Curve::Doublings => {
                let (low, high) = self.ends(category, attribute)?;
                let log = |x: f64| x.max(f64::MIN_POSITIVE).log2();
                place((log(low), log(high)), log(value))
            }
            Curve::Ip => {
                let (dust, water) = ((value / 10.0).floor(), value % 10.0);
                0.4 * (dust / 6.0).clamp(0.0, 1.0) + 0.6 * (water / 8.0).clamp(0.0, 1.0)
            }
            Curve::Network if value >= 5.0 => 1.0,
            Curve::Network if value >= 4.0 => 0.6,
            Curve::Network if value >= 3.0 => 0.2,
            Curve::Network => 0.0,
        };
        Some(match toward {
            Toward::More => up,
            Toward::Less => 1.0 - up,
        })
    }
}

/// Collects what products state and makes scales of it.
#[derive(Debug, Clone, Default)]
pub struct ScaleMaker {
    values: BTreeMap<(Category, Attribute), Vec<f64>>,
}

impl ScaleMaker {
    /// Takes in a product.
    pub fn add(&mut self, category: Category, measured: &Measured) {
        if !category.has_weights() {
            return;
        }
        for (attribute, value) in &measured.values {
            if matches!(curve(*attribute), Curve::Even | Curve::Doublings) {
                let key = (category, *attribute);
                self.values.entry(key).or_default().push(*value);
            }
        }
    }

    /// The scales in order of category and property: 5th and 95th percentile by nearest rank (the
    /// ⌈p × n⌉-th smallest value). The order in which products came does not matter.
    pub fn finish(self) -> Vec<Scale> {
        let scale = |((category, attribute), mut values): (_, Vec<f64>)| {
            values.sort_by(f64::total_cmp);
            Some(Scale {
                category,
                attribute,
                low: nearest_rank(&values, 5)?,
                high: nearest_rank(&values, 95)?,
                products: num::u64_from_usize(values.len()),
            })
        };
        self.values.into_iter().filter_map(scale).collect()
    }
}

fn nearest_rank(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = sorted.len().saturating_mul(percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}
