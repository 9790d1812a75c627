//! Trees as text: a line `start = number`, a line `tree = name>=number … : value …` for each.

use thiserror::Error;

use super::{Question, Tree, Trees};

/// Why a text does not hold trees.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TreesError {
    /// A line has not the form of a tree.
    #[error(
        "line {0}: not of the form `tree = name>=number … : value …`, with two values for one question, four for two"
    )]
    Tree(usize),
    /// A line is something else.
    #[error("line {0}: neither `start` nor `tree`")]
    Line(usize),
    /// A question about a number that does not exist.
    #[error("line {0}: no number is called `{1}`")]
    Unknown(usize, String),
    /// The start is missing, stated twice or no number.
    #[error("start has to be stated once")]
    Start,
}

impl Trees {
    /// Reads trees whose questions are about numbers of these names; empty lines and lines that begin with `#` say
    /// nothing.
    pub fn parse(text: &str, names: &[String]) -> Result<Self, TreesError> {
        let (mut start, mut trees) = (None, Vec::new());
        for (line_no, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (kind, said) = line.split_once('=').ok_or(TreesError::Line(line_no))?;
            match kind.trim() {
                "tree" => trees.push(tree(said, line_no, names)?),
                "start" if start.is_none() => start = Some(number(said).ok_or(TreesError::Start)?),
                "start" => return Err(TreesError::Start),
                _ => return Err(TreesError::Line(line_no)),
            }
        }
        let start = start.ok_or(TreesError::Start)?;
        Ok(Self { start, trees })
    }

    /// The trees, one in a line.
    pub fn to_text(&self, names: &[String]) -> String {
        let mut text = format!("start = {}\n", self.start);
        for tree in &self.trees {
            text.push_str("tree =");
            for question in &tree.questions {
                let name = names.get(question.place).map_or("?", String::as_str);
                text.push_str(&format!(" {name}>={}", question.at));
            }
            text.push_str(" :");
            for value in &tree.values {
                text.push_str(&format!(" {value}"));
            }
            text.push('\n');
        }
        text
    }
}

/// A text that holds trees beside other lines, taken apart: the other lines first. Each part has empty lines where the
/// other has something, so that lines keep their numbers.
pub(in crate::matching) fn apart(text: &str) -> (String, String) {
    let only = |of_trees: bool| -> String {
        let is_wanted = |line: &&str| of_trees == is_of_trees(line);
        let lines = text.lines().map(|line| Some(line).filter(is_wanted));
        let lines: Vec<&str> = lines.map(Option::unwrap_or_default).collect();
        lines.join("\n")
    };
    (only(false), only(true))
}

fn is_of_trees(line: &str) -> bool {
    let name = line.split('=').next().unwrap_or_default().trim();
    name == "tree" || name == "start"
}

fn tree(said: &str, line_no: usize, names: &[String]) -> Result<Tree, TreesError> {
    let amiss = || TreesError::Tree(line_no);
    let (asked, values) = said.split_once(':').ok_or_else(amiss)?;
    let question = |asked: &str| {
        let (name, at) = asked.split_once(">=").ok_or_else(amiss)?;
        let place = names.iter().position(|known| known == name);
        let place = place.ok_or_else(|| TreesError::Unknown(line_no, name.to_owned()))?;
        let at = number(at).ok_or_else(amiss)?;
        Ok(Question { place, at })
    };
    let questions: Vec<Question> = asked
        .split_whitespace()
        .map(question)
        .collect::<Result<_, _>>()?;
    let values: Option<Vec<f64>> = values.split_whitespace().map(number).collect();
    let values = values.ok_or_else(amiss)?;
    let ways = u32::try_from(questions.len())
        .ok()
        .and_then(|n| 2_usize.checked_pow(n));
    if ways != Some(values.len()) {
        return Err(amiss());
    }
    Ok(Tree { questions, values })
}

fn number(said: &str) -> Option<f64> {
    said.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}
