//! Pages of the built binary in a real browser.

mod driver;
mod explorer;
