//! Two products that a person says are one, without having been asked.

use domain::ids::{CanonicalProductId, ProductNo};
use domain::placement::{Confidence, MatchRung};
use domain::product::Provenance;
use ports_store::{MatchEdit, StoreError};

use super::DoubtReviewer;

/// What became of a merge by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeByHand {
    /// It was carried out.
    Done {
        /// The product that stays.
        into: CanonicalProductId,
        /// How many other products that were in doubt were found to be another with that.
        followed: u64,
    },
    /// The catalogue has no product with this id.
    NoProduct(CanonicalProductId),
    /// The two ids are of one product already.
    Itself,
    /// One of the two was merged while they were looked at.
    Changed,
    /// The product that would go is the operator's catalogue's: the next import of that would bring it back.
    OfCatalogue,
}

impl DoubtReviewer<'_> {
    /// Makes one product of two: `product` goes over into `into` with all that it has, and its id leads there from
    /// then on. Whatever was decided about the two before is overruled.
    pub async fn merge(
        &self,
        product: &CanonicalProductId,
        into: &CanonicalProductId,
    ) -> Result<MergeByHand, StoreError> {
        let Some(goes) = self.reader.find(product).await? else {
            return Ok(MergeByHand::NoProduct(product.clone()));
        };
        let Some(stays) = self.reader.find(into).await? else {
            return Ok(MergeByHand::NoProduct(into.clone()));
        };
        let (goes, stays) = (goes.product, stays.product);
        if goes.no == stays.no {
            return Ok(MergeByHand::Itself);
        }
        if goes.draft.provenance == Provenance::Catalogue {
            return Ok(MergeByHand::OfCatalogue);
        }
        let merge = MatchEdit::Merge {
            product: goes.no,
            into: stays.no,
            rung: MatchRung::Person,
            confidence: Confidence::FULL,
            settles: None,
        };
        if !self.apply(&[merge]).await? {
            return Ok(MergeByHand::Changed);
        }
        Ok(MergeByHand::Done {
            into: stays.draft.id,
            followed: self.follow_up(stays.no).await,
        })
    }

    /// Decides anew about what waited for a decision, which is carried out whatever becomes of that.
    pub(super) async fn follow_up(&self, about: ProductNo) -> u64 {
        self.follow(about).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "what waited for the decision is left to `match rerun`");
            0
        })
    }
}
