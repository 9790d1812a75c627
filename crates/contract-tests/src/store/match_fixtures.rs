//! Edits of the catalogue that cases of matching share.

use domain::ids::ProductNo;
use domain::placement::{Confidence, MatchKey, MatchRung};
use ports_store::{EditedMatches, MatchEdit};

use super::StoreUnderTest;
use super::fixtures::{day, fresh, number};

/// The numbers of these products.
pub(super) async fn numbers(store: &dyn StoreUnderTest, products: &[&str]) -> Vec<ProductNo> {
    let mut numbers = Vec::new();
    for product in products {
        numbers.push(number(store, product).await);
    }
    numbers
}

/// Applies edits on the tenth day.
pub(super) async fn edit(store: &dyn StoreUnderTest, edits: &[MatchEdit]) -> EditedMatches {
    store.apply_matches(edits, fresh(day(10))).await.unwrap()
}

/// Merges one product into another, as the number said.
pub(super) fn merge(product: ProductNo, into: ProductNo) -> MatchEdit {
    MatchEdit::Merge {
        product,
        into,
        rung: MatchRung::Gtin,
        confidence: Confidence::from_milli(800),
        settles: None,
    }
}

/// The products that have a key.
pub(super) async fn with_key(store: &dyn StoreUnderTest, key: &MatchKey) -> Vec<ProductNo> {
    let listed = store.list_candidates(None, 2000).await.unwrap();
    let having = listed.iter().filter(|it| it.candidate.keys.contains(key));
    having.map(|it| it.candidate.product).collect()
}

/// A person says that two are two.
pub(super) const fn distinct(product: ProductNo, other: ProductNo) -> MatchEdit {
    MatchEdit::Distinct { product, other }
}

/// One product may be the other.
pub(super) fn doubt(product: ProductNo, candidate: ProductNo) -> MatchEdit {
    MatchEdit::Doubt {
        product,
        candidate,
        reason: "it's alike".to_owned(),
    }
}
