#![doc = include_str!("../README.md")]

mod document;
mod edits;
mod index;
mod levels;
mod lookup;
mod matches;
mod needs;
mod plain;
mod schema;
mod scoring;
mod words;

pub use index::TantivyIndex;
pub use plain::{PlainIndex, Texts};
