//! A subject with the weight of each of its words.

use super::Subject;
use super::lexicon::{Lexicon, spellings};
use super::wording::{Kind, Token, Wording};

/// A subject made ready for comparison with many others.
#[derive(Debug, Clone)]
pub struct Weighed<'a> {
    pub(super) subject: &'a Subject,
    /// How rare each token is; 0 for colours, which are compared by themselves.
    pub(super) rarities: Vec<f64>,
    /// The sum of the rarities.
    pub(super) mass: f64,
    /// Which tokens are brands.
    pub(super) brands: Vec<bool>,
    /// Words and their weights, in order; the squares add up to 1.
    words: Vec<(&'a str, f64)>,
    /// Runs of three characters and their weights, in order; the squares add up to 1.
    spelling: Vec<(u16, f64)>,
    /// The currency, and what is asked for it.
    pub(super) price: Option<(&'a str, f64)>,
}

impl<'a> Weighed<'a> {
    /// Weighs the words of a subject.
    pub fn new(subject: &'a Subject, lexicon: &Lexicon) -> Self {
        let tokens = &subject.wording.tokens;
        let rarity = |token: &Token| match token.kind {
            Kind::Colour => 0.0,
            Kind::Word | Kind::Number | Kind::Model | Kind::Measure => lexicon.rarity(&token.text),
        };
        let rarities: Vec<f64> = tokens.iter().map(rarity).collect();
        let mut words: Vec<(&str, f64)> = tokens
            .iter()
            .zip(&rarities)
            .map(|(token, rarity)| (token.text.as_str(), *rarity))
            .collect();
        words.sort_unstable_by(|a, b| a.0.cmp(b.0));
        words.dedup_by(|a, b| a.0 == b.0);
        Self {
            mass: rarities.iter().sum(),
            brands: tokens.iter().map(|t| lexicon.is_brand(&t.text)).collect(),
            words: normalized(words),
            spelling: normalized(spelling(&subject.wording, lexicon)),
            rarities,
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
        cosine(&self.words, &other.words)
    }

    /// How alike the spellings are: the cosine of the weights of runs of three characters.
    pub fn spelling_cosine(&self, other: &Self) -> f64 {
        cosine(&self.spelling, &other.spelling)
    }

    /// The runs of three characters and their weights.
    pub fn spelling(&self) -> &[(u16, f64)] {
        &self.spelling
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

fn cosine<K: Ord>(a: &[(K, f64)], b: &[(K, f64)]) -> f64 {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut sum = 0.0;
    while let (Some((x, wx)), Some((y, wy))) = (a.peek(), b.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => {
                a.next();
            }
            std::cmp::Ordering::Greater => {
                b.next();
            }
            std::cmp::Ordering::Equal => {
                sum += wx * wy;
                a.next();
                b.next();
            }
        }
    }
    sum.clamp(0.0, 1.0)
}
