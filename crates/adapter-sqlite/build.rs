//! The migrations are embedded: a changed one must be built in again.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations/sqlite");
}
