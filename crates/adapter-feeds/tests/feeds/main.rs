//! The promises of the feed readers, on synthetic files.
#![expect(
    clippy::expect_used,
    clippy::format_push_string,
    clippy::let_underscore_must_use,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::too_many_lines,
    clippy::unwrap_used,
    reason = "tests"
)]

mod archives;
mod awin;
mod catalogue;
mod ceneo;
mod damaged;
mod decimal_marks;
mod fuzz;
mod google;
mod google_shipping;
mod heureka;
mod history;
mod idealo;
mod large;
mod offers;
mod properties;
mod reading;
mod schema_org;
mod skroutz;
