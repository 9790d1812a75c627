//! `api evaluate search`

mod other_names;

use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use adapter_feeds::Feeds;
use adapter_system::System;
use adapter_tantivy::{PlainIndex, TantivyIndex, Texts};
use domain::money::Currency;
use domain::product::ProductDraft;
use evaluate::search::{MAX_RATING, Rating, SearchFigures, Searched};
use ports_net::{CatalogueItem, DecimalMark, FeedOptions, FeedReader, WantedFormat};
use ports_store::IndexError;
use ports_system::Clock;
use serde_json::json;

use crate::failure::Failure;
use crate::{output, source};

/// Names under which a catalogue is looked for.
const CATALOGUES: [&str; 2] = ["catalog.jsonl", "catalog.jsonl.gz"];
const RATINGS: &str = "qrels.csv";
const COLUMNS: [&str; 3] = ["query", "product_id", "rating"];
/// Unknown products that a warning names.
const NAMED: usize = 5;

/// Measures and prints.
pub fn run(dir: &Path, json: bool) -> Result<(), Failure> {
    let ratings = ratings(&dir.join(RATINGS))?;
    let catalogue = catalogue_file(dir)?;
    let products = products(&catalogue)?;
    let plain = |texts| {
        let index = PlainIndex::in_memory(texts)?;
        Searched::fill(&index, products.clone())?.measure(&ratings)
    };
    let bm25 = Bm25 {
        names: plain(Texts::Names).map_err(|e| failed(&e))?.ndcg_at_10,
        all: plain(Texts::NamesAndDescriptions)
            .map_err(|e| failed(&e))?
            .ndcg_at_10,
    };
    let index = TantivyIndex::in_memory().map_err(|e| failed(&e))?;
    let searched = Searched::fill(&index, products.clone()).map_err(|e| failed(&e))?;
    let figures = searched.measure(&ratings).map_err(|e| failed(&e))?;
    warn(&figures);
    print(&figures, &bm25, searched.products(), json);
    Ok(())
}

/// nDCG of plain BM25 on the same queries.
struct Bm25 {
    names: Option<f64>,
    all: Option<f64>,
}

fn failed(error: &IndexError) -> Failure {
    Failure::other(error.to_string())
}

fn catalogue_file(dir: &Path) -> Result<PathBuf, Failure> {
    let mut files = CATALOGUES.iter().map(|name| dir.join(name));
    files.find(|file| file.is_file()).ok_or_else(|| {
        let names = CATALOGUES.join(" nor ");
        Failure::refused(format!("{}: neither {names} in it", dir.display()))
    })
}

/// The products of a catalogue file; rejected rows are counted on stderr.
fn products(path: &Path) -> Result<Vec<ProductDraft>, Failure> {
    let named = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
    let renamed = other_names::read(path).map_err(|e| named(e.to_string()))?;
    let opened = if let Some(text) = renamed {
        Feeds.open_catalogue(Box::new(Cursor::new(text)), &options()?)
    } else {
        let file = File::open(path).map_err(|e| named(e.to_string()))?;
        Feeds.open_catalogue(Box::new(file), &options()?)
    };
    let mut products = Vec::new();
    let mut rejected = Vec::new();
    for item in opened.map_err(|e| named(e.to_string()))?.items {
        match item.map_err(|e| named(e.to_string()))? {
            CatalogueItem::Product { draft, .. } => products.push(*draft),
            CatalogueItem::Rejected(row) => rejected.push(row),
        }
    }
    if let Some(first) = rejected.first() {
        output::warn(&format!(
            "{} rejected rows in {}; the first: line {}, {}: {}",
            rejected.len(),
            path.display(),
            first.line,
            first.field,
            first.reason
        ));
    }
    if products.is_empty() {
        return Err(named("no products in it".to_owned()));
    }
    Ok(products)
}

