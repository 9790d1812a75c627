//! Price watches, what a revision does to them, and the mails that they send.

pub mod as_of;
pub mod asking;
pub mod crossed;
pub mod firing;
pub mod left;
pub mod look;
pub mod mails;
pub mod triggers;
pub mod watches;
