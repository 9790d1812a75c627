//! One product with its offers and a recommendation.

use std::sync::Arc;

use domain::history::{NoVerdict, Verdict};
use domain::ids::{CanonicalProductId, Revision};
use domain::money::{Amount, Currency};
use domain::placement::{Confidence, MatchRung};
use domain::product::{Product, ProductDraft, Provenance};
use domain::scoring::{self, Assessment};
use domain::store::StoreName;
use domain::watch::{CheckTerms, PriceCheck};
use ports_store::ProductRecord;
use product_knowledge::comparable::Category;
use product_knowledge::compare;
use product_knowledge::fit::{self, Fit, Goal, Scales};
use product_knowledge::specs;
use time::OffsetDateTime;

use crate::AppError;
use crate::catalogue::Catalogue;
use crate::catalogue::history::{ProductPast, store_name};
use crate::catalogue::kept::{Digest, Reading};
use crate::catalogue::summary;

/// How many offers an answer has at most.
pub const MOST_OFFERS: usize = 200;

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
    /// Every status.
    pub const ALL: [Self; 4] = [
        Self::Confirmed,
        Self::Matched,
        Self::Unconfirmed,
        Self::InReview,
    ];

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
        let by_evidence = |rung: MatchRung| {
            matches!(
                rung,
                MatchRung::Gtin | MatchRung::Mpn | MatchRung::Model | MatchRung::Code
            )
        };
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

/// How a product stands among others of its category, by its properties.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// A short name that tells it from others.
    pub name: String,
    /// Its category and points; `None` when it is of no comparable category.
    pub fit: Option<Fit>,
}

impl Standing {
    pub(crate) fn of(draft: &ProductDraft, scales: &Scales) -> Self {
        let fit = |category| {
            let measured = specs::measure(draft);
            Fit::of(Goal::Overall, category, &measured, scales)
        };
        Self {
            name: compare::comparison_name(draft),
            fit: Category::of(draft).map(fit),
        }
    }

    /// 0 to 100, when enough properties are known.
    pub fn score(&self) -> Option<f64> {
        self.fit.as_ref().and_then(|fit| fit.points)
    }

    /// What stands out, if anything.
    pub fn badge(&self) -> Option<&'static str> {
        self.fit.as_ref().and_then(fit::badge)
    }

    /// What the score is made of, in words.
    pub fn summary(&self) -> Option<String> {
        self.fit.as_ref().map(fit::summary)
    }
}

/// The recommended offer in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// How good it is; says so when waiting is better.
    pub label: &'static str,
    /// What speaks for it, and how the price stands in its history.
    pub rationale: String,
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
    /// Its offers, at most [`MOST_OFFERS`] of them, and the decision among all.
    pub assessment: Assessment,
    /// Whether its lowest price is a good one now.
    pub verdict: Result<Verdict, NoVerdict>,
    /// Who asked the lowest price that the verdict names.
    pub low_store: String,
    /// How it stands among others.
    pub standing: Standing,
    /// Until when all of this is true if no snapshot comes.
    pub valid_until: Option<OffsetDateTime>,
}

impl ProductAnswer {
    /// The decision in words.
    pub fn advice(&self, currency: Currency) -> Option<Advice> {
        const WAIT: &str = "Best offer now, but waiting may pay";
        let decision = self.assessment.decision.as_ref()?;
        let rationale = decision.rationale(currency);
        let Ok(verdict) = &self.verdict else {
            return Some(Advice {
                label: decision.label.text(),
                rationale,
            });
        };
        let advice = verdict.advice(currency, &self.low_store);
        let label = if verdict.advises_waiting() {
            WAIT
        } else {
            decision.label.text()
        };
        Some(Advice {
            label,
            rationale: format!("{rationale} {advice}"),
        })
    }
}

/// A product with its stated prices, as they move watches.
#[derive(Debug)]
pub(crate) struct WatchedProduct {
    /// The product.
    pub(crate) answer: ProductAnswer,
    /// The lowest stated price of the store that the watch looks at, or of all.
    pub(crate) price: Option<Amount>,
    /// That of all stores.
    pub(crate) lowest: Option<Amount>,
}

const UNKNOWN: AppError = AppError::not_found("no product has this id");

