//! Measuring rules on labelled data. No store is opened.

pub mod matching;
mod ranking;
pub mod search;
