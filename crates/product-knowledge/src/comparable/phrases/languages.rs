//! More names in the languages of shops: category texts and titles of feeds.

mod cleaning;
mod computers;
mod handheld;
mod kitchen;
mod leisure;

use super::Row;

/// The rows of the mapping table; the phrases of a row in alphabetical order.
pub(super) const LANGUAGES: [&[Row]; 5] = [
    handheld::HANDHELD,
    computers::COMPUTERS,
    leisure::LEISURE,
    cleaning::CLEANING,
    kitchen::KITCHEN,
];
