//! How many pieces a title says that one pack holds.

use std::sync::LazyLock;

use regex::Regex;

use super::measure::{Dimension, Measure};
use super::subject::Subject;
use crate::comparable;
use crate::words::lists::sets::BUNDLE;
use domain::num::i64_from_f64;

/// The most pieces that are believed.
const MOST: u16 = 500;

/// `10er Pack`, `24er Kiste`, `3-pack`, `2-pak`, `pack of 6`, `confezione da 6`, `lot de 6`, `2x … ` at the beginning; 1 when
/// the title says nothing. Before a number `x` is part of a size (`2 x 120 mm`, `4 x 16GB`), and `11X` is a model; `484 Set`
/// is a set of the model 484. Only what is said so clearly weighs against a number; what else names several things
/// ([`crate::comparable::counts_pieces`]) weighs where words decide.
pub(super) fn of_title(title: &str) -> u16 {
    static PACK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)
            \b(\d{1,3})\s?(?:er)?[\s-]?(?:pack|packs|pak|pk)\b
            | \b(\d{1,3})\s?er[\s-]?(?:set|karton|tray|kiste|kasten|packung)\b
            | \blot\sde\s(\d{1,3})\b
            | ^\s*(\d{1,3})(?-i:\s?[x×]|\sX)\s+[^\d\s]
            | ^\s*(\d)X\s+[^\d\s]",
        )
        .ok()
    });
    static PACK_OF: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)
            \b(?: pack\s(?:of|de) | confezione\sda | paquete\sde )\s
            (\d{1,3})\b (?: \s?(ml|cl|l|mg|g|kg|oz)\b )?",
        )
        .ok()
    });
    let found_in = |pattern: &'static LazyLock<Option<Regex>>| pattern.as_ref()?.captures(title);
    // `302 Pack de 2` are two, `6 pack of 330 ml` six
    let pieces = found_in(&PACK_OF).filter(|found| found.get(2).is_none());
    let found = pieces.or_else(|| found_in(&PACK));
    let number =
        found.and_then(|found| found.iter().skip(1).flatten().next()?.as_str().parse().ok());
    number
        .filter(|pieces| (2..=MOST).contains(pieces))
        .unwrap_or(1)
}

/// What a title says of pieces less clearly than for [`of_title`]: not enough to speak against a number, but enough for it to
/// stand beside a pack of so many: `144 Windeln`, `8er`, `lot de 6`, `Doppelpack`, `Multipack`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spoken {
    /// The numbers that stand in the title, whatever they count.
    numbers: Vec<u16>,
    /// Those that count something: `8er`, `8x`, `Doppelpack`.
    counted: Vec<u16>,
    /// Those of `x8`, which may be a model too.
    behind_x: Vec<u16>,
    /// Several are sold together, and the title may not say how many.
    is_several: bool,
}

impl Spoken {
    pub(super) fn of(title: &[String]) -> Self {
        let next = title.iter().skip(1).map(String::as_str).chain([""]);
        let (mut numbers, mut counted, mut behind_x) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_several = false;
        for (word, next) in title.iter().zip(next) {
            let count = word.strip_suffix("er").or_else(|| word.strip_suffix('x'));
            counted.extend(count.and_then(|n| n.parse::<u16>().ok()));
            counted.extend(comparable::is_of_two(word, next).then_some(2));
            behind_x.extend(word.strip_prefix('x').and_then(|n| n.parse::<u16>().ok()));
            numbers.extend(word.parse::<u16>().ok());
            is_several |= BUNDLE.contains(&word.as_str());
        }
        numbers.extend(&counted);
        Self {
            numbers,
            counted,
            behind_x,
            is_several,
        }
    }

    /// Whether it may be the pack of so many that another title counts. Their number stands in this one as often: beside `10 W, 10er
    /// Pack` the 10 of `10 W` counts no pieces.
    pub(super) fn allows(&self, pieces: u16, pack: &Self) -> bool {
        let count = |side: &Self| side.numbers.iter().filter(|it| **it == pieces).count();
        let is_named = count(self) > 0 && count(self) >= count(pack);
        self.is_several || is_named || self.counts(pieces, pack)
    }

    /// The same for certain, so that it holds without a number too: the number counts something.
    pub(super) fn counts(&self, pieces: u16, pack: &Self) -> bool {
        let is_behind_x = |side: &Self| side.behind_x.contains(&pieces);
        self.counted.contains(&pieces) || (is_behind_x(self) && !is_behind_x(pack))
    }
}

