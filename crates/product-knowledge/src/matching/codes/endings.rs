//! Codes of one maker that differ in their last letter.

use super::goes_on;
use crate::matching::wording::Wording;

/// From so many signs on a code is all that a maker writes, and a letter behind it the maker's.
const MIN_WHOLE: usize = 9;

/// Whether one side states a long code and the other the same with one letter more, and neither states both: `HMT84M421` and
/// `HMT84M421B` are what a maker sells in two countries. Behind a shorter code the letter may be the shop's, and where it is the
/// first of a colour in English that either side states, and the other states no other.
pub(in crate::matching) fn end_otherwise(one: &Wording, other: &Wording) -> bool {
    let is_of_colour = |code: &str| {
        let (a, b) = (&one.colours, &other.colours);
        let is_one = a.is_empty() || b.is_empty() || !a.is_disjoint(b);
        let mut colours = a.union(b);
        is_one && colours.any(|colour| code.ends_with(|c| colour.starts_with(c)))
    };
    let is_longer_by_a_letter =
        |short: &str, long: &str| long.len() == short.len() + 1 && goes_on(short, long);
    let ends_before = |short: &Wording, long: &Wording| {
        let mut whole = codes(short).filter(|code| code.len() >= MIN_WHOLE);
        whole.any(|x| {
            let mut longer = codes(long).filter(|y| is_longer_by_a_letter(x, y));
            longer.any(|y| !states(long, x) && !states(short, y) && !is_of_colour(y))
        })
    };
    ends_before(one, other) || ends_before(other, one)
}

/// The codes of a side, with what it states beside its title.
fn codes(side: &Wording) -> impl Iterator<Item = &str> {
    let named = side.codes.iter().map(|code| code.text.as_str());
    named.chain(side.part.as_deref())
}

fn states(side: &Wording, code: &str) -> bool {
    side.part.as_deref() == Some(code) || side.grams_of(code).next().is_some()
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
    #[case::of_one_of_two_colours("Marlo KGN36VLED schwarz", "Marlo KGN36VLEDW weiss", true)]
    #[case::both_written("Marlo HMT84M421 HMT84M421B", "Marlo HMT84M421B", false)]
    #[case::the_same("Marlo HMT84M421B", "Marlo HMT84M421B oven", false)]
    #[case::two_letters("Marlo HMT84M421", "Marlo HMT84M421GB", false)]
    #[case::a_short_code("Marlo KM2300", "Marlo KM2300B", false)]
    #[case::another_code("Marlo HMT84M421", "Marlo HMT72G450B", false)]
    #[case::a_letter_that_stands_apart("Marlo HMT84M421", "Marlo HMT84M421 B", false)]
    fn a_letter_behind_a_long_code_is_the_makers(
        #[case] one: &str,
        #[case] other: &str,
        #[case] expected: bool,
    ) {
        let of = |title| Wording::new(title, &SubjectTexts::default());
        assert_eq!(end_otherwise(&of(one), &of(other)), expected);
        assert_eq!(end_otherwise(&of(other), &of(one)), expected);
    }

    #[test]
    fn a_part_number_beside_a_title_is_a_code_of_it() {
        let short = SubjectTexts {
            mpn: "HMT84M421",
            ..SubjectTexts::default()
        };
        let short = Wording::new("Marlo oven", &short);
        let long = Wording::new("Marlo oven HMT84M421B", &SubjectTexts::default());
        assert!(end_otherwise(&short, &long) && end_otherwise(&long, &short));
    }
}
