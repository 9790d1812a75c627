//! How many pieces a title says that one pack holds.

use std::sync::LazyLock;

use regex::Regex;

/// The most pieces that are believed.
const MOST: u16 = 500;

/// `10er Pack`, `3-pack`, `pack of 6`, `2x … ` at the beginning; 1 when the title says nothing. Before a number `x` is
/// part of a size (`2 x 120 mm`, `4 x 16GB`), and `11X` is a model; `484 Set` is a set of the model 484. Only what is said so
/// clearly weighs against a number; what else names several things ([`crate::comparable::counts_pieces`]) weighs where words
/// decide.
pub(super) fn of_title(title: &str) -> u16 {
    static PACK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)
            \b(\d{1,3})\s?(?:er)?[\s-]?(?:pack|packs|pk)\b
            | \b(\d{1,3})\s?er[\s-]?set\b
            | \bpack\sof\s(\d{1,3})\b
            | ^\s*(\d{1,3})(?-i:\s?[x×]|\sX)\s+[^\d\s]
            | ^\s*(\d)X\s+[^\d\s]",
        )
        .ok()
    });
    let found = PACK.as_ref().and_then(|pack| pack.captures(title));
    let number =
        found.and_then(|found| found.iter().skip(1).flatten().next()?.as_str().parse().ok());
    number
        .filter(|pieces| (2..=MOST).contains(pieces))
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::of_title;

    #[rstest]
    #[case("Marlo marker yellow 10er Pack", 10)]
    #[case("Marlo marker yellow, 3-pack", 3)]
    #[case("Marlo marker (pack of 6)", 6)]
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
