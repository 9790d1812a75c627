//! One number of a text: which of its marks groups digits and which begins the decimals.

use super::digits::{ARABIC_DECIMAL, ARABIC_GROUP};
use super::evidence::{Evidence, PriceReading};
use super::{Mark, Refusal};

/// A number as it stands in a text, in plain characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Number {
    /// Digits and separators, from the first digit (or a mark right before it) to the last.
    pub(super) text: String,
    /// The power of ten of scientific notation.
    pub(super) power: Option<i32>,
    /// The mark before a dash that stands for no decimals, as in `50,-`.
    pub(super) dash_after: Option<char>,
    /// A mark without anything behind it, as in `50.`.
    pub(super) open_end: bool,
    /// A blank stands behind the decimal mark, as in `1, 50`.
    pub(super) blank_in: bool,
    /// Something stands right before or behind it that no price has there.
    pub(super) odd: bool,
}

/// What a number's own form says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// It means one amount: digits before and after the decimal mark, and the mark that it shows.
    Clear {
        whole: String,
        fraction: String,
        mark: Option<Mark>,
    },
    /// One mark with exactly three digits behind it: thousands or decimals.
    Either {
        whole: String,
        last: String,
        mark: Mark,
    },
    /// No number.
    Broken,
}

fn soft(c: char) -> Option<Mark> {
    match c {
        '.' => Some(Mark::Point),
        ',' => Some(Mark::Comma),
        _ => None,
    }
}

/// Digit runs and the separators between them.
fn parts(text: &str) -> (Vec<&str>, Vec<char>) {
    let separator = |c: char| !c.is_ascii_digit();
    (
        text.split(separator).collect(),
        text.chars().filter(|c| separator(*c)).collect(),
    )
}

/// Groups of three, or of two before the last three where a comma groups as in India.
fn grouped(runs: &[&str], separator: char) -> Option<String> {
    let (first, rest) = runs.split_first()?;
    let (last, middle) = rest.split_last()?;
    if last.len() != 3 || first.is_empty() || first.len() > 3 {
        return None;
    }
    let western = middle.iter().all(|run| run.len() == 3);
    let indian = separator == ',' && first.len() <= 2 && middle.iter().all(|run| run.len() == 2);
    (western || indian).then(|| runs.concat())
}

impl Number {
    /// What its own form says, whatever is known from elsewhere.
    pub(super) fn shape(&self) -> Shape {
        let (runs, separators) = parts(&self.text);
        let Some((last, before)) = separators.split_last() else {
            let mark = self.dash_after.and_then(soft);
            return clear(self.text.clone(), "", mark);
        };
        let Some((fraction, whole)) = runs.split_last() else {
            return Shape::Broken;
        };
        let same = before.iter().all(|s| s == last);
        let shape = match (soft(*last), before.first()) {
            (_, None) => single(whole, fraction, *last),
            (Some(mark), Some(_)) if same => integer(&runs, *last, Some(mark.other())),
            (None, Some(_)) if same && *last != ARABIC_DECIMAL => {
                integer(&runs, *last, self.dash_after.and_then(soft))
            }
            (None, Some(_)) if *last != ARABIC_DECIMAL => Shape::Broken,
            (mark, Some(group)) => decimals(whole, fraction, *group, before, mark),
        };
        match (&shape, self.dash_after) {
            (Shape::Clear { fraction, .. }, Some(_)) if !fraction.is_empty() => Shape::Broken,
            (Shape::Either { whole, last, mark }, Some(dash)) if soft(dash) != Some(*mark) => {
                clear(format!("{whole}{last}"), "", soft(dash))
            }
            (Shape::Either { .. }, Some(_)) => Shape::Broken,
            _ => shape,
        }
    }

