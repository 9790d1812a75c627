//! Any bytes, for the reader `google_tsv`.
#![no_main]

#[path = "../../crates/adapter-feeds/tests/feeds/fuzz/entry.rs"]
mod entry;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| entry::run("google_tsv", bytes));
