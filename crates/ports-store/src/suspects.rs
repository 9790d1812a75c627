use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::ids::SnapshotNo;
use domain::plausibility::feed::SuspicionKind;
use domain::store::StoreName;
use time::{Duration, OffsetDateTime};

use crate::{ReviewDecision, StoreError};

/// A snapshot whose feed is not believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldSnapshot {
    /// The snapshot.
    pub no: SnapshotNo,
    /// Its shop.
    pub store: StoreName,
    /// When the offers were as the feed says.
    pub observed_at: OffsetDateTime,
    /// Why. [`SuspicionKind::is_refused`] says whether it was refused, or published with its prices
    /// held back.
    pub kind: SuspicionKind,
    /// In words, for a person.
    pub evidence: String,
    /// How many current prices it holds back.
    pub prices: u64,
    /// What a person said of it.
    pub verdict: Option<ReviewDecision>,
    /// Of a refused one, a digest of the ids that its feed named, whatever their order.
    pub named: Option<[u8; 16]>,
}

/// A snapshot that was settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledSnapshot {
    /// As it was before.
    pub snapshot: HeldSnapshot,
    /// Watches that fired.
    pub triggered: u64,
}

/// A shop whose offers were not seen of late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnseenShop {
    /// Its name.
    pub store: StoreName,
    /// When its last published snapshot was observed; `None` before the first one.
    pub last_observed_at: Option<OffsetDateTime>,
    /// The first refusal that is recorded and that no person settled.
    pub refused: Option<SuspicionKind>,
}

impl UnseenShop {
    /// From when on its offers count no more; `None` where it has none.
    pub fn stale_from(&self, offer_ttl: Duration) -> Option<OffsetDateTime> {
        let observed_at = self.last_observed_at?;
        Some(observed_at.saturating_add(offer_ttl))
    }
}

/// What persons decide about snapshots whose whole feed is not believed. How they come to be is in
/// [`crate::EvidenceStore`].
#[async_trait]
pub trait SuspectStore: Send + Sync {
    /// Recorded refusals, and snapshots that hold back current prices, with numbers above `after`, in
    /// order, at most `limit`.
    async fn list_suspects(
        &self,
        after: Option<SnapshotNo>,
        limit: u32,
    ) -> Result<Vec<HeldSnapshot>, StoreError>;

    /// Settles a snapshot. Of one that was published, all prices that it holds back and that no person
    /// settled before are settled as by [`crate::EvidenceStore::settle`], in one transaction and one
    /// revision. Of a refused one, the verdict is recorded. `None` when [`Self::list_suspects`] would not list it.
    async fn settle_snapshot(
        &self,
        snapshot: SnapshotNo,
        verdict: ReviewDecision,
        freshness: Freshness,
    ) -> Result<Option<SettledSnapshot>, StoreError>;

    /// The shops with a refusal that is recorded and that no person settled, and those with current offers whose last
    /// published snapshot was observed at `before` or earlier; those unseen for longest first, at most `limit`.
    async fn list_unseen(
        &self,
        before: OffsetDateTime,
        limit: u32,
    ) -> Result<Vec<UnseenShop>, StoreError>;
}
