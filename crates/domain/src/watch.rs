//! Price watches: a client is told when a product gets cheaper than a target, or can be had again.
//!
//! **Which price** (D-26). The lowest delivered price over the offers that pass the gates of
//! [`crate::scoring`]: new goods, that can be ordered, not stale, not held back. Below means strictly
//! below. A price with an assumed delivery cost is shown, and a watch may begin with it; it moves
//! none. A watch may look at one store alone: then it is the lowest price of that store's offers, by the same gates.
//!
//! **When it fires** (D-27). A watch keeps on which [`Side`] of its target the price was when it was
//! looked at last. Creating, replacing, resuming and changing the target set the side from the
//! current price without an event; no price is not below. A new revision of the catalogue fires an
//! active watch when its stated price turns the side from above to below. A revision without a stated
//! price says nothing: the side stays, so that a product which is sold out for an hour, or a slip in a
//! feed, does not tell the client twice. While a watch is paused its side follows silently.
//!
//! | side, status | price at the new revision | side | fires |
//! |---|---|---|---|
//! | above, active | below the target | below | yes |
//! | above, paused | below the target | below | no |
//! | above | the target or more | above | no |
//! | below | below the target | below | no |
//! | below | the target or more | above | no |
//! | any | none | the same | no |
//!
//! **Other conditions** ([`WatchCondition`]). A watch may wait until the product can be had again, at whatever price: then
//! it is below while there is a stated price, and above once nothing that is new and fresh can be ordered. Or until the
//! price has fallen by so many percent ([`PriceFall`]), or is lower than it was in 90 days ([`NewLow`]): then it is always above,
//! since each fall or low that is told begins the next one.
//!
//! A delivery of an event that is not sent yet when its price is superseded is cancelled. An active watch
//! whose price is still below the target gets a new event in its place ([`Watch::is_told_instead`]); a
//! paused one gets none, then or when it is resumed. What else follows is [`Watch::after_cancelled`].
//!
//! The event of a firing has an id that is made of the watch and the revision ([`Watch::event_id`]),
//! so that a revision fires a watch once, however often it is looked at.

mod admission;
mod cancelled;
mod candidate;
mod channel;
mod condition;
mod fall;
mod firing;
mod low;
mod merged;
mod price_check;
mod shown;
mod target;

use std::fmt;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::freshness::Freshness;

pub use admission::{PatchRefusal, WatchRefusal, WatchRequest, admit};
pub use cancelled::{AfterCancelled, Told};
pub use candidate::MinimumPriceCandidate;
pub use channel::{Channel, ChannelKind};
pub use condition::{ConditionTerms, UnfitTerm, WatchCondition, WatchConditionKind};
pub use fall::{FallPercent, PriceFall};
pub use firing::{Evidence, Firing, StatedMinimum, source_revision};
pub use low::NewLow;
pub use price_check::{CheckTerms, PriceCheck, WatchChange};
pub use shown::{ShownProduct, shown_price};
pub use target::{TargetError, TargetPrice};

use crate::email::EmailAddress;
use crate::ids::Revision;
use crate::instant::later_than;
use crate::money::{Amount, Currency};
use crate::store::StoreName;

/// Whose watches: a stable identifier that the caller's server gives each of its clients (§5.4),
/// `^[A-Za-z0-9_-]{8,80}$`, compared byte by byte.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClientId(String);

impl ClientId {
    /// Reads an identifier; `None` when it does not have the form.
    pub fn parse(text: &str) -> Option<Self> {
        let is_allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        let formed = (8..=80).contains(&text.len()) && text.bytes().all(is_allowed);
        formed.then(|| Self(text.to_owned()))
    }

    /// The identifier.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a watch may fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WatchStatus {
    /// It may.
    Active,
    /// It follows the price silently.
    Paused,
}

impl WatchStatus {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Active, Self::Paused]
            .into_iter()
            .find(|status| status.code() == code)
    }
}

/// On which side of the target the price was when it was looked at last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// At the target or above it, or the watch began without a price: it is armed.
    Above,
    /// Below the target.
    Below,
}

impl Side {
    /// The side of a price; `None` is no price.
    pub fn of(price: Option<Amount>, target: TargetPrice, currency: Currency) -> Self {
        match price {
            Some(price) if target.is_above(price, currency) => Self::Below,
            _ => Self::Above,
        }
    }
}

/// A price watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    /// Public id: random, so that nobody can guess another's.
    pub id: Uuid,
    /// It fires when this turns to hold.
    pub condition: WatchCondition,
    /// Whose price it looks at; `None`: the lowest of all stores.
    pub store: Option<StoreName>,
    /// How the client is told.
    pub channel: Channel,
    /// Whether it may fire.
    pub status: WatchStatus,
    /// Where the price was.
    pub side: Side,
    /// How often its client has begun it anew: replaced it, resumed it, or asked for another target or percent.
    pub restarts: u32,
    /// When it was created; a replacement keeps it.
    pub created_at: OffsetDateTime,
    /// When its client changed it last; greater after each change.
    pub updated_at: OffsetDateTime,
}

/// What decides the price that answers show: which offers count, and what delivery costs where nobody
/// states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Showing {
    /// When it is shown.
    pub freshness: Freshness,
    /// The deployment's assumption.
    pub assumed_delivery: Amount,
}

/// What a client asks to watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchTerms {
    /// The condition.
    pub condition: WatchCondition,
    /// Whose price is looked at, by the name that the catalogue has of the store; `None`: the lowest of all.
    pub store: Option<StoreName>,
    /// The channel.
    pub channel: Channel,
}

