//! What tells two goods apart that are called alike otherwise: for whom they are, another flavour, age, season, tier.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::colours::colour;
use super::people::People;
use super::tyre::Tyre;
use super::wording::{Kind, Token, Wording};
use crate::words::lists::matching::{PRINTED_WITH, TOLD_APART_TIERS, VERSIONED};
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
    tiers: Tiers,
}

impl ToldApart {
    /// By a title, the words of what names the thing in English, as they are and as they are read, with those of the brand.
    pub(super) fn of(title: &str, words: &[String], wording: &Wording, brand: &[String]) -> Self {
        let starts = (0..words.len()).filter_map(|at| words.get(at..));
        let said = starts.filter_map(|rest| PHRASES.longest(rest));
        let is_ink = words.iter().any(|w| PRINTED_WITH.contains(&w.as_str()));
        let inks = words.iter().filter(|_| is_ink);
        Self {
            people: People::of(words, brand),
            tyre: Tyre::of(title),
            said: said.map(|(_, name)| name).collect(),
            inks: inks.filter_map(|word| ink(word)).collect(),
            tiers: Tiers::of(title, wording),
        }
    }

    /// Whether the two say what one thing cannot both be, or one is of a tier of which the other does not say that it is.
    pub(super) fn differ(&self, other: &Self) -> bool {
        let tyres = self.tyre.as_ref().zip(other.tyre.as_ref());
        self.people.differ(other.people)
            || tyres.is_some_and(|(one, other)| one.differs(other))
            || self.tiers.differ(&other.tiers)
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

/// A colour of ink: one of the table, or several together.
fn ink(word: &str) -> Option<&'static str> {
    /// Of `tri color`, as several together are read.
    const SEVERAL: &str = "tri";
    colour(word).or((word == SEVERAL).then_some(SEVERAL))
}

/// Tiers that make another product.
#[derive(Debug, Clone, PartialEq)]
struct Tiers {
    /// Those directly behind a number or a model, behind another tier, or before a generation: `S9 Plus`, `14 Pro Max`,
    /// `Pods Pro gen 2`.
    of_models: BTreeSet<&'static str>,
    /// All that stand anywhere, as words or at the end of one. Elsewhere they may be what is said of anything: `Super AMOLED`,
    /// `Ultra HD`, `camera plus bag`.
    named: BTreeSet<&'static str>,
}

impl Tiers {
    fn of(title: &str, wording: &Wording) -> Self {
        // `18+` is an age; `S9+` is read as one word, and says plus
        let says_plus = title.to_lowercase().contains(PLUS);
        let mut tiers = Self {
            of_models: BTreeSet::new(),
            named: BTreeSet::new(),
        };
        let tokens = &wording.tokens;
        let next = tokens.iter().skip(1).map(|token| token.text.as_str());
        let mut before: Option<&Token> = None;
        let (mut is_behind, mut is_behind_tier) = (false, false);
        for (token, next) in tokens.iter().zip(next.chain([""])) {
            let mut start = token.text.as_str();
            let mut last = None;
            while let Some(tier) = TOLD_APART_TIERS.iter().find(|it| start.ends_with(**it)) {
                tiers.named.insert(tier);
                start = start.strip_suffix(tier).unwrap_or_default();
                last = last.or(Some(*tier));
            }
            let is_of_model = last.is_some_and(|tier| {
                let is_plus = says_plus || is_behind_tier || before.is_some_and(is_model);
                let is_of_lens = tier == LENS_SERIES && wording.has_lens;
                let is_tier =
                    !NO_TIER_BEFORE.contains(&next) && !is_of_lens && (tier != PLUS || is_plus);
                let stands = start.is_empty() && (is_behind || next == GENERATION);
                is_tier && (stands || start.ends_with(|c: char| c.is_ascii_digit()))
            });
            tiers.of_models.extend(last.filter(|_| is_of_model));
            let is_version = before.is_some_and(|it| VERSIONED.contains(&it.text.as_str()));
            is_behind = is_of_model || is_model(token) || (is_whole(token) && !is_version);
            is_behind_tier = is_of_model;
            before = Some(token);
        }
        tiers
    }

    /// Whether one is of a tier that the other does not have anywhere.
    fn differ(&self, other: &Self) -> bool {
        !self.of_models.is_subset(&other.named) || !other.of_models.is_subset(&self.named)
    }
}

/// The tier that a sign stands for as well.
const PLUS: &str = "plus";
/// A tier of phones, and a series of lenses.
const LENS_SERIES: &str = "fe";
/// Before these it is no tier: `Ultra HD`, `Super AMOLED`, `Mini LED`.
const NO_TIER_BEFORE: [&str; 11] = [
    "amoled",
    "displayport",
    "hd",
    "hdmi",
    "high",
    "led",
    "retina",
    "slim",
    "uhd",
    "wide",
    "zoom",
];
/// Stands before the number of a generation.
const GENERATION: &str = "gen";

fn is_model(token: &Token) -> bool {
    token.kind == Kind::Model
}

fn is_whole(token: &Token) -> bool {
    token.kind == Kind::Number && !token.text.contains('.')
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
        let wording = Wording::new(&title, &SubjectTexts::default());
        ToldApart::of(
            &title,
            &text::tokens(&title),
            &wording,
            &["marlo".to_owned()],
        )
    }

    #[rstest]
    #[case("Nova S9 Plus 64GB", "Nova S9 64GB", true)]
    #[case("Nova S9+", "Nova S9plus", false)]
    #[case("Nova Pods Pro 2nd Gen", "Nova Pods 2. Generation", true)]
    #[case("Nova 14 Pro Max", "Nova 14 Pro", true)]
    #[case("Nova S9 5.8 Super AMOLED", "Nova S9", false)]
    #[case("Nova S9 64GB Ultra HD", "Nova S9 64GB", false)]
    #[case("Nova camera plus bag", "Nova camera", false)]
    #[case("Nova Pods Pro 2", "Nova Pods Pro 2nd Gen", false)]
    #[case("Nova Pad Pro 12.9 (6th Gen)", "Nova Pad Pro 6th Gen 12.9", false)]
    #[case("Nova 14 ProMax", "Nova 14 Pro Max", false)]
    #[case("Nova S9 64GB Plus", "Nova S9 Plus 64GB", false)]
    #[case("Nova 55C845 Mini LED", "Nova 55C845", false)]
    #[case("Nova Book Windows 11 Pro", "Nova Book Windows 11", false)]
    #[case("Marlo set 10316 18+", "Marlo set 10316", false)]
    #[case("Nova 15 Plus", "Nova 15", true)]
    #[case("Nova S24 FE 256GB", "Nova S24 256GB", true)]
    #[case("Nova 7 with FE 28-70mm lens", "Nova 7 with 28-70mm lens", false)]
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
    #[case("Marlo 305 ink black", "Marlo 305 ink tri color", true)]
    #[case("Marlo wall and ceiling lamp", "Marlo wall lamp", false)]
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
