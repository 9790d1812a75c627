//! How well search ranks, on rated queries.
//!
//! The index, the text of its documents and the steps of relevance are those of the service. There are no
//! offers, so every product counts, and products of one step come in the order of the catalogue.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use app::catalogue::search::{MAX_ITEMS, full_names, indexed, name_digest, step};
use domain::ids::{ProductNo, Revision};
use domain::num;
use domain::product::{Product, ProductDraft};
use domain::text;
use ports_store::{IndexError, IndexedProduct, ProductIndex};
use product_knowledge::query::SearchQuery;

use super::ranking;

/// How many answers nDCG looks at.
pub const DEPTH: usize = 10;
/// Products that are given to the index at once.
const BATCH: usize = 2_000;
/// The highest rating; gains double with each.
pub const MAX_RATING: f64 = 30.0;

/// One row of a file of ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// What is typed.
    pub query: String,
    /// The product that is rated; empty when the query must find nothing.
    pub product: String,
    /// How much it is what was asked for; 0 not at all.
    pub rating: f64,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SearchFigures {
    /// Different queries.
    pub queries: usize,
    /// Mean nDCG of the first [`DEPTH`] answers, with the gain 2^rating - 1, over the queries with a
    /// product rated above 0.
    pub ndcg_at_10: Option<f64>,
    /// Over the same queries, the mean share of their products rated above 0 that is found among the
    /// first [`MAX_ITEMS`].
    pub recall: Option<f64>,
    /// The share of queries that must find nothing, and find nothing.
    pub zero_result_precision: Option<f64>,
    /// Rated products that the catalogue does not have. They count as not found.
    pub unknown_products: Vec<String>,
    /// Queries with products rated 0 and nothing else: they say nothing and are left out.
    pub unrated_queries: usize,
    /// nDCG of each query that has one, in the order of their texts.
    pub by_query: Vec<(String, f64)>,
}

/// A catalogue that is searched.
pub struct Searched<'a> {
    index: &'a dyn ProductIndex,
    numbers: HashMap<String, ProductNo>,
    /// Digests of the whole names, by number.
    names: HashMap<ProductNo, [u64; 2]>,
}

/// What a query is rated with.
#[derive(Default)]
struct Wanted {
    /// Ratings by product; a product without number is not in the catalogue.
    ratings: Vec<(Option<ProductNo>, f64)>,
    nothing: bool,
}

impl<'a> Searched<'a> {
    /// Fills an empty index. A later product of the same id replaces the one before.
    pub fn fill(
        index: &'a dyn ProductIndex,
        products: impl IntoIterator<Item = ProductDraft>,
    ) -> Result<Self, IndexError> {
        let mut searched = Self {
            index,
            numbers: HashMap::new(),
            names: HashMap::new(),
        };
        let mut batch: Vec<IndexedProduct> = Vec::new();
        for draft in products {
            let next = ProductNo(num::i64_from_usize(searched.numbers.len()) + 1);
            let id = draft.id.as_str().to_owned();
            let no = *searched.numbers.entry(id).or_insert(next);
            searched.names.insert(no, full_names(&draft));
            batch.retain(|earlier| earlier.no != no);
            batch.push(indexed(&Product { no, draft }));
            if batch.len() == BATCH {
                index.apply(&batch, &[], Revision(1))?;
                batch.clear();
            }
        }
        index.apply(&batch, &[], Revision(1))?;
        Ok(searched)
    }

    /// How many products there are.
    pub fn products(&self) -> usize {
        self.numbers.len()
    }

    /// The best products for a query, at most [`MAX_ITEMS`]: those whose whole name was typed, then by
    /// relevance. A text that is no query finds nothing.
    pub fn answer(&self, q: &str) -> Result<Vec<ProductNo>, IndexError> {
        let Ok(query) = SearchQuery::parse(q) else {
            return Ok(Vec::new());
        };
        let asked = name_digest(&query.phrase);
        let is_named = |no: &ProductNo| self.names.get(no).is_some_and(|n| n.contains(&asked));
        let mut hits = self.index.search(&query)?;
        let best = hits.iter().map(|hit| hit.relevance).fold(0.0, f32::max);
        hits.sort_by(|a, b| {
            let named = is_named(&b.product).cmp(&is_named(&a.product));
            let relevance = || step(b.relevance, best).cmp(&step(a.relevance, best));
            let number = || a.product.cmp(&b.product);
            match named {
                Ordering::Equal => relevance().then_with(number),
                differ => differ,
            }
        });
        Ok(hits.iter().take(MAX_ITEMS).map(|hit| hit.product).collect())
    }

    /// Asks every query and measures the answers.
    pub fn measure(&self, ratings: &[Rating]) -> Result<SearchFigures, IndexError> {
        let mut figures = SearchFigures::default();
        let queries = self.gathered(ratings, &mut figures);
        let (mut ndcgs, mut recalls, mut empty) = (Vec::new(), Vec::new(), Vec::new());
        figures.queries = queries.len();
        for (q, wanted) in &queries {
            let found = self.answer(q)?;
            let rated: Vec<f64> = wanted.ratings.iter().map(|(_, rating)| *rating).collect();
            let rating = |no: &ProductNo| {
                let mut of_product = wanted
                    .ratings
                    .iter()
                    .filter(|(rated, _)| *rated == Some(*no));
                of_product.next().map_or(0.0, |(_, rating)| *rating)
            };
            let answered: Vec<f64> = found.iter().map(rating).collect();
            if let (Some(ndcg), Some(recall)) = (
                ranking::ndcg(&answered, &rated, DEPTH),
                ranking::recall(&answered, &rated),
            ) {
                ndcgs.push(ndcg);
                recalls.push(recall);
                figures.by_query.push(((*q).to_owned(), ndcg));
            } else if wanted.nothing {
                empty.push(if found.is_empty() { 1.0 } else { 0.0 });
            } else {
                figures.unrated_queries += 1;
            }
        }
        figures.ndcg_at_10 = ranking::mean(&ndcgs);
        figures.recall = ranking::mean(&recalls);
        figures.zero_result_precision = ranking::mean(&empty);
        Ok(figures)
    }

    /// The ratings by query. A product that is rated twice has its last rating.
    fn gathered<'q>(
        &self,
        ratings: &'q [Rating],
        figures: &mut SearchFigures,
    ) -> BTreeMap<&'q str, Wanted> {
        let mut rated: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
        let mut queries: BTreeMap<&str, Wanted> = BTreeMap::new();
        for Rating {
            query,
            product,
            rating,
        } in ratings
        {
            let wanted = queries.entry(query).or_default();
            if product.is_empty() {
                wanted.nothing = true;
            } else {
                rated.entry(query).or_default().insert(product, *rating);
            }
        }
        for (query, products) in rated {
            let wanted = queries.entry(query).or_default();
            for (id, rating) in products {
                let no = self.number(id);
                if no.is_none() && !figures.unknown_products.iter().any(|known| known == id) {
                    figures.unknown_products.push(id.to_owned());
                }
                wanted.ratings.push((no, rating));
            }
        }
        queries
    }

    /// The product of an id as it is written, or in the form of our ids.
    fn number(&self, id: &str) -> Option<ProductNo> {
        let exact = self.numbers.get(id);
        exact.or_else(|| self.numbers.get(&text::slug(id))).copied()
    }
}
