//! Subscriptions and deliveries, for owners and for workers.

pub mod auditing;
pub mod counting;
pub mod desk;
pub mod dispatching;
pub mod evidence_checks;
pub mod fan_out;
pub mod incidents;
pub mod judging;
pub mod keeping;
pub mod managing;
pub mod queueing;
pub mod replaying;
pub mod replaying_range;
pub mod rotating;
pub mod secrets;
pub mod showing;
