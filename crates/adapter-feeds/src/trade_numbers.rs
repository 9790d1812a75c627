//! The trade item numbers of a row.

use domain::gtin::{Gtin, GtinError};

use crate::field::Note;
use crate::money::shown;
use crate::row;

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
        match Gtin::parse(text) {
            Ok(gtin) if gtins.contains(&gtin) => {}
            Ok(gtin) => gtins.push(gtin),
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

/// Splits a list of numbers at the separators of text formats.
pub(crate) fn split(text: &str, separators: &[char]) -> Vec<String> {
    text.split(separators)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .take(MAX_NUMBERS + 1)
        .map(str::to_owned)
        .collect()
}
