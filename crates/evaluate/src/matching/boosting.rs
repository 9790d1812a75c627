//! Fitting trees by gradient boosting (J. Friedman, "Greedy function approximation", 2001) with Newton's steps: each
//! tree learns what those before it leave unexplained, and adds a part of it.

use product_knowledge::matching::{Question, Tree, Trees};

use super::data::spread;
use super::regression::Row;

/// How trees are grown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Growth {
    /// How many trees.
    pub(crate) trees: usize,
    /// How many questions each asks.
    pub(crate) questions: usize,
    /// Which part of what a tree learned is added.
    pub(crate) rate: f64,
    /// How many of a hundred numbers each tree may ask about: others every time, so that trees differ.
    pub(crate) asked: u64,
}

impl Growth {
    /// Whether a tree may ask about a number.
    fn may_ask(self, tree: usize, number: usize) -> bool {
        spread(&format!("{tree} {number}")) % 100 < self.asked
    }
}

/// Pulls the values towards 0 where few rows speak.
const RIDGE: f64 = 5.0;
/// Numbers are asked about at so many places at most, which part the rows evenly.
const CUTS: usize = 24;

/// The sums of first and second derivatives over some rows.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    first: f64,
    second: f64,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.first += other.first;
        self.second += other.second;
    }

    const fn without(self, other: Self) -> Self {
        Self {
            first: self.first - other.first,
            second: self.second - other.second,
        }
    }

    /// By how much the fit gets better when these rows get a value of their own.
    fn gain(self) -> f64 {
        self.first * self.first / (self.second + RIDGE)
    }

    fn step(self) -> f64 {
        self.first / (self.second + RIDGE)
    }
}

/// A number of all rows: where it may be asked about, and how many of these places each row's number reaches.
struct Column {
    cuts: Vec<f64>,
    reached: Vec<u8>,
}

