//! A product as the answers about its watches show it.

use super::{Freshness, Showing};
use crate::delivered_price::DeliveryFallback;
use crate::money::Amount;
use crate::offer::Offer;
use crate::placement::Confidence;
use crate::product::{Product, ProductDraft};
use crate::scoring::{self, Terms};
use crate::store::Store;

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
    /// The weakest match among the offers that are not stale.
    pub confidence: Confidence,
    /// The price with which its watches begin: the lowest delivered one, assumed delivery costs included.
    pub price: Amount,
    /// Stores that sell it.
    pub store_count: u32,
}

impl ShownProduct {
    /// The product as it is sold now; `None` when nobody does. `category_delivery` is what delivery usually costs
    /// in its category.
    pub fn of(
        product: &Product,
        offers: &[Offer],
        stores: &[Store],
        category_delivery: Option<Amount>,
        showing: Showing,
    ) -> Option<Self> {
        let Showing {
            freshness: Freshness { now, offer_ttl },
            assumed_delivery,
        } = showing;
        let terms = Terms {
            now,
            offer_ttl,
            fallback: DeliveryFallback {
                category: category_delivery,
                deployment: assumed_delivery,
            },
        };
        let assessment = scoring::assess(offers, stores, terms);
        let fresh = offers.iter().filter(|o| o.last_seen_at + offer_ttl > now);
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
            confidence: fresh.map(|offer| offer.confidence).min()?,
            store_count: assessment.store_count,
            name: name.clone(),
            brand: brand.clone(),
            model: model.clone(),
            variant: variant.clone(),
            image_path: image_path.clone(),
        })
    }
}
