//! Fitting the list model to how offers stand to a catalogue of which parts are missing, and to what the feeds of other
//! shops brought.

mod shelf;

use product_knowledge::matching::{
    ACCEPTANCE_COUNT, Candidacy, CandidateEvidence, ListModel, RankedList, Weighed,
};

pub(super) use self::shelf::subject;
use self::shelf::{Shelf, Stock};
use super::market::Market;
use crate::matching::{Growth, ListedOffer, Row, boost, regress};

/// How much of the catalogue is missing, in percent: each in turn.
const MISSING: [u64; 4] = [0, 30, 60, 100];
/// How many of the offers came before those that are learned from, in percent: each in turn.
const OFFERED: [u64; 3] = [10, 40, 75];
/// What is accepted is to be right, by label, in this share of all cases, each by the weight of its market.
const PRECISION: f64 = 0.92;
/// A person is asked when it is at least as likely.
const REVIEW: f64 = 0.25;
/// How many of an offer's candidates are learned from: of those that are not its product, and of those that are.
const LEARNED: usize = 12;
const LEARNED_OWN: usize = 3;

/// The trees that judge lists, and pairs beside others.
pub(super) const GROWTH: Growth = Growth {
    trees: 200,
    questions: 5,
    rate: 0.07,
    asked: 50,
};

/// What was fitted, and what it was fitted on.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedList {
    /// The model.
    pub model: ListModel,
    /// The markets.
    pub on: Vec<FittedMarket>,
    /// How well it serves markets that it was not fitted on.
    pub left_out: Vec<FittedMarket>,
}

/// How well a model serves a market.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedMarket {
    /// The source.
    pub source: String,
    /// Its offers.
    pub offers: usize,
    /// For each part of the catalogue that is missing.
    pub parts: Vec<FittedPart>,
}

/// How well a model serves a market when a part of the catalogue is missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FittedPart {
    /// How much is missing, in percent.
    pub missing: u64,
    /// Of what is accepted, the share that is right.
    pub precision: f64,
    /// Of the offers whose product is there, from the catalogue or from another shop, the share that is accepted,
    /// rightly.
    pub right_share: f64,
}

/// An offer with what a store holds.
struct Task<'a> {
    shelf: &'a Shelf<'a>,
    offer: &'a ListedOffer,
    /// Which product it is in truth.
    product: usize,
    /// How much it counts: its share of what its market does.
    weight: f64,
}

/// What is tried for an offer, in order.
struct List {
    tried: Vec<Tried>,
    weight: f64,
}

struct Tried {
    values: [f64; ACCEPTANCE_COUNT],
    /// Whether it is right.
    holds: bool,
    /// Whether an import may take it: nothing contradicts.
    is_open: bool,
}

