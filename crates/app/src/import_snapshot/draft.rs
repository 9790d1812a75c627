//! The product that an unmatched offer makes.

use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use domain::matching::{Confidence, weights};
use domain::offer::FeedOffer;
use domain::product::{ProductDraft, ProductGtin, Provenance};
use domain::text;

/// How sure a restricted number is: it is the shop's own.
const SHOPS_OWN: Confidence = Confidence::from_milli(300);

pub(super) fn product(offer: &FeedOffer, in_review: bool) -> ProductDraft {
    let identity = &offer.identity;
    let name = name(offer);
    ProductDraft {
        id: id(offer, &name),
        brand: identity.brand.clone(),
        model: identity.model.clone(),
        variant: identity.variant.clone(),
        category: identity.category.clone(),
        mpn: identity.mpn.clone(),
        description: offer.description.clone(),
        image_path: offer.facts.image_url.clone(),
        gtins: identity.gtins.iter().map(|gtin| claimed(*gtin)).collect(),
        aliases: Vec::new(),
        specs: offer.specs.clone(),
        provenance: Provenance::Feed,
        pack_size: identity.pack_size.max(1),
        is_bundle: identity.is_bundle,
        in_review,
        name,
    }
}

fn claimed(gtin: Gtin) -> ProductGtin {
    let confidence = if gtin.is_restricted() {
        SHOPS_OWN
    } else {
        weights::NEW_WITH_GTIN
    };
    ProductGtin {
        gtin,
        provenance: Provenance::Feed,
        confidence,
    }
}

fn name(offer: &FeedOffer) -> String {
    let identity = &offer.identity;
    if !identity.title.is_empty() {
        return identity.title.clone();
    }
    let parts = [&identity.brand, &identity.model, &identity.variant];
    let named: Vec<&str> = parts
        .into_iter()
        .map(String::as_str)
        .filter(|p| !p.is_empty())
        .collect();
    if named.is_empty() {
        identity
            .gtins
            .first()
            .map_or_else(|| offer.facts.offer_id.clone(), |g| format!("EAN {g}"))
    } else {
        named.join(" ")
    }
}

fn id(offer: &FeedOffer, name: &str) -> CanonicalProductId {
    let identity = &offer.identity;
    let made = if identity.model.is_empty() {
        let slug = text::slug(name);
        let brand = text::slug(&identity.brand);
        let is_number = brand.bytes().all(|b| b.is_ascii_digit());
        let brand = if is_number || slug.starts_with(&brand) {
            ""
        } else {
            identity.brand.as_str()
        };
        CanonicalProductId::from_texts(&[brand, name])
    } else {
        CanonicalProductId::from_texts(&[&identity.brand, &identity.model, &identity.variant])
    };
    let fallback = || CanonicalProductId::from_texts(&["product", &offer.facts.offer_id]);
    made.or_else(fallback)
        .unwrap_or_else(CanonicalProductId::unnamed)
}
