//! Logistic regression by Newton's method, with a small ridge.

/// A row: what is known, whether it holds, and how much the row counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) values: &'a [f64],
    pub(crate) holds: bool,
    pub(crate) weight: f64,
}

/// Pulls weights towards 0, so that two numbers that say the same share their weight.
const RIDGE: f64 = 1.0;
/// Newton's method needs fewer steps than this.
const STEPS: usize = 40;
/// A step as small as this is the last one.
const STILL: f64 = 1e-7;

/// The bias and the weight of each value, in this order. The weights of the rows are scaled so that their sum is
/// their number: the ridge then means the same whatever they are.
pub(crate) fn regress(rows: &[Row<'_>], width: usize) -> Vec<f64> {
    let total: f64 = rows.iter().map(|row| row.weight).sum();
    let scale = domain::num::f64_from_usize(rows.len()) / total.max(f64::MIN_POSITIVE);
    let mut weights = vec![0.0; width + 1];
    for _ in 0..STEPS {
        let step = solve(normal_equations(rows, &weights, scale));
        let mut greatest: f64 = 0.0;
        for (weight, change) in weights.iter_mut().zip(&step) {
            *weight += change;
            greatest = greatest.max(change.abs());
        }
        if greatest < STILL || !greatest.is_finite() {
            break;
        }
    }
    weights
}

/// How likely a row holds, given the bias and weights.
pub(super) fn likelihood(weights: &[f64], values: &[f64]) -> f64 {
    1.0 / (1.0 + (-score(weights, values)).exp())
}

/// The weighted sum.
pub(super) fn score(weights: &[f64], values: &[f64]) -> f64 {
    let with_bias = std::iter::once(&1.0).chain(values);
    weights.iter().zip(with_bias).map(|(w, x)| w * x).sum()
}

/// The equations of one step: second derivatives, and behind them the first ones.
fn normal_equations(rows: &[Row<'_>], weights: &[f64], scale: f64) -> Vec<Vec<f64>> {
    let width = weights.len();
    let mut equations = vec![vec![0.0; width + 1]; width];
    for (place, (equation, weight)) in equations.iter_mut().zip(weights).enumerate() {
        // the bias is free
        let ridge = if place == 0 { 1e-9 } else { RIDGE };
        if let Some(own) = equation.get_mut(place) {
            *own = ridge;
        }
        if let Some(right) = equation.last_mut() {
            *right = -ridge * weight;
        }
    }
    let mut values = vec![1.0; width];
    for row in rows {
        for (value, given) in values.iter_mut().skip(1).zip(row.values) {
            *value = *given;
        }
        let likely = likelihood(weights, row.values);
        let counts = scale * row.weight;
        let curve = counts * (likely * (1.0 - likely)).max(1e-9);
        let miss = counts * (if row.holds { 1.0 } else { 0.0 } - likely);
        for (equation, value) in equations.iter_mut().zip(&values) {
            if value.abs() > 0.0 {
                for (part, other) in equation.iter_mut().zip(&values) {
                    *part += curve * value * other;
                }
                if let Some(right) = equation.last_mut() {
                    *right += miss * value;
                }
            }
        }
    }
    equations
}

/// Solves equations whose matrix is symmetric and positive: each is written with its right side last.
fn solve(mut equations: Vec<Vec<f64>>) -> Vec<f64> {
    if equations.is_empty() {
        return Vec::new();
    }
    let first = equations.remove(0);
    let Some((pivot, first)) = first.split_first() else {
        return Vec::new();
    };
    for equation in &mut equations {
        let factor = if equation.is_empty() {
            0.0
        } else {
            equation.remove(0) / pivot
        };
        for (part, above) in equation.iter_mut().zip(first) {
            *part -= factor * above;
        }
    }
    let rest = solve(equations);
    let known: f64 = first.iter().zip(&rest).map(|(part, x)| part * x).sum();
    let right = first.last().copied().unwrap_or(0.0);
    let mut solution = vec![(right - known) / pivot];
    solution.extend(rest);
    solution
}

#[cfg(test)]
mod tests {
    use super::{Row, likelihood, regress, solve};

    #[test]
    fn equations_are_solved() {
        let found = solve(vec![vec![4.0, 1.0, 1.0], vec![1.0, 3.0, 2.0]]);
        let expected = [1.0 / 11.0, 7.0 / 11.0];
        for (x, y) in found.iter().zip(expected) {
            assert!((x - y).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn what_decides_gets_the_weight() {
        let data: Vec<(Vec<f64>, bool)> = (0..200)
            .map(|n| {
                let decides = f64::from(n % 2);
                let noise = f64::from(n % 7) / 7.0;
                (vec![decides, noise], n % 2 == 1 && n % 10 != 9)
            })
            .collect();
        let rows: Vec<Row<'_>> = data
            .iter()
            .map(|(values, holds)| Row {
                values,
                holds: *holds,
                weight: 1.0,
            })
            .collect();
        let weights = regress(&rows, 2);
        assert!(weights[1] > 2.0 && weights[2].abs() < 1.0, "{weights:?}");
        let likely = likelihood(&weights, &[1.0, 0.5]);
        assert!((likely - 0.8).abs() < 0.06, "{likely}");
    }
}
