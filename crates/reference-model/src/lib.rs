#![doc = include_str!("../README.md")]
#![expect(
    clippy::indexing_slicing,
    clippy::struct_excessive_bools,
    reason = "as plain as it can be; whoever compares names what there is"
)]

mod attempts;
mod market;
mod model;
mod past;
mod random;
mod told;
mod watch;

pub use attempts::{Outcome, Sent, Subscription};
pub use market::{Evidence, Market, Offer};
pub use model::Model;
pub use random::Random;
pub use told::{Event, Told};
pub use watch::{WaitsFor, Watch};
