//! Pairs of offers that are in one group, and those that belong together.

use std::collections::BTreeMap;

use domain::text;

use crate::matching::share;

/// Of the pairs of offers in one group, the share that belongs together; and of those that belong together, the share in
/// one group. Each offer with its group and its product.
pub(super) fn paired<G: Ord + Copy>(offers: impl Iterator<Item = (G, usize)>) -> (f64, f64) {
    let mut by_group: BTreeMap<G, usize> = BTreeMap::new();
    let mut by_truth: BTreeMap<usize, usize> = BTreeMap::new();
    let mut by_both: BTreeMap<(G, usize), usize> = BTreeMap::new();
    for (group, truth) in offers {
        *by_group.entry(group).or_default() += 1;
        *by_truth.entry(truth).or_default() += 1;
        *by_both.entry((group, truth)).or_default() += 1;
    }
    let together = pairs(by_group.values());
    let belong = pairs(by_truth.values());
    let both = pairs(by_both.values());
    (share_or_all(both, together), share_or_all(both, belong))
}

/// Of the pairs of offers in one group, the share that belongs together, or whose titles state one model code. Each
/// offer with its group, its product and its title.
pub(super) fn precision_by_code<'t, G: Ord>(
    offers: impl Iterator<Item = (G, usize, &'t str)>,
) -> f64 {
    let mut groups: BTreeMap<G, Vec<(usize, Option<String>)>> = BTreeMap::new();
    for (group, truth, title) in offers {
        groups
            .entry(group)
            .or_default()
            .push((truth, model_code(title)));
    }
    let (mut right, mut all) = (0, 0);
    for group in groups.values() {
        for (place, (truth, code)) in group.iter().enumerate() {
            let others = group.iter().skip(place + 1);
            all += others.len();
            let is_right = |(other, others_code): &&(usize, Option<String>)| {
                truth == other || (code.is_some() && code == others_code)
            };
            right += others.filter(is_right).count();
        }
    }
    share_or_all(right, all)
}

/// The longest word of a title that begins with a letter and has six signs at least, three of them digits: shorter ones name
/// a series, and others amounts.
fn model_code(title: &str) -> Option<String> {
    const SIGNS: usize = 6;
    const DIGITS: usize = 3;
    let is_code = |word: &String| {
        word.len() >= SIGNS
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.bytes().filter(u8::is_ascii_digit).count() >= DIGITS
    };
    let codes = text::tokens(title).into_iter().filter(is_code);
    codes.max_by_key(String::len)
}

/// How many pairs groups of these sizes make.
fn pairs<'a>(sizes: impl Iterator<Item = &'a usize>) -> usize {
    sizes.map(|n| n * n.saturating_sub(1) / 2).sum()
}

/// The share of a part; of nothing, everything.
fn share_or_all(part: usize, all: usize) -> f64 {
    share(part, all).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::{paired, precision_by_code};

    #[test]
    fn titles_with_one_code_belong_together_whatever_the_label_says() {
        let offers = [
            ("a", 0, "Kilma KM2300B mixer"),
            ("a", 1, "kilma km2300b 5000mah"),
            ("a", 1, "kilma mixer 5000mah"),
            ("b", 2, "Nova X2 64gb"),
            ("b", 3, "Nova X2 128gb black"),
        ];
        let grouped = offers.iter().map(|(group, truth, _)| (*group, *truth));
        let (precision, recall) = paired(grouped);
        assert!((precision - 0.25).abs() < f64::EPSILON, "{precision}");
        assert!((recall - 1.0).abs() < f64::EPSILON, "{recall}");
        let by_code = precision_by_code(offers.into_iter());
        assert!((by_code - 0.5).abs() < f64::EPSILON, "{by_code}");
    }

    #[test]
    fn where_nothing_is_together_nothing_is_wrong() {
        let by_code = precision_by_code([("a", 0, "Kilma KM2300B")].into_iter());
        assert!((by_code - 1.0).abs() < f64::EPSILON);
    }
}
