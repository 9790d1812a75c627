//! Doubts whether two products are the same, and what a person says about them.

use std::fmt;

use domain::ids::{CanonicalProductId, DoubtNo};
use domain::matching::{Confidence, MatchRung};
use domain::watch::Freshness;
use ports_store::{CatalogueReader, DoubtfulMatch, MatchEdit, MatchStore, StoreError};
use ports_system::Clock;
use time::Duration;

use crate::review::number;

/// How many doubts are read at once.
const PAGE: u32 = 1000;

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
pub enum Settled {
    /// It was carried out; the doubt as it was, and the product that the offer belongs to now.
    Done(Box<DoubtfulMatch>, CanonicalProductId),
    /// No open doubt has the id.
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
    /// The open doubts, in order of their numbers, page by page to `show`.
    pub async fn list(
        &self,
        show: &mut (dyn FnMut(&DoubtfulMatch) + Send),
    ) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let page = self.matches.list_doubts(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = Some(last.no);
            page.iter().for_each(&mut *show);
        }
    }

    /// Carries a decision out.
    pub async fn settle(&self, id: DoubtId, decision: &Decision) -> Result<Settled, StoreError> {
        let Some(doubt) = self.matches.find_doubt(id.0).await? else {
            return Ok(Settled::NoDoubt);
        };
        let (into, into_id) = match decision {
            Decision::Other => {
                let edit = MatchEdit::Keep {
                    product: doubt.product,
                };
                self.apply(edit).await?;
                let own = doubt.product_id.clone();
                return Ok(Settled::Done(Box::new(doubt), own));
            }
            Decision::Same => (doubt.candidate, doubt.candidate_id.clone()),
            Decision::Is(id) => match self.reader.find(id).await? {
                Some(record) => (record.product.no, record.product.draft.id),
                None => return Ok(Settled::NoProduct),
            },
        };
        if into == doubt.product {
            return Ok(Settled::Itself);
        }
        let edit = MatchEdit::Merge {
            product: doubt.product,
            into,
            rung: MatchRung::Person,
            confidence: Confidence::FULL,
        };
        Ok(if self.apply(edit).await? {
            Settled::Done(Box::new(doubt), into_id)
        } else {
            Settled::NoDoubt
        })
    }

    async fn apply(&self, edit: MatchEdit) -> Result<bool, StoreError> {
        let freshness = Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        };
        let edited = self.matches.apply_matches(&[edit], freshness).await?;
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
