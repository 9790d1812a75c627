//! A product as the answers about its watches show it.

use super::Showing;
use crate::delivered_price::DeliveryFallback;
use crate::freshness::Freshness;
use crate::money::Amount;
use crate::offer::{self, Offer};
use crate::placement::Confidence;
use crate::product::{Product, ProductDraft};
use crate::scoring::{self, Assessment, Terms};
use crate::store::{Store, StoreName};

/// A product that somebody sells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownProduct {
    /// Name.
    pub name: String,
    /// Brand, or empty.
    pub brand: String,
    /// Model, or empty.
    pub model: String,
    /// Variant, or empty.
    pub variant: String,
    /// Path or URL of a picture.
    pub image_path: Option<String>,
    /// How sure it is that the offers are of this product ([`offer::weakest_match`]).
    pub confidence: Confidence,
    /// The price with which its watches begin: the lowest delivered one, assumed delivery costs included.
    pub price: Amount,
    /// Stores that sell it.
    pub store_count: u32,
}

impl ShownProduct {
    /// The product as it is sold now, of the assessment of its offers ([`Showing::assess`]); `None` when nobody sells it.
    pub fn of(
        product: &Product,
        offers: &[Offer],
        assessment: &Assessment,
        freshness: Freshness,
    ) -> Option<Self> {
        let ProductDraft {
            name,
            brand,
            model,
            variant,
            image_path,
            ..
        } = &product.draft;
        Some(Self {
            price: assessment.minimum?.price,
            confidence: offer::weakest_match(offers, freshness)?,
            store_count: assessment.store_count,
            name: name.clone(),
            brand: brand.clone(),
            model: model.clone(),
            variant: variant.clone(),
            image_path: image_path.clone(),
        })
    }
}

/// The price with which a watch begins: the lowest delivered one of all stores, or of the one that it looks at, assumed
/// delivery costs included; `None` when nobody, or that store, does not sell it.
pub fn shown_price(assessment: &Assessment, store: Option<&StoreName>) -> Option<Amount> {
    let Some(name) = store else {
        return Some(assessment.minimum?.price);
    };
    let open = assessment
        .offers
        .iter()
        .filter(|offer| offer.gate.is_none());
    let of_store = open.filter(|offer| name.is(&offer.store_name));
    scoring::minimum(of_store).map(|minimum| minimum.price)
}

impl Showing {
    /// The offers of a product as answers show them. `category_delivery` is what delivery usually costs in its category.
    pub fn assess(
        self,
        offers: &[Offer],
        stores: &[Store],
        category_delivery: Option<Amount>,
    ) -> Assessment {
        let Self {
            freshness,
            assumed_delivery,
        } = self;
        let terms = Terms {
            freshness,
            fallback: DeliveryFallback {
                category: category_delivery,
                deployment: assumed_delivery,
            },
        };
        scoring::assess(offers, stores, terms)
    }
}
