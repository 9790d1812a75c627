#![doc = include_str!("../README.md")]

mod download;
mod guard;
mod target;
mod tls;

#[cfg(test)]
mod tests;

pub use download::HttpsDownloader;
