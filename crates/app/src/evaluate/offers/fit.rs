//! Fitting the list model to how offers stand to a catalogue, of which parts are missing.

use std::collections::{BTreeMap, HashMap};

use domain::ids::ProductNo;
use domain::matching::{ACCEPTANCE_COUNT, CandidateEvidence, Lexicon, ListModel, Subject, Weighed};

use super::market::Market;
use crate::candidates::{KEY_LIMIT, most_shared};
use crate::evaluate::matching::{ListedOffer, Row, boost, regress, spread, subject};

/// How much of the catalogue is missing, in percent: each in turn.
const MISSING: [u64; 3] = [0, 30, 60];
/// What is accepted is to be right, by label, in this share of the cases in which no more of the catalogue is missing.
const PRECISION: f64 = 0.945;
const MOST_MISSING: u64 = 30;
/// A person is asked when it is at least as likely.
const REVIEW: f64 = 0.25;
/// How many of an offer's candidates are learned from.
const LEARNED: usize = 12;

/// What was fitted, and what it was fitted on.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedList {
    /// The model.
    pub model: ListModel,
    /// The markets.
    pub on: Vec<FittedMarket>,
}

/// How well a model serves a market that it was fitted on.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedMarket {
    /// The source.
    pub source: String,
    /// Its offers.
    pub offers: usize,
    /// Of the offers whose product is in the catalogue, the share whose likeliest candidate it is.
    pub first_right: f64,
    /// For each part of the catalogue that is missing, in percent: of what is accepted, the share that is right, and
    /// of the offers whose product is there, the share that is accepted, rightly.
    pub accepted: Vec<(u64, f64, f64)>,
}

/// An offer's candidates, and which of them is its product.
struct Task {
    candidates: Vec<CandidateEvidence>,
    own: Option<usize>,
    /// Whether its product is in the catalogue.
    is_findable: bool,
    /// How much the task counts.
    weight: f64,
    /// How much of the catalogue was missing.
    missing: u64,
}

/// What a list says of its first.
struct List<'a> {
    values: [f64; ACCEPTANCE_COUNT],
    /// Whether the first is right.
    holds: bool,
    /// Whether an import may take it: nothing contradicts.
    is_open: bool,
    task: &'a Task,
}

/// Fits to all markets, each with the same weight.
pub fn fit(markets: &[Market]) -> FittedList {
    let by_market: Vec<(&Market, Vec<Task>)> = markets
        .iter()
        .map(|market| (market, tasks_of(market)))
        .collect();
    let tasks: Vec<&Task> = by_market.iter().flat_map(|(_, tasks)| tasks).collect();
    let mut model = ListModel {
        rank: ranks(&tasks),
        review: REVIEW,
        ..ListModel::default()
    };
    let lists: Vec<List<'_>> = tasks.iter().filter_map(|task| list(&model, task)).collect();
    let rows: Vec<Row<'_>> = lists
        .iter()
        .map(|list| Row {
            values: &list.values,
            holds: list.holds,
            weight: list.task.weight,
        })
        .collect();
    model.accept = boost(&rows, ACCEPTANCE_COUNT);
    model.automatic = threshold(&model, &lists);
    let on = by_market
        .iter()
        .map(|(market, tasks)| served(&model, market, tasks))
        .collect();
    FittedList { model, on }
}

fn served(model: &ListModel, market: &Market, tasks: &[Task]) -> FittedMarket {
    let share =
        |part: usize, whole: usize| crate::evaluate::matching::share(part, whole).unwrap_or(0.0);
    let is_right = |task: &&Task| task.own.is_some() && first(model, task) == task.own;
    let accepted = MISSING.iter().map(|missing| {
        let of_part = || tasks.iter().filter(|task| task.missing == *missing);
        let accepted: Vec<bool> = of_part()
            .filter_map(|task| list(model, task))
            .filter(|list| list.is_open)
            .filter(|list| model.accept.probability(&list.values) >= model.automatic)
            .map(|list| list.holds)
            .collect();
        let right = accepted.iter().filter(|holds| **holds).count();
        let findable = of_part().filter(|task| task.is_findable).count();
        (
            *missing,
            share(right, accepted.len()),
            share(right, findable),
        )
    });
    let findable = tasks.iter().filter(|task| task.is_findable).count();
    FittedMarket {
        source: market.source.clone(),
        offers: market.offers.len(),
        first_right: share(tasks.iter().filter(is_right).count(), findable),
        accepted: accepted.collect(),
    }
}

/// The tasks of a market, for each part of the catalogue.
fn tasks_of(market: &Market) -> Vec<Task> {
    let entries: Vec<(usize, &ListedOffer)> = market
        .products
        .iter()
        .enumerate()
        .filter_map(|(place, product)| Some((place, product.entry.as_ref()?)))
        .collect();
    let names = || entries.iter().map(|(_, entry)| *entry);
    let learned = |offers: &mut dyn Iterator<Item = &ListedOffer>| {
        Lexicon::learned(offers.map(|offer| (offer.title.as_str(), offer.brand.as_str())))
    };
    // as before the first shop, and as after many
    let lexicons = [
        learned(&mut names()),
        learned(&mut names().chain(&market.offers)),
    ];
    let subjects: BTreeMap<usize, Subject> = entries
        .iter()
        .map(|(place, entry)| (*place, subject(entry)))
        .collect();
    let parts = lexicons.len() * MISSING.len();
    let weight = 1.0 / domain::num::f64_from_usize((market.offers.len() * parts).max(1));
    let mut tasks = Vec::new();
    for lexicon in &lexicons {
        let catalogue = Catalogue::new(market, &subjects, lexicon);
        for missing in MISSING {
            for (offer, own) in market.offers.iter().zip(&market.product_of) {
                tasks.push(catalogue.task(offer, *own, missing, weight));
            }
        }
    }
    tasks
}

