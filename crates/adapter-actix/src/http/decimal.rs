use domain::money::{Amount, Currency};
use domain::num;
use domain::watch::TargetPrice;
use serde::{Serialize, Serializer};

/// A number with few decimals, written exactly and without exponent; whole numbers without a
/// fraction (D-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonDecimal {
    scaled: i64,
    scale: i64,
}

impl JsonDecimal {
    /// An amount of money.
    pub fn amount(amount: Amount, currency: Currency) -> Self {
        Self {
            scaled: amount.minor(),
            scale: currency.units(),
        }
    }

    /// A target price, with the decimals that are kept.
    pub const fn target(target: TargetPrice) -> Self {
        Self {
            scaled: target.ten_thousandths(),
            scale: TargetPrice::SCALE,
        }
    }

    /// A difference of two amounts of money, in minor units.
    pub fn difference(minor: i64, currency: Currency) -> Self {
        Self {
            scaled: minor,
            scale: currency.units(),
        }
    }

    /// A difference in minor units in percent of an amount, rounded to hundredths; 0 of nothing.
    pub fn percent_of(minor: i64, whole: Amount) -> Self {
        let share = num::f64_from_i64(minor) / num::f64_from_i64(whole.minor().max(1));
        Self::hundredths(share * 100.0)
    }

    /// A number in thousandths.
    pub fn milli(milli: u16) -> Self {
        Self {
            scaled: i64::from(milli),
            scale: 1000,
        }
    }

    /// A number rounded to thousandths.
    pub fn thousandths(value: f64) -> Self {
        Self {
            scaled: num::i64_from_f64(value * 1000.0),
            scale: 1000,
        }
    }

    /// A number rounded to ten-thousandths: with more decimals, small ones would be written with an
    /// exponent.
    pub fn ten_thousandths(value: f64) -> Self {
        Self {
            scaled: num::i64_from_f64(value * 10_000.0),
            scale: 10_000,
        }
    }

    /// A number rounded to hundredths.
    pub fn hundredths(value: f64) -> Self {
        Self {
            scaled: num::i64_from_f64(value * 100.0),
            scale: 100,
        }
    }
}

impl Serialize for JsonDecimal {
    /// The nearest double of a decimal with at most 15 digits is written back as that decimal, and
    /// amounts end at 10^13 minor units.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.scaled % self.scale == 0 {
            serializer.serialize_i64(self.scaled / self.scale)
        } else {
            serializer.serialize_f64(num::f64_from_i64(self.scaled) / num::f64_from_i64(self.scale))
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::money::{Amount, Currency};
    use domain::watch::TargetPrice;

    use super::JsonDecimal;

    fn written(minor: i64, code: &str) -> String {
        let amount = Amount::from_minor(minor).unwrap();
        let decimal = JsonDecimal::amount(amount, Currency::parse(code).unwrap());
        serde_json::to_string(&decimal).unwrap()
    }

    #[test]
    fn amounts_are_exact_numbers_without_exponent() {
        for (minor, code, expected) in [
            (0, "EUR", "0"),
            (1, "EUR", "0.01"),
            (10, "EUR", "0.1"),
            (499, "EUR", "4.99"),
            (60_000, "EUR", "600"),
            (59_999, "EUR", "599.99"),
            (Amount::MAX_MINOR, "EUR", "100000000000"),
            (Amount::MAX_MINOR - 1, "EUR", "99999999999.99"),
            (1500, "JPY", "1500"),
            (Amount::MAX_MINOR, "JPY", "10000000000000"),
            (1, "KWD", "0.001"),
            (Amount::MAX_MINOR - 1, "KWD", "9999999999.999"),
        ] {
            assert_eq!(written(minor, code), expected, "{minor} {code}");
        }
    }

    #[test]
    fn every_small_amount_is_written_as_its_decimal() {
        let eur = Currency::parse("EUR").unwrap();
        for minor in 0..200_000 {
            let amount = Amount::from_minor(minor).unwrap();
            let text = written(minor, "EUR");
            assert_eq!(eur.parse_decimal(&text), Ok(amount), "{text}");
        }
    }

    #[test]
    fn targets_are_written_as_they_are_kept() {
        for text in ["1", "1.0001", "499.95", "999999.9999", "1000000"] {
            let target = TargetPrice::parse_json(text).unwrap();
            let written = serde_json::to_string(&JsonDecimal::target(target)).unwrap();
            assert_eq!(written, text);
        }
    }

    #[test]
    fn shares_have_few_decimals() {
        let text = |d: JsonDecimal| serde_json::to_string(&d).unwrap();
        assert_eq!(text(JsonDecimal::milli(1000)), "1");
        assert_eq!(text(JsonDecimal::milli(980)), "0.98");
        assert_eq!(text(JsonDecimal::thousandths(0.649_999_9)), "0.65");
        assert_eq!(text(JsonDecimal::hundredths(0.35)), "0.35");
    }
}
