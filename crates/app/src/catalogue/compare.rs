//! Two to four products compared for a goal.

use std::collections::BTreeSet;

use domain::history::{Range, Summary, Verdict};
use domain::ids::CanonicalProductId;
use domain::product::ProductDraft;
use domain::scoring::AssessedOffer;
use product_knowledge::comparable::Category;
use product_knowledge::compare::{self, Candidate, Comparison};
use product_knowledge::fit::Goal;
use product_knowledge::specs;
use time::OffsetDateTime;

use crate::AppError;
use crate::catalogue::Catalogue;
use crate::catalogue::history::store_name;
use crate::catalogue::kept::Digest;

/// What is accepted as a list of ids.
pub const ACCEPTED_IDS: &str = "2 to 4 different product ids, separated by commas without spaces";

/// One product of a comparison, beside its place in [`Comparison::products`].
#[derive(Debug, Clone)]
pub struct ComparedProduct {
    /// What it is.
    pub draft: ProductDraft,
    /// Its recommended offer.
    pub offer: AssessedOffer,
    /// What it cost over the range.
    pub history: Summary,
    /// Who asked the lowest price that the verdict names.
    pub low_store: String,
}

/// A comparison with what it rests on.
#[derive(Debug, Clone)]
pub struct ComparisonAnswer {
    /// The days of the historical signals.
    pub range: Range,
    /// Scores and outcome, in the order asked for.
    pub comparison: Comparison,
    /// The products, in the same order.
    pub products: Vec<ComparedProduct>,
    /// Until when it is true if no snapshot comes.
    pub valid_until: OffsetDateTime,
}

/// Reads a list of two to four different ids (D-17).
pub fn parse_ids(text: &str) -> Result<Vec<CanonicalProductId>, AppError> {
    let ids: Option<Vec<CanonicalProductId>> =
        text.split(',').map(CanonicalProductId::parse).collect();
    let ids = ids.ok_or_else(|| AppError::validation("ids", ACCEPTED_IDS))?;
    let twice = |(place, id): (usize, &CanonicalProductId)| ids.iter().take(place).any(|i| i == id);
    if !compare::PRODUCTS.contains(&ids.len()) || ids.iter().enumerate().any(twice) {
        return Err(AppError::validation("ids", ACCEPTED_IDS));
    }
    Ok(ids)
}

impl Catalogue {
    /// Compares these products, in their order, for a goal; prices of the past are those of the
    /// range.
    #[tracing::instrument(target = "otel", name = "compare", skip_all)]
    pub async fn compare(
        &self,
        ids: &[CanonicalProductId],
        range: Range,
        goal: Goal,
    ) -> Result<ComparisonAnswer, AppError> {
        const UNKNOWN: AppError = AppError::not_found("no product has one of these ids");
        let digests = self.digests(ids).await?.into_iter();
        let digests: Vec<_> = digests.collect::<Option<_>>().ok_or(UNKNOWN)?;
        let distinct: BTreeSet<_> = digests.iter().map(|d| d.answer.product.no).collect();
        if distinct.len() < digests.len() {
            return Err(AppError::validation(
                "ids",
                "different products: two of these are one by now",
            ));
        }
        let mut products = Vec::with_capacity(ids.len());
        let mut candidates = Vec::with_capacity(ids.len());
        let mut times = Vec::new();
        for digest in digests {
            let (product, candidate, valid_until) = self.prepare(&digest, range)?;
            times.push(valid_until);
            products.push(product);
            candidates.push(candidate);
        }
        let comparison = Comparison::of(goal, candidates, &self.scales.get()).map_err(|_| {
            AppError::validation("ids", "products of one comparable category, not of several")
        })?;
        Ok(ComparisonAnswer {
            range,
            comparison,
            products,
            valid_until: times.into_iter().min().unwrap_or_else(|| self.now()),
        })
    }

    fn prepare(
        &self,
        digest: &Digest,
        range: Range,
    ) -> Result<(ComparedProduct, Candidate, OffsetDateTime), AppError> {
        let Digest {
            answer,
            stores,
            market,
        } = digest;
        let draft = answer.product.draft.clone();
        let category = Category::of(&draft).ok_or_else(|| {
            AppError::validation("ids", "products of a comparable category, such as phones")
        })?;
        let offers = &answer.assessment.offers;
        let best = offers.iter().find(|offer| offer.is_recommended).cloned();
        let offer = best.ok_or_else(|| {
            AppError::validation("ids", "products with an offer that can be recommended now")
        })?;
        let history = market.summary(range);
        let low_store = history
            .verdict
            .as_ref()
            .map_or("", |v| store_name(stores, v.low.store));
        let name = compare::comparison_name(&draft);
        let candidate = Candidate {
            id: draft.id.clone(),
            category,
            measured: specs::measure(&draft),
            price: offer.delivered.total(),
            history: history.verdict.as_ref().ok().map(|v: &Verdict| {
                let advice = v.advice(self.settings.currency, low_store);
                format!("{name}: {advice}")
            }),
            name,
        };
        let product = ComparedProduct {
            draft,
            offer,
            low_store: low_store.to_owned(),
            history,
        };
        let until = answer.valid_until.unwrap_or_else(|| market.valid_until());
        Ok((product, candidate, until))
    }
}

#[cfg(test)]
mod tests {
    use super::parse_ids;

    #[test]
    fn ids_are_two_to_four_different_ones() {
        for good in ["a,b", "a,b,c", "a,b,c,d", "0,_"] {
            assert!(parse_ids(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            ",",
            "a",
            "a,",
            ",a",
            "a,a",
            "a, b",
            "a,b,",
            "a,b,c,d,e",
            "a,B",
            "a;b",
        ] {
            assert!(parse_ids(bad).is_err(), "{bad}");
        }
    }
}
