#![doc = include_str!("../README.md")]

mod alert;
mod alert_links;
mod assets;
mod chart;
mod comparison;
mod layout;
mod offers;
mod pages;
mod pictures;
mod product;
mod public_url;
mod reader;
mod results;
mod search;
mod structured;

pub use pages::{AlertParts, Explorer, ExplorerSettings};
pub use public_url::PublicUrl;
