//! Figures of ranked answers.

use domain::num;

/// The gain of a rating: 2^rating - 1.
fn gain(rating: f64) -> f64 {
    rating.exp2() - 1.0
}

/// Discounted cumulative gain of the first `depth` answers, given their gains in order.
fn dcg(gains: impl Iterator<Item = f64>, depth: usize) -> f64 {
    gains
        .take(depth)
        .zip(2..)
        .map(|(gain, place)| gain / f64::from(place).log2())
        .sum()
}

/// The discounted cumulative gain of an answer as a share of the best possible one; `None` when
/// nothing is worth finding. `answered` has the rating of each answer in order, 0 for one that is
/// not rated; `rated` all ratings.
pub fn ndcg(answered: &[f64], rated: &[f64], depth: usize) -> Option<f64> {
    let mut best = rated.to_vec();
    best.sort_by(|a, b| b.total_cmp(a));
    let ideal = dcg(best.iter().map(|rating| gain(*rating)), depth);
    let reached = dcg(answered.iter().map(|rating| gain(*rating)), depth);
    (ideal > 0.0).then(|| (reached / ideal).max(0.0))
}

/// The share of products rated above 0 that is among the answers; `None` when there are none.
pub fn recall(answered: &[f64], rated: &[f64]) -> Option<f64> {
    let relevant = |ratings: &[f64]| ratings.iter().filter(|rating| **rating > 0.0).count();
    let all = relevant(rated);
    (all > 0).then(|| num::f64_from_usize(relevant(answered)) / num::f64_from_usize(all))
}

/// The mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / num::f64_from_usize(values.len()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{mean, ndcg, recall};

    #[rstest]
    #[case::best_order(&[3.0, 2.0, 1.0], &[1.0, 2.0, 3.0], Some(1.0))]
    #[case::nothing_found(&[], &[1.0], Some(0.0))]
    #[case::unrated_answers_only(&[0.0, 0.0], &[1.0], Some(0.0))]
    #[case::nothing_to_find(&[0.0], &[0.0], None)]
    #[case::second_place(&[0.0, 1.0], &[1.0], Some(0.630_929_753_571_457_4))]
    #[case::swapped(&[1.0, 2.0], &[2.0, 1.0], Some(0.796_707_580_990_506_6))]
    #[case::behind_the_depth(&[0.0, 0.0, 0.0, 3.0], &[3.0], Some(0.0))]
    fn ndcg_is_a_share_of_the_best_order(
        #[case] answered: &[f64],
        #[case] rated: &[f64],
        #[case] expected: Option<f64>,
    ) {
        let found = ndcg(answered, rated, 3);
        match (found, expected) {
            (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-9, "{found}"),
            _ => assert_eq!(found, expected),
        }
    }

    #[test]
    fn recall_counts_what_is_worth_finding() {
        assert_eq!(recall(&[1.0, 0.0], &[1.0, 3.0, 0.0]), Some(0.5));
        assert_eq!(recall(&[], &[0.0]), None);
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[1.0, 0.0]), Some(0.5));
    }
}