    /// The number under a declared mark.
    pub(super) fn declared(&self, mark: Mark) -> Result<String, Refusal> {
        if let Some(dash) = self.dash_after
            && soft(dash) != Some(mark)
        {
            return Err(Refusal::Form);
        }
        let decimal = if mark == Mark::Point { '.' } else { ',' };
        let (whole, fraction) = match self.text.split_once([decimal, ARABIC_DECIMAL]) {
            Some((_, fraction)) if fraction.is_empty() || self.dash_after.is_some() => {
                return Err(Refusal::Form);
            }
            Some((whole, fraction)) => (whole, fraction),
            None => (self.text.as_str(), ""),
        };
        let (runs, separators) = parts(whole);
        let whole = match separators.split_first() {
            None => Some(whole.to_owned()),
            Some((first, rest)) if rest.iter().all(|s| s == first) => grouped(&runs, *first),
            Some(_) => None,
        };
        let digits = fraction.bytes().all(|b| b.is_ascii_digit());
        let whole = whole.filter(|w| !w.is_empty() && digits);
        whole
            .and_then(|whole| decimal_text(&whole, fraction, self.power))
            .ok_or(Refusal::Form)
    }

    /// The number under what other texts of the same feed showed.
    pub(super) fn found(
        &self,
        evidence: &Evidence,
        exponent: Option<u8>,
    ) -> Result<String, Refusal> {
        let (whole, last, mark) = match self.shape() {
            Shape::Broken => return Err(Refusal::Form),
            Shape::Clear {
                whole, fraction, ..
            } => return decimal_text(&whole, &fraction, self.power).ok_or(Refusal::Form),
            Shape::Either { whole, last, mark } => (whole, last, mark),
        };
        let as_group = || Ok(format!("{whole}{last}"));
        if self.power.is_some() {
            return decimal_text(&whole, &last, self.power).ok_or(Refusal::Form);
        }
        match evidence.verdict() {
            PriceReading::Mark { mark: known, .. } if known != mark => as_group(),
            PriceReading::Mark { decimals, .. } if decimals >= 3 => Ok(format!("{whole}.{last}")),
            PriceReading::Mixed => Err(Refusal::Mixed),
            PriceReading::Unknown | PriceReading::Mark { .. } => match exponent {
                Some(3) if mark == Mark::Point => Ok(format!("{whole}.{last}")),
                Some(0) if last.bytes().any(|b| b != b'0') => as_group(),
                _ => Err(Refusal::Ambiguous),
            },
        }
    }
}

fn single(whole: &[&str], last: &str, separator: char) -> Shape {
    let whole = whole.concat();
    let Some(mark) = soft(separator) else {
        return match separator {
            ARABIC_DECIMAL if !whole.is_empty() => clear(whole, last, None),
            ARABIC_DECIMAL => Shape::Broken,
            _ => integer(&[&whole, last], separator, None),
        };
    };
    let may_group = last.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    if may_group {
        let last = last.to_owned();
        return Shape::Either { whole, last, mark };
    }
    if whole.is_empty() && last.len() == 3 {
        return Shape::Broken;
    }
    clear(whole, last, Some(mark))
}

fn integer(runs: &[&str], separator: char, mark: Option<Mark>) -> Shape {
    grouped(runs, separator).map_or(Shape::Broken, |whole| clear(whole, "", mark))
}

fn decimals(
    whole: &[&str],
    fraction: &str,
    group: char,
    before: &[char],
    mark: Option<Mark>,
) -> Shape {
    let one_kind = before.iter().all(|s| *s == group);
    if !one_kind || group == ARABIC_DECIMAL || (group == ARABIC_GROUP && mark.is_some()) {
        return Shape::Broken;
    }
    grouped(whole, group).map_or(Shape::Broken, |whole| clear(whole, fraction, mark))
}

fn clear(whole: String, fraction: &str, mark: Option<Mark>) -> Shape {
    Shape::Clear {
        whole,
        fraction: fraction.to_owned(),
        mark,
    }
}

/// The largest power of ten that is written out.
const MAX_POWER: i32 = 15;

/// A plain decimal with a point, its power of ten written out.
fn decimal_text(whole: &str, fraction: &str, power: Option<i32>) -> Option<String> {
    let power = power.unwrap_or(0);
    if power.abs() > MAX_POWER {
        return None;
    }
    let mut digits = format!("{whole}{fraction}");
    let shift = usize::try_from(power.unsigned_abs()).ok()?;
    let mut point = whole.len();
    if power >= 0 {
        point += shift;
        while digits.len() < point {
            digits.push('0');
        }
    } else {
        digits.insert_str(0, &"0".repeat(shift));
    }
    let (whole, fraction) = digits.split_at_checked(point)?;
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    Some(if fraction.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    })
}
