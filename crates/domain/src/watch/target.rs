//! The price below which a watch fires.

use thiserror::Error;

use crate::money::{Amount, Currency};

/// A target price in ten-thousandths of the currency's unit: 1 to 1,000,000 units (D-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TargetPrice(i64);

/// Why a number is no target price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TargetError {
    /// It does not have the form of a JSON number.
    #[error("not a number")]
    NotANumber,
    /// It is below 1 or above 1,000,000.
    #[error("not from 1 to 1000000")]
    OutOfRange,
}

/// Decimals that are kept.
const DECIMALS: u8 = 4;

/// The most digits that a number within the bounds has before its point.
const MAX_WHOLE: i64 = 7;

impl TargetPrice {
    /// Ten-thousandths in one unit.
    pub const SCALE: i64 = 10_000;
    const MAX: i64 = 1_000_000 * Self::SCALE;

    /// A target from ten-thousandths; `None` outside the bounds.
    pub fn from_ten_thousandths(value: i64) -> Option<Self> {
        (Self::SCALE..=Self::MAX)
            .contains(&value)
            .then_some(Self(value))
    }

    /// Ten-thousandths of the currency's unit.
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// Reads a JSON number exactly, with or without exponent; four decimals are kept, and what is
    /// beyond them rounds half up. The bounds are those of the number as it was written.
    pub fn parse_json(text: &str) -> Result<Self, TargetError> {
        let Number {
            is_negative,
            digits,
            point,
        } = Number::parse(text).ok_or(TargetError::NotANumber)?;
        let Some(first) = digits.bytes().position(|b| b != b'0') else {
            return Err(TargetError::OutOfRange);
        };
        let first = crate::num::i64_from_usize(first);
        let whole_digits = point.saturating_sub(first);
        if is_negative || !(1..=MAX_WHOLE).contains(&whole_digits) {
            return Err(TargetError::OutOfRange);
        }
        // within a few digits of the point: nothing can overflow
        let digit = |at: i64| {
            let found = usize::try_from(at)
                .ok()
                .and_then(|at| digits.as_bytes().get(at));
            found.map_or(0, |b| i64::from(b - b'0'))
        };
        let end = point + i64::from(DECIMALS);
        let kept = (first..end).fold(0, |value, at| value * 10 + digit(at));
        let beyond = usize::try_from(end).ok().and_then(|end| digits.get(end..));
        let is_exact = beyond.is_none_or(|rest| rest.bytes().all(|b| b == b'0'));
        if kept > Self::MAX || (kept == Self::MAX && !is_exact) {
            return Err(TargetError::OutOfRange);
        }
        let rounded = kept + i64::from(digit(end) >= 5);
        Self::from_ten_thousandths(rounded).ok_or(TargetError::OutOfRange)
    }

    /// Whether a price lies strictly below the target.
    pub fn is_above(self, price: Amount, currency: Currency) -> bool {
        Self::scaled(price, currency) < self.0
    }

    /// A price in ten-thousandths, as it is compared with targets.
    pub fn scaled(price: Amount, currency: Currency) -> i64 {
        price.minor().saturating_mul(Self::step(currency))
    }

    /// Ten-thousandths in one minor unit of a currency.
    pub fn step(currency: Currency) -> i64 {
        let decimals = u32::from(DECIMALS.saturating_sub(currency.exponent()));
        10_i64.pow(decimals)
    }

