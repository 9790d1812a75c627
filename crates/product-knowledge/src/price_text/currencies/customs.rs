//! The customs of writing amounts of a currency.

use super::Mark;

/// Currencies that are priced without decimals, whatever their smallest unit is on paper.
const WHOLE: &str = "JPY KRW VND IDR HUF CLP COP ARS PYG IRR IRT ISK TWD UGX RWF XAF XOF XPF LAK MMK UZS \
KHR MGA BIF GNF KMF DJF VUV TZS LBP";

/// Currencies with a decimal point and three decimals.
const THREE: &str = "KWD BHD OMR JOD";

/// Currencies whose thousands are grouped with commas everywhere.
const COMMA_GROUPS: &str = "USD GBP AUD CAD NZD SGD HKD MXN INR PKR LKR NPR BDT THB MYR PHP ILS CNY AED SAR \
QAR YER EGP FKP GIP SHP NGN KES GHS MUR";

/// What a mark with three digits behind it is by the customs of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::price_text) enum Custom {
    Groups,
    Decimals,
    Unclear,
}

pub(super) fn custom(code: &str, mark: Mark) -> Custom {
    let among = |list: &str| list.split_ascii_whitespace().any(|known| known == code);
    match mark {
        _ if among(WHOLE) => Custom::Groups,
        Mark::Point if among(THREE) => Custom::Decimals,
        Mark::Comma if among(THREE) || among(COMMA_GROUPS) => Custom::Groups,
        Mark::Point | Mark::Comma => Custom::Unclear,
    }
}
