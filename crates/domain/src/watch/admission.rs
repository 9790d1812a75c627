//! Which watches a client may have (D-24, D-56).

use time::OffsetDateTime;
use uuid::Uuid;

use super::{ChannelKind, CurrentPrice, Watch, WatchTerms};
use crate::freshness::Freshness;
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
    /// No store has the name whose price alone is to be looked at.
    UnknownStore,
    /// The workspace has as many watches as it may.
    QuotaReached,
}

/// Why a watch was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchRefusal {
    /// It waits for no target, and was to get another one.
    NoTarget,
    /// It waits for no fall, and was to get another percent.
    NoPercent,
}

/// Whether a product with these offers can be watched through a channel. Mails are always accepted;
/// `is_deliverable` says whether webhooks are delivered here.
pub fn admit(
    channel: ChannelKind,
    is_deliverable: bool,
    offers: &[Offer],
    freshness: Freshness,
) -> Result<(), WatchRefusal> {
    if channel == ChannelKind::Email {
        Ok(())
    } else if !is_deliverable {
        Err(WatchRefusal::DeliveryUnavailable)
    } else if offers
        .iter()
        .any(|offer| freshness.is_fresh(offer.last_seen_at))
    {
        Ok(())
    } else {
        Err(WatchRefusal::NoSourceEvidence)
    }
}

/// A watch that a client wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchRequest {
    /// Its id, if it is a new one.
    pub id: Uuid,
    /// Target and channel.
    pub terms: WatchTerms,
    /// The price with which it begins.
    pub current: CurrentPrice,
    /// Now.
    pub now: OffsetDateTime,
}

impl WatchRequest {
    /// The client's watch of a product through a channel: the one that it has, with new terms, else a new
    /// one. A full workspace keeps what it has.
    pub fn save(self, existing: Option<&Watch>, is_full: bool) -> Result<Watch, WatchRefusal> {
        let Self {
            id,
            terms,
            current,
            now,
        } = self;
        match existing {
            Some(watch) => Ok(watch.replace(terms, current, now)),
            None if is_full => Err(WatchRefusal::QuotaReached),
            None => Ok(Watch::create(id, terms, current, now)),
        }
    }
}
