//! What a product cost, and whether its price of today is a good one.
//!
//! The past of an offer is a step function: a [`PriceSegment`] says that it stood at a price from an
//! instant until another one. A segment ends at the observation that found the offer otherwise or
//! gone, at the latest one time to live after the offer was last seen: no price is carried over a
//! hole.
//!
//! [`Market`] puts the segments of all shops together into the price at which the product could be
//! bought at each instant of the last 365 days: the lowest among the offers in condition new that
//! could be ordered and whose price is believed (see [`crate::plausibility`]). Two prices are told
//! apart everywhere ([`Basis`]): the item price, and the price at the door where the delivery cost
//! is stated by the offer or by the store's terms of today; an assumed delivery cost sets no price
//! here.
//!
//! Statistics weigh a price by the time for which it stood. Time in which nothing is known, or
//! nothing could be bought, is in neither numerator nor denominator. They reach to the end of the
//! hour of `now` ([`as_of`]), so that all answers of one hour agree; prices that stand now are taken
//! to stand until then.

pub mod past;

mod days;
mod low;
mod market;
mod prices;
mod range;
pub(crate) mod segment;
mod stats;
mod summary;
mod sweep;
mod trend;
mod verdict;

pub use days::{Day, StoreDay};
pub use low::{KnownPast, NEW_LOW_DAYS};
pub use market::{Market, Watched};
pub use prices::{Basis, Step};
pub use range::{Range, as_of};
pub use segment::PriceSegment;
pub use stats::{Extreme, Stats};
pub use summary::{Coverage, LOW_DAYS, StoreSummary, Summary};
pub use trend::{Direction, Trend};
pub use verdict::{Label, NoVerdict, Verdict, VerdictConfidence, VerdictParts};

#[cfg(test)]
mod tests;
