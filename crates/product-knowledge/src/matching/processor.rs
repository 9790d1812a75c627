//! Which processor a title sells.

use super::codes;
use super::wording::{Kind, Token, Wording};
use crate::words::lists::titles::PROCESSORS;
use domain::text;

/// A family of processors stands among so many first words where a processor is sold; behind them it is built in.
const FIRST: usize = 3;
/// What a processor is called, in English. A title that begins so sells one.
const NAMES: [&str; 2] = ["cpu", "processor"];
/// Its number is one of so many words behind the family, and has so many digits.
const BEHIND: usize = 3;
const DIGITS: usize = 3;
const LEAST: f64 = 100.0;
/// How quantities of mass end.
const MASS: &str = "kg";
/// Letters that makers put behind the number, each of which is another processor, and that stand apart from it in titles. `s` is
/// *with* in Czech.
const LETTERS: [&str; 10] = ["f", "g", "ge", "k", "kf", "ks", "t", "x", "x3d", "xt"];
/// Behind `x` it is a part of those.
const STACKED: &str = "3d";

/// Whether both sell a processor, and not the same: `i5-9600K` and `i5-9600KF`, `Ryzen 5 2600` and `2600X`.
pub(super) fn differ(one: &Wording, other: &Wording) -> bool {
    let both = sold(&one.tokens).zip(sold(&other.tokens));
    both.is_some_and(|(one, other)| one != other)
}

/// The number of the processor that is sold, with its letters.
fn sold(tokens: &[Token]) -> Option<String> {
    let is_family = |token: &Token| PROCESSORS.contains(&token.text.as_str());
    let tokens = match tokens.split_first() {
        Some((first, rest)) if NAMES.contains(&first.text.as_str()) => rest,
        _ => tokens,
    };
    let family = tokens.iter().take(FIRST).position(is_family)?;
    let behind = tokens.get(family + 1..)?;
    let is_number = |token: &Token| match token.kind {
        Kind::Model => {
            let digits = token.text.bytes().filter(u8::is_ascii_digit).count();
            digits >= DIGITS && !codes::is_common(&token.text)
        }
        // `2400G` is read as a mass
        Kind::Measure if !token.text.ends_with(MASS) => false,
        Kind::Number | Kind::Measure => token.number.is_some_and(|number| number >= LEAST),
        Kind::Word | Kind::Colour => false,
    };
    let place = behind.iter().take(BEHIND).position(is_number)?;
    let number = behind.get(place)?;
    let next = behind.get(place + 1);
    let next = next.map_or("", |token| token.text.as_str());
    let is_bare = text::is_number(&number.text);
    let letters = LETTERS.iter().find(|letters| is_bare && **letters == next);
    let is_stacked = next == STACKED && number.text.ends_with('x');
    let stacked = is_stacked.then_some(&STACKED);
    let letters = letters.or(stacked).copied().unwrap_or_default();
    Some([number.text.as_str(), letters].concat())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::SubjectTexts;
    use super::super::wording::Wording;
    use super::differ;

    #[rstest]
    #[case("Intel Core i5-9600K 3.7 GHz", "Intel i5 9600KF box", true)]
    #[case("Intel Core i5-9600K", "intel core i5 9600 k tray", false)]
    #[case(
        "CPU INTEL CORE I5-14600KF BOX",
        "Intel Core i5-14600K, 6C+8c/20T",
        true
    )]
    #[case("Prozessor Intel Core i5-9600K", "Intel Core i5-9600K", false)]
    #[case("AMD Ryzen 5 2600", "AMD Ryzen 5 2600X", true)]
    #[case("AMD Ryzen 5 2400G", "AMD Ryzen 5 1600X", true)]
    #[case("AMD Ryzen 5 2600X 3.6GHz", "ryzen 5 2600x", false)]
    #[case("Intel Pentium Gold G5400", "Intel Pentium G5420", true)]
    #[case("Marlo laptop 15 i5 8250U", "Marlo laptop 15 i5 1135G7", false)]
    #[case("Intel Core i5 9th gen", "Intel Core i5 9600", false)]
    #[case("AMD Ryzen 7 5800X 3D", "AMD Ryzen 7 5800X3D", false)]
    #[case("AMD Ryzen 7 5800X 3D", "AMD Ryzen 7 5800X", true)]
    #[case("AMD Ryzen 5 2600 s chladičem", "AMD Ryzen 5 2600", false)]
    #[case("Marlo i5 8GB 512GB", "Marlo i5 1135G7 8GB 512GB", false)]
    #[case("Intel i5 LGA1151 9600K", "Intel i5 9600K", false)]
    fn processors_that_are_sold_are_told_by_number_and_letters(
        #[case] one: &str,
        #[case] other: &str,
        #[case] expected: bool,
    ) {
        let of = |title| Wording::new(title, &SubjectTexts::default());
        assert_eq!(differ(&of(one), &of(other)), expected);
        assert_eq!(differ(&of(other), &of(one)), expected);
    }
}