/// Fits to all markets, small ones in proportion to their offers, and says how others are served.
pub fn fit(markets: &[Market], others: &[Market]) -> FittedList {
    let shelves: Vec<Vec<(u64, Shelf<'_>)>> = markets.iter().map(shelves).collect();
    let of_markets = markets.iter().zip(&shelves);
    let tasks: Vec<Task<'_>> = of_markets
        .flat_map(|(market, shelves)| tasks(market, shelves))
        .collect();
    let mut model = ListModel {
        rank: ranks(&tasks),
        review: REVIEW,
        ..ListModel::default()
    };
    let lists: Vec<List> = tasks.iter().map(|task| list(&model, task)).collect();
    let rows: Vec<Row<'_>> = lists.iter().flat_map(rows).collect();
    model.accept = boost(&rows, ACCEPTANCE_COUNT, GROWTH);
    model.automatic = threshold(&model, &lists);
    let on = markets.iter().zip(&shelves);
    let on = on.map(|(market, shelves)| served(&model, market, shelves));
    let left_out = others
        .iter()
        .map(|market| served(&model, market, &self::shelves(market)));
    FittedList {
        on: on.collect(),
        left_out: left_out.collect(),
        model,
    }
}

/// What is there, for each part of the catalogue that is missing and each part of the offers.
fn shelves(market: &Market) -> Vec<(u64, Shelf<'_>)> {
    let stocks = MISSING.iter().flat_map(|missing| {
        OFFERED.iter().map(|offered| Stock {
            missing: *missing,
            offered: *offered,
        })
    });
    stocks
        .map(|stock| (stock.missing, Shelf::new(market, stock)))
        .collect()
}

/// The offers that come next, which share what their market counts.
fn tasks<'a>(market: &Market, shelves: &'a [(u64, Shelf<'a>)]) -> Vec<Task<'a>> {
    let count: usize = shelves.iter().map(|(_, shelf)| shelf.next.len()).sum();
    let weight = market.weight() / domain::num::f64_from_usize(count.max(1));
    shelves
        .iter()
        .flat_map(|(_, shelf)| tasks_of(shelf, weight))
        .collect()
}

fn tasks_of<'a>(shelf: &'a Shelf<'a>, weight: f64) -> impl Iterator<Item = Task<'a>> {
    shelf.next.iter().map(move |(offer, product)| Task {
        shelf,
        offer,
        product: *product,
        weight,
    })
}

fn served(model: &ListModel, market: &Market, shelves: &[(u64, Shelf<'_>)]) -> FittedMarket {
    let share = |part: usize, whole: usize| crate::matching::share(part, whole).unwrap_or(0.0);
    let parts = MISSING.iter().map(|missing| {
        let of_part = || shelves.iter().filter(|(m, _)| m == missing);
        let tasks = || of_part().flat_map(|(_, shelf)| tasks_of(shelf, 1.0));
        let lists = tasks().map(|task| list(model, &task));
        let accepted: Vec<bool> = lists.filter_map(|list| accepted(model, &list)).collect();
        let right = accepted.iter().filter(|holds| **holds).count();
        FittedPart {
            missing: *missing,
            precision: share(right, accepted.len()),
            right_share: share(right, tasks().filter(|t| t.shelf.has(t.product)).count()),
        }
    });
    FittedMarket {
        source: market.source.clone(),
        offers: market.offers.len(),
        parts: parts.collect(),
    }
}

/// Weights by which an offer's product exceeds its other candidates: of each two, the difference says which is it.
fn ranks(tasks: &[Task<'_>]) -> [f64; CandidateEvidence::COUNT] {
    let mut differences: Vec<([f64; CandidateEvidence::COUNT], bool, f64)> = Vec::new();
    for task in tasks {
        let (own, others) = compared(task);
        for own in own.iter().take(LEARNED_OWN) {
            for other in others.iter().take(LEARNED) {
                let mut difference = *own.values();
                for (value, other) in difference.iter_mut().zip(other.values()) {
                    *value -= other;
                }
                differences.push((difference, true, task.weight));
                differences.push((difference.map(|value| -value), false, task.weight));
            }
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

/// An offer's candidates: those that are its product, and the others.
fn compared(task: &Task<'_>) -> (Vec<CandidateEvidence>, Vec<CandidateEvidence>) {
    let subject = subject(task.offer, false);
    let weighed = Weighed::new(&subject, &task.shelf.lexicon);
    let candidates = task.shelf.candidates(task.offer, &subject);
    let (own, others): (Vec<_>, Vec<_>) = candidates
        .iter()
        .filter(|candidacy| !candidacy.is_taken)
        .partition(|candidacy| task.shelf.is(candidacy.product, task.product));
    let evidence = |candidates: Vec<&Candidacy<'_>>| {
        let candidates = candidates.iter();
        let called = candidates.flat_map(|one| std::iter::once(one.subject).chain(one.titles));
        called
            .map(|called| {
                CandidateEvidence::of(&weighed, &Weighed::new(called, &task.shelf.lexicon))
            })
            .collect()
    };
    (evidence(own), evidence(others))
}

fn list(model: &ListModel, task: &Task<'_>) -> List {
    let subject = subject(task.offer, false);
    let candidates = task.shelf.candidates(task.offer, &subject);
    let list = RankedList::of(&subject, &candidates, &task.shelf.lexicon, model);
    let tried = list.tried(model).into_iter().map(|(one, values)| Tried {
        values,
        holds: task.shelf.is(one.candidacy.product, task.product),
        is_open: !list.contradicts(one),
    });
    List {
        tried: tried.collect(),
        weight: task.weight,
    }
}

fn rows(list: &List) -> impl Iterator<Item = Row<'_>> {
    let weight = list.weight / domain::num::f64_from_usize(list.tried.len().max(1));
    list.tried.iter().map(move |tried| Row {
        values: &tried.values,
        holds: tried.holds,
        weight,
    })
}

/// Whether what is accepted of a list is right; `None` when nothing is.
fn accepted(model: &ListModel, list: &List) -> Option<bool> {
    let is_likely = |one: &&Tried| model.accept.probability(&one.values) >= model.automatic;
    let mut open = list.tried.iter().filter(|one| one.is_open);
    open.find(is_likely).map(|one| one.holds)
}

/// The least probability from which what is accepted is right as often as it is to be.
fn threshold(model: &ListModel, lists: &[List]) -> f64 {
    let likeliest = |list: &List| {
        let open = list.tried.iter().filter(|one| one.is_open);
        let judged = open.map(|one| {
            (
                model.accept.probability(&one.values),
                one.holds,
                list.weight,
            )
        });
        judged.max_by(|a, b| a.0.total_cmp(&b.0))
    };
    let mut judged: Vec<(f64, bool, f64)> = lists.iter().filter_map(likeliest).collect();
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