    /// The target as a decimal without needless zeros: `499.95`, `500`, `0.0001`.
    pub fn decimal(self) -> String {
        let (whole, part) = (self.0 / Self::SCALE, self.0 % Self::SCALE);
        let text = format!("{whole}.{part:04}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// The target for people to read: a decimal with at least the decimals of its currency, as in `499.50`.
    pub fn shown(self, currency: Currency) -> String {
        let short = self.decimal();
        let (whole, part) = short.split_once('.').unwrap_or((&short, ""));
        let decimals = usize::from(currency.exponent());
        if decimals == 0 && part.is_empty() {
            return short;
        }
        format!("{whole}.{part:0<decimals$}")
    }
}

/// A JSON number: its digits, and how many of them stand before the point.
struct Number<'a> {
    is_negative: bool,
    digits: std::borrow::Cow<'a, str>,
    point: i64,
}

impl<'a> Number<'a> {
    /// Reads what RFC 8259 calls a number.
    fn parse(text: &'a str) -> Option<Self> {
        let (is_negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (rest, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
        if whole.is_empty() || has_leading_zero || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let digits = if fraction.is_empty() {
            whole.into()
        } else {
            format!("{whole}{fraction}").into()
        };
        let point = crate::num::i64_from_usize(whole.len()).saturating_add(exponent);
        Some(Self {
            is_negative,
            digits,
            point,
        })
    }
}

/// An exponent, cut to what any text of digits can make up for.
fn parse_exponent(text: &str) -> Option<i64> {
    const FAR: i64 = 1_000_000_000;
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = digits.trim_start_matches('0');
    let size = if size.is_empty() {
        0
    } else {
        size.parse().unwrap_or(FAR).min(FAR)
    };
    Some(if is_negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{TargetError, TargetPrice};
    use crate::money::{Amount, Currency};

    #[rstest]
    #[case("1", "1")]
    #[case("1.0", "1")]
    #[case("1e0", "1")]
    #[case("100e-2", "1")]
    #[case("0.1e1", "1")]
    #[case("0.0000001e7", "1")]
    #[case("499.95", "499.95")]
    #[case("499.99994", "499.9999")]
    #[case("499.99995", "500")]
    #[case("12.345678", "12.3457")]
    #[case("1000000", "1000000")]
    #[case("1000000.0000", "1000000")]
    #[case("1E6", "1000000")]
    #[case("1.5e+2", "150")]
    #[case("999999.99999", "1000000")]
    fn json_numbers_are_read_exactly(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(TargetPrice::parse_json(text).unwrap().decimal(), expected);
    }

    #[rstest]
    #[case("1.5", "EUR", "1.50")]
    #[case("500", "EUR", "500.00")]
    #[case("1.1234", "EUR", "1.1234")]
    #[case("500", "JPY", "500")]
    #[case("1.5", "JPY", "1.5")]
    #[case("7.5", "KWD", "7.500")]
    fn people_read_the_decimals_of_the_currency(
        #[case] text: &str,
        #[case] currency: &str,
        #[case] expected: &str,
    ) {
        let target = TargetPrice::parse_json(text).unwrap();
        let currency = Currency::parse(currency).unwrap();
        assert_eq!(target.shown(currency), expected);
    }

    #[rstest]
    #[case("0")]
    #[case("-0")]
    #[case("-5")]
    #[case("0.99999")]
    #[case("1000000.00001")]
    #[case("1000000.0000000000000001")]
    #[case("1000001")]
    #[case("1e999")]
    #[case("1e-999")]
    #[case("1e99999999999999999999")]
    #[case("0e99999999999999999999")]
    fn the_bounds_are_those_of_what_was_written(#[case] text: &str) {
        let read = TargetPrice::parse_json(text);
        assert_eq!(read, Err(TargetError::OutOfRange));
    }

    #[rstest]
    #[case("")]
    #[case("+1")]
    #[case("01")]
    #[case("1.")]
    #[case(".5")]
    #[case("1e")]
    #[case("1e+")]
    #[case("1,5")]
    #[case("NaN")]
    #[case("\"5\"")]
    #[case("0x10")]
    #[case("1 ")]
    #[case("٣")]
    fn anything_else_is_no_number(#[case] text: &str) {
        let read = TargetPrice::parse_json(text);
        assert_eq!(read, Err(TargetError::NotANumber));
    }

    #[test]
    fn long_numbers_are_read_in_time() {
        let digits = "9".repeat(16_000);
        let near_two = TargetPrice::parse_json(&format!("1.{digits}"));
        assert_eq!(near_two.unwrap().decimal(), "2");
        let huge = TargetPrice::parse_json(&digits);
        assert_eq!(huge, Err(TargetError::OutOfRange));
        let zeros = format!("0.{}1e16001", "0".repeat(16_000));
        assert_eq!(TargetPrice::parse_json(&zeros).unwrap().decimal(), "1");
    }

    #[test]
    fn below_is_strictly_below_in_every_currency() {
        let price = |minor| Amount::from_minor(minor).unwrap();
        let target = TargetPrice::parse_json("500").unwrap();
        let finer = TargetPrice::parse_json("500.0001").unwrap();
        for (code, units) in [("EUR", 50_000), ("JPY", 500), ("KWD", 500_000)] {
            let currency = Currency::parse(code).unwrap();
            assert!(!target.is_above(price(units), currency), "{code}");
            assert!(target.is_above(price(units - 1), currency), "{code}");
            assert!(finer.is_above(price(units), currency), "{code}");
        }
    }

    /// One in units that hold seven decimals times 10^-8.
    const ONE: i128 = 10_i128.pow(16);

    proptest! {
        #[test]
        fn what_is_shown_reads_the_same(value in 10_000_i64..=10_000_000_000) {
            let target = TargetPrice::from_ten_thousandths(value).unwrap();
            prop_assert_eq!(TargetPrice::parse_json(&target.decimal()), Ok(target));
        }

        #[test]
        fn numbers_are_read_as_whole_fractions_say(
            whole in prop_oneof![0_i64..3, 999_998_i64..1_000_002, 0_i64..20_000_000],
            fraction in "[0-9]{0,7}|[09]{1,7}|[04]{3}[0459]{1,3}",
            exponent in -8_i32..8,
            sign in "|\\+",
            is_plain in any::<bool>(),
        ) {
            let point = if fraction.is_empty() { "" } else { "." };
            let exponent = if is_plain { 0 } else { exponent };
            let tail = match exponent {
                0 if is_plain => String::new(),
                0.. => format!("E{sign}{exponent}"),
                _ => format!("e{exponent}"),
            };
            let digits: i128 = format!("{whole}{fraction}").parse().unwrap();
            let decimals = i32::try_from(fraction.len()).unwrap();
            let value = digits * 10_i128.pow(u32::try_from(16 - decimals + exponent).unwrap());
            let expected = if (ONE..=1_000_000 * ONE).contains(&value) {
                let step = ONE / 10_000;
                let rounded = i64::try_from((value + step / 2) / step).unwrap();
                Ok(TargetPrice::from_ten_thousandths(rounded).unwrap())
            } else {
                Err(TargetError::OutOfRange)
            };
            let text = format!("{whole}{point}{fraction}{tail}");
            prop_assert_eq!(TargetPrice::parse_json(&text), expected, "{}", text);
            let negative = TargetPrice::parse_json(&format!("-{text}"));
            prop_assert_eq!(negative, Err(TargetError::OutOfRange));
        }

        #[test]
        fn no_text_panics(text in "[-+0-9.eE]{0,24}") {
            let read = TargetPrice::parse_json(&text);
            let value: Result<f64, _> = text.parse();
            if let (Ok(target), Ok(value)) = (read, value) {
                let shown: f64 = target.decimal().parse().unwrap();
                prop_assert!((shown - value).abs() < 0.000_06, "{text} was read as {shown}");
            }
        }
    }
}
