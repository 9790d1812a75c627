//! A logistic regression over the evidence: one weight for each number, and a confidence that says how often such
//! pairs are one product.

mod text_form;

use std::sync::LazyLock;

pub use text_form::ModelError;

use super::closer::CloserLook;
use super::coverage::Coverage;
use super::evidence::{Compared, Evidence};
use super::trees::Trees;
use super::weighed::Weighed;

/// The weights by which pairs are judged, and the thresholds of `evaluate match`.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The score of a pair without evidence.
    pub bias: f64,
    /// What each number of the evidence adds to the score, in the order of [`Evidence::NAMES`].
    pub weights: [f64; Evidence::COUNT],
    /// What each number usually is; reasons are told against it.
    pub usual: [f64; Evidence::COUNT],
    /// How scores become confidences: `1 / (1 + e^-(slope * score + offset))`.
    pub slope: f64,
    /// See `slope`.
    pub offset: f64,
    /// The confidence from which `evaluate match` counts a settled pair as matched without asking. Imports decide by
    /// the list of candidates.
    pub automatic: f64,
    /// The confidence from which a person is asked; below it the two are different products.
    pub review: f64,
    /// By how much the log odds of the best candidate have to exceed those of the second there.
    pub margin: f64,
    /// What a closer look says: from the evidence and what `CloserLook` adds, in the order of
    /// [`CloseComparison::numbers`].
    pub closer: Trees,
}

/// How many numbers a closer look goes by.
pub const CLOSER_COUNT: usize = Evidence::COUNT + CloserLook::COUNT;

/// What the model says of two subjects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The weighted sum of the evidence.
    pub score: f64,
    /// How often such pairs are one product, from 0 to 1.
    pub confidence: f64,
    /// The evidence.
    pub compared: Compared,
}

static FITTED: LazyLock<Model> = LazyLock::new(|| Model::parse(FITTED_TEXT).unwrap_or_default());
/// The model as it was fitted; its head says on what.
const FITTED_TEXT: &str = include_str!("model.txt");

impl Default for Model {
    /// Knows nothing, and accepts nothing.
    fn default() -> Self {
        Self {
            bias: 0.0,
            weights: [0.0; Evidence::COUNT],
            usual: [0.0; Evidence::COUNT],
            slope: 1.0,
            offset: 0.0,
            automatic: 1.0,
            review: 1.0,
            margin: 0.0,
            closer: Trees::default(),
        }
    }
}

/// Two subjects looked at closely.
#[derive(Debug, Clone, PartialEq)]
pub struct CloseComparison {
    /// What the weighted sum goes by.
    pub compared: Compared,
    /// What the trees go by: the evidence, and what `CloserLook` adds.
    pub numbers: [f64; CLOSER_COUNT],
}

impl CloseComparison {
    /// Compares two subjects; their order does not matter.
    pub fn of(a: &Weighed<'_>, b: &Weighed<'_>) -> Self {
        let coverage = Coverage::of(a, b);
        let compared = Compared::covered(a, b, &coverage);
        let evidence = compared.evidence.values();
        let closer = CloserLook::of(a, b, &coverage);
        let mut numbers = [0.0; CLOSER_COUNT];
        let all = evidence.iter().chain(closer.values());
        for (place, value) in numbers.iter_mut().zip(all) {
            *place = *value;
        }
        Self { compared, numbers }
    }
}

impl Model {
    /// The model that the program was built with.
    pub fn fitted() -> &'static Self {
        &FITTED
    }

    /// Judges two subjects; their order does not matter.
    pub fn judge(&self, a: &Weighed<'_>, b: &Weighed<'_>) -> Judgement {
        self.judged(&Compared::of(a, b))
    }

    /// Judges two subjects by all that can be said of them: the confidence is that of the trees, which costs more than
    /// the weighted sum; the score is the same.
    pub fn judge_closely(&self, a: &Weighed<'_>, b: &Weighed<'_>) -> Judgement {
        let close = CloseComparison::of(a, b);
        Judgement {
            confidence: self.closer.probability(&close.numbers),
            ..self.judged(&close.compared)
        }
    }

    /// What the weights say of a comparison.
    pub(super) fn judged(&self, compared: &Compared) -> Judgement {
        let score = self.score(&compared.evidence.values());
        Judgement {
            score,
            confidence: self.confidence(score),
            compared: *compared,
        }
    }

    /// The weighted sum.
    pub fn score(&self, values: &[f64; Evidence::COUNT]) -> f64 {
        let parts = self.weights.iter().zip(values).map(|(w, x)| w * x);
        self.bias + parts.sum::<f64>()
    }

    /// How often pairs with this score are one product.
    pub fn confidence(&self, score: f64) -> f64 {
        1.0 / (1.0 + (-(self.slope * score + self.offset)).exp())
    }

    /// Whether `evaluate match` counts a pair as matched without asking.
    pub fn is_automatic(&self, judgement: &Judgement) -> bool {
        judgement.compared.is_settled && judgement.confidence >= self.automatic
    }

    /// What speaks for the two being one product, and what against, the strongest first.
    pub fn reasons(&self, compared: &Compared) -> (Vec<&'static str>, Vec<&'static str>) {
        /// What adds less than this is not worth a word.
        const LEAST: f64 = 0.2;
        let values = compared.evidence.values();
        let parts = values.iter().zip(&self.usual).zip(&self.weights);
        let mut told: Vec<(f64, (&str, &str))> = parts
            .map(|((value, usual), weight)| weight * (value - usual))
            .zip(Evidence::WORDS)
            .collect();
        told.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        let side = |is_for: bool| -> Vec<&'static str> {
            told.iter()
                .filter(|(part, _)| part.abs() >= LEAST && (*part > 0.0) == is_for)
                .map(
                    |(_, (words_for, words_against))| {
                        if is_for { *words_for } else { *words_against }
                    },
                )
                .filter(|words| !words.is_empty())
                .collect()
        };
        (side(true), side(false))
    }
}

#[cfg(test)]
mod tests;
