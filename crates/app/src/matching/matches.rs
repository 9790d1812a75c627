//! Doubts whether two products are the same, and what a person says about them.

mod by_hand;
mod following;

use std::fmt;

use domain::freshness::Freshness;
use domain::ids::{CanonicalProductId, DoubtNo, ProductNo};
use domain::placement::{Confidence, MatchRung};
use ports_store::{
    CatalogueReader, DecidedDoubt, DoubtfulMatch, MatchEdit, MatchStore, OpenDoubts, StoreError,
};
use ports_system::Clock;
use time::Duration;

use crate::importing::review::number;

pub use by_hand::MergeByHand;

/// What a doubt is called: `m` and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoubtId(pub DoubtNo);

impl DoubtId {
    /// Reads an id; `None` when it does not have the form.
    pub fn parse(text: &str) -> Option<Self> {
        number(text, 'm').map(|no| Self(DoubtNo(no)))
    }
}

impl fmt::Display for DoubtId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m{}", self.0)
    }
}

/// What a person says of a doubt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The two are the same product.
    Same,
    /// The offer's product is this one.
    Is(CanonicalProductId),
    /// It is a product of its own.
    Other,
}

/// What became of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DoubtSettlement {
    /// It was carried out.
    Done {
        /// The doubt as it was.
        doubt: Box<DoubtfulMatch>,
        /// The product that its offers belong to now.
        product: CanonicalProductId,
        /// How many other products that were in doubt were found to be another with that.
        followed: u64,
    },
    /// No open doubt has the id, or somebody else settled it meanwhile.
    NoDoubt,
    /// The catalogue has no product with the id that the person named.
    NoProduct,
    /// The product that the person named is the doubtful one itself.
    Itself,
}

/// What reviewing doubts needs.
pub struct DoubtReviewer<'a> {
    /// Where doubts are kept.
    pub matches: &'a dyn MatchStore,
    /// Where products are found by their public ids.
    pub reader: &'a dyn CatalogueReader,
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

impl DoubtReviewer<'_> {
    /// The open doubts, first those that join most, at most `limit`, and how many there are.
    pub async fn list(&self, limit: u32) -> Result<OpenDoubts, StoreError> {
        self.matches.list_doubts(limit).await
    }

    /// Carries a decision out, and decides anew about what waited for it.
    pub async fn settle(
        &self,
        id: DoubtId,
        decision: &Decision,
    ) -> Result<DoubtSettlement, StoreError> {
        let Some(doubt) = self.matches.find_doubt(id.0).await? else {
            return Ok(DoubtSettlement::NoDoubt);
        };
        let (product, candidate) = (doubt.product.product, doubt.candidate.product);
        let apart = MatchEdit::Distinct {
            product,
            other: candidate,
        };
        let (into, into_id) = match decision {
            Decision::Other => {
                if !self.apply(&[apart]).await? {
                    return Ok(DoubtSettlement::NoDoubt);
                }
                let own = doubt.product.id.clone();
                return self.done(doubt, own, product).await;
            }
            Decision::Same => (candidate, doubt.candidate.id.clone()),
            Decision::Is(id) => match self.reader.find(id).await? {
                Some(record) => (record.product.no, record.product.draft.id),
                None => return Ok(DoubtSettlement::NoProduct),
            },
        };
        if into == product {
            return Ok(DoubtSettlement::Itself);
        }
        let merge = MatchEdit::Merge {
            product,
            into,
            rung: MatchRung::Person,
            confidence: Confidence::FULL,
            settles: Some(DecidedDoubt {
                no: doubt.no,
                // who names a third product says of the candidate that it is another
                is_not: (into != candidate).then_some(candidate),
            }),
        };
        if self.apply(&[merge]).await? {
            self.done(doubt, into_id, into).await
        } else {
            Ok(DoubtSettlement::NoDoubt)
        }
    }

    async fn done(
        &self,
        doubt: DoubtfulMatch,
        product: CanonicalProductId,
        about: ProductNo,
    ) -> Result<DoubtSettlement, StoreError> {
        Ok(DoubtSettlement::Done {
            doubt: Box::new(doubt),
            product,
            followed: self.follow_up(about).await,
        })
    }

    async fn apply(&self, edits: &[MatchEdit]) -> Result<bool, StoreError> {
        let freshness = Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        };
        let edited = self.matches.apply_matches(edits, freshness).await?;
        Ok(edited.refused == 0)
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::DoubtNo;

    use super::DoubtId;

    #[test]
    fn ids_are_m_and_a_number() {
        assert_eq!(DoubtId::parse("m5"), Some(DoubtId(DoubtNo(5))));
        assert_eq!(DoubtId(DoubtNo(5)).to_string(), "m5");
        for bad in ["", "m", "5", "M5", "m0", "m05", "m-5", "m+5", "m5 ", "q5"] {
            assert_eq!(DoubtId::parse(bad), None, "{bad:?}");
        }
    }
}
