//! What is kept of an import: how it ended, what it counted, and which rows it did not take.
//!
//! | what | bound |
//! |---|---|
//! | runs of a shop | the last 20 |
//! | rejected rows of a run | the first 200 |
//! | reasons of a run, each with how many rows it has and the first of them | the 20 commonest of the first 1,000 |
//! | characters of a reason, with the value that it quotes | 300 |
//! | characters of an offer's id | 200 |
//! | characters of a field's name | 100 |
//!
//! Texts come from feeds: control characters in them become blanks.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::ids;
use crate::source::{Fault, ImportCounts, SourceId};
use crate::store::StoreName;

/// How many runs of a shop are kept.
pub const RUNS_KEPT: u32 = 20;

/// How many rejected rows of a run are kept.
pub const ROWS_KEPT: usize = 200;

/// How many reasons of a run are kept.
pub const REASONS_KEPT: usize = 20;

/// How many reasons are told apart while rows are counted: a file may bring another one with each row.
const MOST_REASONS: usize = 1000;

const LONGEST_REASON: usize = 300;
const LONGEST_OFFER_ID: usize = 200;
const LONGEST_FIELD: usize = 100;

/// The id of a run, shown as `run_` and 32 hexadecimal digits in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub Uuid);

impl RunId {
    const PREFIX: &str = "run_";

    /// Reads an id as it is shown.
    pub fn parse(text: &str) -> Option<Self> {
        ids::read_prefixed(text, Self::PREFIX).map(Self)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.0.simple())
    }
}

/// An import that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRun {
    /// Its id.
    pub id: RunId,
    /// The shop whose offers it brought.
    pub store: StoreName,
    /// The source that was run; `None`: it was imported by command.
    pub source: Option<SourceId>,
    /// When it began.
    pub began_at: OffsetDateTime,
    /// When it ended.
    pub ended_at: OffsetDateTime,
    /// What the feed was read as, where that was found out.
    pub format: Option<String>,
    /// What became of the rows; of a run that failed, as far as it came.
    pub counts: ImportCounts,
    /// Why nothing was imported; `None`: it was.
    pub fault: Option<Fault>,
}

/// A row that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedRow {
    /// Line (text formats) or item number (XML) in the file, from 1.
    pub line: u64,
    /// The shop's id of the offer, when it could be read.
    pub offer_id: Option<String>,
    /// The field at fault, in the feed's own words; empty when the whole row is.
    pub field: String,
    /// What is wrong, with the value, and what is accepted.
    pub reason: String,
}

impl RejectedRow {
    /// A row whose texts are cut short.
    pub fn new(line: u64, offer_id: Option<&str>, field: &str, reason: &str) -> Self {
        Self {
            line,
            offer_id: offer_id.map(|id| cut(id, LONGEST_OFFER_ID)),
            field: cut(field, LONGEST_FIELD),
            reason: cut(reason, LONGEST_REASON),
        }
    }
}

/// A text without control characters, of at most so many characters.
fn cut(text: &str, longest: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut kept: String = text.chars().take(longest).map(plain).collect();
    if text.chars().nth(longest).is_some() {
        kept.pop();
        kept.push('…');
    }
    kept
}

/// Rows that were rejected for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectionReason {
    /// How many.
    pub rows: u64,
    /// The first of them.
    pub first: RejectedRow,
}

/// What is kept of the rejected rows of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeptRejections {
    /// The commonest reasons, the first row before others that are as common.
    pub reasons: Vec<RejectionReason>,
    /// The first rows, in the order of the file.
    pub rows: Vec<RejectedRow>,
}

/// Rejected rows while they are counted, in bounded memory. Reasons that differ in the values that they quote are one.
#[derive(Debug, Default)]
pub struct Rejections {
    reasons: HashMap<(String, String), RejectionReason>,
    rows: u64,
    first: Vec<RejectedRow>,
}

