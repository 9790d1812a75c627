//! Searching the catalogue.

use std::sync::PoisonError;

use domain::money::Amount;
use domain::num;
use ports_store::Hit;
use product_knowledge::query::{QueryError, SearchQuery};

use crate::catalogue::Catalogue;
use crate::catalogue::row::{self, Row};
use crate::catalogue::summary;
use crate::{AppError, Summary};

pub use crate::catalogue::summary::{full_names, indexed, name_digest};

/// The most items of one answer (D-16).
pub const MAX_ITEMS: usize = 50;

/// Steps into which relevance is divided, so fine that products of one step are equally relevant: they are
/// ordered by price.
const STEPS: f64 = 1000.0;

/// Products that match a query.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchAnswer {
    /// How many match.
    pub total: usize,
    /// The best, at most [`MAX_ITEMS`].
    pub items: Vec<Found>,
}

/// One product that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The product.
    pub summary: Summary,
    /// 1 for the best match of this answer, less for others, in steps of 0.001.
    pub relevance: f64,
}

/// The step of a relevance, given the best of the answer.
pub fn step(relevance: f32, best: f32) -> i64 {
    let share = f64::from(relevance) / f64::from(best.max(f32::MIN_POSITIVE));
    num::i64_from_f64((share * STEPS).clamp(1.0, STEPS))
}

impl Catalogue {
    /// Finds products by name, alias, model, variant or EAN. Products that cannot be bought now are
    /// left out. Order: relevance, then lowest delivered price, then id; a product whose whole name
    /// was typed is more relevant than any other. Blocks for milliseconds.
    ///
    /// A product whose summary has expired is left out until [`Catalogue::refresh`] has looked at it.
    pub fn search(&self, q: &str) -> Result<SearchAnswer, AppError> {
        let query = SearchQuery::parse(q).map_err(|error| match error {
            QueryError::Length => AppError::validation("q", "1 to 120 characters"),
            QueryError::Blank => AppError::validation("q", "something other than blanks"),
            QueryError::Nul => AppError::validation("q", "no NUL characters"),
        })?;
        self.table
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .require_loaded()?;
        let hits = self.index.search(&query)?;
        let now = row::instant(self.now());
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        let mut finder = table.finder();
        let mut best = 0.0_f32;
        let mut found: Vec<Candidate<'_>> = Vec::with_capacity(hits.len());
        for Hit { product, relevance } in hits {
            if let Some(row) = finder.get(product)
                && let Some(price) = row.rank(now)
            {
                best = best.max(relevance);
                found.push(Candidate {
                    relevance,
                    price,
                    row,
                });
            }
        }
        Ok(shown(found, best, summary::name_digest(&query.phrase)))
    }
}

/// A product that matches and can be bought.
struct Candidate<'a> {
    relevance: f32,
    /// Its lowest delivered price in minor units.
    price: i64,
    row: &'a Row,
}

/// The best of what was found, when a text with this digest was asked for.
fn shown(found: Vec<Candidate<'_>>, best: f32, asked: u64) -> SearchAnswer {
    let total = found.len();
    let any_named = found.iter().any(|candidate| candidate.row.is_named(asked));
    let last = num::i64_from_f64(STEPS);
    let ranked = found.into_iter().map(|candidate| {
        let step = step(candidate.relevance, best);
        let step = match (any_named, any_named && candidate.row.is_named(asked)) {
            (true, true) => last,
            (true, false) => step.min(last - 1),
            (false, _) => step,
        };
        (Rank::new(last - step, candidate.price), candidate.row)
    });
    let mut ranked: Vec<(Rank, &Row)> = ranked.collect();
    let by_rank = |a: &(Rank, &Row), b: &(Rank, &Row)| {
        let ids = || a.1.id().cmp(b.1.id());
        a.0.cmp(&b.0).then_with(ids)
    };
    if total > MAX_ITEMS {
        ranked.select_nth_unstable_by(MAX_ITEMS, by_rank);
        ranked.truncate(MAX_ITEMS);
    }
    ranked.sort_unstable_by(by_rank);
    let items = ranked.into_iter().map(|(rank, row)| Found {
        summary: row.summary(),
        relevance: num::f64_from_i64(last - rank.steps()) / STEPS,
    });
    SearchAnswer {
        total,
        items: items.collect(),
    }
}

/// What products are ordered by before their ids, in one number: how many steps of relevance they lie behind the
/// best, then the price.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i64);

impl Rank {
    /// Above every price in minor units.
    const STEP: i64 = 1 << 44;

    const fn new(steps: i64, price: i64) -> Self {
        Self(steps * Self::STEP + price)
    }

    const fn steps(self) -> i64 {
        self.0 / Self::STEP
    }
}

const _: () = assert!(
    Rank::STEP > Amount::MAX_MINOR,
    "a price fits beside the steps"
);
