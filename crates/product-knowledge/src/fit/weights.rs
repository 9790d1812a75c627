//! What counts for which goal: one table, 100 points for each goal and category.

mod tables;

use tables::{LAB, table};

use super::scales::Scales;
use super::{FitPart, Goal};
use crate::comparable::Category;
use crate::specs::{Attribute, Measured};

/// In which direction a property gets better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Toward {
    /// More is better.
    More,
    /// Less is better.
    Less,
}

/// A property and the direction in which it is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// The property.
    pub attribute: Attribute,
    /// The direction.
    pub toward: Toward,
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criterion {
    /// Its points.
    pub weight: f64,
    /// The properties that it is judged by: the first one that the product states.
    pub any: &'static [Measure],
    /// Its points shrink when a laboratory's score for the camera is known.
    pub yields_to_lab: bool,
}

impl Criterion {
    /// Judges a product; `None` when it states none of the properties.
    pub(super) fn judge(
        &self,
        category: Category,
        measured: &Measured,
        scales: &Scales,
    ) -> Option<FitPart> {
        self.any.iter().find_map(|measure| {
            let attribute = measure.attribute;
            let value = measured.get(attribute)?;
            let ends = scales.scored_between(category, attribute);
            Some(FitPart {
                attribute,
                weight: self.weight,
                value,
                utility: scales.utility(category, *measure, value)?,
                contribution: 0.0,
                low: ends.map(|(low, _)| low),
                high: ends.map(|(_, high)| high),
            })
        })
    }

    /// The first of its properties that all of them state, as a criterion of its own.
    pub(crate) fn shared(&self, all: &[&Measured]) -> Option<Self> {
        let stated = |m: &Measure| all.iter().all(|p| p.get(m.attribute).is_some());
        let at = self.any.iter().position(stated)?;
        Some(Self {
            any: self.any.get(at..=at)?,
            ..*self
        })
    }
}

/// What counts for a goal in a category; empty for `best-price` and for categories without weights.
///
/// With a laboratory's score for the camera, the score takes its points (all 16 of the camera in
/// `overall`, 40 in `camera`) and the single properties of the camera share the rest.
pub fn criteria(goal: Goal, category: Category, has_lab_score: bool) -> Vec<Criterion> {
    let Some((rows, lab)) = table(goal, category) else {
        return Vec::new();
    };
    let lab = if has_lab_score { lab } else { 0.0 };
    let camera: f64 = rows.iter().filter(|r| r.2).map(|r| r.0).sum();
    let mut criteria = Vec::with_capacity(rows.len() + 1);
    if lab > 0.0 {
        criteria.push(Criterion {
            weight: lab,
            any: LAB,
            yields_to_lab: false,
        });
    }
    for &(points, any, yields_to_lab) in rows {
        let keeps = if yields_to_lab && lab > 0.0 {
            (camera - lab) / camera
        } else {
            1.0
        };
        let weight = points * keeps;
        if weight > 0.0 {
            criteria.push(Criterion {
                weight,
                any,
                yields_to_lab,
            });
        }
    }
    criteria
}
