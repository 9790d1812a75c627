//! Where the offers went, counted against the truth.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::placement::MatchRung;
use domain::text;

use super::market::Market;
use super::pairs::{paired, precision_by_code};
use crate::matching::{f1, share};

/// How many causes are told, and how many examples of each.
const CAUSES: usize = 10;
const EXAMPLES: usize = 3;

/// Where an offer went.
#[derive(Debug, Clone)]
pub struct PlacedOffer {
    /// Its place among the market's offers.
    pub offer: usize,
    /// The public id of its product.
    pub product: String,
    /// The name of its product.
    pub product_name: String,
    /// How it came there.
    pub rung: MatchRung,
    /// The public id of a product that its own may be the same as, and why that is in doubt.
    pub doubt: Option<(String, String)>,
}

/// What one rung did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RungFigures {
    /// Offers that came to an offer or a name of their product.
    pub right: usize,
    /// Offers that came to another product's.
    pub wrong: usize,
    /// Of the wrong ones, those whose title states a code of the product that they came to, which their own product's
    /// name lacks: the label is doubtful.
    pub wrong_by_label_alone: usize,
}

/// Why offers did not come to their product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// In words.
    pub cause: String,
    /// How many offers.
    pub offers: usize,
    /// For some of them: the title, where it went or may belong, and the name of its product.
    pub examples: Vec<[String; 3]>,
}

/// How the offers of a market came together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OfferFigures {
    /// Offers that were imported.
    pub offers: usize,
    /// Those whose product was in the catalogue.
    pub findable: usize,
    /// Findable offers that came to their product.
    pub right: usize,
    /// Offers that came to the catalogue's entry of another product.
    pub wrong: usize,
    /// See [`RungFigures::wrong_by_label_alone`]; of `wrong`.
    pub wrong_by_label_alone: usize,
    /// Findable offers that a person is asked about, with the right candidate and with another.
    pub doubt_right: usize,
    /// See `doubt_right`.
    pub doubt_wrong: usize,
    /// Findable offers that stayed apart without a question.
    pub apart: usize,
    /// Offers of products that the catalogue lacks, and that are in a product of their own.
    pub new_rightly: usize,
    /// Those of them that a person is asked about without need.
    pub new_in_doubt: usize,
    /// Of the pairs of offers in one product, the share that belongs together.
    pub pair_precision: f64,
    /// The same, where pairs whose titles state one model code belong together whatever the label says.
    pub pair_precision_by_code: f64,
    /// Of the pairs of offers that belong together, the share in one product.
    pub pair_recall: f64,
    /// The harmonic mean of both.
    pub pair_f1: f64,
    /// Products with offers.
    pub products: usize,
    /// How many there are in truth.
    pub true_products: usize,
    /// Of all offers that came to another offer or a name, by the code of the rung.
    pub rungs: BTreeMap<&'static str, RungFigures>,
    /// What kept most findable offers from their product.
    pub causes: Vec<Cause>,
}

impl OfferFigures {
    /// Counts. `catalogue` has, for the public id of each product of the catalogue, its place among the market's
    /// products.
    pub fn of(market: &Market, catalogue: &HashMap<String, usize>, placed: &[PlacedOffer]) -> Self {
        let mut count = Count {
            market,
            catalogue,
            entries: catalogue.values().copied().collect(),
            meant: founders(market, catalogue, placed),
            causes: BTreeMap::new(),
            figures: Self {
                offers: placed.len(),
                ..Self::default()
            },
        };
        for offer in placed {
            count.take(offer);
        }
        let mut figures = count.figures;
        figures.causes = worst(count.causes);
        figures.count_pairs(market, placed);
        figures
    }

    /// Of the findable offers, the share that came to their product.
    pub fn right_share(&self) -> Option<f64> {
        share(self.right, self.findable)
    }

    /// Of the offers that came to an entry of the catalogue, the share that belongs to it.
    pub fn precision(&self) -> Option<f64> {
        share(self.right, self.right + self.wrong)
    }

    /// The same, where a title that states the product's exact code counts as right.
    pub fn precision_by_code(&self) -> Option<f64> {
        let right = self.right + self.wrong_by_label_alone;
        share(right, self.right + self.wrong)
    }

    fn count_pairs(&mut self, market: &Market, placed: &[PlacedOffer]) {
        let truth = |offer: &PlacedOffer| market.product_of.get(offer.offer).copied();
        let known = || {
            placed
                .iter()
                .filter_map(|it| Some((it.product.as_str(), truth(it)?)))
        };
        self.products = known()
            .map(|(product, _)| product)
            .collect::<BTreeSet<_>>()
            .len();
        self.true_products = known()
            .map(|(_, truth)| truth)
            .collect::<BTreeSet<_>>()
            .len();
        (self.pair_precision, self.pair_recall) = paired(known());
        let titled = placed.iter().filter_map(|it| {
            let offer = market.offers.get(it.offer)?;
            Some((it.product.as_str(), truth(it)?, offer.title.as_str()))
        });
        self.pair_precision_by_code = precision_by_code(titled);
        self.pair_f1 = f1(self.pair_precision, self.pair_recall);
    }
}

