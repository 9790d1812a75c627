//! Small curves: drawn here as SVG, without scripts, and said in words.

pub mod hours;
pub mod imports;
pub mod prices;

use std::fmt::Display;

/// A line through points, broken where there is none; a point alone is a dot, for the ends of the line are round.
fn line<N: Display>(points: impl Iterator<Item = Option<(N, N)>>) -> String {
    let mut path = String::new();
    let mut is_open = false;
    for point in points {
        let Some((x, y)) = point else {
            is_open = false;
            continue;
        };
        path.push_str(&if is_open {
            format!("L{x:.1} {y:.1}")
        } else {
            format!("M{x:.1} {y:.1}h0")
        });
        is_open = true;
    }
    path
}
