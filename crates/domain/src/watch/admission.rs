//! Which watches a client may have (D-24, D-56).

use time::OffsetDateTime;
use uuid::Uuid;

use super::{ChannelKind, CurrentPrice, Freshness, Watch, WatchTerms};
use crate::offer::Offer;

/// Why a watch was not created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchRefusal {
    /// No product has the id.
    UnknownProduct,
    /// The channel is not deliverable; looked at once the product was found (D-07).
    DeliveryUnavailable,
    /// A webhook watch needs an offer of the product that is not stale (D-24).
    NoSourceEvidence,
    /// The workspace has as many watches as it may.
    QuotaReached,
}

/// Whether a product with these offers can be watched through a channel. Mails are always accepted;
/// `is_deliverable` says whether webhooks are delivered here.
pub fn admit(
    channel: ChannelKind,
    is_deliverable: bool,
    offers: &[Offer],
    freshness: Freshness,
) -> Result<(), WatchRefusal> {
    let Freshness { now, offer_ttl } = freshness;
    if channel == ChannelKind::Email {
        Ok(())
    } else if !is_deliverable {
        Err(WatchRefusal::DeliveryUnavailable)
    } else if offers
        .iter()
        .any(|offer| offer.last_seen_at + offer_ttl > now)
    {
        Ok(())
    } else {
        Err(WatchRefusal::NoSourceEvidence)
    }
}

impl Watch {
    /// What a client's watch of a product through a channel becomes: the one it has, with new terms, else a
    /// new one under `id`. A full workspace keeps what it has.
    pub fn save(
        existing: Option<&Self>,
        is_full: bool,
        id: Uuid,
        terms: WatchTerms,
        current: CurrentPrice,
        now: OffsetDateTime,
    ) -> Result<Self, WatchRefusal> {
        match existing {
            Some(watch) => Ok(watch.replace(terms, current, now)),
            None if is_full => Err(WatchRefusal::QuotaReached),
            None => Ok(Self::create(id, terms, current, now)),
        }
    }
}
