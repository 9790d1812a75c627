//! Which past prices are believed.
//!
//! The rule for current offers ([`crate::plausibility`]), as far as one offer alone can tell. A price
//! below 70 % of what the offer usually cost is held back: of the time-weighted median of its
//! believed prices in the 30 days before, where it could be ordered; unless it was believed at that
//! price or a lower one in those days. Where there is no price in those days, nothing is held back. It is believed from the first sighting on that finds it at least
//! 6 hours after the first one, with no other price between. A price that rises is always believed. What is doubted
//! with its feed is held back besides; of what is left after [`screen`], that is the only reason.

use time::{Duration, OffsetDateTime};

use super::Sighting;
use crate::money::Amount;
use crate::plausibility::{PAST, STANDS, confirms};

/// Sightings of one price one after the other, those between that could not be ordered set aside.
struct Run {
    item_price: Amount,
    since: OffsetDateTime,
    held: bool,
}

/// Marks the sightings whose price is not believed. Sightings at which it could not be ordered set
/// no price and are left as they are.
pub(super) fn screen(sightings: &[Sighting], time_to_live: Duration) -> Vec<Sighting> {
    let mut screened: Vec<Sighting> = Vec::with_capacity(sightings.len());
    let mut run: Option<Run> = None;
    let mut highest = Amount::ZERO;
    for sighting in sightings {
        let mut sighting = *sighting;
        if !sighting.stand.availability.can_be_ordered() {
            screened.push(sighting);
            continue;
        }
        let item_price = sighting.stand.item_price;
        let mut current = match run.take().filter(|run| run.item_price == item_price) {
            Some(run) => run,
            None => Run {
                item_price,
                since: sighting.at,
                held: !confirms(item_price, highest) && is_held(&screened, &sighting, time_to_live),
            },
        };
        if current.held && sighting.at - current.since >= STANDS {
            current.held = false;
            // it stood all the time, so it was seen again one time to live later at the latest
            let again = current.since + STANDS.max(time_to_live) + time_to_live;
            if sighting.linked && !sighting.doubted && again < sighting.at {
                screened.push(Sighting {
                    at: again,
                    ..sighting
                });
            }
        }
        sighting.doubted &= !current.held;
        sighting.quarantined = current.held || sighting.doubted;
        if !sighting.quarantined {
            highest = highest.max(item_price);
        }
        run = Some(current);
        screened.push(sighting);
    }
    screened
}

/// Whether a price that is seen for the first time is far below the median of the time before: so
/// it is when it is far below the prices of more than half of that time.
fn is_held(before: &[Sighting], sighting: &Sighting, time_to_live: Duration) -> bool {
    let start = sighting.at.saturating_sub(PAST);
    let item_price = sighting.stand.item_price;
    let (mut above, mut total) = (Duration::ZERO, Duration::ZERO);
    let mut next = sighting;
    for seen in before.iter().rev() {
        let until = if next.linked {
            next.at
        } else {
            next.at.min(seen.at.saturating_add(time_to_live))
        };
        if until <= start {
            break;
        }
        if !seen.quarantined && seen.stand.availability.can_be_ordered() {
            let weight = until - seen.at.max(start);
            if seen.stand.item_price <= item_price {
                return false;
            }
            total += weight;
            if !confirms(item_price, seen.stand.item_price) {
                above += weight;
            }
        }
        next = seen;
    }
    2 * above > total
}
