//! Global Trade Item Numbers (GS1 General Specifications, section 1 and figure 7.9).
//!
//! A GTIN has 8, 12, 13 or 14 digits, the last of which is a check digit: with weights 3, 1, 3, 1 …
//! from the right, all digits sum to a multiple of ten. Padding with zeros on the left does not
//! change it, so every number is held in its 14-digit form.
//!
//! The first digit of a 14-digit number says the packaging level: 0 is the item itself (plain
//! padding), 1 to 8 a case of it, 9 a variable measure. A case is another trade item than what is in
//! it, so levels are never collapsed.
//!
//! A valid check digit is weak evidence: one random number in ten has it.

use std::fmt;

use thiserror::Error;

/// A number with a valid check digit, held as 14 digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gtin(u64);

/// Why a text is not a GTIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GtinError {
    /// Something other than digits, spaces and hyphens (and a final X in an ISBN-10).
    #[error("not a trade item number: only digits, spaces and hyphens are accepted")]
    Form,
    /// Not 8, 10 (ISBN), 12, 13 or 14 digits.
    #[error("a trade item number has 8, 12, 13 or 14 digits, an ISBN 10 or 13")]
    Length,
    /// The last digit does not fit the others.
    #[error("wrong check digit")]
    CheckDigit,
    /// Nothing but zeros, or ten times the same digit, which fits the check digit of an ISBN-10 always.
    #[error("a placeholder, not a number")]
    Placeholder,
}

impl Gtin {
    /// Reads one number in any of its written forms: GTIN-8, -12, -13, -14, UPC-E (8 digits whose
    /// check digit fits the expanded form only), ISBN-10 and ISBN-13; spaces and hyphens are
    /// skipped. An 8-digit code that is both a valid GTIN-8 and a valid UPC-E is the GTIN-8; use
    /// [`Gtin::readings`] where both are wanted.
    pub fn parse(text: &str) -> Result<Self, GtinError> {
        let compact: String = text
            .trim()
            .chars()
            .filter(|c| !matches!(c, ' ' | '-' | '\u{a0}'))
            .collect();
        if compact.is_empty() || compact.len() > 24 {
            return Err(GtinError::Length);
        }
        if compact.len() == 10 {
            return Self::from_isbn10(&compact);
        }
        if !compact.bytes().all(|b| b.is_ascii_digit()) {
            return Err(GtinError::Form);
        }
        if compact.bytes().all(|b| b == b'0') {
            return Err(GtinError::Placeholder);
        }
        match compact.len() {
            8 => Self::checked(&compact).or_else(|wrong| {
                expand_upc_e(&compact).map_or(Err(wrong), |upc_a| Self::checked(&upc_a))
            }),
            12..=14 => Self::checked(&compact),
            _ => Err(GtinError::Length),
        }
    }

    /// Every number that a typed text may mean, most likely first: what [`Gtin::parse`] reads, the
    /// UPC-E reading of an 8-digit code, and 11 or 7 digits whose leading zero was lost.
    pub fn readings(text: &str) -> Vec<Self> {
        let compact: String = text
            .chars()
            .filter(|c| !matches!(c, ' ' | '-' | '\u{a0}'))
            .collect();
        let mut readings: Vec<Self> = Self::parse(&compact).into_iter().collect();
        let digits = compact.bytes().all(|b| b.is_ascii_digit());
        let more = match compact.len() {
            8 if digits => expand_upc_e(&compact),
            11 | 7 if digits => Some(format!("0{compact}")),
            _ => None,
        };
        readings.extend(more.and_then(|m| Self::parse(&m).ok()));
        let mut seen = std::collections::BTreeSet::new();
        readings.retain(|g| seen.insert(*g));
        readings
    }

    fn checked(digits: &str) -> Result<Self, GtinError> {
        let sum: u32 = digits
            .bytes()
            .rev()
            .enumerate()
            .map(|(place, b)| u32::from(b - b'0') * if place % 2 == 1 { 3 } else { 1 })
            .sum();
        if !sum.is_multiple_of(10) {
            return Err(GtinError::CheckDigit);
        }
        digits.parse().map(Self).map_err(|_| GtinError::Form)
    }