/// Fits trees to rows of so many numbers. The weights of the rows are scaled so that their sum is their number.
pub(crate) fn boost(rows: &[Row<'_>], width: usize, growth: Growth) -> Trees {
    let total: f64 = rows.iter().map(|row| row.weight).sum();
    let scale = domain::num::f64_from_usize(rows.len()) / total.max(f64::MIN_POSITIVE);
    let holding: f64 = rows
        .iter()
        .filter(|row| row.holds)
        .map(|row| row.weight)
        .sum();
    let share = (holding / total.max(f64::MIN_POSITIVE)).clamp(1e-6, 1.0 - 1e-6);
    let columns: Vec<Column> = (0..width).map(|place| column(rows, place)).collect();
    let mut fitted = Trees {
        start: rounded((share / (1.0 - share)).ln()),
        trees: Vec::new(),
    };
    let mut scores = vec![fitted.start; rows.len()];
    for number in 0..growth.trees {
        let slopes: Vec<Sums> = rows
            .iter()
            .zip(&scores)
            .map(|(row, score)| slope(row, *score, scale))
            .collect();
        let Some(tree) = grow(&columns, &slopes, growth, number) else {
            break;
        };
        for (score, row) in scores.iter_mut().zip(rows) {
            *score += tree.value(row.values);
        }
        fitted.trees.push(tree);
    }
    fitted
}

fn slope(row: &Row<'_>, score: f64, scale: f64) -> Sums {
    let likely = 1.0 / (1.0 + (-score).exp());
    let counts = scale * row.weight;
    Sums {
        first: counts * (f64::from(u8::from(row.holds)) - likely),
        second: counts * (likely * (1.0 - likely)).max(1e-9),
    }
}

fn column(rows: &[Row<'_>], place: usize) -> Column {
    let number = |row: &Row<'_>| row.values.get(place).copied().unwrap_or(0.0);
    let mut sorted: Vec<f64> = rows.iter().map(number).collect();
    sorted.sort_by(f64::total_cmp);
    let mut cuts: Vec<f64> = (1..=CUTS)
        .filter_map(|nth| sorted.get(nth * sorted.len() / (CUTS + 1)))
        .map(|number| rounded(*number))
        .collect();
    // numbers that are mostly the same are asked about where they begin to differ
    let differing = sorted.iter().zip(sorted.iter().skip(1));
    let mut steps: Vec<f64> = differing
        .filter(|(a, b)| b > a)
        .map(|(a, b)| rounded(f64::midpoint(*a, *b)))
        .collect();
    steps.dedup();
    if steps.len() <= CUTS {
        cuts = steps;
    }
    cuts.dedup();
    let reached = rows.iter().map(|row| {
        let reached = cuts.iter().filter(|cut| number(row) >= **cut).count();
        u8::try_from(reached).unwrap_or(u8::MAX)
    });
    Column {
        reached: reached.collect(),
        cuts,
    }
}

/// The tree that explains most, its questions chosen one after the other for all branches; none when nothing does.
fn grow(columns: &[Column], slopes: &[Sums], growth: Growth, number: usize) -> Option<Tree> {
    let mut questions: Vec<Question> = Vec::new();
    let mut branches = vec![0_usize; slopes.len()];
    for _ in 0..growth.questions {
        let Some((question, place)) =
            best_question(columns, slopes, &branches, 1 << questions.len(), |column| {
                growth.may_ask(number, column)
            })
        else {
            break;
        };
        let asked = columns.get(question.place)?;
        for (branch, reached) in branches.iter_mut().zip(&asked.reached) {
            *branch = 2 * *branch + usize::from(usize::from(*reached) > place);
        }
        questions.push(question);
    }
    let mut sums = vec![Sums::default(); 1 << questions.len()];
    for (branch, slope) in branches.iter().zip(slopes) {
        if let Some(sum) = sums.get_mut(*branch) {
            sum.add(*slope);
        }
    }
    let values = sums.iter().map(|sum| rounded(growth.rate * sum.step()));
    let values = values.collect();
    (!questions.is_empty()).then_some(Tree { questions, values })
}

/// The question that parts all branches best, and the place of its cut.
fn best_question(
    columns: &[Column],
    slopes: &[Sums],
    branches: &[usize],
    count: usize,
    may_ask: impl Fn(usize) -> bool,
) -> Option<(Question, usize)> {
    /// What gains less is noise.
    const LEAST: f64 = 1e-6;
    let mut best = None;
    let mut most = LEAST;
    let asked = columns
        .iter()
        .enumerate()
        .filter(|(number, _)| may_ask(*number));
    for (number, column) in asked {
        let width = column.cuts.len() + 1;
        let mut sums = vec![Sums::default(); count * width];
        for ((branch, reached), slope) in branches.iter().zip(&column.reached).zip(slopes) {
            if let Some(sum) = sums.get_mut(branch * width + usize::from(*reached)) {
                sum.add(*slope);
            }
        }
        for (place, cut) in column.cuts.iter().enumerate() {
            let gain: f64 = sums.chunks(width).map(|branch| parted(branch, place)).sum();
            if gain > most {
                most = gain;
                let question = Question {
                    place: number,
                    at: *cut,
                };
                best = Some((question, place));
            }
        }
    }
    best
}

/// What parting a branch behind a cut gains.
fn parted(branch: &[Sums], place: usize) -> f64 {
    let (mut all, mut below) = (Sums::default(), Sums::default());
    for (reached, sum) in branch.iter().enumerate() {
        all.add(*sum);
        if reached <= place {
            below.add(*sum);
        }
    }
    all.without(below).gain() + below.gain() - all.gain()
}

/// To four places, as it is written.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::{Growth, Row, boost};

    const GROWTH: Growth = Growth {
        trees: 100,
        questions: 3,
        rate: 0.15,
        asked: 100,
    };

    #[test]
    fn what_matters_only_beside_something_else_is_learned() {
        // the first says which of the two others counts, which no weighted sum can say
        let data: Vec<([f64; 4], bool)> = (0..800)
            .map(|n| {
                let [which, one, other] = [n % 2, n / 2 % 2, n / 4 % 2];
                let noise = f64::from(n % 7) / 7.0;
                let values = [which, one, other].map(f64::from);
                let holds = if which == 1 { one == 1 } else { other == 1 };
                ([values[0], values[1], noise, values[2]], holds)
            })
            .collect();
        let rows: Vec<Row<'_>> = data
            .iter()
            .map(|(values, holds)| Row {
                values,
                holds: *holds,
                weight: 0.5,
            })
            .collect();
        let trees = boost(&rows, 4, GROWTH);
        for (values, holds) in &data {
            let likely = trees.probability(values);
            assert_eq!(likely > 0.5, *holds, "{values:?}: {likely}");
        }
    }

    #[test]
    fn rows_that_all_hold_need_no_tree() {
        let rows = [[0.3], [0.5]];
        let rows: Vec<Row<'_>> = rows
            .iter()
            .map(|values| Row {
                values,
                holds: true,
                weight: 1.0,
            })
            .collect();
        assert!(boost(&rows, 1, GROWTH).probability(&[0.4]) > 0.99);
    }
}
