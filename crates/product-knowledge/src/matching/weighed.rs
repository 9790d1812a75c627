//! A subject with the weight of each of its words.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::Subject;
use super::lexicon::{Lexicon, spellings};
use super::wording::{Kind, Token, Wording};

/// What each word of a subject weighs, by what a lexicon knows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Weights {
    /// How many names the lexicon had learned.
    names: u32,
    /// How rare each token is; 0 for colours, which are compared by themselves.
    pub(super) rarities: Vec<f64>,
    /// The sum of the rarities.
    pub(super) mass: f64,
    /// Which tokens are brands.
    pub(super) brands: Vec<bool>,
    /// The places of tokens in the order of their texts, each text once, and their weights; the squares add up to 1.
    words: Vec<(usize, f64)>,
    /// Runs of three characters and their weights, in order; the squares add up to 1.
    spelling: Vec<(u16, f64)>,
}

impl Weights {
    pub(super) fn of(wording: &Wording, lexicon: &Lexicon) -> Self {
        let tokens = &wording.tokens;
        let rarity = |token: &Token| match token.kind {
            Kind::Colour => 0.0,
            Kind::Word | Kind::Number | Kind::Model | Kind::Measure => lexicon.rarity(&token.text),
        };
        let rarities: Vec<f64> = tokens.iter().map(rarity).collect();
        let numbered = tokens.iter().zip(&rarities).enumerate();
        let mut words: Vec<(&str, usize, f64)> = numbered
            .map(|(place, (token, rarity))| (token.text.as_str(), place, *rarity))
            .collect();
        words.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
        words.dedup_by(|a, b| a.0 == b.0);
        let words = words.into_iter().map(|(_, place, rarity)| (place, rarity));
        Self {
            names: lexicon.names(),
            mass: rarities.iter().sum(),
            brands: tokens.iter().map(|t| lexicon.is_brand(&t.text)).collect(),
            words: normalized(words.collect()),
            spelling: normalized(spelling(wording, lexicon)),
            rarities,
        }
    }

    /// Whether they are what a lexicon says, as far as the number of names it has learned tells.
    fn are_by(&self, lexicon: &Lexicon) -> bool {
        self.names == lexicon.names()
    }
}

/// A subject made ready for comparison with many others.
#[derive(Debug, Clone)]
pub struct Weighed<'a> {
    pub(super) subject: &'a Subject,
    pub(super) weights: Cow<'a, Weights>,
    /// The currency, and what is asked for it.
    pub(super) price: Option<(&'a str, f64)>,
}

impl<'a> Weighed<'a> {
    /// Weighs the words of a subject, unless that was done before ([`Subject::weighed_by`]).
    pub fn new(subject: &'a Subject, lexicon: &Lexicon) -> Self {
        let known = subject.weights.as_deref();
        let weights = match known.filter(|weights| weights.are_by(lexicon)) {
            Some(weights) => Cow::Borrowed(weights),
            None => Cow::Owned(Weights::of(&subject.wording, lexicon)),
        };
        Self {
            weights,
            price: None,
            subject,
        }
    }

    /// With what is asked for it, in a currency. Only prices in one currency are compared.
    #[must_use]
    pub fn priced(mut self, price: Option<(&'a str, f64)>) -> Self {
        self.price = price.filter(|(_, price)| price.is_finite() && *price > 0.0);
        self
    }

    /// How alike the words are: the cosine of their weights.
    pub(super) fn wording_cosine(&self, other: &Self) -> f64 {
        let (mine, others) = (self.words(), other.words());
        cosine(mine, others)
    }

    /// How alike the spellings are: the cosine of the weights of runs of three characters.
    pub fn spelling_cosine(&self, other: &Self) -> f64 {
        cosine(
            self.weights.spelling.iter().copied(),
            other.weights.spelling.iter().copied(),
        )
    }

    /// The runs of three characters and their weights.
    pub fn spelling(&self) -> &[(u16, f64)] {
        &self.weights.spelling
    }

    /// The words and their weights, in order.
    fn words(&self) -> impl Iterator<Item = (&str, f64)> {
        let tokens = &self.subject.wording.tokens;
        let words = self.weights.words.iter();
        words.filter_map(|(place, weight)| Some((tokens.get(*place)?.text.as_str(), *weight)))
    }
}

fn spelling(wording: &Wording, lexicon: &Lexicon) -> Vec<(u16, f64)> {
    let mut runs: Vec<u16> = wording
        .tokens
        .iter()
        .flat_map(|t| spellings(&t.text))
        .collect();
    runs.sort_unstable();
    let alike = runs.chunk_by(|a, b| a == b);
    alike
        .filter_map(|run| {
            let count = domain::num::f64_from_usize(run.len());
            run.first()
                .map(|first| (*first, count * lexicon.spelling_weight(*first)))
        })
        .collect()
}

fn normalized<K>(mut weights: Vec<(K, f64)>) -> Vec<(K, f64)> {
    let length = weights.iter().map(|(_, w)| w * w).sum::<f64>().sqrt();
    if length > 0.0 {
        for (_, weight) in &mut weights {
            *weight /= length;
        }
    }
    weights
}

/// The sum of the products of weights of what both have; each side in order.
fn cosine<K: Ord>(
    mut a: impl Iterator<Item = (K, f64)>,
    mut b: impl Iterator<Item = (K, f64)>,
) -> f64 {
    let (mut one, mut other) = (a.next(), b.next());
    let mut sum = 0.0;
    while let (Some((x, wx)), Some((y, wy))) = (&one, &other) {
        match x.cmp(y) {
            Ordering::Less => one = a.next(),
            Ordering::Greater => other = b.next(),
            Ordering::Equal => {
                sum += wx * wy;
                (one, other) = (a.next(), b.next());
            }
        }
    }
    sum.clamp(0.0, 1.0)
}
