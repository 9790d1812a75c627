//! What search shows of a product.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use domain::delivered_price::{DeliveryFallback, DeliverySource};
use domain::freshness::Freshness;
use domain::ids::Revision;
use domain::money::Amount;
use domain::offer;
use domain::placement::Confidence;
use domain::product::{Product, ProductDraft, Provenance};
use domain::scoring::{self, AssessedOffer, Gate, Minimum, Terms};
use domain::text;
use domain::watch::ShownProduct;
use ports_store::{IndexedProduct, ProductRecord};
use time::OffsetDateTime;

use crate::catalogue::CatalogueSettings;
use crate::catalogue::row::{Availabilities, Made, Row, Texts};
use crate::catalogue::titles;

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
    /// The lowest item price of those that can be bought.
    pub(crate) item: Option<Amount>,
}

/// What delivery usually costs in a category, by the digest of its name.
pub(crate) type UsualDelivery = HashMap<u64, Amount>;

/// What search shows of a product.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    pub(crate) texts: Texts,
    /// How sure it is that the offers are of this product.
    pub confidence: Confidence,
    /// The lowest delivered price; `None` when nothing can be bought: search leaves it out.
    pub minimum: Option<Minimum>,
    /// Stores that sell it.
    pub store_count: u32,
}

impl Summary {
    /// Public id.
    pub fn id(&self) -> &str {
        self.texts.get(0)
    }

    /// Name.
    pub fn name(&self) -> &str {
        self.texts.get(1)
    }

    /// Brand.
    pub fn brand(&self) -> &str {
        self.texts.get(2)
    }

    /// Model.
    pub fn model(&self) -> &str {
        self.texts.get(3)
    }

    /// Variant.
    pub fn variant(&self) -> &str {
        self.texts.get(4)
    }

    /// Category.
    pub fn category(&self) -> &str {
        self.texts.get(5)
    }

    /// Picture.
    pub fn image_path(&self) -> Option<&str> {
        self.texts.image_path()
    }

    /// What its watches show of it; `None` when nobody sells it.
    pub(crate) fn shown(&self) -> Option<ShownProduct> {
        Some(ShownProduct {
            name: self.name().to_owned(),
            brand: self.brand().to_owned(),
            model: self.model().to_owned(),
            variant: self.variant().to_owned(),
            image_path: self.image_path().map(str::to_owned),
            confidence: self.confidence,
            price: self.minimum?.price,
            store_count: self.store_count,
        })
    }
}

/// The row of a product as it is now, made of the read with this number, and what the index knows.
pub(crate) fn row(
    record: &ProductRecord,
    settings: &CatalogueSettings,
    read: u64,
    now: OffsetDateTime,
) -> (Row, IndexedProduct) {
    let terms = terms(record, settings, now);
    let assessment = scoring::assess(&record.offers, &record.stores, terms);
    let mut indexed = indexed(&record.product);
    indexed.titles = titles::searched(&indexed, &record.offers);
    let expiries = assessment
        .offers
        .iter()
        // one that is not for sale counts for the confidence, or confirms a price that is held back
        .filter(|o| o.gate != Some(Gate::Stale))
        .map(|o| terms.freshness.stale_from(o.offer.last_seen_at));
    let draft = &record.product.draft;
    let open = || assessment.offers.iter().filter(|o| o.gate.is_none());
    let resting = open().filter(|o| rests_on_category(o));
    let row = Row::new(Made {
        texts: Texts::new(
            [
                draft.id.as_str(),
                &draft.name,
                &draft.brand,
                &draft.model,
                &draft.variant,
                &draft.category,
            ],
            draft.image_path.as_deref(),
        ),
        confidence: product_confidence(record, settings.freshness(now)),
        store_count: assessment.store_count,
        availability: Availabilities::of(open().map(|o| o.offer.facts.availability)),
        offers: record.offers.len(),
        valid_until: expiries.min(),
        of_stores: scoring::minimum(open().filter(|o| !rests_on_category(o))),
        resting: assessment
            .offers
            .iter()
            .any(rests_on_category)
            .then(|| Resting {
                category: name_digest(&draft.category),
                item: resting.map(|o| o.delivered.item).min(),
            }),
        mark: ReadMark {
            revision: record.revision,
            read,
        },
        full_names: full_names(draft),
        text_digest: indexed.digest(),
    });
    (row, indexed)
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
        freshness: settings.freshness(now),
        fallback: DeliveryFallback {
            category: record.category_delivery,
            deployment: settings.assumed_delivery,
        },
    }
}

/// How sure it is that the offers are of this product; certain for a product of the operator's catalogue without fresh
/// ones.
pub(crate) fn product_confidence(record: &ProductRecord, freshness: Freshness) -> Confidence {
    let alone = || match record.product.draft.provenance {
        Provenance::Catalogue | Provenance::Person => Confidence::FULL,
        Provenance::Feed => product_knowledge::matching::weights::NEW_BY_TITLE,
    };
    offer::weakest_match(&record.offers, freshness).unwrap_or_else(alone)
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

/// The text of a product that is searched, without titles of its offers.
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
        titles: Vec::new(),
        gtins: draft.gtins.iter().map(|g| g.gtin).collect(),
        is_several: draft.is_bundle || draft.pack_size > 1,
    }
}
