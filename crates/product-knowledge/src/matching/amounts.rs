//! How much of a thing there is.

use super::measure::Dimension;
use super::subject::Subject;

/// What an amount of a thing is measured in.
const AMOUNTS: [Dimension; 3] = [Dimension::Volume, Dimension::Mass, Dimension::Charge];
/// From this share of the larger amount on the smaller one may be the same, told otherwise: gross or net, nominal or typical.
const NEAR: f64 = 0.85;

/// Whether both state how much there is, by volume, mass, charge or pieces, and no two of the amounts are near each other: half a litre
/// and a litre and a half. Of several packs one side may tell what is in each, and the other what is in all: `6 x 1.5 l` is `9 l`, and
/// no `1.5 l`. What stands beside pieces that both sides count may be no amount of each: `Size 3, 6-10 kg, 136 pack`.
pub(super) fn contradict(one: &Subject, other: &Subject) -> bool {
    let in_packs = |dimension| {
        let values = |side, beside| all_values(side, beside, dimension);
        have_nothing_near(&values(one, other), &values(other, one))
    };
    let pieces = |side| values(side, Dimension::Pieces, 1.0);
    AMOUNTS.into_iter().any(in_packs) || have_nothing_near(&pieces(one), &pieces(other))
}

/// What a side states of one dimension in all its packs, and in all those of the other one when it counts as many in other words.
fn all_values(side: &Subject, beside: &Subject, dimension: Dimension) -> Vec<f64> {
    let mut all = values(side, dimension, f64::from(side.packs));
    if side.packs <= 1 && beside.packs > 1 && side.counts_in_other_words(beside) {
        all.extend(values(side, dimension, f64::from(beside.packs)));
    }
    all
}

/// What a side states of one dimension, so many times.
fn values(side: &Subject, dimension: Dimension, times: f64) -> Vec<f64> {
    let stated = side.wording.of(dimension);
    stated.map(|measure| measure.value * times).collect()
}

fn have_nothing_near(some: &[f64], others: &[f64]) -> bool {
    let is_told = |a: &f64| others.iter().any(|b| is_near(*a, *b));
    !some.is_empty() && !others.is_empty() && !some.iter().any(is_told)
}

fn is_near(a: f64, b: f64) -> bool {
    a.min(b) >= NEAR * a.max(b)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::{Subject, SubjectTexts};
    use super::contradict;

    fn of(title: &str) -> Subject {
        Subject::new(SubjectTexts {
            title,
            ..SubjectTexts::default()
        })
    }

    #[rstest]
    #[case("Marlo water 6 x 1,5 l", "Marlo water 9 l", false)]
    #[case("Marlo water 6x1.5l", "Marlo water 1.5 l 6-pack", false)]
    #[case("Marlo food 12 x 400 g", "Marlo food 4.8 kg", false)]
    #[case("Marlo water 500 ml", "Marlo water 0.5 l", false)]
    #[case("Marlo water 500 ml", "Marlo water", false)]
    #[case("Marlo water 6 x 1.5 l", "Marlo water 6 x 0.5 l", true)]
    #[case("Marlo water 6 x 1 l", "Marlo water 6 x 6 l", true)]
    #[case("Marlo water 12 x 500 ml", "Marlo water 500 ml", true)]
    #[case("Marlo roll 4 Stück", "Marlo roll 8 Stück", true)]
    #[case("Marlo roll 144 pack", "Marlo roll 144 Stück", false)]
    #[case("Marlo food 12 x 400 g", "Marlo food 2 kg", true)]
    #[case("Marlo nappies 6-10kg 136 pack", "Marlo (6-10 kg) 136 Windeln", false)]
    #[case("Marlo nappies 6-10kg 136 pack", "Marlo (9-14 kg) 136 Windeln", true)]
    #[case("Marlo water 1.5 l 6 pack", "Marlo water 6 bottles 1,5 l", false)]
    #[case("Marlo water 1.5 l 6 pack", "Marlo water 6 bottles 9 l", false)]
    #[case("Marlo water 1.5 l 6 pack", "Marlo water 6 bottles 3 l", true)]
    fn amounts_are_compared_of_one_and_of_all(
        #[case] one: &str,
        #[case] other: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(contradict(&of(one), &of(other)), expected);
        assert_eq!(contradict(&of(other), &of(one)), expected);
    }
}
