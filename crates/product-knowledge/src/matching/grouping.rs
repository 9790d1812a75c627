//! Which things that shops offer are one product, when no catalogue tells: agglomerative clustering with average linkage
//! (R. Sokal and C. Michener, "A statistical method for evaluating systematic relationships", 1958).
//!
//! How alike two titles are does not say by itself whether they are of one product: in a catalogue of ten sister models
//! everything is alike. So each pair is looked at beside the other pairs of both ([`Neighbours`]), [`LinkModel`] says how
//! likely it is one product, and groups are joined as long as the mean of that over all pairs between them is high
//! enough. The outcome depends on what is there, not on the order in which it came.

mod linkage;
mod neighbours;
mod text_form;

use std::sync::LazyLock;

pub use linkage::{Grouped, group_by};
pub use neighbours::{Likeness, NEIGHBOUR_COUNT, Neighbours, SharedPart};

use super::decide::{NEARLY_NONE, are_two};
use super::model::Model;
use super::subject::{Agreement, Subject};
use super::trees::Trees;
use super::weighed::Weighed;

/// How likely a pair is one product beside the other pairs of both, and from when on groups are joined.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkModel {
    /// The mean likelihood between two groups from which they are one.
    pub join: f64,
    /// How likely a pair is one product, of the numbers in [`Neighbours::NAMES`].
    pub trees: Trees,
}

static FITTED: LazyLock<LinkModel> =
    LazyLock::new(|| LinkModel::parse(FITTED_TEXT).unwrap_or_default());
/// The model as it was fitted; its head says on what.
const FITTED_TEXT: &str = include_str!("link_model.txt");

impl Default for LinkModel {
    /// Joins nothing.
    fn default() -> Self {
        Self {
            join: 1.0,
            trees: Trees::default(),
        }
    }
}

impl LinkModel {
    /// The model that the program was built with.
    pub fn fitted() -> &'static Self {
        &FITTED
    }
}

/// Pairs that are less likely one product count as not alike at all: they need not be kept.
pub const LEAST_LIKENESS: f64 = 0.01;

/// How alike two things are that are offered, by what shops call them: the likelihood of the closer look, and whether
/// the two state what one product cannot both be, or differ in price like two kinds of things.
pub fn likeness(one: &Weighed<'_>, other: &Weighed<'_>) -> (f64, bool) {
    let judgement = Model::fitted().judge_closely(one, other);
    let (a, b): (&Subject, &Subject) = (one.subject, other.subject);
    let is_contradicted = are_two(a, b)
        || judgement.compared.evidence.contradicts()
        || judgement.compared.is_made_for
        || judgement.compared.swaps_a_word_or_number
        || a.is_priced_otherwise(b)
        || a.is_accessory_beside(b)
        || b.is_accessory_beside(a);
    (judgement.confidence, is_contradicted)
}

/// What brand and part number say of two things that are offered. They bind by the rung's conditions: trade item numbers do not
/// disagree, and neither does what is said of the two.
pub fn shared_part(one: &Weighed<'_>, other: &Weighed<'_>) -> SharedPart {
    let (a, b): (&Subject, &Subject) = (one.subject, other.subject);
    if a.mpn.is_empty() || a.mpn != b.mpn || a.brand_agreement(b) != Agreement::Agree {
        return SharedPart::No;
    }
    let have_numbers = !a.gtins.is_empty() && !b.gtins.is_empty();
    let (likelihood, is_contradicted) = likeness(one, other);
    if is_contradicted
        || likelihood < NEARLY_NONE
        || (have_numbers && a.gtins.is_disjoint(&b.gtins))
    {
        SharedPart::Doubtful
    } else {
        SharedPart::Binds
    }
}

#[cfg(test)]
mod tests;
