//! The product that an unmatched offer makes.

use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use domain::offer::{FeedOffer, OfferIdentity};
use domain::placement::Confidence;
use domain::product::{ProductDraft, ProductGtin, Provenance};
use domain::text;
use product_knowledge::matching::weights;

/// How sure a restricted number is: it is the shop's own.
const SHOPS_OWN: Confidence = Confidence::from_milli(300);

/// `gtins` are the numbers that the product claims.
pub(super) fn product(offer: &FeedOffer, gtins: &[Gtin], in_review: bool) -> ProductDraft {
    let named = named(&offer.identity, &offer.facts.offer_id, gtins);
    ProductDraft {
        description: offer.description.clone(),
        image_path: offer.facts.image_url.clone(),
        specs: offer.specs.clone(),
        in_review,
        ..named
    }
}

/// The same of what names an offer alone.
pub(crate) fn named(identity: &OfferIdentity, offer_id: &str, gtins: &[Gtin]) -> ProductDraft {
    let name = name(identity, offer_id);
    ProductDraft {
        brand: identity.brand.clone(),
        model: identity.model.clone(),
        variant: identity.variant.clone(),
        category: identity.category.clone(),
        mpn: identity.mpn.clone(),
        gtins: gtins.iter().map(|gtin| claimed(*gtin)).collect(),
        pack_size: identity.pack_size.max(1),
        is_bundle: identity.is_bundle,
        ..ProductDraft::named(id(identity, offer_id, &name), name, Provenance::Feed)
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

fn name(identity: &OfferIdentity, offer_id: &str) -> String {
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
            .map_or_else(|| offer_id.to_owned(), |g| format!("EAN {g}"))
    } else {
        named.join(" ")
    }
}

fn id(identity: &OfferIdentity, offer_id: &str, name: &str) -> CanonicalProductId {
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
    let fallback = || CanonicalProductId::from_texts(&["product", offer_id]);
    made.or_else(fallback)
        .unwrap_or_else(CanonicalProductId::unnamed)
}
