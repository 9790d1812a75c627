//! Fitting the link model to how offers of one product, of different shops, stand among the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use app::matching::candidates::most_shared;
use domain::ids::ProductNo;
use domain::placement::{KEY_LIMIT, MatchKey};
use product_knowledge::matching::{
    LEAST_LIKENESS, Lexicon, Likeness, LinkModel, NEIGHBOUR_COUNT, Neighbours, SharedPart, Subject,
    Trees, Weighed, group_by, likeness,
};

use super::fit::{GROWTH, subject};
use super::market::Market;
use super::pairs::paired;
use crate::matching::{ListedOffer, Row, boost, spread};

/// How many of the offers are there, in percent: each in turn.
const OFFERED: [u64; 2] = [50, 100];
/// Of the pairs of offers in one group, the share that is to belong together by label, on the mean of all markets.
const PRECISION: f64 = 0.89;
/// In these steps the mean likelihood is looked for from which groups are joined, in thousandths.
const STEP: usize = 25;

/// What was fitted, and how well it serves.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedLinks {
    /// The model.
    pub model: LinkModel,
    /// The markets that it was fitted on, each judged by what was fitted on the other half of the products.
    pub on: Vec<FittedGroups>,
    /// Markets that it was not fitted on.
    pub left_out: Vec<FittedGroups>,
}

/// How offers of a market come together.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedGroups {
    /// The source.
    pub source: String,
    /// Its offers.
    pub offers: usize,
    /// Of the pairs of offers in one group, the share that belongs together.
    pub precision: f64,
    /// Of the pairs of offers that belong together, the share in one group.
    pub recall: f64,
    /// Groups, one offer at least in each.
    pub groups: usize,
    /// How many there are in truth.
    pub products: usize,
}

/// Offers of a market with how alike they are.
struct Crowd<'m> {
    source: &'m str,
    places: Vec<Vec<&'m str>>,
    /// Which product each is in truth, and the half that it belongs to.
    product_of: Vec<usize>,
    half_of: Vec<bool>,
    likenesses: Vec<Likeness>,
    numbers: Vec<[f64; NEIGHBOUR_COUNT]>,
}

/// Fits to all markets, each with the same weight, and says how others are served.
pub fn fit_links(markets: &[Market], others: &[Market]) -> FittedLinks {
    let crowds: Vec<Crowd<'_>> = markets.iter().flat_map(crowds).collect();
    let halves = [false, true].map(|half| {
        trees(&crowds, |crowd, pair| {
            crowd.half(pair.one) == half || crowd.half(pair.other) == half
        })
    });
    let whole: Vec<&Crowd<'_>> = crowds
        .iter()
        .filter(|crowd| crowd.is_whole(markets))
        .collect();
    let join = join(&whole, &halves);
    let model = LinkModel {
        join,
        trees: trees(&crowds, |_, _| true),
    };
    let on = whole.iter().map(|crowd| crowd.cross_fitted(&halves, join));
    let left_out = others.iter().filter_map(|market| {
        let crowd = Crowd::new(market, 100);
        (!crowd.places.is_empty())
            .then(|| crowd.served(|_, numbers| model.trees.probability(numbers), join))
    });
    FittedLinks {
        on: on.collect(),
        left_out: left_out.collect(),
        model,
    }
}

fn crowds(market: &Market) -> impl Iterator<Item = Crowd<'_>> {
    OFFERED.iter().map(|offered| Crowd::new(market, *offered))
}

/// Fits trees to the pairs that are wanted.
fn trees(crowds: &[Crowd<'_>], is_wanted: impl Fn(&Crowd<'_>, &Likeness) -> bool) -> Trees {
    let rows: Vec<Row<'_>> = crowds
        .iter()
        .flat_map(|crowd| {
            let pairs = crowd.likenesses.iter().zip(&crowd.numbers);
            let wanted: Vec<_> = pairs.filter(|(pair, _)| is_wanted(crowd, pair)).collect();
            let weight = 1.0 / domain::num::f64_from_usize(wanted.len().max(1));
            wanted.into_iter().map(move |(pair, values)| Row {
                values,
                holds: crowd.product(pair.one) == crowd.product(pair.other),
                weight,
            })
        })
        .collect();
    boost(&rows, NEIGHBOUR_COUNT, GROWTH)
}

