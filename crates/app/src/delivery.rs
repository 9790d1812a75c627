//! What goes out: events to subscriptions, and mails.

pub mod deliver;
pub mod send_mails;
mod signing;
pub mod webhooks;
