//! Which products are the same, and which offers stand together.

pub mod doubts;
pub mod lexicons;
pub mod matching;
pub mod merging;
pub mod regrouping;
