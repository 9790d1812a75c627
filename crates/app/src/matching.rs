//! Which products are the same, and which offers are of them.

pub mod candidates;
pub mod corrections;
pub mod lexicon;
pub mod matches;
pub mod rematch;
pub(crate) mod taught;
