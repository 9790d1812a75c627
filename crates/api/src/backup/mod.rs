//! Backups: a store and the keys of its vault in one file.

pub mod archive;
pub mod manifest;
pub mod passphrase;
mod place;
pub mod sqlite;

pub use place::check_place;
