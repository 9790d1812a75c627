//! Measuring rules on labelled data.

pub mod matching;
pub mod offers;
mod ranking;
pub mod search;
