//! Measuring on titles that are grouped by product.

use std::collections::BTreeMap;

use product_knowledge::matching::{Judgement, Model, Weighed};

use super::data::{Clusters, DataError, Part, Prepared, SEEN, UNSEEN};
use super::examples::{Example, Index, Spellings, weighed};
use super::figures::{Judged, MatchFigures, share};

/// How many products are compared with each title, the most alike in spelling.
const NEAREST: usize = 20;
/// How many other titles.
const NEAREST_TITLES: usize = 4;

/// Right ones, of how many.
type Tally = BTreeMap<String, (usize, usize)>;

/// Titles and products, ready to be compared.
pub(super) struct Field<'a> {
    prepared: &'a Prepared,
    clusters: &'a Clusters,
    titles: Vec<Weighed<'a>>,
    products: Vec<Weighed<'a>>,
    /// For each source: its products and its titles.
    near_products: BTreeMap<String, Spellings>,
    near_titles: BTreeMap<String, Spellings>,
}

impl<'a> Field<'a> {
    pub(super) fn new(prepared: &'a Prepared, clusters: &'a Clusters) -> Self {
        let titles = weighed(prepared);
        let names = clusters.names.as_deref().unwrap_or_default();
        let products: Vec<Weighed<'a>> = names
            .iter()
            .map(|subject| Weighed::new(subject, &prepared.lexicon))
            .collect();
        let mut near_products = BTreeMap::new();
        let mut near_titles = BTreeMap::new();
        for offer in &prepared.offers {
            if near_titles.contains_key(&offer.source) {
                continue;
            }
            let from = |place: &usize| {
                let source = prepared.offers.get(*place).map(|o| &o.source);
                source == Some(&offer.source)
            };
            let of_source = (0..prepared.offers.len()).filter(from);
            near_titles.insert(offer.source.clone(), Spellings::of(&titles, of_source));
            let sold = clusters.sources.iter().enumerate();
            let sold = sold.filter(|(_, sources)| sources.contains(&offer.source));
            let sold = Spellings::of(&products, sold.map(|(place, _)| place));
            near_products.insert(offer.source.clone(), sold);
        }
        Self {
            prepared,
            clusters,
            titles,
            products,
            near_products,
            near_titles,
        }
    }

    fn source(&self, title: usize) -> &str {
        self.prepared
            .offers
            .get(title)
            .map_or("", |o| o.source.as_str())
    }

    fn nearest_products(&self, title: usize, weighed: &Weighed<'_>) -> Vec<usize> {
        let spellings = self.near_products.get(self.source(title));
        spellings.map_or_else(Vec::new, |s| s.nearest(weighed, None, NEAREST))
    }

    fn nearest_titles(&self, title: usize, weighed: &Weighed<'_>, count: usize) -> Vec<usize> {
        let spellings = self.near_titles.get(self.source(title));
        spellings.map_or_else(Vec::new, |s| s.nearest(weighed, Some(title), count))
    }

    fn is_seen(&self, title: usize) -> bool {
        self.prepared.is_seen.get(title) == Some(&true)
    }

    /// The titles of a part, each with its product.
    fn titles_of(&self, part: &Part) -> Result<Vec<(usize, usize)>, DataError> {
        let labelled = self.clusters.of.iter().enumerate();
        let labelled = labelled.filter_map(|(title, cluster)| Some((title, (*cluster)?)));
        match part {
            Part::All => Ok(labelled.collect()),
            Part::Split(name) if name == SEEN => {
                Ok(labelled.filter(|(t, _)| self.is_seen(*t)).collect())
            }
            Part::Split(name) if name == UNSEEN => {
                Ok(labelled.filter(|(t, _)| !self.is_seen(*t)).collect())
            }
            Part::Split(name) => Err(DataError::UnknownSplit {
                wanted: name.clone(),
                there: format!("{SEEN}, {UNSEEN}"),
            }),
        }
    }

    /// Pairs to learn from: each title with the products and with the titles that are spelled most alike.
    pub(super) fn examples(&self) -> (Vec<Example>, Vec<Example>) {
        let (mut with_products, mut with_titles) = (Vec::new(), Vec::new());
        let seen_products = self.seen_products();
        for (title, weighed) in self.titles.iter().enumerate() {
            let Some(Some(own)) = self.clusters.of.get(title) else {
                continue;
            };
            let seen = self.is_seen(title);
            for product in self.nearest_products(title, weighed) {
                if let Some(other) = self.products.get(product) {
                    let is_seen = [seen, seen_products.get(product) == Some(&true)];
                    let mut example = Example::of(weighed, other, product == *own, is_seen);
                    example.task = Some(title);
                    with_products.push(example);
                }
            }
            for near in self.nearest_titles(title, weighed, NEAREST_TITLES) {
                if let (Some(other), Some(Some(cluster))) =
                    (self.titles.get(near), self.clusters.of.get(near))
                {
                    let is_seen = [seen, self.is_seen(near)];
                    with_titles.push(Example::of(weighed, other, cluster == own, is_seen));
                }
            }
        }
        (with_products, with_titles)
    }

    fn seen_products(&self) -> Vec<bool> {
        let mut seen = vec![false; self.clusters.sources.len()];
        for (title, cluster) in self.clusters.of.iter().enumerate() {
            if let Some(place) = cluster.and_then(|cluster| seen.get_mut(cluster)) {
                *place = self.is_seen(title);
            }
        }
        seen
    }

    /// The likeliest other title, among those that are spelled most alike.
    fn likeliest_title(&self, title: usize, weighed: &Weighed<'_>, model: &Model) -> Option<usize> {
        let near = self.nearest_titles(title, weighed, NEAREST);
        let judged = near.into_iter().filter_map(|near| {
            let judgement = model.judge_closely(weighed, self.titles.get(near)?);
            Some((near, judgement.confidence))
        });
        likeliest(judged)
    }

