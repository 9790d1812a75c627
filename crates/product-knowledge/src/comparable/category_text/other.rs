//! Headings that share a word with a category and mean something else.

use crate::comparable::Category;
use crate::words::lists::headings::{HEALTH, NO_DEVICE, NO_THINGS, PAPER, SINGULARS};
use crate::words::{self, Section};
use domain::text;

/// Whether words name something that is no device.
pub(super) fn is_named(words: &[String]) -> bool {
    holds(NO_DEVICE.iter().copied(), words)
}

/// Whether words beside a category's own mean another thing: *landline phones*, *graphics tablets*.
pub(super) fn is_meant(category: Category, words: &[String]) -> bool {
    let others = words::entry(Section::OtherHeadings, category.code());
    holds(others, words)
}

/// Whether the word at a place stands before the plural of another thing.
pub(super) fn belongs_to_plural(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let next = word(at + 1);
    let is_plural = next.len() >= 4 && next.ends_with('s') && !NO_THINGS.contains(&next);
    SINGULARS.contains(&word(at)) && is_plural
}

/// Whether a part of a path is a department in which the category's words mean another thing.
pub(super) fn is_place_of(category: Category, part: &str) -> bool {
    let words = text::tokens(part);
    let supplies = words.windows(2).any(|two| two == ["office", "supplies"]);
    (category == Category::Laptop && (supplies || holds(PAPER.iter().copied(), &words)))
        || (category == Category::Tablet && holds(HEALTH.iter().copied(), &words))
}

fn holds(mut list: impl Iterator<Item = &'static str>, words: &[String]) -> bool {
    list.any(|entry| match entry.strip_suffix('-') {
        Some(start) => words.iter().any(|w| w.starts_with(start)),
        None => words.iter().any(|w| w == entry),
    })
}
