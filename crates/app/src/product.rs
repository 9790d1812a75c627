//! One product with its offers and a recommendation.

use domain::ids::{CanonicalProductId, Revision};
use domain::matching::{Confidence, MatchRung};
use domain::product::{Product, Provenance};
use domain::scoring::{self, Assessment};
use ports_store::ProductRecord;

use crate::catalogue::Catalogue;
use crate::{AppError, summary};

/// How the offers of a product came to it, as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchStatus {
    /// The operator's catalogue or a person names the product, and every offer.
    Confirmed,
    /// At least one offer was matched by its evidence.
    Matched,
    /// A product that a feed brought, with that feed's offers only.
    Unconfirmed,
    /// It may be the same as another product: a person is asked.
    InReview,
}

impl MatchStatus {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Matched => "matched",
            Self::Unconfirmed => "unconfirmed",
            Self::InReview => "review",
        }
    }

    fn of(record: &ProductRecord) -> Self {
        let draft = &record.product.draft;
        let by_evidence =
            |rung: MatchRung| matches!(rung, MatchRung::Gtin | MatchRung::Mpn | MatchRung::Model);
        if draft.in_review {
            Self::InReview
        } else if record.offers.iter().any(|o| by_evidence(o.rung)) {
            Self::Matched
        } else if draft.provenance == Provenance::Feed {
            Self::Unconfirmed
        } else {
            Self::Confirmed
        }
    }
}

/// A product with its assessed offers.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductAnswer {
    /// The revision that was read.
    pub revision: Revision,
    /// The product.
    pub product: Product,
    /// How sure it is that the offers are of this product.
    pub confidence: Confidence,
    /// How the offers came to it.
    pub status: MatchStatus,
    /// Its offers, decision, and until when they are true.
    pub assessment: Assessment,
}

impl Catalogue {
    /// The product with this id, as of now. An id that is ill-formed is not found (D-05).
    pub async fn product(&self, id: &str) -> Result<ProductAnswer, AppError> {
        const UNKNOWN: AppError = AppError::not_found("no product has this id");
        let id = CanonicalProductId::parse(id).ok_or(UNKNOWN)?;
        let record = self.reader.find(&id).await?.ok_or(UNKNOWN)?;
        let now = self.now();
        let terms = summary::terms(&record, &self.settings, now);
        let assessment = scoring::assess(&record.offers, &record.stores, terms);
        Ok(ProductAnswer {
            revision: record.revision,
            confidence: summary::product_confidence(&record, self.settings.offer_ttl, now),
            status: MatchStatus::of(&record),
            product: record.product,
            assessment,
        })
    }
}
