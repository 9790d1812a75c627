//! Labelled offers, and which of them are kept apart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use product_knowledge::matching::{Lexicon, Subject, SubjectTexts};
use thiserror::Error;

/// An offer with the texts that name it.
#[derive(Debug, Clone, Default)]
pub struct ListedOffer {
    /// Its id.
    pub id: String,
    /// Where it comes from; figures are told for each of them too.
    pub source: String,
    /// The store that offers it.
    pub store: String,
    /// Title.
    pub title: String,
    /// Brand, or empty.
    pub brand: String,
    /// Model, or empty.
    pub model: String,
    /// Part number of the maker, or empty.
    pub mpn: String,
    /// Trade item number as it is written, or empty.
    pub ean: String,
    /// The currency, and the price in it.
    pub price: Option<(String, f64)>,
}

/// Two offers, and whether they are of one product.
#[derive(Debug, Clone)]
pub struct LabelledPair {
    /// The split that the pair belongs to.
    pub split: String,
    /// One offer.
    pub left: String,
    /// The other.
    pub right: String,
    /// Whether both are of one product.
    pub is_same: bool,
}

/// What is known of the offers.
#[derive(Debug, Clone)]
pub enum Labels {
    /// Pairs.
    Pairs(Vec<LabelledPair>),
    /// The product of each offer: its id, and its name when that is known.
    Clusters(Vec<(String, String, Option<String>)>),
}

/// Offers with their labels.
#[derive(Debug, Clone)]
pub struct LabelledOffers {
    /// What the data is called.
    pub name: String,
    /// The offers.
    pub offers: Vec<ListedOffer>,
    /// The labels.
    pub labels: Labels,
}

/// Why labels do not fit the offers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DataError {
    /// A label names an offer that is not there.
    #[error("{labels}: no offer has the id {id}")]
    UnknownOffer {
        /// The file.
        labels: &'static str,
        /// The id.
        id: String,
    },
    /// Two offers have one id.
    #[error("offers.csv: two offers have the id {0}")]
    TwiceOffered(String),
    /// There is nothing to measure.
    #[error("{0}: no labels in it")]
    Empty(&'static str),
    /// All offers are of one store, the catalogue.
    #[error("offers.csv: all offers are of one store: no other one's can be imported")]
    OneStore,
    /// An offer that is to be imported says not from which store.
    #[error("offers.csv: offer {0}: store: required, and empty")]
    NoStore(String),
    /// No label belongs to the part that was asked for.
    #[error("no label belongs to the split {wanted}; there are {there}")]
    UnknownSplit {
        /// What was asked for.
        wanted: String,
        /// What there is.
        there: String,
    },
}

/// Which labels are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// All of them.
    All,
    /// Those of a split that the data names; or, of products, `seen` (the half that models are fitted on) and `unseen`.
    Split(String),
}

/// The half of the products that models are fitted on, and the other one.
pub(super) const SEEN: &str = "seen";
pub(super) const UNSEEN: &str = "unseen";

/// A pair of offers by their places.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) split: String,
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) is_same: bool,
}

/// Offers of products.
#[derive(Debug, Clone)]
pub(super) struct Clusters {
    /// The product of each offer, by its place in `names`; `None` for offers without a label.
    pub(super) of: Vec<Option<usize>>,
    /// The subjects of the products' names, when all of them have one.
    pub(super) names: Option<Vec<Subject>>,
    /// Where the offers of each product come from.
    pub(super) sources: Vec<BTreeSet<String>>,
}

/// What is known of the offers.
#[derive(Debug)]
pub(super) enum Truth {
    Pairs(Vec<Pair>),
    Clusters(Clusters),
}

/// Offers made ready for comparison.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) offers: Vec<ListedOffer>,
    pub(super) subjects: Vec<Subject>,
    /// Learned from the titles and the products' names, never from who belongs with whom.
    pub(super) lexicon: Lexicon,
    pub(super) truth: Truth,
    /// Whether the product of each offer is of the half that models are fitted on.
    pub(super) is_seen: Vec<bool>,
}

impl Prepared {
    pub(super) fn new(data: &LabelledOffers) -> Result<Self, DataError> {
        let offers = data.offers.clone();
        let mut places = HashMap::new();
        for (place, offer) in offers.iter().enumerate() {
            if places.insert(offer.id.as_str(), place).is_some() {
                return Err(DataError::TwiceOffered(offer.id.clone()));
            }
        }
        let (truth, names, is_seen) = match &data.labels {
            Labels::Pairs(pairs) => {
                let pairs = placed(pairs, &places)?;
                let is_seen = halves(&offers, &pairs);
                (Truth::Pairs(pairs), Vec::new(), is_seen)
            }
            Labels::Clusters(rows) => clustered(rows, &offers, &places)?,
        };
        let mut lexicon = Lexicon::default();
        for offer in &offers {
            lexicon.learn(&offer.title, &offer.brand);
        }
        for name in names {
            lexicon.learn(&name, "");
        }
        Ok(Self {
            subjects: offers.iter().map(subject).collect(),
            offers,
            lexicon,
            truth,
            is_seen,
        })
    }
}

