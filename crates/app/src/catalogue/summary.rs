//! What search shows of a product.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use domain::delivered_price::{DeliveryFallback, DeliverySource};
use domain::ids::{CanonicalProductId, Revision};
use domain::money::Amount;
use domain::placement::Confidence;
use domain::product::{Product, ProductDraft, Provenance};
use domain::scoring::{self, AssessedOffer, Gate, Minimum, Terms};
use domain::text;
use domain::watch::ShownProduct;
use ports_store::{IndexedProduct, ProductRecord};
use time::{Duration, OffsetDateTime};

use crate::catalogue::CatalogueSettings;

/// When a summary was read: the revision, and of reads of one revision the order in which they began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ReadMark {
    pub(crate) revision: Revision,
    pub(crate) read: u64,
}

/// Offers of a product whose delivery cost nobody stated, so that the category's usual one is assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resting {
    /// Digest of the category's name.
    pub(crate) category: u64,
    /// The cost while the category has none.
    otherwise: Amount,
    /// The lowest item price of those that can be bought.
    item: Option<Amount>,
}

/// What delivery usually costs in a category, by the digest of its name.
pub(crate) type UsualDelivery = HashMap<u64, Amount>;

/// The side table's row of one product: what search ranks by and shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Public id.
    pub id: CanonicalProductId,
    /// Name.
    pub name: String,
    /// Brand.
    pub brand: String,
    /// Model.
    pub model: String,
    /// Variant.
    pub variant: String,
    /// Picture.
    pub image_path: Option<String>,
    /// How sure it is that the offers are of this product.
    pub confidence: Confidence,
    /// The lowest delivered price; `None` when nothing can be bought: search leaves it out.
    pub minimum: Option<Minimum>,
    /// Stores that sell it.
    pub store_count: u32,
    /// Until when this is true if no snapshot comes.
    pub valid_until: Option<OffsetDateTime>,
    /// The lowest delivered price of offers whose delivery cost is stated, by them or by their stores.
    pub(crate) stated: Option<Minimum>,
    /// What the other offers rest on.
    pub(crate) resting: Option<Resting>,
    /// When it was read.
    pub(crate) mark: ReadMark,
    /// Digests of the texts that name it as a whole: its name, and brand, model and variant.
    pub(crate) full_names: [u64; 2],
    /// Changes when the searched text does.
    pub(crate) text_digest: u64,
}

impl Summary {
    /// Whether an offer that it rests on has turned stale since it was made.
    pub(crate) fn has_expired(&self, now: OffsetDateTime) -> bool {
        self.valid_until.is_some_and(|until| until <= now)
    }

    /// Counts with what delivery usually costs now, whatever was true when it was read.
    pub(crate) fn count_with(&mut self, usual: &UsualDelivery) {
        let assumed = self.resting.and_then(|resting| {
            let cost = usual.get(&resting.category).copied();
            Some(Minimum {
                price: resting.item?.plus(cost.unwrap_or(resting.otherwise)),
                is_assumed: true,
            })
        });
        let all = self.stated.into_iter().chain(assumed);
        self.minimum = all.min_by_key(|m| (m.is_assumed, m.price));
    }

    /// What its watches show of it; `None` when nobody sells it.
    pub(crate) fn shown(&self) -> Option<ShownProduct> {
        Some(ShownProduct {
            name: self.name.clone(),
            brand: self.brand.clone(),
            model: self.model.clone(),
            variant: self.variant.clone(),
            image_path: self.image_path.clone(),
            confidence: self.confidence,
            price: self.minimum?.price,
            store_count: self.store_count,
        })
    }

