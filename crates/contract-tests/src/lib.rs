#![doc = include_str!("../README.md")]

pub mod index;
pub mod mailer;
pub mod store;
pub mod system;
pub mod vault;
pub mod webhook_transport;