fn subject(offer: &ListedOffer) -> Subject {
    Subject::new(SubjectTexts {
        title: &offer.title,
        brand: &offer.brand,
        model: &offer.model,
        mpn: &offer.mpn,
        pack_size: 1,
        ..SubjectTexts::default()
    })
}

fn placed(pairs: &[LabelledPair], places: &HashMap<&str, usize>) -> Result<Vec<Pair>, DataError> {
    let place = |id: &String| {
        places
            .get(id.as_str())
            .copied()
            .ok_or_else(|| DataError::UnknownOffer {
                labels: "pairs.csv",
                id: id.clone(),
            })
    };
    let mut found = Vec::with_capacity(pairs.len());
    for pair in pairs {
        found.push(Pair {
            split: pair.split.clone(),
            left: place(&pair.left)?,
            right: place(&pair.right)?,
            is_same: pair.is_same,
        });
    }
    if found.is_empty() {
        return Err(DataError::Empty("pairs.csv"));
    }
    Ok(found)
}

/// Offers that pairs call the same are of one product; each product belongs to one half, by its least id.
fn halves(offers: &[ListedOffer], pairs: &[Pair]) -> Vec<bool> {
    let mut parents: Vec<usize> = (0..offers.len()).collect();
    for pair in pairs.iter().filter(|pair| pair.is_same) {
        let (one, other) = (root(&parents, pair.left), root(&parents, pair.right));
        if let Some(parent) = parents.get_mut(one) {
            *parent = other;
        }
    }
    let mut least: BTreeMap<usize, &str> = BTreeMap::new();
    for (place, offer) in offers.iter().enumerate() {
        let id = least.entry(root(&parents, place)).or_insert(&offer.id);
        if offer.id.as_str() < *id {
            *id = &offer.id;
        }
    }
    (0..offers.len())
        .map(|place| {
            least
                .get(&root(&parents, place))
                .is_some_and(|id| in_first_half(id))
        })
        .collect()
}

pub(crate) fn root(parents: &[usize], mut place: usize) -> usize {
    while let Some(parent) = parents.get(place).filter(|parent| **parent != place) {
        place = *parent;
    }
    place
}

/// A half of all texts that stays the same from run to run and machine to machine.
pub(super) fn in_first_half(id: &str) -> bool {
    spread(id).is_multiple_of(2)
}

/// A number of a text that stays the same from run to run and machine to machine (FNV-1a, its bits mixed).
pub(crate) fn spread(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 27)) >> 40
}

type Clustered = (Truth, Vec<String>, Vec<bool>);

fn clustered(
    rows: &[(String, String, Option<String>)],
    offers: &[ListedOffer],
    places: &HashMap<&str, usize>,
) -> Result<Clustered, DataError> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names: Vec<Option<String>> = Vec::new();
    let mut sources: Vec<BTreeSet<String>> = Vec::new();
    let mut of = vec![None; offers.len()];
    let mut is_seen = vec![false; offers.len()];
    for (offer, cluster, name) in rows {
        let place = places.get(offer.as_str()).copied();
        let place = place.ok_or_else(|| DataError::UnknownOffer {
            labels: "clusters.csv",
            id: offer.clone(),
        })?;
        let number = *numbers.entry(cluster).or_insert_with(|| {
            names.push(name.clone());
            sources.push(BTreeSet::new());
            names.len() - 1
        });
        if let (Some(sources), Some(listed)) = (sources.get_mut(number), offers.get(place)) {
            sources.insert(listed.source.clone());
        }
        if let (Some(of), Some(is_seen)) = (of.get_mut(place), is_seen.get_mut(place)) {
            *of = Some(number);
            *is_seen = in_first_half(cluster);
        }
    }
    if rows.is_empty() {
        return Err(DataError::Empty("clusters.csv"));
    }
    let names: Option<Vec<String>> = names.into_iter().collect();
    let subjects = names.as_ref().map(|names| {
        let named = names.iter().map(|title| ListedOffer {
            title: title.clone(),
            ..ListedOffer::default()
        });
        named.map(|offer| subject(&offer)).collect()
    });
    let clusters = Clusters {
        of,
        names: subjects,
        sources,
    };
    Ok((
        Truth::Clusters(clusters),
        names.unwrap_or_default(),
        is_seen,
    ))
}
