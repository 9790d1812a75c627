//! What tells two goods apart that are called alike otherwise: for whom they are, another flavour, age, season, tier.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::colours::colour;
use super::people::People;
use super::tyre::Tyre;
use super::wording::{Kind, Token};
use crate::words::lists::matching::{PRINTED_WITH, TOLD_APART_TIERS};
use crate::words::{self, PhraseIndex, Section};

static PHRASES: LazyLock<PhraseIndex> =
    LazyLock::new(|| PhraseIndex::of(words::entries(Section::ToldApart)));

/// What a title says of this.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ToldApart {
    people: People,
    tyre: Option<Tyre>,
    /// Names of entries of the table.
    said: BTreeSet<&'static str>,
    /// Colours of ink, where it is ink.
    inks: BTreeSet<&'static str>,
    tiers: BTreeSet<&'static str>,
}

impl ToldApart {
    /// By a title and its words in English, as they are and as they are read, with the words of the brand.
    pub(super) fn of(title: &str, words: &[String], read: &[Token], brand: &[String]) -> Self {
        let starts = (0..words.len()).filter_map(|at| words.get(at..));
        let said = starts.filter_map(|rest| PHRASES.longest(rest));
        let is_ink = words.iter().any(|w| PRINTED_WITH.contains(&w.as_str()));
        let inks = words.iter().filter(|_| is_ink);
        Self {
            people: People::of(words, brand),
            tyre: Tyre::of(title),
            said: said.map(|(_, name)| name).collect(),
            inks: inks.filter_map(|word| colour(word)).collect(),
            tiers: tiers(read),
        }
    }

    /// Whether the two say what one thing cannot both be, or one is of a tier of which the other does not say that it is.
    pub(super) fn differ(&self, other: &Self) -> bool {
        let tyres = self.tyre.as_ref().zip(other.tyre.as_ref());
        self.people.differ(other.people)
            || tyres.is_some_and(|(one, other)| one.differs(other))
            || self.tiers != other.tiers
            || are_others(&self.inks, &other.inks)
            || self.said.iter().any(|name| {
                let about = about(name);
                are_others(
                    &said_about(&self.said, about),
                    &said_about(&other.said, about),
                )
            })
    }
}

/// Before these it is no tier: `Ultra HD`, `Super AMOLED`.
const NO_TIER_BEFORE: [&str; 8] = [
    "amoled", "hd", "high", "retina", "slim", "uhd", "wide", "zoom",
];
/// Stands before the number of a generation.
const GENERATION: &str = "gen";

/// The tiers directly behind a number or a model, behind another tier, or before a generation: `S9 Plus`, `14 Pro Max`,
/// `Pods Pro gen 2`. Elsewhere they may be what is said of anything: `Super AMOLED`, `Ultra HD`, `camera plus bag`.
fn tiers(read: &[Token]) -> BTreeSet<&'static str> {
    let mut tiers = BTreeSet::new();
    let mut is_behind = false;
    let next = read
        .iter()
        .skip(1)
        .map(|token| token.text.as_str())
        .chain([""]);
    for (token, next) in read.iter().zip(next) {
        let ending = |tier: &str| token.text.ends_with(tier);
        let tier = TOLD_APART_TIERS.iter().copied().find(|tier| ending(tier));
        let tier = tier.filter(|_| !NO_TIER_BEFORE.contains(&next));
        let is_tier = tier.is_some_and(|tier| {
            let before = token.text.strip_suffix(tier).unwrap_or_default();
            (before.is_empty() && (is_behind || next == GENERATION))
                || before.ends_with(|c: char| c.is_ascii_digit())
        });
        tiers.extend(tier.filter(|_| is_tier));
        is_behind = is_tier
            || token.kind == Kind::Model
            || (token.kind == Kind::Number && !token.text.contains('.'));
    }
    tiers
}

/// Whether both sides say something, and nothing of it is the same.
fn are_others(one: &BTreeSet<&'static str>, other: &BTreeSet<&'static str>) -> bool {
    !one.is_empty() && !other.is_empty() && one.is_disjoint(other)
}

/// About what an entry is: the first word of its name.
fn about(name: &'static str) -> &'static str {
    name.split(' ').next().unwrap_or(name)
}

fn said_about(said: &BTreeSet<&'static str>, what: &str) -> BTreeSet<&'static str> {
    said.iter()
        .copied()
        .filter(|name| about(name) == what)
        .collect()
}

#[cfg(test)]
mod tests {
    use domain::text;
    use rstest::rstest;

    use super::super::SubjectTexts;
    use super::super::spelled_out::spelled_out;
    use super::super::wording::Wording;
    use super::ToldApart;

    fn of(title: &str) -> ToldApart {
        let title = spelled_out(title);
        let read = Wording::new(&title, &SubjectTexts::default()).tokens;
        ToldApart::of(&title, &text::tokens(&title), &read, &["marlo".to_owned()])
    }

    #[rstest]
    #[case("Nova S9 Plus 64GB", "Nova S9 64GB", true)]
    #[case("Nova S9+", "Nova S9plus", false)]
    #[case("Nova Pods Pro 2nd Gen", "Nova Pods 2. Generation", true)]
    #[case("Nova 14 Pro Max", "Nova 14 Pro", true)]
    #[case("Nova S9 5.8 Super AMOLED", "Nova S9", false)]
    #[case("Nova S9 64GB Ultra HD", "Nova S9 64GB", false)]
    #[case("Nova camera plus bag", "Nova camera", false)]
    fn tiers_stand_behind_models(#[case] one: &str, #[case] other: &str, #[case] expected: bool) {
        assert_eq!(of(one).differ(&of(other)), expected);
    }

    #[rstest]
    #[case("Marlo Adult chicken 15 kg", "Marlo Puppy chicken 15 kg", true)]
    #[case("Marlo chicken rabbit 400 g", "Marlo rabbit 400 g", false)]
    #[case("Marlo chicken 400 g", "Marlo 400 g", false)]
    #[case("Marlo floor lamp", "Marlo table lamp", true)]
    #[case("Marlo 305 ink cartridge black", "Marlo 305 ink cyan", true)]
    #[case("Marlo 305 ink cartridge black", "Marlo 305 ink black", false)]
    #[case("Marlo phone black", "Marlo phone blue", false)]
    #[case("Marlo shoe women", "Marlo shoe men", true)]
    #[case("Marlo 205/55R16 91V", "Marlo 205/55R16 94V", true)]
    fn what_one_thing_cannot_both_be(
        #[case] one: &str,
        #[case] other: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(of(one).differ(&of(other)), expected);
        assert_eq!(of(other).differ(&of(one)), expected);
    }
}