/// A catalogue has no prices, so any currency will do.
fn options() -> Result<FeedOptions, Failure> {
    let currency = Currency::parse("EUR").ok_or_else(|| Failure::other("no currency EUR"))?;
    Ok(FeedOptions {
        format: WantedFormat::Auto,
        catalogue_currency: currency,
        default_currency: currency,
        decimal_mark: DecimalMark::Auto,
        charset: None,
        max_bytes: source::LIMITS.max_bytes,
        observed_at: System::new().now(),
        page_url: None,
        availability: None,
    })
}

fn ratings(path: &Path) -> Result<Vec<Rating>, Failure> {
    let named = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_path(path)
        .map_err(|e| named(e.to_string()))?;
    let header = reader.headers().map_err(|e| named(e.to_string()))?.clone();
    let column = |name: &str| {
        let is_named = |text: &str| text.trim_start_matches('\u{feff}').trim() == name;
        let found = header.iter().position(is_named);
        let wanted = COLUMNS.join(",");
        found.ok_or_else(|| named(format!("no column {name}; the columns are {wanted}")))
    };
    let [query, product, rating] = COLUMNS.map(column);
    let (query, product, rating) = (query?, product?, rating?);
    let mut ratings = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|e| named(e.to_string()))?;
        let line = row.position().map_or(0, csv::Position::line);
        let text = |column: usize| row.get(column).unwrap_or_default();
        let fault = |name: &str, accepts: &str| named(format!("line {line}: {name}: {accepts}"));
        if text(query).trim().is_empty() {
            return Err(fault("query", "required, and empty"));
        }
        ratings.push(Rating {
            query: text(query).to_owned(),
            product: text(product).trim().to_owned(),
            rating: read_rating(text(rating))
                .ok_or_else(|| fault("rating", "a number from 0 to 30"))?,
        });
    }
    if ratings.is_empty() {
        return Err(named("no ratings in it".to_owned()));
    }
    Ok(ratings)
}

/// Nothing is 0.
fn read_rating(text: &str) -> Option<f64> {
    if text.trim().is_empty() {
        return Some(0.0);
    }
    let rating = text.trim().parse::<f64>().ok()?;
    (0.0..=MAX_RATING).contains(&rating).then_some(rating)
}

fn warn(figures: &SearchFigures) {
    let unknown = &figures.unknown_products;
    if !unknown.is_empty() {
        let first: Vec<&str> = unknown.iter().take(NAMED).map(String::as_str).collect();
        output::warn(&format!(
            "{} rated products are not in the catalogue and count as not found: {}{}",
            unknown.len(),
            first.join(", "),
            if unknown.len() > NAMED { ", ..." } else { "" }
        ));
    }
    if figures.unrated_queries > 0 {
        output::warn(&format!(
            "{} queries have products rated 0 only and are left out; a query that must find \
             nothing has a row with an empty product_id",
            figures.unrated_queries
        ));
    }
    for (query, ndcg) in &figures.by_query {
        tracing::debug!(query, ndcg, "measured");
    }
}

fn print(figures: &SearchFigures, bm25: &Bm25, products: usize, json: bool) {
    let shown = |figure: Option<f64>| figure.map_or("-".to_owned(), |f| format!("{f:.4}"));
    output::line(&if json {
        json!({
            "ndcg_at_10": figures.ndcg_at_10,
            "bm25_ndcg_at_10": bm25.all,
            "bm25_names_ndcg_at_10": bm25.names,
            "recall": figures.recall,
            "zero_result_precision": figures.zero_result_precision,
            "queries": figures.queries,
            "products": products,
        })
        .to_string()
    } else {
        format!(
            "ndcg_at_10={} (gain 2^rating-1; BM25 {}, of names {}) recall={} (of 50) \
             zero_result_precision={} queries={} products={products}",
            shown(figures.ndcg_at_10),
            shown(bm25.all),
            shown(bm25.names),
            shown(figures.recall),
            shown(figures.zero_result_precision),
            figures.queries,
        )
    });
}
