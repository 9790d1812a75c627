//! Cases, which are made for things, and cases in which things are packed.

use crate::comparable::{Accessory, judge};
use crate::words::lists::accessories::{CASED, PACKAGING};
use crate::words::lists::matching::FOR;
use crate::words::lists::titles::WITH;

/// What a subject says of cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Casing {
    /// How it is one.
    kind: Kind,
    /// What it is packed in is named, as a case may be.
    is_packed: bool,
}

/// Whether a thing is a case or another accessory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is none, for all that is said.
    Thing,
    /// It is called an accessory, not of what.
    Accessory,
    /// It is called a case or the like, rather than said to come with one.
    Case,
    /// It is said to be a case or another accessory for something.
    MadeFor,
}

impl Casing {
    pub(super) fn of(title: &[String], model: &[String]) -> Self {
        let kind = if is_made_for(title) {
            Kind::MadeFor
        } else if is_case(title) || is_case(model) {
            Kind::Case
        } else if is_accessory(title) {
            Kind::Accessory
        } else {
            Kind::Thing
        };
        Self {
            kind,
            is_packed: is_packed(title),
        }
    }

    /// Whether one is made for the other: called a case beside what is none and is not packed in one, or an accessory for something
    /// beside what is no accessory.
    pub(super) const fn is_beside(self, other: Self) -> bool {
        match (self.kind, other.kind) {
            (Kind::MadeFor, Kind::Thing) => true,
            (Kind::Case, Kind::Thing | Kind::Accessory) => !(self.is_packed && other.is_packed),
            (Kind::Thing | Kind::Accessory, _)
            | (Kind::MadeFor | Kind::Case, Kind::Case | Kind::MadeFor)
            | (Kind::MadeFor, Kind::Accessory) => false,
        }
    }
}

/// Whether words name a case or the like before they tell what comes with the thing.
fn is_case(words: &[String]) -> bool {
    let before = words.iter().enumerate();
    let mut named = before.take_while(|(at, word)| *at == 0 || !WITH.contains(&word.as_str()));
    named.any(|(at, word)| CASED.contains(&word.as_str()) && !is_for_tools(words, at))
}

/// Whether the case at a place is one that tools are packed in: `L-Case`.
fn is_for_tools(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    at > 0 && word(at - 1) == "l" && word(at) == "case"
}

/// Whether a case or another accessory is named before what it is made for.
fn is_made_for(words: &[String]) -> bool {
    let mut words_and_places = words.iter().enumerate();
    let place = words_and_places.find(|(at, word)| *at > 0 && FOR.contains(&word.as_str()));
    let before = place.and_then(|(at, _)| words.get(..at));
    before.is_some_and(|before| {
        let mut ends = before.iter().flat_map(|word| {
            let names = CASED.iter().chain(PACKAGING.iter());
            names.map(|name| word.ends_with(name))
        });
        judge(before) != Accessory::No || ends.any(|is_case| is_case)
    })
}

/// Whether words name an accessory; what a tool is packed in is none.
fn is_accessory(words: &[String]) -> bool {
    let is_packaging = |word: &String| PACKAGING.contains(&word.as_str());
    let found = if words.iter().any(is_packaging) {
        let others = words.iter().filter(|word| !is_packaging(word));
        judge(&others.cloned().collect::<Vec<String>>())
    } else {
        judge(words)
    };
    found != Accessory::No
}

/// Whether words name what a tool is packed in. Something *with a case* may be a phone.
fn is_packed(words: &[String]) -> bool {
    let before = std::iter::once("").chain(words.iter().map(String::as_str));
    words.iter().zip(before).any(|(word, before)| {
        let word = word.as_str();
        PACKAGING.contains(&word) && !(CASED.contains(&word) && WITH.contains(&before))
    })
}

#[cfg(test)]
mod tests {
    use domain::text;
    use rstest::rstest;

    use super::Casing;

    #[rstest]
    #[case::case("case Nova Q9", "Nova Q9", true)]
    #[case::with_one("case Nova Q9", "Nova Q9 with case", true)]
    #[case::compound("Nova Schutzhülle für Q9", "Nova Q9 128 GB", true)]
    #[case::bag("Marlo Tasche für DF333", "Marlo Akkuschrauber DF333", true)]
    #[case::box_for("Marlo Tragekoffer für DF333", "Marlo Akkuschrauber DF333", true)]
    #[case::packed_thing("Marlo Koffer für SBE 650", "Marlo SBE 650 im Koffer", true)]
    #[case::packed_one("Marlo GSR 18 2x 2.0Ah L-Case", "Marlo GSR 18 2x 2.0Ah", false)]
    #[case::packed_both("Marlo DHP484 Case", "Marlo DHP484 im Koffer", false)]
    #[case::accessories("Marlo Akku für GSR 18V", "Marlo Akku 18V 5 Ah", false)]
    #[case::both_cases("Nova Hülle für Q9", "Nova case Q9", false)]
    #[case::things("Marlo Tabs für Geschirrspüler", "Marlo Tabs", false)]
    fn what_is_made_for_a_thing_is_none(
        #[case] one: &str,
        #[case] other: &str,
        #[case] expected: bool,
    ) {
        let of = |title| Casing::of(&text::tokens(title), &[]);
        assert_eq!(of(one).is_beside(of(other)), expected);
    }
}
