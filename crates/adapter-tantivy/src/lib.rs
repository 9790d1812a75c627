#![doc = include_str!("../README.md")]

mod candidates;
mod document;
mod edits;
mod index;
mod kept;
mod levels;
mod lookup;
mod matches;
mod needs;
mod plain;
mod schema;
mod scoring;
mod view;
mod words;

pub use index::TantivyIndex;
pub use kept::{KeptRows, open_kept};
pub use plain::{PlainIndex, Texts};