/// The least mean likelihood from which what is joined belongs together as often as it is to.
fn join(crowds: &[&Crowd<'_>], halves: &[Trees; 2]) -> f64 {
    let mut best = 1.0;
    for milli in (0..1000).rev().step_by(STEP) {
        let join = domain::num::f64_from_usize(milli) / 1000.0;
        let served = crowds
            .iter()
            .map(|crowd| crowd.cross_fitted(halves, join).precision);
        let precision = served.sum::<f64>() / domain::num::f64_from_usize(crowds.len().max(1));
        if precision < PRECISION {
            break;
        }
        best = join;
    }
    best
}

impl<'m> Crowd<'m> {
    /// So many percent of a market's offers.
    fn new(market: &'m Market, offered: u64) -> Self {
        let labelled = market.offers.iter().zip(&market.product_of);
        let is_here = |offer: &ListedOffer| spread(&format!("here {}", offer.id)) % 100 < offered;
        let (offers, product_of): (Vec<&ListedOffer>, Vec<usize>) =
            labelled.filter(|(offer, _)| is_here(offer)).unzip();
        let half = |product: &usize| spread(&format!("half {product}")).is_multiple_of(2);
        let places: Vec<Vec<&str>> = offers
            .iter()
            .map(|offer| vec![offer.store.as_str()])
            .collect();
        let likenesses = likenesses(&offers);
        let neighbours = Neighbours::of(&places, &likenesses);
        let numbers = likenesses
            .iter()
            .map(|pair| neighbours.evidence(pair))
            .collect();
        Self {
            source: &market.source,
            half_of: product_of.iter().map(half).collect(),
            product_of,
            likenesses,
            numbers,
            places,
        }
    }

    fn is_whole(&self, markets: &[Market]) -> bool {
        let mut markets = markets.iter();
        markets.any(|it| it.source == self.source && it.offers.len() == self.places.len())
    }

    fn product(&self, offer: u32) -> Option<usize> {
        self.product_of.get(usize::try_from(offer).ok()?).copied()
    }

    fn half(&self, offer: u32) -> bool {
        let place = usize::try_from(offer).unwrap_or(usize::MAX);
        self.half_of.get(place) == Some(&true)
    }

    /// Judged by what was fitted on the other half of the products; pairs of both halves by both.
    fn cross_fitted(&self, halves: &[Trees; 2], join: f64) -> FittedGroups {
        let [without, with] = halves;
        self.served(
            |pair, numbers| match (self.half(pair.one), self.half(pair.other)) {
                (true, true) => without.probability(numbers),
                (false, false) => with.probability(numbers),
                (true, false) | (false, true) => {
                    f64::midpoint(without.probability(numbers), with.probability(numbers))
                }
            },
            join,
        )
    }

    fn served(
        &self,
        likelihood: impl Fn(&Likeness, &[f64; NEIGHBOUR_COUNT]) -> f64,
        join: f64,
    ) -> FittedGroups {
        let grouped = group_by(&self.places, &self.likenesses, likelihood, join);
        let (precision, recall) = paired(grouped.group.iter().zip(self.product_of.iter().copied()));
        let groups: BTreeSet<u32> = grouped.group.iter().copied().collect();
        let products: BTreeSet<usize> = self.product_of.iter().copied().collect();
        FittedGroups {
            source: self.source.to_owned(),
            offers: self.places.len(),
            precision,
            recall,
            groups: groups.len(),
            products: products.len(),
        }
    }
}

/// How alike offers of different shops are, as a rerun finds those that it compares.
fn likenesses(offers: &[&ListedOffer]) -> Vec<Likeness> {
    let subjects: Vec<Subject> = offers.iter().map(|offer| subject(offer, false)).collect();
    let lexicon = Lexicon::learned(offers.iter().map(|offer| (offer.title.as_str(), "")));
    let weighed: Vec<Weighed<'_>> = subjects
        .iter()
        .map(|subject| Weighed::new(subject, &lexicon))
        .collect();
    let mut sharing: HashMap<MatchKey, Vec<usize>> = HashMap::new();
    for (place, subject) in subjects.iter().enumerate() {
        for key in subject.keys(&lexicon) {
            sharing.entry(key).or_default().push(place);
        }
    }
    let mut pairs: BTreeMap<(usize, usize), Likeness> = BTreeMap::new();
    for (one, (offer, subject)) in offers.iter().zip(&subjects).enumerate() {
        let keys = subject.search_keys(&lexicon);
        let shared = keys.iter().flat_map(|key| {
            let found = sharing.get(key).map_or(&[][..], Vec::as_slice);
            // a key finds products; two offers of each, as they come together
            let found = if found.len() <= 2 * KEY_LIMIT {
                found
            } else {
                &[]
            };
            found
                .iter()
                .map(|place| (number(*place), key.is_of_number()))
        });
        let of_others = |other: &usize| {
            *other != one && offers.get(*other).is_some_and(|it| it.store != offer.store)
        };
        let places = shared.filter(|(no, _)| of_others(&domain::num::usize_from_i64(no.0)));
        for other in most_shared(places).map(|no| domain::num::usize_from_i64(no.0)) {
            let (first, second) = (one.min(other), one.max(other));
            if let (Some(a), Some(b)) = (weighed.get(first), weighed.get(second)) {
                pairs.entry((first, second)).or_insert_with(|| {
                    let (likelihood, is_contradicted) = likeness(a, b);
                    Likeness {
                        one: u32::try_from(first).unwrap_or(u32::MAX),
                        other: u32::try_from(second).unwrap_or(u32::MAX),
                        likelihood,
                        is_contradicted,
                        // fitted is what words tell
                        part: SharedPart::No,
                    }
                });
            }
        }
    }
    let alike = pairs.into_values();
    alike
        .filter(|pair| pair.likelihood >= LEAST_LIKENESS)
        .collect()
}

fn number(place: usize) -> ProductNo {
    ProductNo(domain::num::i64_from_usize(place))
}
