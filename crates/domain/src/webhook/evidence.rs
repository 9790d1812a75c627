//! Whether a delivery still tells what is true (D-28).
//!
//! | evidence of the event | pending | sending |
//! |---|---|---|
//! | is the current one | stays until the price may change by itself | the same |
//! | another revision of the offers is there | cancelled, source superseded | stays; judged before it is tried again |
//! | the price is another one, or gone, or the product is | cancelled, source expired | the same |

use time::OffsetDateTime;

use super::delivery::DeliveryError;
use crate::watch::{Evidence, PriceCheck};

/// What becomes of a delivery that is not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// It stays; its evidence is good until an instant, `None`: for ever. After that it is judged again
    /// before it is tried.
    Stays {
        /// Until when.
        good_until: Option<OffsetDateTime>,
    },
    /// It is cancelled.
    Cancelled(DeliveryError),
}

/// What speaks against telling of a price: nothing while it is the current one. `check` is that of the
/// product; `None` when there is no such product any more.
pub fn objection(told: &Evidence, check: Option<&PriceCheck<'_>>) -> Option<DeliveryError> {
    let Some(check) = check else {
        return Some(DeliveryError::SourceExpired);
    };
    if told.source_revision != Some(check.source_revision()) {
        return Some(DeliveryError::SourceSuperseded);
    }
    let price = check.price(told.store.as_ref());
    // the offer it tells of became stale
    (price.is_none() || price != told.price).then_some(DeliveryError::SourceExpired)
}

/// Judges a delivery that waits, or is being sent, by the price at `now`. One that is being sent cannot be
/// recalled.
pub fn judge(
    told: &Evidence,
    is_sending: bool,
    check: Option<&PriceCheck<'_>>,
    now: OffsetDateTime,
) -> Judgement {
    match objection(told, check) {
        None => Judgement::Stays {
            good_until: check.and_then(PriceCheck::valid_until),
        },
        Some(_) if is_sending => Judgement::Stays {
            good_until: Some(now),
        },
        Some(why) => Judgement::Cancelled(why),
    }
}
