//! Price alerts that people ask for on the pages.
//!
//! An alert is a watch by mail of a client that stands for one address. It is made once somebody who reads the mails
//! of the address confirms it: anybody can type any address, so until then the address is written to once for each
//! request, and seldom.
//!
//! | the request | its link says |
//! |---|---|
//! | is younger than [`CONFIRMED_WITHIN`] | confirm it |
//! | is older, or as old | it has expired |
//! | was confirmed | it was confirmed before |

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::ids::CanonicalProductId;
use crate::language::Language;
use crate::money::{Amount, Currency};
use crate::watch::TargetPrice;

/// How long a request waits to be confirmed. It is kept as long if it is confirmed, because it counts.
pub const CONFIRMED_WITHIN: Duration = Duration::hours(24);

/// How many requests of one address may wait to be confirmed.
pub const MOST_PENDING: u64 = 3;

/// How many mails that ask for confirmation one address gets within [`CONFIRMED_WITHIN`].
pub const MOST_A_DAY: u64 = 6;

/// How many alerts one address may have.
pub const MOST_ALERTS: usize = 20;

/// The time within which the requests of all addresses are counted.
pub const HOUR: Duration = Duration::hours(1);

/// What a suggested target leaves of the price, in percent.
const SUGGESTED_PERCENT: i64 = 95;

/// What was asked for, as the mail tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedAlert {
    /// The request.
    pub request: Uuid,
    /// Of which product.
    pub product: CanonicalProductId,
    /// Its name.
    pub product_name: String,
    /// Below which price.
    pub target: TargetPrice,
    /// What the reader reads.
    pub language: Language,
}

/// Requests that count when another one comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    /// Those of the address that wait to be confirmed.
    pub pending: u64,
    /// Those of the address within [`CONFIRMED_WITHIN`].
    pub of_day: u64,
    /// Those of all addresses within [`HOUR`].
    pub of_hour: u64,
}

/// Why no mail asks for confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertRefusal {
    /// The address was written to often enough. Whoever asks is not told: it would say something of the address.
    AddressFull,
    /// So many were asked for by everybody that no more mails go out for a while.
    AllFull,
}

impl Asked {
    /// Whether another mail may go out; `per_hour` limits those to all addresses. What is looked at first says
    /// nothing of the address.
    pub fn admit(self, per_hour: Option<u64>) -> Result<(), AlertRefusal> {
        if per_hour.is_some_and(|most| self.of_hour >= most) {
            Err(AlertRefusal::AllFull)
        } else if self.pending >= MOST_PENDING || self.of_day >= MOST_A_DAY {
            Err(AlertRefusal::AddressFull)
        } else {
            Ok(())
        }
    }
}

/// How a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestState {
    /// It can be confirmed.
    Pending,
    /// It waited too long.
    Expired,
    /// It was confirmed.
    Confirmed,
}

impl RequestState {
    /// The state of a request that expires at an instant.
    pub fn of(is_confirmed: bool, expires_at: OffsetDateTime, now: OffsetDateTime) -> Self {
        if is_confirmed {
            Self::Confirmed
        } else if expires_at <= now {
            Self::Expired
        } else {
            Self::Pending
        }
    }
}

/// A target that is worth waiting for: a twentieth below the price, in whole units; `None` when no target lies there.
pub fn suggested_target(price: Amount, currency: Currency) -> Option<TargetPrice> {
    let scaled = TargetPrice::scaled(price, currency);
    let lower = scaled.checked_mul(SUGGESTED_PERCENT)? / 100;
    TargetPrice::from_ten_thousandths(lower / TargetPrice::SCALE * TargetPrice::SCALE)
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::{AlertRefusal, Asked, MOST_A_DAY, MOST_PENDING, RequestState, suggested_target};
    use crate::money::{Amount, Currency};
    use crate::watch::TargetPrice;

    #[test]
    fn mails_are_few_for_an_address_and_bounded_for_all() {
        use AlertRefusal::{AddressFull, AllFull};
        for (pending, of_day, of_hour, per_hour, expected) in [
            (0, 0, 0, Some(10), Ok(())),
            (MOST_PENDING - 1, MOST_A_DAY - 1, 9, Some(10), Ok(())),
            (MOST_PENDING, MOST_PENDING, 0, Some(10), Err(AddressFull)),
            (0, MOST_A_DAY, 0, Some(10), Err(AddressFull)),
            (0, 0, 10, Some(10), Err(AllFull)),
            (0, 0, u64::MAX, None, Ok(())),
            // what everybody is told goes before what says something of the address
            (MOST_PENDING, MOST_A_DAY, 10, Some(10), Err(AllFull)),
            (0, 0, 0, Some(0), Err(AllFull)),
        ] {
            let asked = Asked {
                pending,
                of_day,
                of_hour,
            };
            assert_eq!(asked.admit(per_hour), expected, "{asked:?}");
        }
    }

    #[test]
    fn a_request_is_confirmed_once_and_in_time() {
        let end = OffsetDateTime::UNIX_EPOCH;
        let before = end - Duration::MICROSECOND;
        for (is_confirmed, now, expected) in [
            (false, before, RequestState::Pending),
            (false, end, RequestState::Expired),
            (true, before, RequestState::Confirmed),
            (true, end, RequestState::Confirmed),
        ] {
            assert_eq!(RequestState::of(is_confirmed, end, now), expected);
        }
    }

    #[test]
    fn a_suggested_target_lies_a_twentieth_below_the_price() {
        for (currency, minor, expected) in [
            ("EUR", 103_680, Some(9_840_000)),
            ("EUR", 1000, Some(90_000)),
            ("EUR", 106, Some(10_000)),
            ("EUR", 105, None),
            ("EUR", 0, None),
            ("JPY", 1000, Some(9_500_000)),
            ("EUR", 200_000_000, None),
        ] {
            let currency = Currency::parse(currency).unwrap();
            let price = Amount::from_minor(minor).unwrap();
            let target = suggested_target(price, currency).map(TargetPrice::ten_thousandths);
            assert_eq!(target, expected, "{minor} {currency}");
            let is_below = |it: i64| it < minor.saturating_mul(10_000);
            assert!(target.is_none_or(is_below));
        }
    }
}