    fn from_isbn10(text: &str) -> Result<Self, GtinError> {
        let value = |(place, c): (usize, char)| match c {
            'X' | 'x' if place == 9 => Some(10),
            c => c.to_digit(10),
        };
        let digits: Option<Vec<u32>> = text.chars().enumerate().map(value).collect();
        let digits = digits.ok_or(GtinError::Form)?;
        if digits
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a == b))
        {
            return Err(GtinError::Placeholder);
        }
        let sum: u32 = digits
            .iter()
            .zip((1..=10).rev())
            .map(|(d, weight)| d * weight)
            .sum();
        if !sum.is_multiple_of(11) {
            return Err(GtinError::CheckDigit);
        }
        let body = format!("978{}", text.get(..9).unwrap_or_default());
        (0..10)
            .find_map(|check| Self::checked(&format!("{body}{check}")).ok())
            .ok_or(GtinError::Form)
    }

    /// The number from its 14 digits as an integer, as a store keeps it; `None` when the check
    /// digit is wrong or there are more than 14 digits.
    pub fn from_number(number: u64) -> Option<Self> {
        if number == 0 || number > 99_999_999_999_999 {
            return None;
        }
        Self::checked(&format!("{number:014}")).ok()
    }

    /// The 14 digits as an integer.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The 14-digit form.
    pub fn gtin14(self) -> String {
        format!("{:014}", self.0)
    }

    /// The form in which it is shown: 8 digits when it is a GTIN-8, 14 when it is a packaging
    /// level, else 13.
    pub fn shown(self) -> String {
        if self.0 < 100_000_000 {
            format!("{:08}", self.0)
        } else if self.is_package() {
            self.gtin14()
        } else {
            format!("{:013}", self.0)
        }
    }

    /// A case or a variable measure: another trade item than the one inside it.
    pub const fn is_package(self) -> bool {
        self.0 >= 10_000_000_000_000
    }

    /// A number that a shop or a region gives itself, or that names no trade item: it may mean
    /// different things at two shops, so it never matches offers across shops. Prefixes 02, 04, 2xx
    /// (in-store), 05, 981 to 984, 99 (coupons), 980 (refund receipts), 977 (serials), and GTIN-8
    /// beginning with 0 or 2. The first of 14 digits is no part of the prefix.
    pub fn is_restricted(self) -> bool {
        if self.0 < 100_000_000 {
            return matches!(self.0 / 10_000_000, 0 | 2);
        }
        let prefix3 = (self.0 % 10_000_000_000_000) / 10_000_000_000;
        matches!(prefix3, 20..=29 | 40..=59 | 200..=299 | 977 | 980..=984 | 990..=999)
    }
}

/// The 12 digits that an 8-digit UPC-E stands for (GS1 General Specifications, figure 5.2.2.4).
fn expand_upc_e(code: &str) -> Option<String> {
    let b: [u8; 8] = code.as_bytes().try_into().ok()?;
    let [system, d1, d2, d3, d4, d5, last, check] = b.map(char::from);
    if !matches!(system, '0' | '1') {
        return None;
    }
    Some(match last {
        '0'..='2' => format!("{system}{d1}{d2}{last}0000{d3}{d4}{d5}{check}"),
        '3' => format!("{system}{d1}{d2}{d3}00000{d4}{d5}{check}"),
        '4' => format!("{system}{d1}{d2}{d3}{d4}00000{d5}{check}"),
        _ => format!("{system}{d1}{d2}{d3}{d4}{d5}0000{last}{check}"),
    })
}

impl fmt::Display for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