/// A change of a watch; `None` leaves a property as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WatchPatch {
    /// The new target.
    pub target: Option<TargetPrice>,
    /// By how much the price has to fall from now on.
    pub percent: Option<FallPercent>,
    /// The new address.
    pub destination: Option<EmailAddress>,
    /// The new status.
    pub status: Option<WatchStatus>,
}

/// The price at which a watch is looked at, if there is one, in its currency: for a client's change the
/// one that answers show, for a revision the lowest stated one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrentPrice {
    /// The price.
    pub price: Option<Amount>,
    /// The catalogue's currency.
    pub currency: Currency,
    /// Of a revision: nothing that is new and fresh can be ordered, at whatever price.
    pub is_sold_out: bool,
    /// Of a revision: the price is a new low ([`crate::history::Market::new_low`]). It is only looked at where a watch waits
    /// for one.
    pub is_low: bool,
}

impl CurrentPrice {
    /// The price that answers show.
    pub const fn shown(price: Option<Amount>, currency: Currency) -> Self {
        Self {
            price,
            currency,
            is_sold_out: price.is_none(),
            is_low: false,
        }
    }
}

impl Watch {
    /// A new watch: active, armed unless the price is below the target already.
    pub fn create(id: Uuid, terms: WatchTerms, current: CurrentPrice, now: OffsetDateTime) -> Self {
        let WatchTerms {
            condition,
            store,
            channel,
        } = terms;
        let condition = condition.begun_at(current.price);
        Self {
            id,
            side: condition.side(current),
            condition,
            store,
            channel,
            status: WatchStatus::Active,
            restarts: 0,
            created_at: now,
            updated_at: now,
        }
    }

    /// The watch with new terms (D-23): it keeps its id and age, and is active.
    #[must_use]
    pub fn replace(&self, terms: WatchTerms, current: CurrentPrice, now: OffsetDateTime) -> Self {
        Self {
            created_at: self.created_at,
            updated_at: later_than(self.updated_at, now),
            restarts: self.restarts.saturating_add(1),
            ..Self::create(self.id, terms, current, now)
        }
    }

    /// Whether the watch can be changed so: only one that waits for a target, or a fall, has another one.
    pub const fn admits(&self, patch: &WatchPatch) -> Result<(), PatchRefusal> {
        let kind = self.condition.kind();
        if patch.target.is_some() && !kind.has_target() {
            return Err(PatchRefusal::NoTarget);
        }
        if patch.percent.is_some() && !kind.has_percent() {
            return Err(PatchRefusal::NoPercent);
        }
        Ok(())
    }

    /// The changed watch, of a change that it [admits](Watch::admits). A new target or percent, and resuming, look at the
    /// current price anew.
    #[must_use]
    pub fn change(&self, patch: &WatchPatch, current: CurrentPrice, now: OffsetDateTime) -> Self {
        let asked = match (self.condition, patch.target, patch.percent) {
            (WatchCondition::BelowTarget { .. }, Some(target), _) => {
                WatchCondition::BelowTarget { target }
            }
            (WatchCondition::PriceFall(fall), _, Some(percent)) => {
                WatchCondition::PriceFall(PriceFall { percent, ..fall })
            }
            (condition, ..) => condition,
        };
        let status = patch.status.unwrap_or(self.status);
        let is_resumed = self.status == WatchStatus::Paused && status == WatchStatus::Active;
        let channel = patch.destination.clone().map_or_else(
            || self.channel.clone(),
            |destination| self.channel.with_destination(destination),
        );
        let (condition, side, restarts) = if is_resumed || asked != self.condition {
            let begun = asked.begun_at(current.price);
            (begun, begun.side(current), self.restarts.saturating_add(1))
        } else {
            (asked, self.side, self.restarts)
        };
        Self {
            id: self.id,
            side,
            condition,
            store: self.store.clone(),
            channel,
            status,
            restarts,
            created_at: self.created_at,
            updated_at: later_than(self.updated_at, now),
        }
    }

    /// What a new revision's stated price makes of it: its side, and whether it fires. What it leaves of the condition says
    /// [`WatchCondition::after`].
    pub fn observe(&self, stated: CurrentPrice) -> (Side, bool) {
        if !self.condition.is_answered_by(stated) {
            return (self.side, false);
        }
        let turned = (self.side, self.condition.side(stated)) == (Side::Above, Side::Below);
        let side = self.condition.after(stated).side(stated);
        (side, turned && self.status == WatchStatus::Active)
    }

    /// Whether what it waits for is so, as answers show it.
    pub fn is_reached(&self, shown: CurrentPrice) -> bool {
        self.condition.side(shown) == Side::Below
    }

    /// Whether an event of this price takes the place of one that was cancelled before anybody got it,
    /// because its price was not the current one any more (D-28): the watch is active, and what it waits for
    /// is still so. A paused watch gets no event, a new one for an old one neither.
    pub fn is_told_instead(&self, stated: CurrentPrice) -> bool {
        self.status == WatchStatus::Active && self.condition.side(stated) == Side::Below
    }

    /// The id of the event with which a revision fires this watch: the same each time (RFC 9562
    /// version 5 in the namespace of the watch's own id).
    pub fn event_id(&self, revision: Revision) -> Uuid {
        Uuid::new_v5(&self.id, &revision.0.to_be_bytes())
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests;
