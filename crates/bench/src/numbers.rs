//! Conversions between numbers, and figures of many numbers.

#![expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::indexing_slicing,
    reason = "figures of a benchmark: far below 2^53, and never empty where it matters"
)]

/// A count as a fraction can have it.
pub fn float(count: u64) -> f64 {
    count as f64
}

/// A count.
pub fn count(length: usize) -> u64 {
    length as u64
}

/// A place in a list.
pub fn place(number: u64) -> usize {
    number as usize
}

/// The mean. 0 of none.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / (values.len() as f64).max(1.0)
}

/// The middle one; the lower of two. 0 of none.
pub fn median(values: &[f64]) -> f64 {
    percentile(values, 50.0)
}

/// The value that this percentage of the values does not exceed. 0 of none.
pub fn percentile(values: &[f64], percent: f64) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::{median, percentile};

    #[test]
    #[expect(clippy::float_cmp, reason = "values are picked, not computed")]
    fn percentiles_are_values_of_the_list() {
        let values: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        assert_eq!(percentile(&values, 99.0), 198.0);
        assert_eq!(percentile(&values, 100.0), 200.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[]), 0.0);
    }
}