/// The names of a market's products, ready to be compared.
struct Catalogue<'a> {
    market: &'a Market,
    lexicon: &'a Lexicon,
    products: BTreeMap<usize, Weighed<'a>>,
    /// The products that have a key.
    sharing: HashMap<String, Vec<usize>>,
}

impl<'a> Catalogue<'a> {
    fn new(
        market: &'a Market,
        subjects: &'a BTreeMap<usize, Subject>,
        lexicon: &'a Lexicon,
    ) -> Self {
        let weighed =
            |(place, subject): (&usize, &'a Subject)| (*place, Weighed::new(subject, lexicon));
        let mut sharing: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, subject) in subjects {
            for key in subject.keys(lexicon) {
                sharing.entry(key.0).or_default().push(*place);
            }
        }
        Self {
            market,
            lexicon,
            products: subjects.iter().map(weighed).collect(),
            sharing,
        }
    }

    /// Whether a product is there when so many percent are missing.
    fn is_there(&self, place: usize, missing: u64) -> bool {
        let id = self
            .market
            .products
            .get(place)
            .map_or("", |p| p.id.as_str());
        spread(&format!("{missing} {id}")) % 100 >= missing
    }

    fn task(&self, offer: &ListedOffer, own: usize, missing: u64, weight: f64) -> Task {
        let subject = subject(offer);
        let weighed = Weighed::new(&subject, self.lexicon);
        let mut candidates = Vec::new();
        let mut own_place = None;
        for place in self.found(&subject, missing) {
            if let Some(product) = self.products.get(&place) {
                if place == own {
                    own_place = Some(candidates.len());
                }
                candidates.push(CandidateEvidence::of(&weighed, product));
            }
        }
        Task {
            candidates,
            own: own_place,
            is_findable: self.products.contains_key(&own) && self.is_there(own, missing),
            weight,
            missing,
        }
    }

    /// The products that an offer is compared with, as an import finds them.
    fn found(&self, subject: &Subject, missing: u64) -> Vec<usize> {
        let mut shared = Vec::new();
        for key in subject.search_keys(self.lexicon) {
            let places = self.sharing.get(&key.0).into_iter().flatten().copied();
            let places: Vec<usize> = places.filter(|p| self.is_there(*p, missing)).collect();
            if places.len() <= KEY_LIMIT {
                let numbered = |place| ProductNo(domain::num::i64_from_usize(place));
                shared.extend(
                    places
                        .into_iter()
                        .map(|p| (numbered(p), key.is_of_number())),
                );
            }
        }
        let found = most_shared(shared);
        found.map(|no| domain::num::usize_from_i64(no.0)).collect()
    }
}

/// Weights by which an offer's product exceeds its other candidates: of each two, the difference says which is it.
fn ranks(tasks: &[&Task]) -> [f64; CandidateEvidence::COUNT] {
    let mut differences: Vec<([f64; CandidateEvidence::COUNT], bool, f64)> = Vec::new();
    for task in tasks {
        let Some(own) = task.own.and_then(|own| task.candidates.get(own)) else {
            continue;
        };
        let others = task.candidates.iter().enumerate();
        let others = others
            .filter(|(place, _)| Some(*place) != task.own)
            .take(LEARNED);
        for (_, other) in others {
            let mut difference = *own.values();
            for (value, other) in difference.iter_mut().zip(other.values()) {
                *value -= other;
            }
            differences.push((difference, true, task.weight));
            differences.push((difference.map(|value| -value), false, task.weight));
        }
    }
    let rows: Vec<Row<'_>> = differences
        .iter()
        .map(|(values, holds, weight)| Row {
            values,
            holds: *holds,
            weight: *weight,
        })
        .collect();
    let fitted = regress(&rows, CandidateEvidence::COUNT);
    let mut weights = [0.0; CandidateEvidence::COUNT];
    for (weight, fitted) in weights.iter_mut().zip(fitted.iter().skip(1)) {
        *weight = *fitted;
    }
    weights
}

/// The place of the likeliest candidate.
fn first(model: &ListModel, task: &Task) -> Option<usize> {
    let ranks = task.candidates.iter().map(|c| model.rank(c)).enumerate();
    ranks
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
        .map(|(place, _)| place)
}

fn list<'a>(model: &ListModel, task: &'a Task) -> Option<List<'a>> {
    let place = first(model, task)?;
    let likeliest = task.candidates.get(place)?;
    let others = task.candidates.iter().enumerate();
    let others: Vec<&CandidateEvidence> = others
        .filter(|(other, _)| *other != place)
        .map(|(_, other)| other)
        .collect();
    Some(List {
        values: model.list_values(likeliest, &others),
        holds: task.own == Some(place),
        is_open: !likeliest.contradicts(),
        task,
    })
}

/// The least probability from which what is accepted is right as often as it is to be.
fn threshold(model: &ListModel, lists: &[List<'_>]) -> f64 {
    let mut judged: Vec<(f64, bool, f64)> = lists
        .iter()
        .filter(|list| list.is_open && list.task.missing <= MOST_MISSING)
        .map(|list| {
            let likely = model.accept.probability(&list.values);
            (likely, list.holds, list.task.weight)
        })
        .collect();
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut right, mut all, mut threshold) = (0.0, 0.0, 1.0);
    for (probability, holds, weight) in judged {
        all += weight;
        right += if holds { weight } else { 0.0 };
        if right / all >= PRECISION {
            threshold = probability;
        }
    }
    (threshold * 1000.0).round() / 1000.0
}