impl fmt::Debug for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.gtin14())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Gtin, GtinError};

    fn read(text: &str) -> Result<String, GtinError> {
        Gtin::parse(text).map(Gtin::gtin14)
    }

    #[test]
    fn every_written_form_is_read() {
        let upc = Ok("00036000291452".to_owned());
        assert_eq!(read("036000291452"), upc);
        assert_eq!(read("0036000291452"), upc);
        assert_eq!(read("00036000291452"), upc);
        assert_eq!(read(" 0 360002-91452 "), upc);
        assert_eq!(read("4006381333931"), Ok("04006381333931".to_owned()));
        assert_eq!(read("96385074"), Ok("00000096385074".to_owned()));
        assert_eq!(read("04252614"), Ok("00042100005264".to_owned()), "UPC-E");
        assert_eq!(
            read("0471117099"),
            Ok("09780471117094".to_owned()),
            "ISBN-10"
        );
        assert_eq!(
            read("080442957X"),
            Ok("09780804429573".to_owned()),
            "ISBN-10 with X"
        );
    }

    #[test]
    fn what_is_no_number_is_refused_with_its_reason() {
        assert_eq!(read("4006381333932"), Err(GtinError::CheckDigit));
        assert_eq!(read("0471117098"), Err(GtinError::CheckDigit));
        assert_eq!(read("6.93217E+12"), Err(GtinError::Form));
        assert_eq!(read("400638133393A"), Err(GtinError::Form));
        assert_eq!(read(""), Err(GtinError::Length));
        assert_eq!(read("123"), Err(GtinError::Length));
        assert_eq!(
            read("36000291452"),
            Err(GtinError::Length),
            "11 digits are read only in searches"
        );
        for same in [
            "00000000",
            "0000000000000",
            "0000000000",
            "1111111111",
            "99999 99999",
        ] {
            assert_eq!(read(same), Err(GtinError::Placeholder), "{same}");
        }
        assert_eq!(read("XXXXXXXXXX"), Err(GtinError::Form));
        assert_eq!(read("1234567890123"), Err(GtinError::CheckDigit));
        assert_eq!(read("٤٠٠٦٣٨١٣٣٣٩٣١"), Err(GtinError::Length));
    }

    #[test]
    fn a_search_reads_what_lost_its_zero() {
        let read = |text: &str| {
            Gtin::readings(text)
                .into_iter()
                .map(Gtin::gtin14)
                .collect::<Vec<_>>()
        };
        assert_eq!(read("36000291452"), ["00036000291452"]);
        assert_eq!(read("04252614"), ["00042100005264"]);
        assert_eq!(read("nova"), Vec::<String>::new());
    }

    #[test]
    fn packaging_levels_are_not_collapsed() {
        let case = Gtin::parse("10036000291459").unwrap();
        assert!(case.is_package());
        assert_ne!(case, Gtin::parse("0036000291452").unwrap());
        assert_eq!(case.shown(), "10036000291459");
    }

    #[test]
    fn restricted_prefixes_are_known() {
        let restricted = |text: &str| Gtin::parse(text).unwrap().is_restricted();
        for yes in [
            "2000000000008",
            "0200000000004",
            "9770000000003",
            "9900000000004",
            "20000004",
        ] {
            assert!(restricted(yes), "{yes}");
        }
        for no in ["4006381333931", "036000291452", "9780471117094", "96385074"] {
            assert!(!restricted(no), "{no}");
        }
    }

    proptest! {
        #[test]
        fn a_single_wrong_digit_is_always_caught(body in 100_000_000_000_u64..999_999_999_999, at in 0_usize..13, by in 1_u8..10) {
            let full = (0..10).map(|c| format!("{body:012}{c}")).find(|t| Gtin::parse(t).is_ok()).unwrap();
            let mut digits = full.into_bytes();
            digits[at] = b'0' + (digits[at] - b'0' + by) % 10;
            let wrong = String::from_utf8(digits).unwrap();
            prop_assert_eq!(Gtin::parse(&wrong), Err(GtinError::CheckDigit));
        }

        #[test]
        fn the_number_is_read_back(number in 0_u64..200_000_000_000_000) {
            if let Some(gtin) = Gtin::from_number(number) {
                prop_assert_eq!(Gtin::parse(&gtin.gtin14()), Ok(gtin));
                prop_assert_eq!(Gtin::parse(&gtin.shown()), Ok(gtin));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,30}") {
            prop_assert!(Gtin::parse(&text).is_err() || !Gtin::readings(&text).is_empty());
        }
    }
}
