//! Importing.
