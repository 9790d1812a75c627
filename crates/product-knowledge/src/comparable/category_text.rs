//! What a category text says.

mod other;
mod taxonomy;

use super::Category;
use super::accessory::{Accessory, judge};
use super::phrases::{Kind, find};
use crate::words::lists::headings::{FILLER, JOINING, WITHOUT};
use crate::words::lists::titles::FOR;
use domain::text;

/// What it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stated {
    /// Nothing that helps.
    Nothing,
    /// An accessory, or something else that shares a word with a category: paper notebooks.
    Other,
    /// A category together with its accessories.
    WithAccessories(Category),
    /// A category.
    Category(Category),
}

impl Stated {
    pub fn category(self) -> Option<Category> {
        match self {
            Self::Category(category) => Some(category),
            Self::Nothing | Self::Other | Self::WithAccessories(_) => None,
        }
    }
}

/// Whether the last part of a path joins several things.
pub(super) fn names_several(path: &str) -> bool {
    let last = path.rsplit(['>', '|', '\\', '»', ';', '→']).next();
    let last = last.unwrap_or_default();
    let words = text::tokens(last);
    last.contains(['&', ',', '+', '/']) || words.iter().any(|w| JOINING.contains(&w.as_str()))
}

/// Reads a path such as `Electronics > Phones > Smartphones`.
pub(super) fn read(path: &str) -> Stated {
    if path.trim().bytes().all(|b| b.is_ascii_digit()) {
        return taxonomy::read(path.trim());
    }
    let parts: Vec<&str> = path
        .split(['>', '|', '/', '\\', '»', ';', '→'])
        .map(str::trim)
        .filter(|part| part.chars().any(char::is_alphabetic))
        .collect();
    let Some((last, before)) = parts.split_last() else {
        return Stated::Nothing;
    };
    if names_two(path) {
        return Stated::Nothing;
    }
    let stated = match summed(&things(last)) {
        Some(stated) => stated,
        None => match before.iter().rev().find_map(|part| wholly(part)) {
            Some(category) if other::is_meant(category, &text::tokens(last)) => Stated::Other,
            Some(category) => Stated::Category(category),
            None => Stated::Nothing,
        },
    };
    match stated {
        Stated::Category(category) | Stated::WithAccessories(category)
            if before.iter().any(|part| other::is_place_of(category, part)) =>
        {
            Stated::Other
        }
        said @ (Stated::Category(_)
        | Stated::WithAccessories(_)
        | Stated::Other
        | Stated::Nothing) => said,
    }
}

/// What the things that a part names come to; `None` when it names nothing.
fn summed(things: &[Stated]) -> Option<Stated> {
    let mut categories = things.iter().filter_map(|t| t.category());
    let has_other = things.contains(&Stated::Other);
    let Some(first) = categories.next() else {
        return has_other.then_some(Stated::Other);
    };
    Some(match (categories.all(|c| c == first), has_other) {
        (true, false) => Stated::Category(first),
        (true, true) => Stated::WithAccessories(first),
        (false, _) => Stated::Nothing,
    })
}

/// `Smartphones / Tablets`: the last two things at a slash are two categories, not a path.
fn names_two(path: &str) -> bool {
    let last = path.rsplit(['>', '|', '\\', '»', ';', '→']).next();
    let mut named = last.unwrap_or_default().rsplit('/').map(wholly);
    matches!((named.next(), named.next()), (Some(Some(one)), Some(Some(other))) if one != other)
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
    let joined = part.split(['&', '+', ',']).map(text::tokens);
    let joined: Vec<Vec<String>> = joined.collect();
    let groups = joined
        .iter()
        .flat_map(|words| words.split(|w| JOINING.contains(&w.as_str())));
    groups.flat_map(things_of).collect()
}

/// The things that words without a joining word between them name.
fn things_of(words: &[String]) -> Vec<Stated> {
    let end = words.iter().position(|w| WITHOUT.contains(&w.as_str()));
    let words = words.get(..end.unwrap_or(words.len())).unwrap_or(words);
    let hits = find(words);
    let made_for = words.iter().position(|w| FOR.contains(&w.as_str()));
    let is_for_one = made_for.is_some_and(|at| hits.iter().any(|h| h.at > at));
    if is_for_one || judge(words) != Accessory::No || other::is_named(words) {
        return vec![Stated::Other];
    }
    let mut found: Vec<Stated> = Vec::new();
    for hit in hits.iter().filter(|h| h.kind != Kind::Line) {
        let last = hit.at + hit.len - 1;
        let is_part =
            !hits.iter().any(|h| h.at == last + 1) && other::belongs_to_plural(words, last);
        let said = if is_part || other::is_meant(hit.category, words) {
            Stated::Other
        } else {
            Stated::Category(hit.category)
        };
        if !found.contains(&said) {
            found.push(said);
        }
    }
    found
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
