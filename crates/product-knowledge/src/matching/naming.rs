//! How much a title names: a kind of goods alone (`Bosch dishwasher`, `Samsung TV 55 inch`), or one thing of the kind.

use super::wording::{Kind, Token, Wording};
use crate::meaning;

/// Words with fewer letters are codes, or say nothing by themselves.
const LEAST_LETTERS: usize = 3;
/// One word beside the kind will be the maker's name, two may be what shops say of it; from three on it names something.
const MAKER: usize = 1;
const TELLING: usize = 3;

/// How much a title names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// A kind of goods, with quantities and colours, and at most who made it. What is called so may be any of the maker's.
    Kind,
    /// Something between, or a kind alone whose part number is stated beside it.
    Little,
    /// Something of a kind: by a number, or by words that are none for kinds.
    Thing,
}

impl Naming {
    /// What a wording names; a kind alone whose part number is known may be whatever has that number.
    pub(super) fn of(wording: &Wording, has_part: bool) -> Self {
        let is_number = |token: &Token| matches!(token.kind, Kind::Number | Kind::Model);
        let of_kinds =
            |token: &Token| token.kind == Kind::Word && meaning::is_of_kinds(&token.text);
        let tokens = &wording.tokens;
        let others = tokens.iter().filter(|token| is_plain(token)).count();
        if tokens.iter().any(is_number) || others >= TELLING {
            Self::Thing
        } else if others <= MAKER && !has_part && tokens.iter().any(of_kinds) {
            Self::Kind
        } else {
            Self::Little
        }
    }

    /// Whether one names a kind only, and the other something of it.
    pub(super) const fn differs(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Kind, Self::Thing) | (Self::Thing, Self::Kind)
        )
    }
}

/// Whether it is a word that is no code, nor one for kinds of goods.
pub(super) fn is_plain(token: &Token) -> bool {
    token.kind == Kind::Word
        && token.text.len() >= LEAST_LETTERS
        && !meaning::is_of_kinds(&token.text)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Naming;
    use crate::matching::wording::Wording;
    use crate::matching::{Subject, SubjectTexts};

    fn naming(title: &str, has_part: bool) -> Naming {
        Naming::of(&Wording::new(title, &SubjectTexts::default()), has_part)
    }

    #[rstest]
    #[case::with_its_maker("Bosch dishwasher", Naming::Kind)]
    #[case::in_a_size_and_colour("Samsung TV 55 inch black", Naming::Kind)]
    #[case::a_line_for_the_maker("Instax camera", Naming::Kind)]
    #[case::the_line_with_its_maker("Fujifilm Instax camera", Naming::Little)]
    #[case::what_shops_say_of_it("Sony comfortable headphones", Naming::Little)]
    #[case::no_kind("Atomic Habits", Naming::Little)]
    #[case::words("MAC Ruby Woo lipstick", Naming::Thing)]
    #[case::a_number("Bosch Serie 4 dishwasher", Naming::Thing)]
    #[case::a_code("Canon R50 camera", Naming::Thing)]
    fn titles_name_a_kind_or_something_of_it(#[case] title: &str, #[case] named: Naming) {
        assert_eq!(naming(title, false), named);
    }

    #[test]
    fn a_kind_alone_with_its_part_number_may_be_any_that_has_it() {
        assert_eq!(naming("Bosch dishwasher", true), Naming::Little);
    }

    #[rstest]
    #[case::of_feeds(false, true)]
    #[case::of_the_catalogue(true, false)]
    fn a_kind_alone_is_nothing_that_feeds_brought(
        #[case] is_canonical: bool,
        #[case] are_told_apart: bool,
    ) {
        let subject = |title, is_canonical| {
            Subject::new(SubjectTexts {
                title,
                is_canonical,
                ..SubjectTexts::default()
            })
        };
        let kind = subject("Bosch dishwasher", false);
        let thing = subject("Bosch Serie 4 dishwasher SMS4HVI33E", is_canonical);
        assert_eq!(kind.is_told_apart(&thing), are_told_apart);
        assert_eq!(thing.is_told_apart(&kind), are_told_apart);
    }
}
