//! Small decision trees whose values are added up: what several numbers say together, which a weighted sum cannot.
//!
//! Each tree asks the same few questions on all of its branches ("oblivious" trees), so that a tree is one short line
//! of text and its answer is found by counting in binary.

mod text_form;

pub use text_form::TreesError;
pub(super) use text_form::apart;

/// Whether a number is at least so great.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question {
    /// The place of the number.
    pub place: usize,
    /// From here on the answer is yes.
    pub at: f64,
}

/// A few questions, and a value for each way in which they may be answered: that of "no" to all first, of "yes" to the
/// last alone next, and so on, as in binary numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// The questions, in order.
    pub questions: Vec<Question>,
    /// Two to the power of the number of questions.
    pub values: Vec<f64>,
}

/// Trees whose values are added to a start.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trees {
    /// The score before any tree was asked.
    pub start: f64,
    /// The trees; their order does not matter.
    pub trees: Vec<Tree>,
}

impl Tree {
    /// What the tree says of some numbers; a number that is not there counts as 0.
    pub fn value(&self, numbers: &[f64]) -> f64 {
        let place = self.questions.iter().fold(0, |place, question| {
            let number = numbers.get(question.place).copied().unwrap_or(0.0);
            2 * place + usize::from(number >= question.at)
        });
        self.values.get(place).copied().unwrap_or(0.0)
    }
}

impl Trees {
    /// What all of them say together.
    pub fn score(&self, numbers: &[f64]) -> f64 {
        let values = self.trees.iter().map(|tree| tree.value(numbers));
        self.start + values.sum::<f64>()
    }

    /// The same with what they say calibrated: each score times a slope, and an offset.
    #[must_use]
    pub fn calibrated(mut self, slope: f64, offset: f64) -> Self {
        // to four places, as it is written
        let rounded = |number: f64| (number * 10_000.0).round() / 10_000.0;
        self.start = rounded(self.start * slope + offset);
        let values = self.trees.iter_mut().flat_map(|tree| &mut tree.values);
        values.for_each(|value| *value = rounded(*value * slope));
        self
    }

    /// The score as a probability, by the logistic function.
    pub fn probability(&self, numbers: &[f64]) -> f64 {
        1.0 / (1.0 + (-self.score(numbers)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::{Question, Tree, Trees};

    fn trees() -> Trees {
        let question = |place, at| Question { place, at };
        let tree = |questions: &[Question], values: &[f64]| Tree {
            questions: questions.to_vec(),
            values: values.to_vec(),
        };
        Trees {
            start: -1.0,
            trees: vec![
                tree(&[question(0, 0.5), question(1, 2.0)], &[0.0, 1.0, 2.0, 4.0]),
                tree(&[question(1, 1.5)], &[0.25, 0.5]),
            ],
        }
    }

    #[test]
    fn every_way_of_answering_has_its_value() {
        let cases = [
            ([0.0, 0.0], -0.75),
            ([0.0, 2.0], 0.5),
            ([0.5, 1.5], 1.5),
            ([9.0, 9.0], 3.5),
        ];
        for (numbers, score) in cases {
            let found = trees().score(&numbers);
            assert!((found - score).abs() < 1e-12, "{numbers:?}: {found}");
        }
        assert!((trees().probability(&[0.0, 2.0]) - 0.622_459).abs() < 1e-6);
    }

    #[test]
    fn calibrated_trees_say_more_or_less_of_the_same() {
        let halved = trees().calibrated(0.5, 1.0);
        for numbers in [[0.0, 2.0], [9.0, 9.0]] {
            let expected = trees().score(&numbers) * 0.5 + 1.0;
            assert!((halved.score(&numbers) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_number_that_is_missing_counts_as_none() {
        assert!((trees().score(&[]) + 0.75).abs() < 1e-12);
    }

    #[test]
    fn trees_are_read_as_they_are_written() {
        let names = ["lead", "share"].map(str::to_owned);
        let text = trees().to_text(&names);
        assert_eq!(
            text,
            "start = -1\ntree = lead>=0.5 share>=2 : 0 1 2 4\ntree = share>=1.5 : 0.25 0.5\n"
        );
        assert_eq!(Trees::parse(&text, &names), Ok(trees()));
    }

    #[test]
    fn what_is_no_tree_is_refused_with_its_line() {
        let cases = [
            ("tree = lead>=0.5 : 1 2", "start has to be stated once"),
            ("start = 0\nstart = 0", "start has to be stated once"),
            (
                "start = 0\nbranch = 1",
                "line 2: neither `start` nor `tree`",
            ),
            (
                "start = 0\ntree = rank>=1 : 0 1",
                "line 2: no number is called `rank`",
            ),
            (
                "start = 0\ntree = lead>=1 : 0 1 2",
                "line 2: not of the form `tree = name>=number … : value …`, with two values for one question, four for two",
            ),
            (
                "start = 0\ntree = lead>=NaN : 0 1",
                "line 2: not of the form `tree = name>=number … : value …`, with two values for one question, four for two",
            ),
        ];
        let names = ["lead".to_owned()];
        for (text, error) in cases {
            let found = Trees::parse(text, &names).map_err(|error| error.to_string());
            assert_eq!(found, Err(error.to_owned()), "{text}");
        }
    }
}
