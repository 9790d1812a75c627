//! What matches a query, and how well what a product is fits what is asked for.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::ids::ProductNo;
use domain::num;
use ports_store::Hit;
use product_knowledge::comparable::{Role, Wish};
use product_knowledge::query::SearchQuery;

use crate::document::{LONGEST_NAME, Nature};

/// The part of the name factor that every name has.
const NAME_BASE: f64 = 0.8;

/// The name factor by the length of the name.
static NAME_FACTORS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let lengths = (0..=LONGEST_NAME).map(|length| num::f64_from_usize(length.max(1)));
    let factor = |length| num::f32_from_f64(NAME_BASE + (1.0 - NAME_BASE) / length);
    lengths.map(factor).collect()
});

/// How well several things sold as one fit who asks for one: less than the shortest name makes up for.
const SEVERAL: f32 = 0.75;

/// Where the best product without whole words comes: this share of the last one with them.
const BELOW: f32 = 0.95;

/// How well natures fit a query.
pub(crate) struct Fits {
    /// Of roles, by their place.
    roles: Vec<f32>,
    /// Of several things sold as one.
    several: f32,
    /// The place of the role of the devices that are asked for.
    wished: Option<usize>,
}

impl Fits {
    /// For what a query asks for.
    pub(crate) fn of(query: &SearchQuery) -> Self {
        Self {
            roles: Role::all().map(|role| query.wish.fit(role)).collect(),
            several: if query.asks_for_several { 1.0 } else { SEVERAL },
            wished: match query.wish {
                Wish::Device(category) => Some(Role::Device(category).place()),
                Wish::Anything | Wish::Part | Wish::Cover => None,
            },
        }
    }

    /// The fit of a product times its name factor.
    pub(crate) fn of_nature(&self, nature: Nature) -> f32 {
        let of_role = self.roles.get(nature.role).copied().unwrap_or(1.0);
        let of_several = if nature.is_several { self.several } else { 1.0 };
        let of_name = NAME_FACTORS.get(nature.name_length).copied();
        let of_name = of_name.unwrap_or(1.0);
        of_role * of_several * of_name
    }

    /// Whether it is a device of the kind that is asked for; anything, when no kind is.
    pub(crate) fn is_wished(&self, nature: Nature) -> bool {
        self.wished.is_none_or(|role| role == nature.role)
    }
}

/// The products that meet the needs.
#[derive(Default)]
pub(crate) struct Matches {
    /// Those that have whole words for all.
    pub whole: Vec<Hit>,
    /// Those that have beginnings or guesses for some.
    pub begun: Vec<Hit>,
    /// Those that have nothing but words of titles of their offers for some.
    pub titled: Vec<Hit>,
    /// Some of those whose own texts have all are what is asked for.
    pub has_wished: bool,
}

impl Matches {
    /// Whether the own texts of none have all.
    pub(crate) const fn are_none(&self) -> bool {
        self.whole.is_empty() && self.begun.is_empty()
    }

    /// All of them: every product with whole words is more relevant than one without, and both than one that has words of
    /// titles only.
    pub(crate) fn ranked(self) -> Vec<Hit> {
        behind(behind(self.whole, self.begun), self.titled)
    }
}

/// Hits, and others that are not among them, each less relevant than all of the first.
pub(crate) fn below(hits: Vec<Hit>, mut others: Vec<Hit>) -> Vec<Hit> {
    if !hits.is_empty() {
        let known: HashSet<ProductNo> = hits.iter().map(|hit| hit.product).collect();
        others.retain(|hit| !known.contains(&hit.product));
    }
    behind(hits, others)
}

/// The same for others of which none is among the first.
fn behind(mut hits: Vec<Hit>, mut others: Vec<Hit>) -> Vec<Hit> {
    let lowest = hits.iter().map(|hit| hit.relevance).reduce(f32::min);
    let highest = others.iter().map(|hit| hit.relevance).reduce(f32::max);
    if let (Some(lowest), Some(highest)) = (lowest, highest)
        && highest >= lowest
    {
        for hit in &mut others {
            hit.relevance *= BELOW * lowest / highest;
        }
    }
    hits.append(&mut others);
    hits
}
