//! Backups: a store and the keys of its vault in one file.

pub mod archive;
pub mod passphrase;
pub mod sqlite;
