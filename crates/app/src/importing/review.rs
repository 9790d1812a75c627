//! What waits for a person: prices that are held back as implausible, and snapshots whose whole feed is not
//! believed.

use std::fmt;

use domain::freshness::Freshness;
use domain::ids::{OfferNo, SnapshotNo};
use ports_store::{
    EvidenceStore, HeldOffer, HeldPrices, HeldSnapshot, ReviewDecision, SettledSnapshot,
    StoreError, SuspectStore,
};
use ports_system::Clock;
use time::Duration;

/// How many prices or snapshots are read at once.
const PAGE: u32 = 1000;

/// What a held price is called: `q` and the number of the offer's version. A price that changes, or is
/// settled, has another id or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldId(pub OfferNo);

impl HeldId {
    /// Reads an id; `None` when it does not have the form.
    pub fn parse(text: &str) -> Option<Self> {
        number(text, 'q').map(|no| Self(OfferNo(no)))
    }
}

impl fmt::Display for HeldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q{}", self.0)
    }
}

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

/// The number after a letter.
pub(crate) fn number(text: &str, letter: char) -> Option<i64> {
    let digits = text.strip_prefix(letter)?;
    let formed = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| formed)
}

/// What reviewing needs.
pub struct Reviewer<'a> {
    /// Where prices are held.
    pub evidence: &'a dyn EvidenceStore,
    /// Snapshots whose feed is not believed.
    pub suspects: &'a dyn SuspectStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

impl Reviewer<'_> {
    /// The prices that are held back, in order of their numbers, page by page to `show`.
    pub async fn list_prices(&self, show: impl FnMut(&HeldOffer)) -> Result<(), StoreError> {
        let page = async |after| self.evidence.list_held(HeldPrices::All, after, PAGE).await;
        page_by_page(page, |offer| offer.no, show).await
    }

    /// Prices that are held back, those after the one with this id, in order of their numbers, at most `limit`.
    pub async fn prices_after(
        &self,
        which: HeldPrices,
        after: Option<HeldId>,
        limit: u32,
    ) -> Result<Vec<HeldOffer>, StoreError> {
        let listed = self.evidence.list_held(which, after.map(|id| id.0), limit);
        listed.await
    }

    /// The snapshots whose feed is not believed, in order of their numbers, page by page to `show`.
    pub async fn list_snapshots(
        &self,
        mut show: impl FnMut(&HeldSnapshot),
    ) -> Result<(), StoreError> {
        // a loop of its own: workers ask, whose futures go from thread to thread, and one with an async closure may not
        let mut after = None;
        loop {
            let listed = self.suspects.list_suspects(after, PAGE).await?;
            let Some(last) = listed.last() else {
                return Ok(());
            };
            after = Some(last.no);
            listed.iter().for_each(&mut show);
        }
    }

    /// Settles a price; `None` when no price with this id is held back.
    pub async fn settle_price(
        &self,
        id: HeldId,
        verdict: ReviewDecision,
    ) -> Result<Option<HeldOffer>, StoreError> {
        let freshness = self.freshness();
        self.evidence.settle(id.0, verdict, freshness).await
    }

    /// Settles all prices that a snapshot holds back, or whether the next one like it is let in; `None`
    /// when no such snapshot is listed.
    pub async fn settle_snapshot(
        &self,
        id: SuspectId,
        verdict: ReviewDecision,
    ) -> Result<Option<SettledSnapshot>, StoreError> {
        let freshness = self.freshness();
        let settled = self.suspects.settle_snapshot(id.0, verdict, freshness);
        settled.await
    }

    fn freshness(&self) -> Freshness {
        Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        }
    }
}

async fn page_by_page<T, No: Copy>(
    page: impl AsyncFn(Option<No>) -> Result<Vec<T>, StoreError>,
    no: impl Fn(&T) -> No,
    mut show: impl FnMut(&T),
) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let listed = page(after).await?;
        let Some(last) = listed.last() else {
            return Ok(());
        };
        after = Some(no(last));
        listed.iter().for_each(&mut show);
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::{OfferNo, SnapshotNo};

    use super::{HeldId, SuspectId, number};

    #[test]
    fn ids_are_a_letter_and_a_number() {
        assert_eq!(HeldId::parse("q17"), Some(HeldId(OfferNo(17))));
        assert_eq!(HeldId(OfferNo(17)).to_string(), "q17");
        assert_eq!(SuspectId::parse("s17"), Some(SuspectId(SnapshotNo(17))));
        assert_eq!(SuspectId(SnapshotNo(17)).to_string(), "s17");
        for bad in [
            "",
            "q",
            "17",
            "Q17",
            "q-1",
            "q+1",
            "q0",
            "q017",
            "q1 ",
            "q٣",
            "q99999999999999999999",
            "p17",
        ] {
            assert_eq!(number(bad, 'q'), None, "{bad:?}");
        }
    }
}
