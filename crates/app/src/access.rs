//! Who may do what: keys, what is remembered of them, and requests that are repeated.

pub mod authenticate;
pub mod idempotency;
pub mod keys;
pub mod reseal;
pub mod workspaces;
