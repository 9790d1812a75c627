//! Searching the catalogue.

use domain::money::Amount;
use domain::num;
use ports_store::Hit;
use product_knowledge::query::{QueryError, SearchQuery};

use crate::catalogue::Catalogue;
use crate::catalogue::row::{self, Row};
use crate::catalogue::side_table::SideTable;
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

/// A query as it was typed.
pub(super) fn parse(q: &str) -> Result<SearchQuery, AppError> {
    SearchQuery::parse(q).map_err(|error| match error {
        QueryError::Length => AppError::validation("q", "1 to 120 characters"),
        QueryError::Blank => AppError::validation("q", "something other than blanks"),
        QueryError::Nul => AppError::validation("q", "no NUL characters"),
    })
}

impl Catalogue {
    /// Finds products by name, alias, model, variant or EAN. Products that cannot be bought now are
    /// left out. Order: relevance, then lowest delivered price, then id; a product whose whole name
    /// was typed is more relevant than any other. Blocks for milliseconds.
    ///
    /// A product whose summary has expired is left out until [`Catalogue::refresh`] has looked at it.
    #[tracing::instrument(target = "otel", name = "search", skip_all)]
    pub fn search(&self, q: &str) -> Result<SearchAnswer, AppError> {
        let query = parse(q)?;
        let hits = self.hits(&query)?;
        let now = row::instant(self.now());
        let table = self.read_table();
        Ok(best(Ranked::all(&table, hits, now, &query)))
    }

    /// Finds the products that [`Catalogue::search`] leaves out since they cannot be bought now, in the same way and, but for
    /// prices, in the same order. Blocks for milliseconds.
    #[tracing::instrument(target = "otel", name = "search of what is not sold", skip_all)]
    pub fn search_unsold(&self, q: &str) -> Result<SearchAnswer, AppError> {
        let query = parse(q)?;
        let hits = self.hits(&query)?;
        let now = row::instant(self.now());
        let table = self.read_table();
        let is_unsold = |row: &Row| row.rank(now).is_none() && !row.has_expired(now);
        let found = Ranked::of(&table, hits, &query, |row| is_unsold(row).then_some(0));
        Ok(best(found))
    }

    /// What the index finds.
    pub(super) fn hits(&self, query: &SearchQuery) -> Result<Vec<Hit>, AppError> {
        self.read_table().require_loaded()?;
        Ok(self.index.search(query)?)
    }
}

/// A product that matches.
struct Candidate<'a> {
    relevance: f32,
    /// Its lowest delivered price in minor units; 0 where none counts.
    price: i64,
    row: &'a Row,
}

/// A product that matches, with its place among the others.
pub(super) struct Ranked<'a> {
    pub(super) rank: Rank,
    pub(super) row: &'a Row,
}

impl<'a> Ranked<'a> {
    /// Those of the hits that can be bought, in no order.
    pub(super) fn all(
        table: &'a SideTable,
        hits: Vec<Hit>,
        now: i64,
        query: &SearchQuery,
    ) -> Vec<Self> {
        Self::of(table, hits, query, |row| row.rank(now))
    }

    /// Those of the hits that have a price by which equals are ordered, in no order.
    fn of(
        table: &'a SideTable,
        hits: Vec<Hit>,
        query: &SearchQuery,
        price: impl Fn(&Row) -> Option<i64>,
    ) -> Vec<Self> {
        let mut finder = table.finder();
        let mut best = 0.0_f32;
        let mut found: Vec<Candidate<'_>> = Vec::with_capacity(hits.len());
        for Hit { product, relevance } in hits {
            if let Some(row) = finder.get(product)
                && let Some(price) = price(row)
            {
                best = best.max(relevance);
                found.push(Candidate {
                    relevance,
                    price,
                    row,
                });
            }
        }
        ranked(found, best, summary::name_digest(&query.phrase))
    }

    /// What is shown of it; its relevance only when a text was looked for.
    pub(super) fn shown(&self, is_relevant: bool) -> Found {
        let steps = num::i64_from_f64(STEPS) - self.rank.steps();
        Found {
            summary: self.row.summary(),
            relevance: if is_relevant {
                num::f64_from_i64(steps) / STEPS
            } else {
                0.0
            },
        }
    }
}

/// The places of what was found, when a text with this digest was asked for.
fn ranked(found: Vec<Candidate<'_>>, best: f32, asked: u64) -> Vec<Ranked<'_>> {
    let any_named = found.iter().any(|candidate| candidate.row.is_named(asked));
    let last = num::i64_from_f64(STEPS);
    let ranked = found.into_iter().map(|candidate| {
        let step = step(candidate.relevance, best);
        let step = match (any_named, any_named && candidate.row.is_named(asked)) {
            (true, true) => last,
            (true, false) => step.min(last - 1),
            (false, _) => step,
        };
        Ranked {
            rank: Rank::new(last - step, candidate.price),
            row: candidate.row,
        }
    });
    ranked.collect()
}

/// The best of what was found.
fn best(mut ranked: Vec<Ranked<'_>>) -> SearchAnswer {
    let total = ranked.len();
    let by_rank = |a: &Ranked<'_>, b: &Ranked<'_>| {
        let ids = || a.row.id().cmp(b.row.id());
        a.rank.cmp(&b.rank).then_with(ids)
    };
    if total > MAX_ITEMS {
        ranked.select_nth_unstable_by(MAX_ITEMS, by_rank);
        ranked.truncate(MAX_ITEMS);
    }
    ranked.sort_unstable_by(by_rank);
    SearchAnswer {
        total,
        items: ranked.iter().map(|it| it.shown(true)).collect(),
    }
}

/// What products are ordered by before their ids, in one number: how many steps of relevance they lie behind the
/// best, then the price.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(i64);

impl Rank {
    /// Above every price in minor units.
    const STEP: i64 = 1 << 44;

    pub(super) const fn new(steps: i64, price: i64) -> Self {
        Self(steps * Self::STEP + price)
    }

    const fn steps(self) -> i64 {
        self.0 / Self::STEP
    }

    /// The price in minor units.
    pub(super) const fn price(self) -> i64 {
        self.0 % Self::STEP
    }

    /// The number.
    pub(super) const fn number(self) -> i64 {
        self.0
    }
}

const _: () = assert!(
    Rank::STEP > Amount::MAX_MINOR,
    "a price fits beside the steps"
);
