//! Money in minor units, with the number of decimals of its currency.
//!
//! Amounts are never floats: an amount is a whole number of the currency's smallest unit
//! (ISO 4217 minor unit: EUR has 2 decimals, JPY 0, KWD 3).

use std::fmt;

use thiserror::Error;

/// A number of minor units of the deployment's one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Amount(i64);

impl Amount {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount accepted anywhere: 10^13 minor units, far inside what `i64` and a
    /// double can hold exactly.
    pub const MAX_MINOR: i64 = 10_000_000_000_000;

    /// An amount from minor units; `None` outside 0 to [`Amount::MAX_MINOR`].
    pub fn from_minor(minor: i64) -> Option<Self> {
        (0..=Self::MAX_MINOR)
            .contains(&minor)
            .then_some(Self(minor))
    }

    /// The number of minor units.
    pub const fn minor(self) -> i64 {
        self.0
    }

    /// The sum, at most [`Amount::MAX_MINOR`].
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(Self::MAX_MINOR))
    }
}

/// A currency of ISO 4217.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency {
    code: [u8; 3],
    exponent: u8,
}

/// Currencies whose exponent is 0 or 3 (ISO 4217 list one).
const EXPONENTS: [(&str, u8); 24] = [
    ("BHD", 3),
    ("BIF", 0),
    ("CLP", 0),
    ("DJF", 0),
    ("GNF", 0),
    ("IQD", 3),
    ("ISK", 0),
    ("JOD", 3),
    ("JPY", 0),
    ("KMF", 0),
    ("KRW", 0),
    ("KWD", 3),
    ("LYD", 3),
    ("OMR", 3),
    ("PYG", 0),
    ("RWF", 0),
    ("TND", 3),
    ("UGX", 0),
    ("UYI", 0),
    ("VND", 0),
    ("VUV", 0),
    ("XAF", 0),
    ("XOF", 0),
    ("XPF", 0),
];

impl Currency {
    /// Reads a code of three capital letters. Codes that ISO 4217 does not know have 2 decimals.
    pub fn parse(code: &str) -> Option<Self> {
        let bytes: [u8; 3] = code.as_bytes().try_into().ok()?;
        if !bytes.iter().all(u8::is_ascii_uppercase) {
            return None;
        }
        let exponent = EXPONENTS
            .iter()
            .find(|(c, _)| *c == code)
            .map_or(2, |(_, e)| *e);
        Some(Self {
            code: bytes,
            exponent,
        })
    }

