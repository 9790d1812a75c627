#![doc = include_str!("../README.md")]

mod document;
mod edits;
mod index;
mod levels;
mod lookup;
mod needs;
mod schema;
mod scoring;
mod words;

pub use index::TantivyIndex;
