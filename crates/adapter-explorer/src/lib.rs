#![doc = include_str!("../README.md")]

mod assets;
mod chart;
mod comparison;
mod layout;
mod offers;
mod pages;
mod pictures;
mod product;
mod reader;
mod results;
mod search;
mod structured;

pub use pages::{Explorer, ExplorerSettings};