impl Subject {
    /// Whether it holds as many pieces as another one, or may do so by what it says beside what counts as one thing: `6 pcs`, `8er`.
    pub(super) fn holds_as_many(&self, other: &Self) -> bool {
        let pieces = other.pack_size;
        let mut stated = self.wording.of(Dimension::Pieces);
        let is_it = |stated: &Measure| stated.value.total_cmp(&f64::from(pieces)).is_eq();
        let mut says_so = || stated.any(is_it) || self.spoken.allows(pieces, &other.spoken);
        self.pack_size == pieces || (self.pack_size <= 1 && says_so())
    }

    /// Whether one of both names several pieces, and the other one, nor as many in other words: `8-pack`, `x8`.
    pub(super) fn is_several_beside(&self, other: &Self) -> bool {
        if self.names_several == other.names_several {
            return false;
        }
        let (several, one) = if self.names_several {
            (self, other)
        } else {
            (other, self)
        };
        let pieces = several.wording.of(Dimension::Pieces);
        let counted = pieces.filter_map(|p| u16::try_from(i64_from_f64(p.value)).ok());
        let mut counts = counted.chain([several.pack_size, several.packs]);
        let is_same = counts.any(|count| count > 1 && one.spoken.counts(count, &several.spoken));
        !is_same
    }

    /// Whether it may hold as many packs as another one by what it says beside what counts as packs: `136 Windeln`, `8er`.
    pub(super) fn counts_in_other_words(&self, other: &Self) -> bool {
        self.spoken.allows(other.packs, &other.spoken)
    }
}

#[cfg(test)]
mod tests {
    use domain::text;
    use rstest::rstest;

    use super::{Spoken, of_title};

    #[rstest]
    #[case("Marlo Windeln 144 Windeln", "Marlo Windeln 144 pack", true)]
    #[case("Marlo Klingen 8er", "Marlo Klingen 8-pack", true)]
    #[case("Marlo lames x8", "Marlo Klingen 8-pack", true)]
    #[case("Marlo 5 Klingen 8er", "Marlo 5 Klingen 8-pack", true)]
    #[case("Marlo TN2420 lot de 2 toners", "Marlo TN2420 2er Pack", true)]
    #[case("Marlo TN2420 Doppelpack", "Marlo TN2420 2er Pack", true)]
    #[case("Marlo TN2420 twin pack", "Marlo TN2420 2er Pack", true)]
    #[case("Marlo 302 Multipack", "Marlo 302 3-pack", true)]
    #[case("Marlo 6 x 1,5 l", "Marlo 1,5 l 6-pack", true)]
    #[case("Marlo TN2420", "Marlo TN2420 2er Pack", false)]
    #[case("Marlo Klingen 8er", "Marlo Klingen 4-pack", false)]
    #[case("Marlo X2", "Marlo X2 2-pack", false)]
    #[case("Marlo LED 10 W", "Marlo LED 10 W 10er Pack", false)]
    #[case("Marlo Klingen 5", "Marlo Klingen 5 5er Pack", false)]
    fn pieces_are_spoken_of(#[case] title: &str, #[case] pack: &str, #[case] expected: bool) {
        let spoken = |title| Spoken::of(&text::tokens(title));
        let allowed = spoken(title).allows(of_title(pack), &spoken(pack));
        assert_eq!(allowed, expected);
    }

    #[rstest]
    #[case("Marlo marker yellow 10er Pack", 10)]
    #[case("Marlo marker yellow, 3-pack", 3)]
    #[case("Marlo marker (pack of 6)", 6)]
    #[case("Marlo beer 24er Kiste", 24)]
    #[case("Marlo soup 20er-Karton", 20)]
    #[case("Marlo marker lot de 6", 6)]
    #[case("Marlo 302 Pack de 2 cartouches", 2)]
    #[case("Marlo cola 6 pack of 330 ml", 6)]
    #[case("Marlo marker 3er-Set", 3)]
    #[case("Marlo DDF 484 Set drill", 1)]
    #[case("Marlo BS 18 Set drill", 1)]
    #[case("2x Marlo marker", 2)]
    #[case("10 x Marlo marker", 10)]
    #[case("2X Marlo marker", 2)]
    #[case("4 x 16GB, 3600MHz", 1)]
    #[case("2 x 120 mm, 650-2000 RPM", 1)]
    #[case("11X high yield toner", 1)]
    #[case("Marlo zoom 3x optical", 1)]
    #[case("Marlo 1080 x 1920 screen", 1)]
    #[case("Marlo backpack 30", 1)]
    #[case("Marlo X2 128 GB", 1)]
    #[case("0 pack, 999 pack", 1)]
    #[case("", 1)]
    fn pieces_are_read(#[case] title: &str, #[case] pieces: u16) {
        assert_eq!(of_title(title), pieces);
    }
}
