//! The files of a folder with labelled offers.

use std::path::{Path, PathBuf};

use evaluate::matching::{LabelledOffers, LabelledPair, Labels, ListedOffer};

use crate::failure::Failure;

const OFFERS: &str = "offers.csv";
const PAIRS: &str = "pairs.csv";
const CLUSTERS: &str = "clusters.csv";

/// A CSV file with a header.
struct Table {
    path: PathBuf,
    header: csv::StringRecord,
    reader: csv::Reader<std::fs::File>,
}

/// Reads a folder.
pub fn read(dir: &Path) -> Result<LabelledOffers, Failure> {
    let offers = offers(&dir.join(OFFERS))?;
    let (pairs, clusters_file) = (dir.join(PAIRS), dir.join(CLUSTERS));
    let labels = if pairs.is_file() {
        Labels::Pairs(labelled_pairs(&pairs)?)
    } else if clusters_file.is_file() {
        Labels::Clusters(clusters(&clusters_file)?)
    } else {
        let dir = dir.display();
        let text = format!("{dir}: neither {PAIRS} nor {CLUSTERS} in it");
        return Err(Failure::refused(text));
    };
    let name = dir.file_name().unwrap_or(dir.as_os_str());
    Ok(LabelledOffers {
        name: name.to_string_lossy().into_owned(),
        offers,
        labels,
    })
}

fn offers(path: &Path) -> Result<Vec<ListedOffer>, Failure> {
    let mut table = Table::open(path)?;
    let (id, title) = (table.column("offer_id")?, table.column("title")?);
    let (source, store) = (table.find("source"), table.find("store"));
    let (mpn, ean) = (table.find("mpn"), table.find("ean"));
    let (brand, model) = (table.find("brand"), table.find("model"));
    let (price, currency) = (table.find("price"), table.find("currency"));
    let mut offers = Vec::new();
    table.each(|row, line| {
        let text =
            |column: Option<usize>| column.and_then(|c| row.get(c)).unwrap_or_default().trim();
        if text(Some(id)).is_empty() {
            return Err(format!("line {line}: offer_id: required, and empty"));
        }
        // what is no plain number is no price here: how price texts are read is measured elsewhere
        let amount = text(price)
            .parse::<f64>()
            .ok()
            .filter(|p| p.is_finite() && *p > 0.0);
        let currency = text(currency);
        offers.push(ListedOffer {
            id: text(Some(id)).to_owned(),
            source: text(source).to_owned(),
            store: text(store).to_owned(),
            title: text(Some(title)).to_owned(),
            brand: text(brand).to_owned(),
            model: text(model).to_owned(),
            mpn: text(mpn).to_owned(),
            ean: text(ean).to_owned(),
            price: amount
                .filter(|_| !currency.is_empty())
                .map(|amount| (currency.to_owned(), amount)),
        });
        Ok(())
    })?;
    Ok(offers)
}

fn labelled_pairs(path: &Path) -> Result<Vec<LabelledPair>, Failure> {
    let mut table = Table::open(path)?;
    let columns = ["split", "left", "right", "label"].map(|name| table.column(name));
    let [split, left, right, label] = columns;
    let (split, left, right, label) = (split?, left?, right?, label?);
    let mut pairs = Vec::new();
    table.each(|row, line| {
        let text = |column: usize| row.get(column).unwrap_or_default().trim();
        let is_same = match text(label) {
            "1" => true,
            "0" => false,
            _ => return Err(format!("line {line}: label: 1 (the same product) or 0")),
        };
        pairs.push(LabelledPair {
            split: text(split).to_owned(),
            left: text(left).to_owned(),
            right: text(right).to_owned(),
            is_same,
        });
        Ok(())
    })?;
    Ok(pairs)
}

fn clusters(path: &Path) -> Result<Vec<(String, String, Option<String>)>, Failure> {
    let mut table = Table::open(path)?;
    let (offer, cluster) = (table.column("offer_id")?, table.column("cluster_id")?);
    let name = table.find("cluster_label");
    let mut rows = Vec::new();
    table.each(|row, line| {
        let text = |column: usize| row.get(column).unwrap_or_default().trim();
        if text(cluster).is_empty() {
            return Err(format!("line {line}: cluster_id: required, and empty"));
        }
        let name = name.map(text).filter(|name| !name.is_empty());
        rows.push((
            text(offer).to_owned(),
            text(cluster).to_owned(),
            name.map(str::to_owned),
        ));
        Ok(())
    })?;
    Ok(rows)
}

impl Table {
    fn open(path: &Path) -> Result<Self, Failure> {
        let refused = |error: csv::Error| Failure::refused(format!("{}: {error}", path.display()));
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_path(path)
            .map_err(refused)?;
        let header = reader.headers().map_err(refused)?.clone();
        Ok(Self {
            path: path.to_owned(),
            header,
            reader,
        })
    }

    fn find(&self, name: &str) -> Option<usize> {
        let is_named = |text: &str| text.trim_start_matches('\u{feff}').trim() == name;
        self.header.iter().position(is_named)
    }

    fn column(&self, name: &str) -> Result<usize, Failure> {
        let path = self.path.display();
        let missing = || Failure::refused(format!("{path}: no column {name}"));
        self.find(name).ok_or_else(missing)
    }

    /// Reads every row with the number of its line.
    fn each(
        &mut self,
        mut take: impl FnMut(&csv::StringRecord, u64) -> Result<(), String>,
    ) -> Result<(), Failure> {
        let path = self.path.clone();
        let refused = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
        for row in self.reader.records() {
            let row = row.map_err(|e| refused(e.to_string()))?;
            let line = row.position().map_or(0, csv::Position::line);
            take(&row, line).map_err(refused)?;
        }
        Ok(())
    }
}
