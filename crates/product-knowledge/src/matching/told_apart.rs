//! What tells two goods apart that are called alike otherwise: for whom they are, another flavour, age, season, tier.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::colours::colour;
use super::tyre::Tyre;
use super::wording::{Kind, Token, Wording};
use crate::words::lists::matching::{MODELS_OF_LETTERS, PRINTED_WITH, TOLD_APART_TIERS, VERSIONED};
use crate::words::{self, PhraseIndex, Section};

static PHRASES: LazyLock<PhraseIndex> =
    LazyLock::new(|| PhraseIndex::of(words::entries(Section::ToldApart)));

/// What a title says of this.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ToldApart {
    /// By what it is about: what is said of it.
    said: BTreeMap<&'static str, BTreeSet<&'static str>>,
    tyre: Option<Tyre>,
    tiers: Tiers,
}

impl ToldApart {
    /// By a title, the words of what names the thing in English, as they are and as they are read, and those of the brand, which say
    /// nothing else: *Donna Karan*.
    pub(super) fn of(title: &str, words: &[String], wording: &Wording, brand: &[String]) -> Self {
        /// What colours of ink are about.
        const INK: &str = "ink";
        let mut said: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        let is_ink = words.iter().any(|w| PRINTED_WITH.contains(&w.as_str()));
        for (at, word) in words.iter().enumerate() {
            if is_ink && let Some(ink) = ink(word) {
                said.entry(INK).or_default().insert(ink);
            }
            let behind = words.get(at..).filter(|_| !brand.contains(word));
            if let Some((_, name)) = behind.and_then(|words| PHRASES.longest(words)) {
                let about = name.split(' ').next().unwrap_or(name);
                said.entry(about).or_default().insert(name);
            }
        }
        Self {
            said,
            tyre: Tyre::of(title),
            tiers: Tiers::of(title, wording),
        }
    }

    /// Whether the two say what one thing cannot both be, or one is of a tier of which the other does not say that it is.
    pub(super) fn differ(&self, other: &Self) -> bool {
        let mut said = self.said.iter();
        let are_others = said.any(|(about, one)| {
            let others = other.said.get(about);
            others.is_some_and(|others| one.is_disjoint(others))
        });
        let tyres = self.tyre.as_ref().zip(other.tyre.as_ref());
        are_others
            || tyres.is_some_and(|(one, other)| one.differs(other))
            || self.tiers.differ(&other.tiers)
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
    /// All that stand anywhere, as words, behind a number in one, or at the end of one before a generation. Elsewhere they may be
    /// what is said of anything: `Super AMOLED`, `Ultra HD`, `camera plus bag`.
    named: BTreeSet<&'static str>,
}

impl Tiers {
    fn of(title: &str, wording: &Wording) -> Self {
        let mut tiers = Self {
            of_models: BTreeSet::new(),
            named: BTreeSet::new(),
        };
        let tokens = &wording.tokens;
        let next = tokens.iter().skip(1).map(|token| token.text.as_str());
        let mut before: Option<&Token> = None;
        let (mut is_behind, mut is_behind_tier) = (false, false);
        for (token, next) in tokens.iter().zip(next.chain([""])) {
            let (start, ends) = cut(&token.text);
            let ends_model = start.ends_with(|c: char| c.is_ascii_digit());
            let is_of_letters = |word: &str| MODELS_OF_LETTERS.contains(&word);
            if start.is_empty() || ends_model || is_of_letters(start) || next == GENERATION {
                tiers.named.extend(&ends);
            }
            let last = ends.first().copied();
            let is_of_model = last.is_some_and(|tier| {
                // `18+` is an age
                let is_plus = || {
                    is_behind_tier
                        || before.is_some_and(is_model)
                        || title.to_lowercase().contains(PLUS)
                };
                let is_of_lens = tier == LENS_SERIES && wording.has_lens;
                let is_played = PLAYING.contains(&tier) && PLAYED.contains(&next);
                let is_no_tier = NO_TIER_BEFORE.contains(&next) || is_of_lens || is_played;
                let is_tier = !is_no_tier && (tier != PLUS || is_plus());
                let behind_letters = before.is_some_and(|it| is_of_letters(&it.text));
                let stands = start.is_empty()
                    && (is_behind || next == GENERATION || (tier == MAX && behind_letters));
                is_tier && (stands || ends_model || (tier == MAX && is_of_letters(start)))
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
/// The only tier of models that have no number; of clothes the same letters are a size.
const MAX: &str = "max";
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
/// What *Play* and *Prime* stand before where they are no tier: `Play-Doh`, `play set`, `Prime Video`.
const PLAYED: [&str; 5] = ["doh", "gym", "mat", "set", "video"];
const PLAYING: [&str; 2] = ["play", "prime"];
/// Stands before the number of a generation.
const GENERATION: &str = "gen";

/// What a word begins with, and the tiers at its end, the last first: `promax`.
fn cut(word: &str) -> (&str, Vec<&'static str>) {
    let (mut start, mut ends) = (word, Vec::new());
    while let Some(tier) = TOLD_APART_TIERS.iter().find(|it| start.ends_with(**it)) {
        start = start.strip_suffix(tier).unwrap_or_default();
        ends.push(*tier);
    }
    (start, ends)
}

fn is_model(token: &Token) -> bool {
    token.kind == Kind::Model
}

fn is_whole(token: &Token) -> bool {
    token.kind == Kind::Number && !token.text.contains('.')
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
            &["donna".to_owned()],
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
    #[case("Nova S7 Edge 32GB", "Nova S7 32GB", true)]
    #[case("Nova J5 Prime", "Nova J5", true)]
    #[case("Nova G6 Play", "Nova G6", true)]
    #[case("Nova XS Max", "Nova XS", true)]
    #[case("Nova XSMax", "Nova XS", true)]
    #[case("Nova XSMax", "Nova XS Max", false)]
    #[case("Nova dress XS mini", "Nova dress XS", false)]
    #[case("Nova G6 Play", "Nova G6 5.7 inch display", true)]
    #[case("Nova set E8916 Play-Doh", "Nova set E8916", false)]
    #[case("Nova TV 4K Prime Video", "Nova TV 4K", false)]
    #[case("Nova 3 Plus Video Doorbell", "Nova 3 Video Doorbell", true)]
    #[case("Nova F2121 Play Set", "Nova F2121 playset", false)]
    #[case(
        "Nova PodsPro (2nd generation)",
        "Nova Pods Pro (2nd generation)",
        false
    )]
    #[case("Nova Max", "Nova", false)]
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
    #[case("Marlo fleece jacket women L", "Marlo fleece jacket men L", true)]
    #[case("Marlo Nuit pour femme edp", "Marlo Nuit hombre edp", true)]
    #[case("Marlo shoe herren", "Marlo shoe", false)]
    #[case("Marlo shoe herren damen", "Marlo shoe men", false)]
    #[case("Donna Fuel", "Fuel men", false)]
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
