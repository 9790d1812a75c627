//! Bodies of webhooks, field by field (D-30, D-42, D-48), each with the conversion that makes it.

pub mod codes;
pub mod delivery;
pub mod event;
pub mod incident;
pub mod records;
pub mod replays;
pub mod rotation;
pub mod subscription;
