//! How offers come together when feeds are imported one after the other, beside a catalogue of names or beside none.
//!
//! The caller imports: this decides what is in the catalogue, in which order shops come, and counts where their
//! offers went.

mod figures;
mod fit;
mod links;
mod market;
mod orders;
mod pairs;

pub use figures::{Cause, OfferFigures, PlacedOffer, RungFigures};
pub use fit::{FittedList, FittedMarket, FittedPart, fit};
pub use links::{FittedGroups, FittedLinks, fit_links};
pub use market::{Market, MarketProduct, markets};
pub use orders::placed_otherwise;

#[cfg(test)]
mod tests;
