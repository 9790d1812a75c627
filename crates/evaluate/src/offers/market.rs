//! The offers of one source, and which products there are in truth.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::matching::{DataError, LabelledOffers, LabelledPair, Labels, ListedOffer, root, spread};

/// From so many offers on a market counts as much as any other.
const FULL_WEIGHT_OFFERS: f64 = 1_000.0;

/// A product that there is in truth.
#[derive(Debug, Clone, Default)]
pub struct MarketProduct {
    /// What labels call it.
    pub id: String,
    /// What a catalogue says of it; `None` where no name is known.
    pub entry: Option<ListedOffer>,
}

/// What is offered under one source.
#[derive(Debug, Clone)]
pub struct Market {
    /// The source.
    pub source: String,
    /// The offers whose product is known and that are imported.
    pub offers: Vec<ListedOffer>,
    /// The product of each, by its place in `products`.
    pub product_of: Vec<usize>,
    /// The products.
    pub products: Vec<MarketProduct>,
}

/// Splits labelled offers by source. Clusters name their products; of pairs the offers of the first store are
/// the catalogue and those of the others are imported.
pub fn markets(data: &LabelledOffers) -> Result<Vec<Market>, DataError> {
    let mut places = HashMap::new();
    for (place, offer) in data.offers.iter().enumerate() {
        if places.insert(offer.id.as_str(), place).is_some() {
            return Err(DataError::TwiceOffered(offer.id.clone()));
        }
    }
    let markets = match &data.labels {
        Labels::Clusters(rows) if rows.is_empty() => return Err(DataError::Empty("clusters.csv")),
        Labels::Clusters(rows) => clustered(data, rows, &places)?,
        Labels::Pairs(pairs) if pairs.is_empty() => return Err(DataError::Empty("pairs.csv")),
        Labels::Pairs(pairs) => vec![paired(data, pairs, &places)?],
    };
    let mut imported = markets.iter().flat_map(|market| &market.offers);
    match imported.find(|offer| offer.store.is_empty()) {
        Some(offer) => Err(DataError::NoStore(offer.id.clone())),
        None if markets.iter().all(|market| market.offers.is_empty()) => Err(DataError::OneStore),
        None => Ok(markets),
    }
}

impl Market {
    /// The places of the products whose names are in a catalogue of so many percent: the same ones on every
    /// machine.
    pub fn catalogue(&self, percent: u64) -> BTreeSet<usize> {
        let products = self.products.iter().enumerate();
        let listed = products.filter(|(_, p)| p.entry.is_some() && spread(&p.id) % 100 < percent);
        listed.map(|(place, _)| place).collect()
    }

    /// The shops with the places of their offers, in an order that depends on the seed alone; 0 is the order of
    /// their names.
    pub fn shops(&self, seed: u64) -> Vec<(&str, Vec<usize>)> {
        let mut shops: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, offer) in self.offers.iter().enumerate() {
            shops.entry(&offer.store).or_default().push(place);
        }
        let mut shops: Vec<_> = shops.into_iter().collect();
        if seed > 0 {
            shops.sort_by_key(|(name, _)| spread(&format!("{seed} {name}")));
        }
        shops
    }

    /// How much it counts where lists are fitted: as much as any other from [`FULL_WEIGHT_OFFERS`] on, in proportion below.
    pub(super) fn weight(&self) -> f64 {
        let offers = domain::num::f64_from_usize(self.offers.len());
        (offers / FULL_WEIGHT_OFFERS).min(1.0)
    }

    fn empty(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            offers: Vec::new(),
            product_of: Vec::new(),
            products: Vec::new(),
        }
    }
}

fn clustered(
    data: &LabelledOffers,
    rows: &[(String, String, Option<String>)],
    places: &HashMap<&str, usize>,
) -> Result<Vec<Market>, DataError> {
    let mut markets: BTreeMap<&str, (Market, HashMap<&str, usize>)> = BTreeMap::new();
    for (id, cluster, name) in rows {
        let place = places.get(id.as_str());
        let offer = place.and_then(|place| data.offers.get(*place));
        let offer = offer.ok_or_else(|| DataError::UnknownOffer {
            labels: "clusters.csv",
            id: id.clone(),
        })?;
        let (market, numbers) = markets
            .entry(&offer.source)
            .or_insert_with(|| (Market::empty(&offer.source), HashMap::new()));
        let next = market.products.len();
        let product = *numbers.entry(cluster).or_insert(next);
        if product == next {
            market.products.push(MarketProduct {
                id: cluster.clone(),
                entry: name.as_ref().map(|name| ListedOffer {
                    title: name.clone(),
                    ..ListedOffer::default()
                }),
            });
        }
        market.offers.push(offer.clone());
        market.product_of.push(product);
    }
    Ok(markets.into_values().map(|(market, _)| market).collect())
}

fn paired(
    data: &LabelledOffers,
    pairs: &[LabelledPair],
    places: &HashMap<&str, usize>,
) -> Result<Market, DataError> {
    let place = |id: &String| {
        let unknown = || DataError::UnknownOffer {
            labels: "pairs.csv",
            id: id.clone(),
        };
        places.get(id.as_str()).copied().ok_or_else(unknown)
    };
    let mut parents: Vec<usize> = (0..data.offers.len()).collect();
    for pair in pairs {
        let (left, right) = (place(&pair.left)?, place(&pair.right)?);
        if pair.is_same {
            let (one, other) = (root(&parents, left), root(&parents, right));
            if let Some(parent) = parents.get_mut(one.max(other)) {
                *parent = one.min(other);
            }
        }
    }
    let catalogue = data.offers.first().map_or("", |offer| &offer.store);
    let mut market = Market::empty(&data.name);
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    for (place, offer) in data.offers.iter().enumerate() {
        let next = market.products.len();
        let product = *numbers.entry(root(&parents, place)).or_insert(next);
        if product == next {
            market.products.push(MarketProduct {
                id: offer.id.clone(),
                entry: None,
            });
        }
        if offer.store != catalogue {
            market.offers.push(offer.clone());
            market.product_of.push(product);
        } else if let Some(known) = market.products.get_mut(product) {
            known.entry.get_or_insert_with(|| offer.clone());
        }
    }
    Ok(market)
}
