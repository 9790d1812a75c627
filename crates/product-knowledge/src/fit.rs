//! How well a product fits a goal, by its properties alone.
//!
//! Each goal gives 100 points to properties of a category (one table: `weights`). A property's
//! utility is its place between two values, `clamp((x − low) / (high − low))`, reversed where less is
//! better. These values are the 5th and 95th percentile of the catalogue, frozen in a version of
//! [`Scales`], so that adding a product to a comparison changes nobody's points. Properties that are
//! not stated are left out and the rest counts in full; below [`MIN_COVERAGE`] of the weight there
//! are no points. The price is no part of it.

mod curves;
mod scales;
mod weights;
mod words;

#[cfg(test)]
mod tests;

pub use scales::{MIN_PRODUCTS, Scale, ScaleMaker, ScaleVersion, Scales};
pub use weights::{Criterion, Measure, Toward, criteria};
pub use words::{badge, short, summary};
pub(crate) use words::{goal_words, listed, percent, told};

use crate::comparable::Category;
use crate::specs::{Attribute, Measured};

/// The least share of the weight that has to be known for points.
pub const MIN_COVERAGE: f64 = 0.60;

/// What the buyer is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// A good product all round.
    Overall,
    /// The lowest price at the door.
    BestPrice,
    /// Light, long-lasting, usable anywhere.
    Travel,
    /// The longest time away from the socket.
    MaxBattery,
    /// The best pictures.
    Camera,
}

impl Goal {
    /// Every goal.
    pub const ALL: [Self; 5] = [
        Self::Overall,
        Self::BestPrice,
        Self::Travel,
        Self::MaxBattery,
        Self::Camera,
    ];

    /// The code in requests and answers.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Overall => "overall",
            Self::BestPrice => "best-price",
            Self::Travel => "travel",
            Self::MaxBattery => "max-battery",
            Self::Camera => "camera",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|g| g.code() == code)
    }
}

/// One property's part in the points. A property that is judged in two places of the table (a battery's
/// capacity, for itself and in place of the endurance) is one part with the weights of both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitPart {
    /// The property.
    pub attribute: Attribute,
    /// Points that the goal gives it, of 100.
    pub weight: f64,
    /// What the product has, in the property's unit.
    pub value: f64,
    /// 0 (worst) to 1 (best).
    pub utility: f64,
    /// What it adds to the points: 100 × weight × utility / known weight; 0 when there are no points.
    pub contribution: f64,
    /// The low one of the two values between which it was scored, in the property's unit; `None` for
    /// yes or no and for the fixed curves.
    pub low: Option<f64>,
    /// The high one, likewise.
    pub high: Option<f64>,
}

impl FitPart {
    /// Takes in a part of the same property: both weights, and the mean utility by weight.
    fn take_in(&mut self, other: &Self) {
        let weight = self.weight + other.weight;
        self.utility = (self.weight * self.utility + other.weight * other.utility) / weight;
        self.weight = weight;
    }
}

/// Something that the buyer should know whatever the points are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flag {
    /// A battery above 100 Wh and up to 160 Wh: in the cabin with the airline's approval only.
    CabinApproval,
    /// A battery above 160 Wh: not allowed in the cabin.
    NotInCabin,
}

impl Flag {
    /// The flag in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::CabinApproval => {
                "its battery is above 100 Wh: in an aircraft cabin only with the airline's approval"
            }
            Self::NotInCabin => "its battery is above 160 Wh: not allowed in an aircraft cabin",
        }
    }
}

/// How well one product fits one goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The goal.
    pub goal: Goal,
    /// The category.
    pub category: Category,
    /// 0 to 100; `None` when less than [`MIN_COVERAGE`] of the weight is known.
    pub points: Option<f64>,
    /// Share of the weight that is known, 0 to 1.
    pub coverage: f64,
    /// The known properties, in the order of the table.
    pub parts: Vec<FitPart>,
    /// The properties that are not stated, in the order of the table.
    pub missing: Vec<Attribute>,
    /// What the buyer should know besides.
    pub flags: Vec<Flag>,
    /// The version of the scales.
    pub scale_version: ScaleVersion,
}

impl Fit {
    /// Assesses a product. A pair of goal and category without weights gives no points, no parts and
    /// nothing missing.
    pub fn of(goal: Goal, category: Category, measured: &Measured, scales: &Scales) -> Self {
        let criteria = criteria(goal, category, measured.get(Attribute::LabCamera).is_some());
        Self {
            flags: flags(goal, category, measured),
            ..Self::by(&criteria, goal, category, measured, scales)
        }
    }

    /// Assesses a product by given criteria.
    pub(crate) fn by(
        criteria: &[Criterion],
        goal: Goal,
        category: Category,
        measured: &Measured,
        scales: &Scales,
    ) -> Self {
        let mut parts: Vec<FitPart> = Vec::new();
        let mut missing = Vec::new();
        for criterion in criteria {
            match criterion.judge(category, measured, scales) {
                Some(part) => match parts.iter_mut().find(|p| p.attribute == part.attribute) {
                    Some(same) => same.take_in(&part),
                    None => parts.push(part),
                },
                None => missing.extend(criterion.any.first().map(|m| m.attribute)),
            }
        }
        let total: f64 = criteria.iter().map(|c| c.weight).sum();
        let known: f64 = parts.iter().map(|p| p.weight).sum();
        let coverage = if total > 0.0 { known / total } else { 0.0 };
        let points = (coverage >= MIN_COVERAGE - 1e-9).then(|| {
            for part in &mut parts {
                part.contribution = 100.0 * part.weight * part.utility / known;
            }
            let sum: f64 = parts.iter().map(|p| p.contribution).sum();
            sum.clamp(0.0, 100.0)
        });
        Self {
            goal,
            category,
            points,
            coverage,
            parts,
            missing,
            flags: Vec::new(),
            scale_version: scales.version(),
        }
    }
}

fn flags(goal: Goal, category: Category, measured: &Measured) -> Vec<Flag> {
    if goal != Goal::Travel || category != Category::Laptop {
        return Vec::new();
    }
    match measured.get(Attribute::BatteryWh) {
        Some(wh) if wh > 160.0 => vec![Flag::NotInCabin],
        Some(wh) if wh > 100.0 => vec![Flag::CabinApproval],
        Some(_) | None => Vec::new(),
    }
}
