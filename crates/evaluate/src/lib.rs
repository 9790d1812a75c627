#![doc = include_str!("../README.md")]

pub mod matching;
pub mod offers;
pub mod ranking;
pub mod search;
