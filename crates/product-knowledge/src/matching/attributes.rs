//! Attributes that tell variants of one model apart.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use super::colours::colour;
use crate::words::lists::matching::{CONCENTRATIONS, NOISE};
use crate::words::{self, Entry, Section};

/// Kinds of device by their words. Two kinds are never one product.
static KINDS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let kinds = words::entries(Section::DeviceWords).iter();
    let named = |kind: &'static Entry| kind.words.iter().map(|word| (*word, kind.name));
    kinds.flat_map(named).collect()
});

/// The distinguishing attributes found in a text, taken out of its words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes {
    /// Storage and memory sizes in gigabytes.
    pub capacities_gb: BTreeSet<u32>,
    /// Colours.
    pub colours: BTreeSet<&'static str>,
    /// Kinds of device, and how strong a perfume is.
    pub kinds: BTreeSet<&'static str>,
}

impl Attributes {
    /// Splits words into attributes and the other words, in order.
    pub fn split(words: &[String]) -> (Self, Vec<String>) {
        let mut attributes = Self::default();
        let mut rest = Vec::new();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let unit = words
                .peek()
                .filter(|next| matches!(next.as_str(), "gb" | "tb"));
            let joined = unit.and_then(|unit| capacity(&format!("{word}{unit}")));
            if let Some(gb) = capacity(word) {
                attributes.capacities_gb.insert(gb);
            } else if let Some(gb) = joined {
                attributes.capacities_gb.insert(gb);
                words.next();
            } else if let Some(colour) = colour(word) {
                attributes.colours.insert(colour);
            } else if let Some(kind) = KINDS.get(word.as_str()) {
                attributes.kinds.insert(*kind);
            } else if !NOISE.contains(&word.as_str()) {
                let concentration = CONCENTRATIONS.iter().find(|known| **known == *word);
                attributes.kinds.extend(concentration.copied());
                rest.push(word.clone());
            }
        }
        (attributes, rest)
    }

    /// Whether both sides state capacities and these cannot belong to one product. Memory may be
    /// left out (`8GB/256GB` and `256GB` agree); the largest, which is the storage, may not differ.
    pub fn capacities_contradict(&self, other: &Self) -> bool {
        let (a, b) = (&self.capacities_gb, &other.capacities_gb);
        !a.is_empty()
            && !b.is_empty()
            && !((a.is_subset(b) || b.is_subset(a)) && a.last() == b.last())
    }

    /// Whether both sides name a kind of device, or how strong a perfume is, and these differ.
    pub fn kinds_contradict(&self, other: &Self) -> bool {
        !self.kinds.is_empty() && !other.kinds.is_empty() && self.kinds.is_disjoint(&other.kinds)
    }

    /// Takes over what another text of the same subject says.
    pub fn extend(&mut self, other: Self) {
        let Self {
            capacities_gb,
            colours,
            kinds,
        } = other;
        self.capacities_gb.extend(capacities_gb);
        self.colours.extend(colours);
        self.kinds.extend(kinds);
    }

    /// Whether both sides state colours and these have nothing in common.
    pub fn colours_contradict(&self, other: &Self) -> bool {
        let (a, b) = (&self.colours, &other.colours);
        !a.is_empty() && !b.is_empty() && a.is_disjoint(b)
    }
}

/// `256gb`, `1tb`, `0.25tb` in gigabytes, 1024 of which are a terabyte: so are 1000.
fn capacity(word: &str) -> Option<u32> {
    if let Some(number) = word.strip_suffix("gb") {
        let gb: u32 = number.parse().ok().filter(|gb| *gb > 0)?;
        return Some(if gb.is_multiple_of(1000) {
            gb / 1000 * 1024
        } else {
            gb
        });
    }
    let number = word.strip_suffix("tb")?;
    match number.split_once('.') {
        None => number
            .parse::<u32>()
            .ok()?
            .checked_mul(1024)
            .filter(|gb| *gb > 0),
        Some(("0", "25")) => Some(256),
        Some(("0", "5")) => Some(512),
        Some(("1", "5")) => Some(1536),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Attributes;
    use domain::text;

    fn split(text: &str) -> (Vec<u32>, Vec<&'static str>, String) {
        let (attributes, rest) = Attributes::split(&text::tokens(text));
        (
            attributes.capacities_gb.into_iter().collect(),
            attributes.colours.into_iter().collect(),
            rest.join(" "),
        )
    }

    #[test]
    fn capacities_and_colours_are_taken_out() {
        let expected = (vec![8, 256], vec!["black"], "nova x2 5g".to_owned());
        assert_eq!(
            split("Nova X2 5G Smartphone (8 GB / 256GB, Schwarz)"),
            expected
        );
        assert_eq!(split("Nova X2 5G 8GB 0.25 TB black"), expected);
        assert_eq!(split("Tab 1TB Gray").0, [1024]);
        assert_eq!(
            split("Iris 4 128GB"),
            (vec![128], vec![], "iris 4".to_owned())
        );
        assert_eq!(
            split("Iris 4 128 GB"),
            (vec![128], vec![], "iris 4".to_owned())
        );
        assert_eq!(split("Tab 1000 GB").0, [1024]);
        assert_eq!(split("gb 0gb xgb").2, "gb 0gb xgb");
    }

    #[test]
    fn memory_may_be_left_out_but_storage_may_not_differ() {
        let of = |text: &str| Attributes::split(&text::tokens(text)).0;
        assert!(!of("8GB 256GB").capacities_contradict(&of("256GB")));
        assert!(!of("256GB").capacities_contradict(&of("")));
        assert!(of("128GB").capacities_contradict(&of("256GB")));
        assert!(of("8GB 256GB").capacities_contradict(&of("8GB")));
        assert!(of("12GB 256GB").capacities_contradict(&of("8GB 256GB")));
        assert!(of("black").colours_contradict(&of("white")));
        assert!(!of("black").colours_contradict(&of("")));
    }
}
