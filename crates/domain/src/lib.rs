#![doc = include_str!("../README.md")]

pub mod access;
pub mod address;
pub mod availability;
pub mod delivered_price;
pub mod gtin;
pub mod ids;
pub mod matching;
pub mod money;
pub mod num;
pub mod offer;
pub mod product;
pub mod query;
pub mod scoring;
pub mod snapshot;
pub mod store;
pub mod text;