/// What each product stands for: the catalogue's its entry, another the product of the offer that made it.
fn founders<'a>(
    market: &Market,
    catalogue: &'a HashMap<String, usize>,
    placed: &'a [PlacedOffer],
) -> HashMap<&'a str, usize> {
    let mut meant: HashMap<&str, usize> = HashMap::new();
    let founding = placed.iter().filter(|p| p.rung == MatchRung::New);
    for offer in founding.chain(placed) {
        if let Some(truth) = market.product_of.get(offer.offer) {
            meant.entry(&offer.product).or_insert(*truth);
        }
    }
    meant.extend(catalogue.iter().map(|(id, place)| (id.as_str(), *place)));
    meant
}

struct Count<'a> {
    market: &'a Market,
    catalogue: &'a HashMap<String, usize>,
    entries: BTreeSet<usize>,
    meant: HashMap<&'a str, usize>,
    causes: BTreeMap<String, (usize, Vec<[String; 3]>)>,
    figures: OfferFigures,
}

impl Count<'_> {
    fn take(&mut self, offer: &PlacedOffer) {
        let Some(truth) = self.market.product_of.get(offer.offer).copied() else {
            return;
        };
        let is_findable = self.entries.contains(&truth);
        let is_listed = self.catalogue.contains_key(&offer.product);
        let is_own = self.meant.get(offer.product.as_str()) == Some(&truth);
        let by_label_alone = !is_own && self.states_its_code(offer, truth);
        let figures = &mut self.figures;
        figures.findable += usize::from(is_findable);
        if offer.rung != MatchRung::New {
            let rung = figures.rungs.entry(offer.rung.code()).or_default();
            rung.right += usize::from(is_own);
            rung.wrong += usize::from(!is_own);
            rung.wrong_by_label_alone += usize::from(by_label_alone);
        }
        match (is_listed, is_findable, &offer.doubt) {
            (true, ..) if is_own => figures.right += 1,
            (true, ..) => {
                figures.wrong += 1;
                figures.wrong_by_label_alone += usize::from(by_label_alone);
            }
            (false, true, Some((candidate, _))) => {
                let is_right = self.meant.get(candidate.as_str()) == Some(&truth);
                figures.doubt_right += usize::from(is_right);
                figures.doubt_wrong += usize::from(!is_right);
            }
            (false, true, None) => figures.apart += 1,
            (false, false, doubt) => {
                figures.new_rightly += usize::from(is_own);
                figures.new_in_doubt += usize::from(doubt.is_some());
            }
        }
        if !is_own || (is_findable && !is_listed) {
            self.tell(offer, truth, is_own);
        }
    }

    /// The title states the longest code of the product it came to, and its own product's name lacks that.
    fn states_its_code(&self, offer: &PlacedOffer, truth: usize) -> bool {
        let title = self.market.offers.get(offer.offer).map(|o| &o.title);
        let own = text::compact(&self.name(truth));
        longest_code(&offer.product_name).is_some_and(|code| {
            title.is_some_and(|title| text::compact(title).contains(&code)) && !own.contains(&code)
        })
    }

    fn name(&self, product: usize) -> String {
        let product = self.market.products.get(product);
        product.map_or_else(String::new, |product| {
            let name = product.entry.as_ref().map(|entry| &entry.title);
            name.unwrap_or(&product.id).clone()
        })
    }

    fn tell(&mut self, offer: &PlacedOffer, truth: usize, is_own: bool) {
        let cause = match &offer.doubt {
            Some((_, reason)) => format!("in doubt: {}", general(reason)),
            None if !is_own => format!("placed wrongly by {}", offer.rung.code()),
            None => "apart without a question".to_owned(),
        };
        let other = match &offer.doubt {
            Some((candidate, _)) => self
                .meant
                .get(candidate.as_str())
                .map_or_else(String::new, |product| self.name(*product)),
            None => offer.product_name.clone(),
        };
        let title = self.market.offers.get(offer.offer).map(|o| o.title.clone());
        let example = [title.unwrap_or_default(), other, self.name(truth)];
        let (offers, examples) = self.causes.entry(cause).or_default();
        *offers += 1;
        if examples.len() < EXAMPLES {
            examples.push(example);
        }
    }
}

/// A code has letters and digits, five signs at least.
fn longest_code(name: &str) -> Option<String> {
    const LEAST: usize = 5;
    let is_code = |word: &String| {
        word.len() >= LEAST
            && text::has_digit(word)
            && word.bytes().any(|b| b.is_ascii_alphabetic())
    };
    let codes = text::tokens(name).into_iter().filter(is_code);
    codes.max_by_key(String::len)
}

/// What a reason ends with, without the likelihood that it begins with.
fn general(reason: &str) -> &str {
    reason.rsplit("; ").next().unwrap_or(reason)
}

fn worst(causes: BTreeMap<String, (usize, Vec<[String; 3]>)>) -> Vec<Cause> {
    let mut causes: Vec<Cause> = causes
        .into_iter()
        .map(|(cause, (offers, examples))| Cause {
            cause,
            offers,
            examples,
        })
        .collect();
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.offers));
    causes.truncate(CAUSES);
    causes
}
