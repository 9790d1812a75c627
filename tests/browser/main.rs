//! Pages of the built binary in a real browser.

mod console;
mod driver;
mod explorer;
mod pictures;
