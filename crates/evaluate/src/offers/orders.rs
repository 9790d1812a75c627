//! How much the order in which feeds come decides.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::figures::PlacedOffer;

/// How many offers another order placed otherwise than the first one. A product of the catalogue (`is_listed` by its public id) is the same in both;
/// of the others, two stand for each other when they share most offers, each one for one other at most.
pub fn placed_otherwise(
    is_listed: impl Fn(&str) -> bool,
    first: &[PlacedOffer],
    other: &[PlacedOffer],
) -> usize {
    let before: HashMap<usize, &str> = first
        .iter()
        .map(|placed| (placed.offer, placed.product.as_str()))
        .collect();
    let mut shared: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for placed in other {
        if let Some(product) = before.get(&placed.offer) {
            *shared.entry((product, &placed.product)).or_default() += 1;
        }
    }
    let mut pairs: Vec<_> = shared.into_iter().collect();
    pairs.sort_by_key(|(_, offers)| Reverse(*offers));
    let (mut ones, mut others) = (BTreeSet::new(), BTreeSet::new());
    let mut same = 0;
    for ((one, other), offers) in pairs {
        let is_same = if is_listed(one) || is_listed(other) {
            one == other
        } else {
            !ones.contains(one) && !others.contains(other)
        };
        if is_same {
            ones.insert(one);
            others.insert(other);
            same += offers;
        }
    }
    first.len().saturating_sub(same)
}

#[cfg(test)]
mod tests {
    use domain::placement::MatchRung;
    use rstest::rstest;

    use super::placed_otherwise;
    use crate::offers::PlacedOffer;

    fn placed(products: &[&str]) -> Vec<PlacedOffer> {
        let placed = products
            .iter()
            .enumerate()
            .map(|(offer, product)| PlacedOffer {
                offer,
                product: (*product).to_owned(),
                product_name: (*product).to_owned(),
                rung: MatchRung::New,
                doubt: None,
            });
        placed.collect()
    }

    #[rstest]
    #[case::other_names(&["a", "a", "b"], &["x", "x", "y"], 0)]
    #[case::one_leaves(&["a", "a", "a", "b"], &["x", "x", "y", "z"], 1)]
    #[case::two_become_one(&["a", "a", "b"], &["x", "x", "x"], 1)]
    #[case::in_the_catalogue(&["known", "known", "a"], &["known", "a", "known"], 2)]
    #[case::another_of_the_catalogue(&["known", "a"], &["listed", "known"], 2)]
    #[case::nothing(&[], &[], 0)]
    fn offers_are_counted_that_left_their_group(
        #[case] first: &[&str],
        #[case] other: &[&str],
        #[case] otherwise: usize,
    ) {
        let is_listed = |id: &str| matches!(id, "known" | "listed");
        let counted = placed_otherwise(is_listed, &placed(first), &placed(other));
        assert_eq!(counted, otherwise);
    }
}
