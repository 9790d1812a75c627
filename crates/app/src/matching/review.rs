//! What waits for a person: prices that are held back as implausible.

use std::fmt;

use domain::ids::OfferNo;
use domain::watch::Freshness;
use ports_store::{EvidenceStore, HeldOffer, StoreError, Verdict};
use ports_system::Clock;
use time::Duration;

/// How many prices are read at once.
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
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

impl Reviewer<'_> {
    /// The prices that are held back, in order of their numbers, page by page to `show`.
    pub async fn list(&self, show: &mut (dyn FnMut(&HeldOffer) + Send)) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let page = self.evidence.list_held(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = Some(last.no);
            page.iter().for_each(&mut *show);
        }
    }

    /// Settles a price; `None` when no price with this id is held back.
    pub async fn settle(
        &self,
        id: HeldId,
        verdict: Verdict,
    ) -> Result<Option<HeldOffer>, StoreError> {
        let freshness = Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        };
        self.evidence.settle(id.0, verdict, freshness).await
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::OfferNo;

    use super::HeldId;

    #[test]
    fn ids_are_q_and_a_number() {
        assert_eq!(HeldId::parse("q17"), Some(HeldId(OfferNo(17))));
        assert_eq!(HeldId(OfferNo(17)).to_string(), "q17");
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
            assert_eq!(HeldId::parse(bad), None, "{bad:?}");
        }
    }
}
