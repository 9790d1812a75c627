//! For whom clothes, shoes and perfumes are.

use crate::words::lists::matching::{MEN, WOMEN};

/// For whom something is, when a title says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum People {
    /// Nobody is named, or both are.
    Anybody,
    Men,
    Women,
}

impl People {
    /// By the words of a title but those of the brand, as in *Donna Karan*.
    pub(super) fn of(words: &[String], brand: &[String]) -> Self {
        let others = || words.iter().filter(|word| !brand.contains(word));
        let has = |names: &[&str]| others().any(|word| names.contains(&word.as_str()));
        match (has(&MEN), has(&WOMEN)) {
            (true, false) => Self::Men,
            (false, true) => Self::Women,
            (true, true) | (false, false) => Self::Anybody,
        }
    }

    /// Whether one is for men and the other for women.
    pub(super) fn differ(self, other: Self) -> bool {
        self != other && self != Self::Anybody && other != Self::Anybody
    }
}

#[cfg(test)]
mod tests {
    use domain::text;
    use rstest::rstest;

    use super::People;

    #[rstest]
    #[case("Marlo fleece jacket women L", "Marlo fleece jacket men L", true)]
    #[case("Zorvex Nuit pour femme edp", "Zorvex Nuit hombre edp", true)]
    #[case("Marlo shoe herren", "Marlo shoe", false)]
    #[case("Donna Fuel", "Fuel men", false)]
    #[case("Marlo shoe herren damen", "Marlo shoe men", false)]
    fn men_are_no_women(#[case] one: &str, #[case] other: &str, #[case] expected: bool) {
        let of = |title| People::of(&text::tokens(title), &["donna".to_owned()]);
        assert_eq!(of(one).differ(of(other)), expected);
    }
}
