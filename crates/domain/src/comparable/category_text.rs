//! What a category text says.

use super::Category;
use super::accessory::{Accessory, judge};
use super::phrases::{Kind, find};
use crate::text;

/// What it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stated {
    /// Nothing that helps.
    Nothing,
    /// An accessory.
    Accessory,
    /// A category.
    Category(Category),
}

impl Stated {
    pub fn category(self) -> Option<Category> {
        match self {
            Self::Category(category) => Some(category),
            Self::Nothing | Self::Accessory => None,
        }
    }
}

/// Words that join two things in one part of a path.
const JOINING: [&str; 12] = [
    "and", "und", "a", "et", "y", "e", "i", "en", "ve", "og", "or", "oraz",
];
/// Words that say nothing about what it is.
const FILLER: [&str; 26] = [
    "all",
    "new",
    "neu",
    "unlocked",
    "gaming",
    "smart",
    "android",
    "wireless",
    "bluetooth",
    "refurbished",
    "best",
    "apple",
    "samsung",
    "xiaomi",
    "sim",
    "free",
    "other",
    "sonstige",
    "ostatni",
    "the",
    "home",
    "shop",
    "computer",
    "computers",
    "digital",
    "5g",
];

/// Reads a path such as `Electronics > Phones > Smartphones`.
pub(super) fn read(path: &str) -> Stated {
    let parts: Vec<&str> = path
        .split(['>', '|', '/', '\\', '»', ';', '→'])
        .map(str::trim)
        .filter(|part| part.chars().any(char::is_alphabetic))
        .collect();
    let Some((last, before)) = parts.split_last() else {
        return Stated::Nothing;
    };
    match things(last).as_slice() {
        [] => {}
        all if all.iter().all(|t| *t == Stated::Accessory) => return Stated::Accessory,
        [first, rest @ ..] => {
            return if rest.iter().all(|t| t == first) {
                *first
            } else {
                Stated::Nothing
            };
        }
    }
    let whole = before.iter().rev().find_map(|part| wholly(part));
    whole.map_or(Stated::Nothing, Stated::Category)
}

/// The things that a part names, split at joining words.
fn things(part: &str) -> Vec<Stated> {
    let whole = text::tokens(part);
    if judge(&whole) == Accessory::No
        && let [only] = find(&whole).as_slice()
        && only.len == whole.len()
    {
        return vec![Stated::Category(only.category)];
    }
    let mut things = Vec::new();
    for joined in part.split(['&', '+', ',']) {
        let words = text::tokens(joined);
        for words in words.split(|w| JOINING.contains(&w.as_str())) {
            if judge(words) != Accessory::No {
                things.push(Stated::Accessory);
                continue;
            }
            let mut found: Vec<Category> = Vec::new();
            for hit in find(words) {
                if hit.kind != Kind::Line && !found.contains(&hit.category) {
                    found.push(hit.category);
                }
            }
            things.extend(found.into_iter().map(Stated::Category));
        }
    }
    things
}

/// The category of a part that names nothing else.
fn wholly(part: &str) -> Option<Category> {
    let words = text::tokens(part);
    let hits = find(&words);
    let first = hits.first().filter(|h| h.kind != Kind::Line)?;
    let covered: usize = hits.iter().map(|h| h.len).sum();
    let filler = |w: &&String| FILLER.contains(&w.as_str()) || JOINING.contains(&w.as_str());
    let fillers = words.iter().filter(filler).count();
    let same = hits.iter().all(|h| h.category == first.category);
    (same && covered + fillers >= words.len()).then_some(first.category)
}
