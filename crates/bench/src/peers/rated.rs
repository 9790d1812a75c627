//! How well PostgreSQL ranks rated queries.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use evaluate::ranking;
use evaluate::search::DEPTH;
use flate2::read::MultiGzDecoder;
use serde_json::Value;

use super::postgres::{Document, Peer};
use crate::numbers::mean;
use crate::outcome::Outcome;

/// The mean nDCG of the first ten answers over the queries that have a product, as `api evaluate search` measures it.
pub fn ndcg(url: &str, folder: &Path) -> Outcome<f64> {
    let peer = Peer::fill(url, documents(folder)?.into_values())?;
    let mut figures = Vec::new();
    for (query, ratings) in ratings(folder)? {
        let found = peer.search(&query)?;
        let rating = |id: &String| ratings.get(id).copied().unwrap_or(0.0);
        let answered: Vec<f64> = found.iter().map(rating).collect();
        let rated: Vec<f64> = ratings.values().copied().collect();
        figures.extend(ranking::ndcg(&answered, &rated, DEPTH));
    }
    Ok(mean(&figures))
}

/// Products by their ids; a later one replaces the one before.
fn documents(folder: &Path) -> Outcome<BTreeMap<String, Document>> {
    let plain = folder.join("catalog.jsonl");
    let reader: Box<dyn Read> = if plain.is_file() {
        Box::new(File::open(plain)?)
    } else {
        let packed = folder.join("catalog.jsonl.gz");
        Box::new(MultiGzDecoder::new(File::open(packed)?))
    };
    let mut documents = BTreeMap::new();
    for line in BufReader::new(reader).lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        let list = |name: &str| {
            let all = row.get(name).and_then(Value::as_array);
            let texts = all.into_iter().flatten().filter_map(Value::as_str);
            texts.collect::<Vec<_>>().join(" ")
        };
        let specs = row.get("specs").and_then(Value::as_object);
        let specs = specs.into_iter().flatten();
        let specs = specs.filter_map(|(name, value)| Some(format!("{name} {}", value.as_str()?)));
        let id = text("canonical_product_id").to_owned();
        let document = Document {
            id: id.clone(),
            name: text("product_name").to_owned(),
            words: [
                text("brand"),
                text("model"),
                text("variant"),
                text("category"),
                text("mpn"),
                &list("aliases"),
                &list("eans"),
            ]
            .join(" "),
            description: format!(
                "{} {}",
                text("description"),
                specs.collect::<Vec<_>>().join(" ")
            ),
        };
        documents.insert(id, document);
    }
    Ok(documents)
}

/// Ratings of products by query; a query that must find nothing has none.
fn ratings(folder: &Path) -> Outcome<BTreeMap<String, BTreeMap<String, f64>>> {
    let mut queries: BTreeMap<String, BTreeMap<String, f64>> = BTreeMap::new();
    for row in csv::Reader::from_path(folder.join("qrels.csv"))?.into_deserialize() {
        let (query, product, rating): (String, String, String) = row?;
        let rated = queries.entry(query).or_default();
        if !product.is_empty() {
            rated.insert(product, rating.parse()?);
        }
    }
    Ok(queries)
}
