//! Which trade item numbers feeds teach products.

use domain::gtin::Gtin;
use domain::placement::Confidence;
use domain::product::{ProductGtin, Provenance};
use product_knowledge::matching::weights;

/// How many trade item numbers a product learns of feeds at most, its own counted: a feed that names one product with ever
/// other numbers says nothing about any of them.
pub(crate) const MOST_NUMBERS: usize = 200;

/// Whether a product learns a number of its offers: no shop made it for itself, and it is no package's.
pub(crate) fn is_learned(gtin: Gtin) -> bool {
    !gtin.is_restricted() && !gtin.is_package()
}

/// A number as a product learns it of an offer that came to it as surely as this.
pub(crate) fn learned(gtin: Gtin, confidence: Confidence) -> ProductGtin {
    ProductGtin {
        gtin,
        provenance: Provenance::Feed,
        confidence: confidence.min(weights::MPN),
    }
}
