//! Products that offers make which leave theirs: candidates for those that leave after them.

use std::collections::HashMap;

use domain::ids::{OfferNo, ProductNo};
use domain::placement::MatchKey;
use product_knowledge::matching::Subject;

/// The products that will be made, without numbers of the store.
#[derive(Default)]
pub(super) struct Founded {
    /// Each with the offer that it is made for.
    products: Vec<(OfferNo, Subject)>,
    by_key: HashMap<MatchKey, Vec<ProductNo>>,
}

impl Founded {
    /// A product that is what an offer is; its number here.
    pub(super) fn add(
        &mut self,
        founder: OfferNo,
        subject: Subject,
        keys: &[MatchKey],
    ) -> ProductNo {
        let no = ProductNo::unnumbered(self.products.len());
        for key in keys {
            self.by_key.entry(*key).or_default().push(no);
        }
        self.products.push((founder, subject));
        no
    }

    /// The products that have a key, the oldest first.
    pub(super) fn with(&self, key: MatchKey) -> &[ProductNo] {
        self.by_key.get(&key).map_or(&[], Vec::as_slice)
    }

    /// What a product is; `None` when the store has numbered it.
    pub(super) fn subject(&self, product: ProductNo) -> Option<&Subject> {
        Some(&self.at(product)?.1)
    }

    /// The offer that a product is made for; `None` when the store has numbered it.
    pub(super) fn founder(&self, product: ProductNo) -> Option<OfferNo> {
        Some(self.at(product)?.0)
    }

    fn at(&self, product: ProductNo) -> Option<&(OfferNo, Subject)> {
        self.products.get(product.unnumbered_place()?)
    }
}
