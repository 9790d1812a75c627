//! Connections: how many there may be, and how long each may keep us waiting.
//!
//! actix times the first head of an HTTP/1.1 connection only, and keeps an HTTP/2 connection for as
//! long as its client answers pings. So every accepted connection is wrapped in a [`Guarded`], which
//! closes it by its own clock, the same on both listeners and for both protocols (ADR 0031), and
//! takes a seat in [`Connections`].

mod activity;
mod exchange;
mod frames;
mod guarded;
mod limits;
mod reading;
mod refusal;
mod seats;

pub use activity::Activity;
pub use exchange::{AnswerBody, Exchange};
pub use guarded::{Guarded, PARTING};
pub use limits::ConnectionLimits;
pub use seats::Connections;
