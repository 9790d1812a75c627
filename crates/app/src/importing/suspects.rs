//! Snapshots whose whole feed is not believed, and what a person says about them.

use std::fmt;

use domain::ids::SnapshotNo;
use domain::watch::Freshness;
use ports_store::{HeldSnapshot, SettledSnapshot, StoreError, SuspectStore, Verdict};
use ports_system::Clock;
use time::Duration;

use crate::matching::review::number;

/// How many snapshots are read at once.
const PAGE: u32 = 1000;

/// What a snapshot whose feed is not believed is called: `s` and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuspectId(pub SnapshotNo);

impl SuspectId {
    /// Reads an id; `None` when it does not have the form.
    pub fn parse(text: &str) -> Option<Self> {
        number(text, 's').map(|no| Self(SnapshotNo(no)))
    }
}

impl fmt::Display for SuspectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// What reviewing needs.
pub struct SuspectReviewer<'a> {
    /// Snapshots whose feed is not believed.
    pub suspects: &'a dyn SuspectStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

impl SuspectReviewer<'_> {
    /// The snapshots, in order of their numbers, page by page to `show`.
    pub async fn list(
        &self,
        show: &mut (dyn FnMut(&HeldSnapshot) + Send),
    ) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let page = self.suspects.list_suspects(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = Some(last.no);
            page.iter().for_each(&mut *show);
        }
    }

    /// Settles all prices that a snapshot holds back, or whether the next one like it is let in; `None`
    /// when no such snapshot is listed.
    pub async fn settle(
        &self,
        id: SuspectId,
        verdict: Verdict,
    ) -> Result<Option<SettledSnapshot>, StoreError> {
        let freshness = Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        };
        let settled = self.suspects.settle_snapshot(id.0, verdict, freshness);
        settled.await
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::SnapshotNo;

    use super::SuspectId;

    #[test]
    fn ids_are_s_and_a_number() {
        assert_eq!(SuspectId::parse("s17"), Some(SuspectId(SnapshotNo(17))));
        assert_eq!(SuspectId(SnapshotNo(17)).to_string(), "s17");
        for bad in ["", "s", "17", "S17", "s-1", "s0", "s017", "q17"] {
            assert_eq!(SuspectId::parse(bad), None, "{bad:?}");
        }
    }
}
