//! Pairs to learn from, and finding what may belong together.

use std::collections::{BTreeSet, HashMap};

use domain::placement::MatchKey;
use product_knowledge::matching::{
    CLOSER_COUNT, CloseComparison, Evidence, Lexicon, Subject, Weighed,
};

use super::data::Prepared;

/// A key that more subjects have than this finds nothing.
const MAX_SHARING: usize = 50;

/// A pair to learn from.
#[derive(Debug, Clone)]
pub(super) struct Example {
    /// What a closer look goes by, the evidence first.
    pub(super) numbers: [f64; CLOSER_COUNT],
    pub(super) is_same: bool,
    pub(super) is_settled: bool,
    /// Whether the product of each side is of the half that models are fitted on.
    pub(super) is_seen: [bool; 2],
    /// The task that the pair belongs to: which offer, among which candidates. Pairs of labelled data are tasks of
    /// their own.
    pub(super) task: Option<usize>,
}

impl Example {
    pub(super) fn of(a: &Weighed<'_>, b: &Weighed<'_>, is_same: bool, is_seen: [bool; 2]) -> Self {
        let CloseComparison { compared, numbers } = CloseComparison::of(a, b);
        Self {
            numbers,
            is_same,
            is_settled: compared.is_settled,
            is_seen,
            task: None,
        }
    }

    /// The numbers of the evidence, by which scores go.
    pub(super) fn evidence(&self) -> &[f64] {
        self.numbers.get(..Evidence::COUNT).unwrap_or_default()
    }
}

/// The offers with the weights of their words and their prices.
pub(super) fn weighed(prepared: &Prepared) -> Vec<Weighed<'_>> {
    let pairs = prepared.subjects.iter().zip(&prepared.offers);
    pairs
        .map(|(subject, offer)| {
            let price = offer
                .price
                .as_ref()
                .map(|(currency, price)| (currency.as_str(), *price));
            Weighed::new(subject, &prepared.lexicon).priced(price)
        })
        .collect()
}

/// Subjects by their keys.
#[derive(Debug)]
pub(super) struct Index {
    keys: Vec<Vec<MatchKey>>,
    sharing: HashMap<MatchKey, Vec<usize>>,
}

impl Index {
    pub(super) fn of(subjects: &[Subject], lexicon: &Lexicon) -> Self {
        let keys: Vec<Vec<MatchKey>> = subjects.iter().map(|s| s.keys(lexicon)).collect();
        let mut sharing: HashMap<MatchKey, Vec<usize>> = HashMap::new();
        for (place, keys) in keys.iter().enumerate() {
            for key in keys {
                sharing.entry(*key).or_default().push(place);
            }
        }
        sharing.retain(|_, places| places.len() <= MAX_SHARING);
        Self { keys, sharing }
    }

    /// The subjects that share a key with this one.
    pub(super) fn find(&self, subject: &Subject, lexicon: &Lexicon) -> BTreeSet<usize> {
        let keys = subject.keys(lexicon);
        let found = keys.iter().filter_map(|key| self.sharing.get(key));
        found.flatten().copied().collect()
    }

    /// Whether two of the subjects share a key that finds something.
    pub(super) fn meet(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.keys.get(one), self.keys.get(other));
        one.zip(other).is_some_and(|(one, other)| {
            one.iter()
                .any(|key| other.contains(key) && self.sharing.contains_key(key))
        })
    }

    pub(super) fn keys_per_product(&self) -> f64 {
        let keys: usize = self.keys.iter().map(Vec::len).sum();
        let products = self.keys.len().max(1);
        domain::num::f64_from_usize(keys) / domain::num::f64_from_usize(products)
    }
}

/// Finds the subjects that are spelled most alike.
#[derive(Debug)]
pub(super) struct Spellings {
    runs: HashMap<u16, Vec<(usize, f64)>>,
}

impl Spellings {
    /// Of some of the subjects, by their places.
    pub(super) fn of(weighed: &[Weighed<'_>], places: impl Iterator<Item = usize>) -> Self {
        let mut runs: HashMap<u16, Vec<(usize, f64)>> = HashMap::new();
        for place in places {
            for (run, weight) in weighed.get(place).map_or(&[][..], Weighed::spelling) {
                runs.entry(*run).or_default().push((place, *weight));
            }
        }
        Self { runs }
    }

    /// The places of the most alike, the most alike first.
    pub(super) fn nearest(
        &self,
        to: &Weighed<'_>,
        except: Option<usize>,
        count: usize,
    ) -> Vec<usize> {
        let mut sums: HashMap<usize, f64> = HashMap::new();
        for (run, weight) in to.spelling() {
            for (place, other) in self.runs.get(run).map_or(&[][..], Vec::as_slice) {
                *sums.entry(*place).or_default() += weight * other;
            }
        }
        let mut found: Vec<(usize, f64)> = sums.into_iter().collect();
        found.retain(|(place, _)| Some(*place) != except);
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found
            .into_iter()
            .take(count)
            .map(|(place, _)| place)
            .collect()
    }
}
