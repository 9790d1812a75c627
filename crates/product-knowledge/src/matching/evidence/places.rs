//! Words that stand in another's place: `pro red 140` and `pro blue 140`.

use super::{Kind, Wording};

/// What stands before and behind a word that the other side lacks, where the other side has that too. An empty text
/// is the beginning or the end of the name.
pub(super) type Place<'a> = (Option<&'a str>, Option<&'a str>);

/// The places of the words that the other side lacks. Colours and quantities are compared by themselves.
pub(super) fn places<'a>(wording: &'a Wording, covered: &[bool]) -> Vec<Place<'a>> {
    let tokens = &wording.tokens;
    let shared = |place: usize| match (tokens.get(place), covered.get(place)) {
        (Some(token), Some(true)) => Some(token.text.as_str()),
        (None, _) => Some(""),
        _ => None,
    };
    let lacking = tokens
        .iter()
        .zip(covered)
        .enumerate()
        .filter(|(_, (token, is_covered))| {
            !**is_covered && !matches!(token.kind, Kind::Measure | Kind::Colour)
        });
    lacking
        .map(|(place, _)| {
            let before = place.checked_sub(1).map_or(Some(""), &shared);
            (before, shared(place + 1))
        })
        .collect()
}

/// Whether two model numbers have the same form: the same signs, but for other digits.
pub(in crate::matching) fn are_of_one_series(one: &str, other: &str) -> bool {
    let sign = |c: char| if c.is_ascii_digit() { '0' } else { c };
    one.chars().map(sign).eq(other.chars().map(sign))
}
