#![doc = include_str!("../README.md")]

mod alert;
mod alert_form;
mod alert_links;
mod asked;
mod assets;
mod chart;
mod choice;
mod compared;
mod comparison;
mod layout;
mod offers;
mod pages;
mod pictures;
mod product;
mod public_url;
mod reader;
mod reasons;
mod results;
mod search;
mod structured;
mod values;

pub use pages::{AlertParts, Explorer, ExplorerSettings};
pub use public_url::PublicUrl;
