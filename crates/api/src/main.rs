//! The `api` binary.
fn main() {}
