//! Codes of one maker that differ in their last letter.

use super::goes_on;
use crate::matching::wording::{Gram, Wording};

/// From so many signs on a code is all that a maker writes, and a letter behind it the maker's.
const MIN_WHOLE: usize = 9;

/// Whether a long code of one ends with a letter more than one of the other, and neither has that of the other: `HMT84M421`
/// and `HMT84M421B` are what a maker sells in two countries. Behind a shorter code, or where it is the first of a colour that either states, the letter may
/// be the shop's.
pub(in crate::matching) fn end_otherwise(one: &Wording, other: &Wording) -> bool {
    let is_of_colour = |code: &str| {
        let mut colours = one.colours.union(&other.colours);
        colours.any(|colour| code.ends_with(|c| colour.starts_with(c)))
    };
    let is_longer_by_a_letter = |short: &str, long: &str| {
        !is_of_colour(long)
            && short.len() >= MIN_WHOLE
            && long.len() == short.len() + 1
            && goes_on(short, long)
    };
    let lacks = |side: &Wording, code: &Gram| side.grams_of(&code.text).next().is_none();
    let ends_before = |short: &Wording, long: &Wording| {
        short.codes.iter().any(|x| {
            let mut longer = long
                .codes
                .iter()
                .filter(|y| is_longer_by_a_letter(&x.text, &y.text));
            longer.any(|y| lacks(long, x) && lacks(short, y))
        })
    };
    ends_before(one, other) || ends_before(other, one)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::end_otherwise;
    use crate::matching::SubjectTexts;
    use crate::matching::wording::Wording;

    #[rstest]
    #[case::a_letter_more("Marlo HMT84M421 white", "Marlo HMT84M421B", true)]
    #[case::written_apart("Marlo HMT 84 M421 white", "Marlo HMT84M421B", true)]
    #[case::of_its_colour("Marlo WH1000XM5 schwarz", "Marlo WH1000XM5B", false)]
    #[case::of_another_colour("Marlo WH1000XM5 silver", "Marlo WH1000XM5B", true)]
    #[case::both_written("Marlo HMT84M421 HMT84M421B", "Marlo HMT84M421B", false)]
    #[case::the_same("Marlo HMT84M421B", "Marlo HMT84M421B oven", false)]
    #[case::two_letters("Marlo HMT84M421", "Marlo HMT84M421GB", false)]
    #[case::a_short_code("Marlo KM2300", "Marlo KM2300B", false)]
    #[case::another_code("Marlo HMT84M421", "Marlo HMT72G450B", false)]
    fn a_letter_behind_a_long_code_is_the_makers(
        #[case] one: &str,
        #[case] other: &str,
        #[case] expected: bool,
    ) {
        let of = |title| Wording::new(title, &SubjectTexts::default());
        assert_eq!(end_otherwise(&of(one), &of(other)), expected);
        assert_eq!(end_otherwise(&of(other), &of(one)), expected);
    }
}
