//! Words that stand in another's place: `pro red 140` and `pro blue 140`.

use super::{Kind, Wording};

/// Where a word stands that the other side lacks: what is before and behind it, where the other side has that too. An empty text
/// is the beginning or the end of the name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    before: Option<&'a str>,
    behind: Option<&'a str>,
    /// It is a number or a model number.
    is_number: bool,
}

impl Place<'_> {
    fn is_between_the_same(&self, other: &Self) -> bool {
        self.before.is_some()
            && self.behind.is_some()
            && (self.before, self.behind) == (other.before, other.behind)
    }
}

/// Which words that either side lacks stand in the place of another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Swapped {
    /// Behind the same word.
    pub(super) behind: bool,
    /// Before the same word.
    before: bool,
    /// Between the same two words, or the beginning or the end of both.
    pub(super) between: bool,
}

impl Swapped {
    /// Compares the places of the words that either side lacks.
    pub(super) fn of(places: &[Place<'_>], others: &[Place<'_>]) -> Self {
        let pairs = || {
            places
                .iter()
                .flat_map(|x| others.iter().map(move |y| (x, y)))
        };
        Self {
            behind: pairs().any(|(x, y)| x.before == y.before && is_word(x.before)),
            before: pairs().any(|(x, y)| x.behind == y.behind && is_word(x.behind)),
            between: pairs().any(|(x, y)| x.is_between_the_same(y)),
        }
    }

    /// Whether any word stands in the place of another.
    pub(super) const fn is_any(self) -> bool {
        self.behind || self.before || self.between
    }
}

/// Whether a number of either side stands where the other side has another, behind the same word: `RTX 4060` and `RTX 4070`.
pub(super) fn swap_a_number(places: &[Place<'_>], others: &[Place<'_>]) -> bool {
    let is_number = |place: &&Place<'_>| place.is_number && is_word(place.before);
    let mut numbers = places.iter().filter(is_number);
    let is_swapped = |one: &Place<'_>| {
        let mut others = others.iter().filter(is_number);
        others.any(|other| one.is_between_the_same(other))
    };
    numbers.any(is_swapped)
}

fn is_word(neighbour: Option<&str>) -> bool {
    neighbour.is_some_and(|it| !it.is_empty())
}

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
        .map(|(place, (token, _))| Place {
            before: place.checked_sub(1).map_or(Some(""), &shared),
            behind: shared(place + 1),
            is_number: matches!(token.kind, Kind::Number | Kind::Model),
        })
        .collect()
}

/// Whether two model numbers have the same form: the same signs, but for other digits.
pub(in crate::matching) fn are_of_one_series(one: &str, other: &str) -> bool {
    let sign = |c: char| if c.is_ascii_digit() { '0' } else { c };
    one.chars().map(sign).eq(other.chars().map(sign))
}