impl Rejections {
    /// Counts a rejected row.
    pub fn count(&mut self, line: u64, offer_id: Option<&str>, field: &str, reason: &str) {
        self.rows += 1;
        let row = || RejectedRow::new(line, offer_id, field, reason);
        if self.first.len() < ROWS_KEPT {
            self.first.push(row());
        }
        let key = (field.to_owned(), without_values(reason));
        if let Some(known) = self.reasons.get_mut(&key) {
            known.rows += 1;
        } else if self.reasons.len() < MOST_REASONS {
            let known = RejectionReason {
                rows: 1,
                first: row(),
            };
            self.reasons.insert(key, known);
        }
    }

    /// How many rows were rejected.
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The commonest reasons, at most so many, the first row before others that are as common.
    pub fn commonest(&self, most: usize) -> Vec<&RejectionReason> {
        let mut reasons: Vec<&RejectionReason> = self.reasons.values().collect();
        reasons.sort_by_key(|reason| (Reverse(reason.rows), reason.first.line));
        reasons.truncate(most);
        reasons
    }

    /// What is kept of them.
    pub fn kept(&self) -> KeptRejections {
        KeptRejections {
            reasons: self.commonest(REASONS_KEPT).into_iter().cloned().collect(),
            rows: self.first.clone(),
        }
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
    use uuid::Uuid;

    use super::{
        LONGEST_REASON, MOST_REASONS, REASONS_KEPT, ROWS_KEPT, RejectedRow, Rejections, RunId,
        without_values,
    };

    #[test]
    fn an_id_is_read_as_it_is_shown() {
        let id = RunId(Uuid::from_u128(0xabc));
        assert_eq!(id.to_string(), "run_00000000000000000000000000000abc");
        assert_eq!(RunId::parse(&id.to_string()), Some(id));
        for bad in [
            "",
            "run_",
            "abc",
            "src_00000000000000000000000000000abc",
            "run_00000000-0000-0000-0000-000000000abc",
            "run_0000000000000000000000000000000g",
        ] {
            assert_eq!(RunId::parse(bad), None, "{bad}");
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
    fn texts_of_feeds_are_cut_short_and_plain() {
        let long = "ä".repeat(LONGEST_REASON);
        let row = RejectedRow::new(7, Some("a\0b\nc"), "pri\u{85}ce", &format!("{long}x"));
        assert_eq!(row.offer_id.as_deref(), Some("a b c"));
        assert_eq!(row.field, "pri ce");
        assert_eq!(row.reason.chars().count(), LONGEST_REASON);
        assert!(row.reason.ends_with("ä…"));
        let whole = RejectedRow::new(7, None, "", &long);
        assert_eq!(whole.reason, long);
    }

    #[test]
    fn the_commonest_reasons_come_first_with_their_first_row() {
        let mut rejections = Rejections::default();
        let mut line = 0;
        for (field, rows) in [("a", 1), ("b", 3), ("c", 1), ("d", 2)] {
            for _ in 0..rows {
                line += 1;
                let reason = format!("\"{line}\" is no {field}");
                rejections.count(line, Some("o"), field, &reason);
            }
        }
        let told = rejections.commonest(3).into_iter();
        let told: Vec<(u64, u64, &str)> = told
            .map(|it| (it.rows, it.first.line, it.first.reason.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (3, 2, "\"2\" is no b"),
                (2, 6, "\"6\" is no d"),
                (1, 1, "\"1\" is no a")
            ]
        );
        assert_eq!(rejections.rows(), 7);
        assert_eq!(rejections.kept().reasons.len(), 4);
    }

    #[test]
    fn a_file_of_different_reasons_is_counted_in_bounded_memory() {
        let mut rejections = Rejections::default();
        for line in 1..=10_000 {
            rejections.count(line, None, "price", &format!("{line} is no price"));
        }
        assert_eq!(rejections.rows(), 10_000);
        assert_eq!(rejections.reasons.len(), MOST_REASONS);
        let kept = rejections.kept();
        assert_eq!(kept.reasons.len(), REASONS_KEPT);
        let lines: Vec<u64> = kept.rows.iter().map(|row| row.line).collect();
        let first: Vec<u64> = (1..=ROWS_KEPT.try_into().unwrap()).collect();
        assert_eq!(lines, first);
    }
}
