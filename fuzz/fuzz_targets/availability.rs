//! Any bytes, for the reader `availability`.
#![no_main]

#[path = "../../crates/adapter-feeds/tests/feeds/fuzz/entry.rs"]
mod entry;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| entry::run("availability", bytes));
