//! The commonest reasons why rows of an import were rejected, told.

use domain::import_run::{RejectedRow, RejectionReason, Rejections};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;

/// How many reasons are told.
const TOLD: usize = 5;

/// Tells the person at the terminal; nothing when no row was rejected.
pub fn tell(rejections: &Rejections) {
    for line in lines(rejections) {
        output::note(&line);
    }
}

/// The failure of an import that was refused with the reasons; people are told them if there are others than the one
/// that it names.
pub fn explain(rejections: &Rejections, failure: impl Into<Failure>) -> Failure {
    let failure = failure.into();
    if rejections.rows() == 0 {
        return failure;
    }
    let mut lines = lines(rejections);
    if lines.len() == 1 {
        lines.clear();
    }
    failure.with_rejections(lines, listed(rejections))
}

fn lines(rejections: &Rejections) -> Vec<String> {
    of_reasons(rejections.commonest(TOLD), rejections.rows())
}

/// A line for each reason, and one for what has others of so many rows.
pub fn of_reasons<'a>(
    reasons: impl IntoIterator<Item = &'a RejectionReason>,
    rows: u64,
) -> Vec<String> {
    let mut others = rows;
    let mut lines = Vec::new();
    for reason in reasons.into_iter().take(TOLD) {
        others = others.saturating_sub(reason.rows);
        lines.push(line(reason));
    }
    if others > 0 {
        lines.push(format!("rejected {others} × for other reasons"));
    }
    lines
}

fn line(reason: &RejectionReason) -> String {
    let RejectionReason { rows, first } = reason;
    let RejectedRow {
        line,
        offer_id: _,
        field,
        reason,
    } = first;
    let colon = if field.is_empty() { "" } else { ": " };
    format!("rejected {rows} × {field}{colon}{reason} (the first at {line})")
}

/// The same for machines.
pub fn listed(rejections: &Rejections) -> Value {
    let reasons = rejections.commonest(TOLD).into_iter();
    reasons.map(described).collect()
}

/// A reason for machines.
pub fn described(reason: &RejectionReason) -> Value {
    let RejectionReason { rows, first } = reason;
    let RejectedRow {
        line,
        offer_id,
        field,
        reason,
    } = first;
    json!({
        "rows": rows,
        "field": field,
        "reason": reason,
        "line": line,
        "offer_id": offer_id,
    })
}

#[cfg(test)]
mod tests {
    use super::{lines, listed};
    use domain::import_run::Rejections;
    use serde_json::json;

    #[test]
    fn the_five_commonest_are_told_with_their_first_row() {
        let mut rejections = Rejections::default();
        assert!(lines(&rejections).is_empty());
        assert_eq!(listed(&rejections), json!([]));
        let mut line = 0;
        for (field, rows) in [
            ("a", 1),
            ("b", 3),
            ("c", 1),
            ("", 2),
            ("e", 1),
            ("f", 1),
            ("g", 4),
        ] {
            for _ in 0..rows {
                line += 1;
                let (id, reason) = (format!("o{line}"), format!("\"{line}\" is no {field}."));
                rejections.count(line, Some(&id), field, &reason);
            }
        }
        assert_eq!(
            lines(&rejections),
            [
                "rejected 4 × g: \"10\" is no g. (the first at 10)",
                "rejected 3 × b: \"2\" is no b. (the first at 2)",
                "rejected 2 × \"6\" is no . (the first at 6)",
                "rejected 1 × a: \"1\" is no a. (the first at 1)",
                "rejected 1 × c: \"5\" is no c. (the first at 5)",
                "rejected 2 × for other reasons",
            ]
        );
        let listed = listed(&rejections);
        assert_eq!(listed.as_array().map(Vec::len), Some(5));
        assert_eq!(
            listed[0],
            json!({"rows": 4, "field": "g", "reason": "\"10\" is no g.", "line": 10, "offer_id": "o10"})
        );
    }

    #[test]
    fn a_file_of_different_reasons_is_told_in_six_lines() {
        let mut rejections = Rejections::default();
        for line in 0..10_000 {
            rejections.count(line, None, "price", &format!("{line} is no price"));
        }
        assert_eq!(
            lines(&rejections).last().map(String::as_str),
            Some("rejected 9995 × for other reasons")
        );
    }
}
