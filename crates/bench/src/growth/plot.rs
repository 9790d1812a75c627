//! The figures as a picture: one small chart for each kind of work, both axes logarithmic.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use super::{KINDS, Kind};
use crate::numbers::float;
use crate::outcome::Outcome;

/// Pixels of the picture.
const SIZE: (u32, u32) = (1080, 920);

/// Charts beside each other, and below each other.
const COLUMNS: usize = 3;
const ROWS: usize = KINDS.len().div_ceil(COLUMNS);

/// What is not above 0 has no logarithm; so little is drawn in its place.
const LEAST: f64 = 1e-3;

/// Draws the picture.
pub fn draw(
    file: &Path,
    kinds: &[Kind; KINDS.len()],
    columns: &[(u64, [f64; KINDS.len()])],
) -> Outcome<()> {
    let picture = SVGBackend::new(file, SIZE).into_drawing_area();
    picture.fill(&WHITE)?;
    let places = picture.split_evenly((ROWS, COLUMNS));
    for ((number, kind), place) in kinds.iter().enumerate().zip(places) {
        let points: Vec<(f64, f64)> = columns
            .iter()
            .filter_map(|(products, figures)| {
                let figure = figures.get(number)?;
                Some((float(*products), figure.max(LEAST)))
            })
            .collect();
        chart(&place, kind, &points)?;
    }
    Ok(picture.present()?)
}

fn chart(
    place: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    kind: &Kind,
    points: &[(f64, f64)],
) -> Outcome<()> {
    let across = around(points.iter().map(|(products, _)| *products));
    let up = around(points.iter().map(|(_, figure)| *figure));
    let mut chart = ChartBuilder::on(place)
        .caption(format!("{}, {}", kind.what, kind.unit), ("sans-serif", 12))
        .margin(10)
        .x_label_area_size(28)
        .y_label_area_size(52)
        .build_cartesian_2d(across.log_scale(), up.log_scale())?;
    chart
        .configure_mesh()
        .x_labels(4)
        .y_labels(4)
        .x_desc("products")
        .x_label_formatter(&|products| format!("{products:.0}"))
        .draw()?;
    chart
        .draw_series(LineSeries::new(points.iter().copied(), BLUE.stroke_width(2)).point_size(3))?;
    Ok(())
}

/// Half below the least and twice the most.
fn around(values: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let most = values.fold(LEAST, f64::max);
    least.min(most) / 2.0..most * 2.0
}

#[cfg(test)]
mod tests {
    use super::super::KINDS;

    #[test]
    fn every_kind_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("growth.svg");
        let columns = [(10_000, [1.0; KINDS.len()]), (100_000, [0.0; KINDS.len()])];
        super::draw(&file, &KINDS, &columns).unwrap();
        let drawn = std::fs::read_to_string(&file).unwrap();
        for kind in &KINDS {
            assert!(drawn.contains(kind.what), "{}: {drawn}", kind.what);
        }
        assert!(drawn.matches("<polyline").count() >= KINDS.len());
    }
}
