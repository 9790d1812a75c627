#![doc = include_str!("../README.md")]

pub mod matching;
pub mod offers;
mod ranking;
pub mod search;
