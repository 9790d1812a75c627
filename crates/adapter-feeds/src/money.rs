//! Price texts.
//!
//! Without a declared decimal mark only plain decimals with a point are read, and exactly three
//! decimals are refused where the currency has fewer: `1.600` may be 1.60 or 1600. With a declared
//! mark, grouping (comma or point, spaces, apostrophe; groups of three) and a currency code or sign
//! around the number are read too. Everything else is an error, never 0.

use domain::money::{Amount, AmountError, Currency};
use ports_net::{DecimalMark, FeedOptions};

/// Signs with the currencies they stand for.
const SIGNS: [(&str, &[&str]); 14] = [
    ("US$", &["USD"]),
    ("R$", &["BRL"]),
    ("zł", &["PLN"]),
    ("Kč", &["CZK"]),
    ("Ft", &["HUF"]),
    ("kr", &["SEK", "NOK", "DKK", "ISK"]),
    ("€", &["EUR"]),
    ("£", &["GBP", "EGP", "FKP", "GIP", "SHP"]),
    ("₺", &["TRY"]),
    ("₴", &["UAH"]),
    ("₼", &["AZN"]),
    ("₹", &["INR"]),
    ("¥", &["JPY", "CNY"]),
    (
        "$",
        &[
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "CLP", "COP", "ARS",
        ],
    ),
];

/// Why a text is not an amount in the catalogue's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MoneyFault {
    /// The amount's text is at fault.
    Text(String),
    /// The currency stated beside it is.
    Currency(String),
}

/// Reads an amount; `stated` is the currency that the row states beside it, or empty.
pub(crate) fn read(text: &str, stated: &str, options: &FeedOptions) -> Result<Amount, MoneyFault> {
    let column = match stated.trim() {
        "" => None,
        code => Some(Currency::parse(&code.to_ascii_uppercase()).ok_or_else(|| {
            MoneyFault::Currency(format!(
                "{code:?} is no ISO 4217 code: three letters, as in EUR"
            ))
        })?),
    };
    let text = text.trim();
    let (rest, code) = split_code(text);
    let (number, sign) = if options.decimal_mark == DecimalMark::Auto {
        (rest, None)
    } else {
        split_sign(rest)
    };
    let currency = code.or(column).unwrap_or(options.default_currency);
    let catalogue = options.catalogue_currency;
    if let (Some(code), Some(column)) = (code, column)
        && code != column
    {
        return Err(MoneyFault::Text(format!(
            "the price is in {code}, the row says {column}"
        )));
    }
    if currency != catalogue {
        let reason = format!("currency {currency}, the catalogue is in {catalogue}");
        let beside = code.is_none() && column.is_some();
        return Err(if beside {
            MoneyFault::Currency(reason)
        } else {
            MoneyFault::Text(reason)
        });
    }
    if let Some((sign, meant)) = sign
        && !meant.contains(&currency.code())
    {
        let reason = format!("currency sign {sign}, the catalogue is in {catalogue}");
        return Err(MoneyFault::Text(reason));
    }
    let plain = plain(number, options.decimal_mark).ok_or_else(|| form(text, options))?;
    if ambiguous(&plain, currency, options.decimal_mark) {
        return Err(MoneyFault::Text(format!(
            "{} may mean thousands or decimals: state --decimal-mark",
            shown(text)
        )));
    }
    currency.parse_decimal(&plain).map_err(|e| match e {
        AmountError::Form => form(text, options),
        AmountError::Negative | AmountError::TooFine { .. } | AmountError::TooLarge => {
            MoneyFault::Text(format!("{} is not accepted: {e}", shown(text)))
        }
    })
}

fn form(text: &str, options: &FeedOptions) -> MoneyFault {
    let wanted = match options.decimal_mark {
        DecimalMark::Auto => {
            "a decimal number with a point, as in 1234.50, unless --decimal-mark says otherwise"
        }
        DecimalMark::Dot => "a price with a decimal point, as in 1,234.50",
        DecimalMark::Comma => "a price with a decimal comma, as in 1.234,50",
    };
    MoneyFault::Text(format!("{} is not {wanted}", shown(text)))
}

/// A text in quotes, cut to a length that a report can bear.
pub(crate) fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{more}")
}

/// Splits an ISO 4217 code off either end.
fn split_code(text: &str) -> (&str, Option<Currency>) {
    let code = |part: &str| {
        part.bytes()
            .all(|b| b.is_ascii_alphabetic())
            .then(|| Currency::parse(&part.to_ascii_uppercase()))
            .flatten()
    };
    let tail = text
        .len()
        .checked_sub(3)
        .and_then(|at| text.split_at_checked(at));
    if let Some((rest, currency)) = tail.and_then(|(rest, part)| Some((rest, code(part)?)))
        && !rest.trim().is_empty()
        && !rest.ends_with(char::is_alphabetic)
    {
        return (rest.trim_end(), Some(currency));
    }
    let head = text.split_at_checked(3);
    if let Some((rest, currency)) = head.and_then(|(part, rest)| Some((rest, code(part)?)))
        && !rest.trim().is_empty()
        && !rest.starts_with(char::is_alphabetic)
    {
        return (rest.trim_start(), Some(currency));
    }
    (text, None)
}

type Sign = (&'static str, &'static [&'static str]);

/// Splits a currency sign off either end.
fn split_sign(text: &str) -> (&str, Option<Sign>) {
    for (sign, meant) in SIGNS {
        let rest = text.strip_prefix(sign).or_else(|| text.strip_suffix(sign));
        if let Some(rest) = rest {
            return (rest.trim(), Some((sign, meant)));
        }
    }
    (text, None)
}

/// The number as a plain decimal with a point; `None` when it does not have the grammar.
fn plain(number: &str, mark: DecimalMark) -> Option<String> {
    let number = match number.strip_prefix(['-', '\u{2212}']) {
        Some(digits) => format!("-{}", digits.trim_start()),
        None => number.to_owned(),
    };
    let (decimal, group) = match mark {
        DecimalMark::Auto => return Some(number),
        DecimalMark::Dot => ('.', ','),
        DecimalMark::Comma => (',', '.'),
    };
    let (whole, fraction) = match number.split_once(decimal) {
        Some((_, "")) => return None,
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number.as_str(), None),
    };
    let whole = ungrouped(whole, group)?;
    Some(match fraction {
        Some(fraction) if fraction.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{whole}.{fraction}")
        }
        Some(_) => return None,
        None => whole,
    })
}

/// Takes out the separators of groups of three digits, one kind throughout.
fn ungrouped(whole: &str, group: char) -> Option<String> {
    let spaces = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\'', '\u{2019}'];
    let found = whole.chars().find(|c| *c == group || spaces.contains(c));
    let Some(separator) = found else {
        return Some(whole.to_owned());
    };
    let mut groups = whole.split(separator);
    let first = groups.next()?;
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let lead = first.trim_start_matches('-');
    let formed = digits(lead) && (1..=3).contains(&lead.len());
    let rest_formed = groups.clone().all(|g| g.len() == 3 && digits(g));
    (formed && rest_formed).then(|| std::iter::once(first).chain(groups).collect())
}

fn ambiguous(plain: &str, currency: Currency, mark: DecimalMark) -> bool {
    mark == DecimalMark::Auto
        && currency.exponent() < 3
        && plain.split_once('.').is_some_and(|(whole, fraction)| {
            fraction.len() == 3
                && fraction.bytes().all(|b| b.is_ascii_digit())
                && (1..=3).contains(&whole.len())
                && whole.bytes().any(|b| b != b'0')
        })
}