    fn likeliest_product(
        &self,
        title: usize,
        weighed: &Weighed<'_>,
        model: &Model,
    ) -> Option<usize> {
        let near = self.nearest_products(title, weighed);
        let judged = near.into_iter().filter_map(|product| {
            let judgement = model.judge_closely(weighed, self.products.get(product)?);
            Some((product, judgement.confidence))
        });
        likeliest(judged)
    }
}

/// The first of the likeliest.
fn likeliest(judged: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (place, score) in judged {
        if best.is_none_or(|(_, known)| score > known) {
            best = Some((place, score));
        }
    }
    best.map(|(place, _)| place)
}

pub(super) fn measure(
    prepared: &Prepared,
    clusters: &Clusters,
    model: &Model,
    part: &Part,
) -> Result<MatchFigures, DataError> {
    let field = Field::new(prepared, clusters);
    let titles = field.titles_of(part)?;
    let mut products = Tally::new();
    let mut others = Tally::new();
    for (title, own) in &titles {
        let Some(weighed) = field.titles.get(*title) else {
            continue;
        };
        let source = field.source(*title);
        let likeliest = field.likeliest_product(*title, weighed, model);
        count(&mut products, source, likeliest == Some(*own));
        let nearest = field.likeliest_title(*title, weighed, model);
        let cluster = nearest.and_then(|near| clusters.of.get(near).copied().flatten());
        count(&mut others, source, cluster == Some(*own));
    }
    let mut figures = judge_found(&field, &titles, model);
    let by_name = clusters.names.is_some();
    let accuracy = if by_name { &products } else { &others };
    figures.accuracy_at_1 = total(accuracy);
    figures.accuracy_by_source = shares(accuracy);
    figures.nearest_title_by_source = shares(&others);
    Ok(figures)
}

/// Judges each title with the products that the keys find; without names, with the other titles.
fn judge_found(field: &Field<'_>, titles: &[(usize, usize)], model: &Model) -> MatchFigures {
    let lexicon = &field.prepared.lexicon;
    let named = field.clusters.names.as_deref();
    let index = Index::of(named.unwrap_or(&field.prepared.subjects), lexicon);
    let candidates = if named.is_some() {
        &field.products
    } else {
        &field.titles
    };
    let mut judged = Vec::new();
    let mut placed = (0, 0);
    let (mut all_same, mut found) = (0, 0);
    for (title, own) in titles {
        let (Some(subject), Some(weighed)) = (
            field.prepared.subjects.get(*title),
            field.titles.get(*title),
        ) else {
            continue;
        };
        let is_own = |place: usize| match named {
            Some(_) => place == *own,
            None => field.clusters.of.get(place) == Some(&Some(*own)),
        };
        let others = |place: &usize| named.is_some() || place != title;
        let near: Vec<usize> = index
            .find(subject, lexicon)
            .into_iter()
            .filter(others)
            .collect();
        let found_own = near.iter().filter(|place| is_own(**place)).count();
        let own_titles = || {
            (0..field.titles.len())
                .filter(|p| others(p) && is_own(*p))
                .count()
        };
        all_same += if named.is_some() { 1 } else { own_titles() };
        found += found_own;
        let judge = |place: &usize| {
            Some((
                *place,
                model.judge_closely(weighed, candidates.get(*place)?),
            ))
        };
        let judgements: Vec<(usize, Judgement)> = near.iter().filter_map(judge).collect();
        if let Some(place) = placed_at(&judgements, model) {
            placed.0 += usize::from(is_own(place));
            placed.1 += 1;
        }
        judged.extend(judgements.iter().map(|(place, judgement)| Judged {
            confidence: judgement.confidence,
            is_same: is_own(*place),
            is_automatic: false,
        }));
    }
    let mut figures = MatchFigures::of_pairs(&judged, model.review, all_same);
    figures.auto_precision = share(placed.0, placed.1);
    figures.coverage = share(placed.0, titles.len()).unwrap_or(0.0);
    figures.blocking_recall = share(found, all_same).unwrap_or(0.0);
    figures.keys_per_product = index.keys_per_product();
    figures
}

/// Where a title is placed without asking, if anywhere.
fn placed_at(judgements: &[(usize, Judgement)], model: &Model) -> Option<usize> {
    let mut sorted: Vec<&(usize, Judgement)> = judgements.iter().collect();
    sorted.sort_by(|a, b| b.1.confidence.total_cmp(&a.1.confidence));
    let (place, best) = sorted.first()?;
    let second = sorted.get(1).map(|(_, second)| second.confidence);
    let is_ahead =
        second.is_none_or(|second| log_odds(best.confidence) - log_odds(second) >= model.margin);
    (is_ahead && model.is_automatic(best)).then_some(*place)
}

/// How often the one for once the other, as a logarithm.
pub(super) fn log_odds(probability: f64) -> f64 {
    (probability / (1.0 - probability)).ln()
}

fn count(tally: &mut Tally, source: &str, is_right: bool) {
    let (right, all) = tally.entry(source.to_owned()).or_default();
    *right += usize::from(is_right);
    *all += 1;
}

fn total(tally: &Tally) -> Option<f64> {
    let right = tally.values().map(|(right, _)| right).sum();
    share(right, tally.values().map(|(_, all)| all).sum())
}

fn shares(tally: &Tally) -> BTreeMap<String, f64> {
    let share = |(source, (right, all)): (&String, &(usize, usize))| {
        Some((source.clone(), share(*right, *all)?))
    };
    tally.iter().filter_map(share).collect()
}
