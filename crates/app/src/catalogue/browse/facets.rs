use std::collections::HashMap;

use domain::availability::Availability;
use domain::money::Amount;
use rustc_hash::FxBuildHasher;

use super::{Part, Passes};
use crate::catalogue::search::Ranked;

/// How many brands and categories are told, those with the most products.
pub const MOST_COUNTS: usize = 50;

/// A value by which products can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count<T> {
    /// The value.
    pub value: T,
    /// How many products would match with it.
    pub products: usize,
}

/// What could be chosen: for each part of a [`Filter`](super::Filter) what there is when the other parts hold, so
/// that it can be chosen instead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facets {
    /// Brands, in their commonest spelling, at most [`MOST_COUNTS`]; the most products first.
    pub brands: Vec<Count<String>>,
    /// Categories, likewise; each counts what is below it, too.
    pub categories: Vec<Count<String>>,
    /// Ways in which offers can be had, in the order of the interface.
    pub availabilities: Vec<Count<Availability>>,
    /// The lowest and the highest of the lowest delivered prices.
    pub prices: Option<(Amount, Amount)>,
}

impl Facets {
    pub(super) fn count(found: &[(Passes, Ranked<'_>)]) -> Self {
        let (mut brands, mut categories) = (Spellings::default(), Spellings::default());
        let mut availabilities = Availability::ALL.map(|value| Count { value, products: 0 });
        let mut prices: Option<(i64, i64)> = None;
        for (passes, it) in found {
            if passes.but_for(Part::Brand) {
                *brands.entry(it.row.brand()).or_default() += 1;
            }
            if passes.but_for(Part::Category) {
                *categories.entry(it.row.category()).or_default() += 1;
            }
            if passes.but_for(Part::Availability) {
                for count in &mut availabilities {
                    count.products += usize::from(it.row.availability().has(count.value));
                }
            }
            if passes.but_for(Part::Price) {
                let price = it.rank.price();
                let (low, high) = prices.unwrap_or((price, price));
                prices = Some((low.min(price), high.max(price)));
            }
        }
        let amounts = |(low, high)| Some((Amount::from_minor(low)?, Amount::from_minor(high)?));
        Self {
            brands: most(merged(brands)),
            categories: most(with_branches(merged(categories))),
            availabilities: availabilities
                .into_iter()
                .filter(|it| it.products > 0)
                .collect(),
            prices: prices.and_then(amounts),
        }
    }
}

/// Each path with what is found below it as well (`Computers` with `Computers > Laptops`), as the filter has it.
fn with_branches(mut counts: Vec<Count<String>>) -> Vec<Count<String>> {
    let places = counts.iter().enumerate();
    let places: HashMap<String, usize, FxBuildHasher> = places
        .map(|(place, count)| (count.value.to_lowercase(), place))
        .collect();
    let mut below = vec![0; counts.len()];
    for Count { value, products } in &counts {
        for (end, _) in value.match_indices('>') {
            let above = value.get(..end).unwrap_or_default().trim_end();
            let place = places.get(&above.to_lowercase());
            if let Some(below) = place.and_then(|place| below.get_mut(*place)) {
                *below += products;
            }
        }
    }
    for (count, below) in counts.iter_mut().zip(below) {
        count.products += below;
    }
    counts
}

/// How often each text is there.
type Spellings<'a> = HashMap<&'a str, usize, FxBuildHasher>;

/// The same in whatever case, but for empty ones, in the commonest spelling of each.
fn merged(spellings: Spellings<'_>) -> Vec<Count<String>> {
    let named = spellings.into_iter().filter(|(text, _)| !text.is_empty());
    let mut spellings: Vec<(&str, usize)> = named.collect();
    // the commonest spelling of each first
    spellings.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let mut places: HashMap<String, usize, FxBuildHasher> = HashMap::default();
    let mut counts: Vec<Count<String>> = Vec::new();
    for (text, products) in spellings {
        let place = *places.entry(text.to_lowercase()).or_insert(counts.len());
        match counts.get_mut(place) {
            Some(count) => count.products += products,
            None => counts.push(Count {
                value: text.to_owned(),
                products,
            }),
        }
    }
    counts
}

/// Those with the most products, and of as many by the alphabet.
fn most(mut counts: Vec<Count<String>>) -> Vec<Count<String>> {
    counts.sort_by(|a, b| {
        b.products
            .cmp(&a.products)
            .then_with(|| a.value.cmp(&b.value))
    });
    counts.truncate(MOST_COUNTS);
    counts
}

#[cfg(test)]
mod tests {
    use super::{Count, Spellings, merged, most, with_branches};

    fn counts<const N: usize>(counts: [(&str, usize); N]) -> Vec<Count<String>> {
        let count = |(value, products): (&str, usize)| Count {
            value: value.to_owned(),
            products,
        };
        counts.map(count).into()
    }

    #[test]
    fn a_path_counts_what_is_below_it() {
        let found = counts([
            ("Phones > Android", 4),
            ("Phones", 3),
            ("phones > Android > Small", 2),
            ("Phones and more", 1),
        ]);
        let expected = counts([
            ("Phones", 9),
            ("Phones > Android", 6),
            ("phones > Android > Small", 2),
            ("Phones and more", 1),
        ]);
        assert_eq!(most(with_branches(found)), expected);
    }

    #[test]
    fn spellings_of_one_text_are_counted_together() {
        let texts = [
            "Sony", "SONY", "Sony", "", "Bose", "Bose", "Bose", "Bose", "Élan", "élan",
        ];
        let expected = counts([("Bose", 4), ("Sony", 3), ("Élan", 2)]);
        let mut spellings = Spellings::default();
        for text in texts {
            *spellings.entry(text).or_default() += 1;
        }
        assert_eq!(most(merged(spellings)), expected);
    }
}