    /// The three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.code).unwrap_or_default()
    }

    /// Decimals of the currency.
    pub const fn exponent(&self) -> u8 {
        self.exponent
    }

    /// Minor units in one unit: 100 for EUR, 1 for JPY.
    pub fn units(&self) -> i64 {
        10_i64.pow(u32::from(self.exponent))
    }

    /// Reads a plain decimal with a point: `12`, `12.5`, `12.50`. More decimals than the currency
    /// has are accepted only when they are zeros. No sign, no grouping, no exponent.
    pub fn parse_decimal(&self, text: &str) -> Result<Amount, AmountError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(fraction) || text.ends_with('.') {
            return Err(if text.starts_with('-') {
                AmountError::Negative
            } else {
                AmountError::Form
            });
        }
        let exponent = usize::from(self.exponent);
        let kept = fraction
            .get(..exponent.min(fraction.len()))
            .unwrap_or_default();
        if fraction
            .get(kept.len()..)
            .unwrap_or_default()
            .bytes()
            .any(|b| b != b'0')
        {
            return Err(AmountError::TooFine {
                decimals: self.exponent,
            });
        }
        let joined = format!("{whole}{kept:0<exponent$}");
        let trimmed = joined.trim_start_matches('0');
        if trimmed.len() > 14 {
            return Err(AmountError::TooLarge);
        }
        let minor = if trimmed.is_empty() {
            0
        } else {
            trimmed.parse().map_err(|_| AmountError::Form)?
        };
        Amount::from_minor(minor).ok_or(AmountError::TooLarge)
    }

    /// Writes an amount with a point and all the currency's decimals: `1234.50`.
    pub fn decimal(&self, amount: Amount) -> String {
        let units = self.units();
        let whole = amount.minor() / units;
        let exponent = usize::from(self.exponent);
        if exponent == 0 {
            return whole.to_string();
        }
        format!("{whole}.{:0exponent$}", amount.minor() % units)
    }

    /// Writes an amount as a JSON number of the interface: no needless zeros (`93.5`, `500`).
    pub fn number(&self, amount: Amount) -> String {
        let decimal = self.decimal(amount);
        if decimal.contains('.') {
            let short = decimal.trim_end_matches('0').trim_end_matches('.');
            short.to_owned()
        } else {
            decimal
        }
    }

    /// Writes an amount for a person: `1234.50 EUR`.
    pub fn show(&self, amount: Amount) -> String {
        format!("{} {}", self.decimal(amount), self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Why a text is not an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AmountError {
    /// Not digits with at most one point.
    #[error("not a decimal number with a point, as in 1234.50")]
    Form,
    /// Below zero.
    #[error("negative")]
    Negative,
    /// More decimals than the currency has.
    #[error("more than {decimals} decimals")]
    TooFine {
        /// Decimals of the currency.
        decimals: u8,
    },
    /// Above [`Amount::MAX_MINOR`].
    #[error("too large")]
    TooLarge,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Amount, AmountError, Currency};

    fn currency(code: &str) -> Currency {
        Currency::parse(code).unwrap()
    }

    #[test]
    fn decimals_are_read_exactly() {
        let eur = currency("EUR");
        let minor = |text: &str| eur.parse_decimal(text).map(Amount::minor);
        assert_eq!(minor("0"), Ok(0));
        assert_eq!(minor("12"), Ok(1200));
        assert_eq!(minor("12.5"), Ok(1250));
        assert_eq!(minor("12.50"), Ok(1250));
        assert_eq!(minor("12.5000"), Ok(1250));
        assert_eq!(minor("007.01"), Ok(701));
        assert_eq!(minor("12.505"), Err(AmountError::TooFine { decimals: 2 }));
        assert_eq!(minor("-1"), Err(AmountError::Negative));
        for bad in [
            "", ".", "1.", ".5", "1,5", "1e3", "+1", " 1", "1 ", "1.2.3", "٣", "NaN",
        ] {
            assert_eq!(minor(bad), Err(AmountError::Form), "{bad:?}");
        }
        assert_eq!(minor("99999999999999999999"), Err(AmountError::TooLarge));
        assert_eq!(minor("100000000000.00"), Ok(Amount::MAX_MINOR));
        assert_eq!(minor("100000000000.01"), Err(AmountError::TooLarge));
        assert_eq!(
            currency("JPY").parse_decimal("1500").map(Amount::minor),
            Ok(1500)
        );
        assert_eq!(
            currency("KWD").parse_decimal("1.5").map(Amount::minor),
            Ok(1500)
        );
    }

    #[test]
    fn codes_are_three_capitals() {
        assert!(Currency::parse("eur").is_none());
        assert!(Currency::parse("EURO").is_none());
        assert!(Currency::parse("€").is_none());
        assert_eq!(
            currency("EUR").show(Amount::from_minor(5).unwrap()),
            "0.05 EUR"
        );
        assert_eq!(
            currency("JPY").show(Amount::from_minor(5).unwrap()),
            "5 JPY"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(minor in 0..=Amount::MAX_MINOR, code in "EUR|JPY|KWD") {
            let currency = currency(&code);
            let amount = Amount::from_minor(minor).unwrap();
            prop_assert_eq!(currency.parse_decimal(&currency.decimal(amount)), Ok(amount));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let read = currency("EUR").parse_decimal(&text);
            prop_assert!(read.is_err() || text.bytes().all(|b| b.is_ascii_digit() || b == b'.'));
        }
    }
}