    /// The summary of a product as it is now, made of the read with this number, and what the index knows.
    pub(crate) fn of(
        record: &ProductRecord,
        settings: &CatalogueSettings,
        read: u64,
        now: OffsetDateTime,
    ) -> (Self, IndexedProduct) {
        let terms = terms(record, settings, now);
        let assessment = scoring::assess(&record.offers, &record.stores, terms);
        let indexed = indexed(&record.product);
        let expiries = assessment
            .offers
            .iter()
            // one that is not for sale counts for the confidence, or confirms a price that is held back
            .filter(|o| o.gate != Some(Gate::Stale))
            .map(|o| o.offer.last_seen_at + settings.offer_ttl);
        let draft = &record.product.draft;
        let open = || assessment.offers.iter().filter(|o| o.gate.is_none());
        let resting = open().filter(|o| rests_on_category(o));
        let summary = Self {
            id: draft.id.clone(),
            name: draft.name.clone(),
            brand: draft.brand.clone(),
            model: draft.model.clone(),
            variant: draft.variant.clone(),
            image_path: draft.image_path.clone(),
            confidence: product_confidence(record, settings.offer_ttl, now),
            minimum: assessment.minimum,
            store_count: assessment.store_count,
            valid_until: expiries.min(),
            stated: scoring::minimum(open().filter(|o| !rests_on_category(o))),
            resting: assessment
                .offers
                .iter()
                .any(rests_on_category)
                .then(|| Resting {
                    category: name_digest(&draft.category),
                    otherwise: settings.assumed_delivery,
                    item: resting.map(|o| o.delivered.item).min(),
                }),
            mark: ReadMark {
                revision: record.revision,
                read,
            },
            full_names: full_names(draft),
            text_digest: digest(&indexed),
        };
        (summary, indexed)
    }
}

/// Whether nobody stated a delivery cost, so that the category's usual one is assumed if there is one.
const fn rests_on_category(offer: &AssessedOffer) -> bool {
    matches!(
        offer.delivered.source,
        DeliverySource::Category | DeliverySource::Deployment
    )
}

/// What holds for the assessment of one product's offers.
pub(crate) fn terms(
    record: &ProductRecord,
    settings: &CatalogueSettings,
    now: OffsetDateTime,
) -> Terms {
    Terms {
        now,
        offer_ttl: settings.offer_ttl,
        fallback: DeliveryFallback {
            category: record.category_delivery,
            deployment: settings.assumed_delivery,
        },
    }
}

/// The weakest match among the offers that are not stale; certain for a product of the operator's
/// catalogue without offers.
pub(crate) fn product_confidence(
    record: &ProductRecord,
    offer_ttl: Duration,
    now: OffsetDateTime,
) -> Confidence {
    let fresh = record
        .offers
        .iter()
        .filter(|o| o.last_seen_at + offer_ttl > now);
    let alone = match record.product.draft.provenance {
        Provenance::Catalogue | Provenance::Person => Confidence::FULL,
        Provenance::Feed => product_knowledge::matching::weights::NEW_BY_TITLE,
    };
    fresh.map(|o| o.confidence).min().unwrap_or(alone)
}

/// The digest of a name, of a product in its compact form or of a category as it is.
pub fn name_digest(compact: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    compact.hash(&mut hasher);
    hasher.finish()
}

/// Digests of the texts that name a product as a whole: its name, and its brand, model and variant. A brand
/// alone names no product.
pub fn full_names(draft: &ProductDraft) -> [u64; 2] {
    let parts = format!("{}{}{}", draft.brand, draft.model, draft.variant);
    let parts = if draft.model.is_empty() {
        &draft.name
    } else {
        &parts
    };
    [&draft.name, parts].map(|name| name_digest(&text::compact(name)))
}

/// The text of a product that is searched.
pub fn indexed(product: &Product) -> IndexedProduct {
    let draft = &product.draft;
    IndexedProduct {
        no: product.no,
        name: draft.name.clone(),
        brand: draft.brand.clone(),
        model: draft.model.clone(),
        variant: draft.variant.clone(),
        category: draft.category.clone(),
        mpn: draft.mpn.clone(),
        aliases: draft.aliases.clone(),
        description: draft.description.clone(),
        gtins: draft.gtins.iter().map(|g| g.gtin).collect(),
        is_several: draft.is_bundle || draft.pack_size > 1,
    }
}

fn digest(indexed: &IndexedProduct) -> u64 {
    let mut hasher = DefaultHasher::new();
    indexed.hash(&mut hasher);
    hasher.finish()
}
