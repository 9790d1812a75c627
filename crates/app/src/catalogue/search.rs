//! Searching the catalogue.

use std::cmp::Reverse;
use std::sync::{Arc, PoisonError};

use domain::num;
use product_knowledge::query::{QueryError, SearchQuery};

use crate::catalogue::Catalogue;
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
    pub summary: Arc<Summary>,
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
        let now = self.now();
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<(f32, &Arc<Summary>)> = hits
            .iter()
            .filter_map(|hit| Some((hit.relevance, table.summaries.get(&hit.product)?)))
            .filter(|(_, summary)| summary.minimum.is_some() && !summary.has_expired(now))
            .collect();
        let best = found
            .iter()
            .map(|(relevance, _)| *relevance)
            .fold(0.0, f32::max);
        let asked = summary::name_digest(&query.phrase);
        let named = |s: &Summary| s.full_names.contains(&asked);
        let any_named = found.iter().any(|(_, s)| named(s));
        let step = |relevance: f32, s: &Summary| {
            let step = step(relevance, best);
            match (any_named, named(s)) {
                (true, true) => num::i64_from_f64(STEPS),
                (true, false) => step.min(num::i64_from_f64(STEPS) - 1),
                (false, _) => step,
            }
        };
        let rank = |(relevance, s): &(f32, &Arc<Summary>)| {
            (Reverse(step(*relevance, s)), s.minimum.map(|m| m.price))
        };
        let total = found.len();
        if total > MAX_ITEMS {
            let by_rank = |a: &(f32, &Arc<Summary>), b: &(f32, &Arc<Summary>)| {
                rank(a).cmp(&rank(b)).then_with(|| a.1.id.cmp(&b.1.id))
            };
            found.select_nth_unstable_by(MAX_ITEMS, by_rank);
            found.truncate(MAX_ITEMS);
        }
        found.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.1.id.cmp(&b.1.id)));
        let items = found
            .into_iter()
            .map(|(relevance, summary)| Found {
                summary: Arc::clone(summary),
                relevance: num::f64_from_i64(step(relevance, summary)) / STEPS,
            })
            .collect();
        Ok(SearchAnswer { total, items })
    }
}
