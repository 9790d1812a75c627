#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod comparable;
pub mod compare;
pub mod fit;
pub mod matching;
pub mod meaning;
pub mod price_text;
pub mod query;
pub mod specs;
pub mod words;
