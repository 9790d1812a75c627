//! Which products are the same, and which offers stand together.

pub mod doubts;
pub mod key_texts;
pub mod lexicons;
pub mod matching;
pub mod merged_watches;
pub mod merging;
pub mod numbers;
pub mod regrouping;
