//! The trade item numbers of a row.

use domain::gtin::{Gtin, GtinError};

use crate::offer::field::Note;
use crate::offer::money::shown;
use crate::offer::row;

/// The most numbers of one row.
pub(crate) const MAX_NUMBERS: usize = 500;
const MAX_LENGTH: usize = 100;

/// Reads the numbers of a row. Valid ones are kept and the others remarked; when none is valid and
/// one has a wrong check digit, the row is rejected; when none has the form of a number at all, the
/// row goes on without.
pub(crate) fn read(
    texts: &[String],
    field: &'static str,
    remarks: &mut Vec<Note>,
) -> Result<Vec<Gtin>, Note> {
    let (gtins, wrong_check_digit) = readable(texts, field, remarks)?;
    match wrong_check_digit {
        Some(text) if gtins.is_empty() => Err(Note::new(
            field,
            format!("{}: {}", shown(&text), GtinError::CheckDigit),
        )),
        _ => Ok(gtins),
    }
}

/// Reads the numbers that can be read; the others are remarked. The second value is the first text
/// with a wrong check digit.
pub(crate) fn readable(
    texts: &[String],
    field: &'static str,
    remarks: &mut Vec<Note>,
) -> Result<(Vec<Gtin>, Option<String>), Note> {
    if texts.len() > MAX_NUMBERS {
        return Err(Note::new(field, format!("more than {MAX_NUMBERS} numbers")));
    }
    let mut gtins: Vec<Gtin> = Vec::new();
    let mut wrong_check_digit = None;
    for text in texts
        .iter()
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
    {
        row::within(text, field, MAX_LENGTH)?;
        let spared = unharmed(text);
        match Gtin::parse(spared) {
            Ok(gtin) if gtins.contains(&gtin) => {}
            Ok(gtin) => gtins.push(gtin),
            Err(GtinError::Length) if let Some(gtin) = with_lost_zero(spared) => {
                let reason = format!(
                    "{} is read as {gtin}: its leading zero was lost",
                    shown(text)
                );
                remarks.push(Note::new(field, reason));
                if !gtins.contains(&gtin) {
                    gtins.push(gtin);
                }
            }
            Err(e) => {
                if e == GtinError::CheckDigit && wrong_check_digit.is_none() {
                    wrong_check_digit = Some(text.to_owned());
                }
                remarks.push(Note::new(field, format!("{} is dropped: {e}", shown(text))));
            }
        }
    }
    Ok((gtins, wrong_check_digit))
}

/// Without what spreadsheets and programs put around a number: `'4006381333931`, `4006381333931.0`.
fn unharmed(text: &str) -> &str {
    let text = text.trim_start_matches('\'').trim_end_matches('\'');
    text.strip_suffix(".0").unwrap_or(text)
}

/// The UPC of eleven digits that lost its leading zero. The check digit must fit, which a number of any
/// other kind does one time in ten.
fn with_lost_zero(text: &str) -> Option<Gtin> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    if digits != 11 {
        return None;
    }
    Gtin::readings(text).first().copied()
}

/// Splits a list of numbers at the separators of text formats.
pub(crate) fn split(text: &str, separators: &[char]) -> Vec<String> {
    text.split(separators)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .take(MAX_NUMBERS + 1)
        .map(str::to_owned)
        .collect()
}
