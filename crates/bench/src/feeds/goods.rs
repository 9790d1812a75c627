//! What the rows of all formats say, the same at every run.

use crate::catalogue::{self, Offer};
use reference_model::Random;

const WORDS: &[&str] = &[
    "quiet",
    "light",
    "strong",
    "housing",
    "battery",
    "keeps",
    "its",
    "charge",
    "for",
    "days",
    "the",
    "surface",
    "is",
    "easy",
    "to",
    "clean",
    "and",
    "comes",
    "with",
    "a",
    "cable",
    "of",
    "two",
    "metres",
    "made",
    "aluminium",
    "kitchen",
    "desk",
    "travel",
    "über",
    "café",
    "naïve",
    "warranty",
    "replacement",
    "parts",
    "are",
    "available",
    "weight",
    "without",
    "packaging",
    "motor",
    "display",
    "sharp",
    "bright",
    "even",
    "in",
    "sunlight",
    "Größe",
    "délai",
    "wide",
    "narrow",
    "filter",
];

/// One offer of a shop with what the formats have beside our own columns.
pub struct Goods {
    /// What all formats state.
    pub offer: Offer,
    /// What the shop says about the product, without markup.
    pub description: String,
    /// Its colour.
    pub colour: String,
    /// Months of warranty.
    pub warranty_months: u64,
    /// Pieces in stock.
    pub stock: u64,
}

impl Goods {
    /// The offer of this number.
    pub fn numbered(number: u64) -> Self {
        let mut random = Random::new(number ^ 0x00C0_FFEE);
        let variant = catalogue::product(number).variant;
        let colour = variant.rsplit(' ').next().unwrap_or_default().to_owned();
        Self {
            offer: catalogue::offer(0, 0, number),
            description: description(&mut random),
            colour,
            warranty_months: 12 + 12 * random.below(3),
            stock: 1 + random.below(200),
        }
    }

    /// The price as most formats write it.
    pub fn price(&self) -> String {
        catalogue::decimal(self.offer.price_minor)
    }

    /// The delivery cost likewise.
    pub fn delivery(&self) -> String {
        catalogue::decimal(self.offer.delivery_minor)
    }
}

/// Some sentences: 60 to 250 words, as shops write them.
fn description(random: &mut Random) -> String {
    let mut text = String::new();
    let words = 60 + random.low(190);
    for number in 0..words {
        if number > 0 {
            text.push_str(if number % 14 == 0 { ". " } else { " " });
        }
        let word: &str = random.pick::<&str>(WORDS);
        text.push_str(word);
        if random.below(40) == 0 {
            text.push_str(" & \"more\"");
        }
    }
    text.push('.');
    text
}
