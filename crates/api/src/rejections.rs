//! The commonest reasons why rows of an import were rejected.

use std::cmp::Reverse;
use std::collections::HashMap;

use ports_net::RowRemark;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;

/// How many reasons are told.
const TOLD: usize = 5;
/// How many different ones are told apart: a file may bring another one with each row.
const MOST: usize = 1000;

/// Rejected rows by their reason. Reasons that differ in the values that they quote are one.
#[derive(Debug, Default)]
pub struct Rejections {
    kinds: HashMap<(String, String), Kind>,
    rows: u64,
}

#[derive(Debug)]
struct Kind {
    rows: u64,
    first: RowRemark,
}

impl Rejections {
    /// Counts a rejected row.
    pub fn count(&mut self, row: &RowRemark) {
        self.rows += 1;
        let key = (row.field.clone(), without_values(&row.reason));
        if let Some(kind) = self.kinds.get_mut(&key) {
            kind.rows += 1;
        } else if self.kinds.len() < MOST {
            let first = row.clone();
            self.kinds.insert(key, Kind { rows: 1, first });
        }
    }

    /// The commonest ones, the first row before others that are as common.
    fn commonest(&self) -> Vec<&Kind> {
        let mut kinds: Vec<&Kind> = self.kinds.values().collect();
        kinds.sort_by_key(|kind| (Reverse(kind.rows), kind.first.line));
        kinds.truncate(TOLD);
        kinds
    }

    /// Tells the person at the terminal; nothing when no row was rejected.
    pub fn tell(&self) {
        for line in self.lines() {
            output::note(&line);
        }
    }

    /// The failure of an import that was refused: with the reasons, if there are others than the one that it
    /// names.
    pub fn explain(&self, failure: impl Into<Failure>) -> Failure {
        let lines = self.lines();
        if lines.len() < 2 {
            return failure.into();
        }
        failure.into().with_lines(&lines)
    }

    fn lines(&self) -> Vec<String> {
        let told = self.commonest();
        let others = self.rows - told.iter().map(|kind| kind.rows).sum::<u64>();
        let line = |kind: &&Kind| {
            let RowRemark {
                line,
                offer_id: _,
                field,
                reason,
            } = &kind.first;
            let colon = if field.is_empty() { "" } else { ": " };
            format!(
                "rejected {} × {field}{colon}{reason} (the first at {line})",
                kind.rows
            )
        };
        let mut lines: Vec<String> = told.iter().map(line).collect();
        if others > 0 {
            lines.push(format!("rejected {others} × for other reasons"));
        }
        lines
    }

    /// The same for machines.
    pub fn listed(&self) -> Value {
        let listed = |kind: &Kind| {
            let RowRemark {
                line,
                offer_id,
                field,
                reason,
            } = &kind.first;
            json!({
                "rows": kind.rows,
                "field": field,
                "reason": reason,
                "line": line,
                "offer_id": offer_id,
            })
        };
        self.commonest().into_iter().map(listed).collect()
    }
}

/// A reason without what it quotes, and without the dots behind a value that was cut off.
fn without_values(reason: &str) -> String {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let mut kept = String::new();
    for c in reason.chars() {
        let is_mark = c == '"' && !is_escaped;
        if is_mark || (!is_quoted && c != '…') {
            kept.push(c);
        }
        is_escaped = is_quoted && c == '\\' && !is_escaped;
        is_quoted ^= is_mark;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{MOST, Rejections, without_values};
    use ports_net::RowRemark;
    use serde_json::json;

    fn row(line: u64, field: &str, reason: &str) -> RowRemark {
        RowRemark {
            line,
            offer_id: Some(format!("o{line}")),
            field: field.to_owned(),
            reason: reason.to_owned(),
        }
    }

    #[test]
    fn reasons_that_differ_in_their_values_are_one() {
        let wanted = "\"\" is not a \"\" here";
        for reason in [
            r#""a" is not a "b" here"#,
            r#""a \" b \\" is not a "" here"#,
            r#""long"… is not a "\\\""… here"#,
        ] {
            assert_eq!(without_values(reason), wanted, "{reason}");
        }
        assert_eq!(without_values("no \\ quote"), "no \\ quote");
    }

    #[test]
    fn the_five_commonest_are_told_with_their_first_row() {
        let mut rejections = Rejections::default();
        assert!(rejections.lines().is_empty());
        assert_eq!(rejections.listed(), json!([]));
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
                rejections.count(&row(line, field, &format!("\"{line}\" is no {field}.")));
            }
        }
        assert_eq!(
            rejections.lines(),
            [
                "rejected 4 × g: \"10\" is no g. (the first at 10)",
                "rejected 3 × b: \"2\" is no b. (the first at 2)",
                "rejected 2 × \"6\" is no . (the first at 6)",
                "rejected 1 × a: \"1\" is no a. (the first at 1)",
                "rejected 1 × c: \"5\" is no c. (the first at 5)",
                "rejected 2 × for other reasons",
            ]
        );
        let listed = rejections.listed();
        assert_eq!(listed.as_array().map(Vec::len), Some(5));
        assert_eq!(
            listed[0],
            json!({"rows": 4, "field": "g", "reason": "\"10\" is no g.", "line": 10, "offer_id": "o10"})
        );
    }

    #[test]
    fn a_file_of_different_reasons_is_counted_in_bounded_memory() {
        let mut rejections = Rejections::default();
        for line in 0..10_000 {
            rejections.count(&row(line, "price", &format!("{line} is no price")));
        }
        assert_eq!(rejections.kinds.len(), MOST);
        assert_eq!(
            rejections.lines().last().map(String::as_str),
            Some("rejected 9995 × for other reasons")
        );
    }
}