impl Catalogue {
    /// The product with this id, as of now. An id that is ill-formed is not found (D-05). Of a product of very many
    /// offers it is what was kept since the catalogue took in its last change.
    #[tracing::instrument(target = "otel", name = "product", skip_all)]
    pub async fn product(&self, id: &str) -> Result<ProductAnswer, AppError> {
        let id = CanonicalProductId::parse(id).ok_or(UNKNOWN)?;
        let digest = self.digest(&id).await?.ok_or(UNKNOWN)?;
        Ok(digest.answer.clone())
    }

    /// The product with this id, as the store has it at this moment.
    pub async fn product_in_store(&self, id: &str) -> Result<ProductAnswer, AppError> {
        let id = CanonicalProductId::parse(id).ok_or(UNKNOWN)?;
        Ok(self.assess(self.past_in_store(&id).await?).answer)
    }

    /// The same, with what a watch of all its stores, or of one, looks at.
    pub(crate) async fn watched(
        &self,
        id: &CanonicalProductId,
        store: Option<&StoreName>,
    ) -> Result<WatchedProduct, AppError> {
        let past = self.past_in_store(id).await?;
        let record = &past.record;
        let terms = CheckTerms {
            revision: record.revision,
            currency: self.settings.currency,
            freshness: self.settings.freshness(self.now()),
        };
        let check = PriceCheck::of(&record.product, &record.offers, &record.stores, terms);
        let (price, lowest) = (check.price(store), check.price(None));
        Ok(WatchedProduct {
            answer: self.assess(past).answer,
            price,
            lowest,
        })
    }

    async fn past_in_store(&self, id: &CanonicalProductId) -> Result<ProductPast, AppError> {
        let past = self.pasts(std::slice::from_ref(id)).await?.pop();
        past.flatten().ok_or(UNKNOWN)
    }

    /// What answers about the product with this id are made of.
    pub(crate) async fn digest(
        &self,
        id: &CanonicalProductId,
    ) -> Result<Option<Arc<Digest>>, AppError> {
        let mut digests = self.digests(std::slice::from_ref(id)).await?;
        Ok(digests.pop().flatten())
    }

    /// The same of several, in their order; those that are read are read at once.
    pub(crate) async fn digests(
        &self,
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Option<Arc<Digest>>>, AppError> {
        let now = self.now();
        let mut digests: Vec<_> = ids.iter().map(|id| self.kept.get(id, now)).collect();
        let places: Vec<_> = digests.iter_mut().zip(ids).collect();
        let missing: Vec<_> = places.into_iter().filter(|(it, _)| it.is_none()).collect();
        if !missing.is_empty() {
            let wanted: Vec<_> = missing.iter().map(|(_, id)| (*id).clone()).collect();
            let readings: Vec<_> = wanted.iter().map(|id| self.kept.begin(id)).collect();
            let pasts = self.pasts(&wanted).await?;
            for (((place, _), past), reading) in missing.into_iter().zip(pasts).zip(&readings) {
                *place = past.map(|past| self.assessed(past, reading));
            }
        }
        Ok(digests)
    }

    fn assessed(&self, past: ProductPast, reading: &Reading) -> Arc<Digest> {
        let digest = Arc::new(self.assess(past));
        // before the load nobody is told of changes
        if self.status().covered.is_some() {
            self.kept.keep(reading, &digest);
        }
        digest
    }

    fn assess(&self, past: ProductPast) -> Digest {
        let ProductPast {
            record,
            stores,
            market,
        } = past;
        let now = self.now();
        let terms = summary::terms(&record, &self.settings, now);
        let assessment = scoring::assess(&record.offers, &record.stores, terms);
        let verdict = market.verdict();
        let low_store = verdict
            .as_ref()
            .map_or("", |v| store_name(&stores, v.low.store));
        let times = [assessment.valid_until, Some(market.valid_until())];
        let answer = ProductAnswer {
            revision: record.revision,
            confidence: summary::product_confidence(&record, self.settings.freshness(now)),
            status: MatchStatus::of(&record),
            low_store: low_store.to_owned(),
            verdict,
            standing: Standing::of(&record.product.draft, &self.scales.get()),
            valid_until: times.into_iter().flatten().min(),
            product: record.product,
            assessment: assessment.cut_to(MOST_OFFERS),
        };
        Digest {
            answer,
            stores,
            market,
        }
    }
}
