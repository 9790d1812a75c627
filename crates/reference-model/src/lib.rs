#![doc = include_str!("../README.md")]
#![expect(
    clippy::indexing_slicing,
    reason = "whoever compares with the model names what it has"
)]

mod attempts;
mod market;
mod model;
mod random;
mod watch;

pub use attempts::{Outcome, Sent, Subscription};
pub use market::{Evidence, Market, Offer};
pub use model::{Event, Model, Told};
pub use random::Random;
pub use watch::Watch;
