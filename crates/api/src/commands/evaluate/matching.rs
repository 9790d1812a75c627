//! `api evaluate match`

pub(super) mod reading;

use std::path::Path;

use adapter_system::System;
use evaluate::matching::{self, DataError, FitError, Fitted, MatchFigures, Part};
use ports_system::Clock;
use product_knowledge::matching::Model;
use serde_json::{Value, json};

use crate::cli::EvaluateMatchArgs;
use crate::failure::Failure;
use crate::output;

/// Measures and prints; or fits a model and prints that.
pub fn run(given: &EvaluateMatchArgs, json: bool) -> Result<(), Failure> {
    if given.fit {
        return fit(given);
    }
    let data = reading::read(&given.dir)?;
    let part = given.split.clone().map_or(Part::All, Part::Split);
    let figures = matching::measure(&data, Model::fitted(), &part)
        .map_err(|error| refused(&given.dir, &error))?;
    print(&figures, json);
    Ok(())
}

pub(super) fn refused(dir: &Path, error: &DataError) -> Failure {
    Failure::refused(format!("{}: {error}", dir.display()))
}

fn fit(given: &EvaluateMatchArgs) -> Result<(), Failure> {
    let mut data = Vec::new();
    for dir in std::iter::once(&given.dir).chain(&given.with) {
        data.push(reading::read(dir)?);
    }
    let fitted = matching::fit(&data, given.split.as_deref())
        .map_err(|error: FitError| Failure::refused(error.to_string()))?;
    let text = fitted.model.to_text(&provenance(&fitted));
    output::line(text.trim_end());
    Ok(())
}

/// What a model was fitted on, and how good it is.
fn provenance(fitted: &Fitted) -> Vec<String> {
    let mut lines = vec![
        "The model that offers are matched with. Fitted by `api evaluate match DIR --fit`; see".to_owned(),
        "docs/MATCHING.md. A score is bias + the sum of weight * evidence; `usual` is the mean of the".to_owned(),
        "evidence, against which reasons are told. The trees are what a closer look goes by; `automatic`,".to_owned(),
        "`review` and `margin` are about what they say.".to_owned(),
        format!("date: {}", System::new().now().date()),
        format!("log loss, cross-fitted by product: {:.4}", fitted.log_loss),
    ];
    for on in &fitted.on {
        lines.push(format!(
            "data: {}: {} pairs, {} of them the same; {} fitted on ({})",
            on.name, on.pairs, on.same, on.fitted, on.splits
        ));
        lines.push(format!(
            "  cross-fitted: f1={:.4} auto_precision={} coverage={:.4}",
            on.f1,
            shown(on.auto_precision),
            on.coverage
        ));
    }
    lines
}

pub(super) fn shown(figure: Option<f64>) -> String {
    figure.map_or_else(|| "-".to_owned(), |f| format!("{f:.4}"))
}

fn print(figures: &MatchFigures, json: bool) {
    if json {
        output::line(&object(figures).to_string());
        return;
    }
    output::line(&format!(
        "precision={:.4} recall={:.4} f1={:.4} (best {:.4} at {:.3}) auto_precision={} coverage={:.4} \
         accuracy_at_1={} blocking_recall={:.4} keys_per_product={:.1} pairs={} same={}",
        figures.precision,
        figures.recall,
        figures.f1,
        figures.best_f1,
        figures.best_threshold,
        shown(figures.auto_precision),
        figures.coverage,
        shown(figures.accuracy_at_1),
        figures.blocking_recall,
        figures.keys_per_product,
        figures.pairs,
        figures.same,
    ));
    for (source, accuracy) in &figures.accuracy_by_source {
        let nearest = figures.nearest_title_by_source.get(source).copied();
        output::line(&format!(
            "{source}: accuracy_at_1={accuracy:.4} nearest_title={}",
            shown(nearest)
        ));
    }
    output::line("predicted observed count");
    for bin in &figures.calibration {
        output::line(&format!(
            "{:9.3} {:8.3} {:5}",
            bin.predicted, bin.observed, bin.count
        ));
    }
}

fn object(figures: &MatchFigures) -> Value {
    let calibration: Vec<Value> = figures
        .calibration
        .iter()
        .map(
            |bin| json!({"predicted": bin.predicted, "observed": bin.observed, "count": bin.count}),
        )
        .collect();
    let mut object = json!({
        "precision": figures.precision,
        "recall": figures.recall,
        "f1": figures.f1,
        "best_f1": figures.best_f1,
        "best_threshold": figures.best_threshold,
        "auto_precision": figures.auto_precision,
        "coverage": figures.coverage,
        "blocking_recall": figures.blocking_recall,
        "keys_per_product": figures.keys_per_product,
        "pairs": figures.pairs,
        "same": figures.same,
        "calibration": calibration,
    });
    if let (Some(accuracy), Some(object)) = (figures.accuracy_at_1, object.as_object_mut()) {
        object.insert("accuracy_at_1".to_owned(), json!(accuracy));
        object.insert(
            "accuracy_by_source".to_owned(),
            json!(figures.accuracy_by_source),
        );
        let nearest = json!(figures.nearest_title_by_source);
        object.insert("nearest_title_by_source".to_owned(), nearest);
    }
    object
}

#[cfg(test)]
mod tests;
