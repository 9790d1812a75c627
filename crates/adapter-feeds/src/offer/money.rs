//! Prices of rows: `product_knowledge::price_text` reads the text, the currency must be the catalogue's.

use domain::money::{Amount, AmountError, Currency};
use ports_net::{DecimalMark, FeedOptions};
use product_knowledge::price_text::{self, Evidence, Mark, MarkRule, Money, Refusal, Terms};

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
    let catalogue = options.catalogue_currency;
    let (rest, own) = without_code(text, catalogue);
    let (number, money) = if is_plain(rest, options.decimal_mark) {
        (rest.to_owned(), None)
    } else {
        let read = price_text::read(rest, &rule(options)).and_then(price_text::Stated::price);
        let read = read.map_err(|refusal| refused(text, refusal, options))?;
        (read.number, read.currency)
    };
    let named = named(money.as_ref(), own, catalogue)?;
    currencies(named, column, options)?;
    fits(money.as_ref(), catalogue)?;
    catalogue.parse_decimal(&number).map_err(|e| match e {
        AmountError::Form => form(text, options),
        AmountError::Negative | AmountError::TooFine { .. } | AmountError::TooLarge => {
            MoneyFault::Text(format!("{} is not accepted: {e}", shown(text)))
        }
    })
}

/// The currency that the text names by a code or by a sign with one meaning.
fn named(
    money: Option<&Money>,
    own: bool,
    catalogue: Currency,
) -> Result<Option<Currency>, MoneyFault> {
    let code = money.and_then(Money::code).and_then(Currency::parse);
    match (own, code) {
        (true, Some(other)) if other != catalogue => Err(MoneyFault::Text(format!(
            "names two currencies, {catalogue} and {other}"
        ))),
        (true, _) => Ok(Some(catalogue)),
        (false, code) => Ok(code),
    }
}

/// Refuses a row in another currency than the catalogue's.
fn currencies(
    named: Option<Currency>,
    column: Option<Currency>,
    options: &FeedOptions,
) -> Result<(), MoneyFault> {
    if let (Some(code), Some(column)) = (named, column)
        && code != column
    {
        return Err(MoneyFault::Text(format!(
            "the price is in {code}, the row says {column}"
        )));
    }
    let catalogue = options.catalogue_currency;
    let currency = named.or(column).unwrap_or(options.default_currency);
    if currency == catalogue {
        return Ok(());
    }
    let reason = format!("currency {currency}, the catalogue is in {catalogue}");
    Err(if named.is_none() && column.is_some() {
        MoneyFault::Currency(reason)
    } else {
        MoneyFault::Text(reason)
    })
}

/// Refuses a sign that cannot stand for the catalogue's currency.
fn fits(money: Option<&Money>, catalogue: Currency) -> Result<(), MoneyFault> {
    match money {
        Some(money) if !money.may_be(catalogue.code()) => Err(MoneyFault::Text(format!(
            "currency sign {}, the catalogue is in {catalogue}",
            money.written()
        ))),
        _ => Ok(()),
    }
}

/// The rule that decides where the form of a text does not.
fn rule(options: &FeedOptions) -> MarkRule<'static> {
    let exponent = Some(options.catalogue_currency.exponent());
    match options.decimal_mark {
        DecimalMark::Auto => MarkRule::Found(Evidence::NONE, exponent),
        DecimalMark::Found(evidence) => MarkRule::Found(evidence, exponent),
        DecimalMark::Dot => MarkRule::Declared(Mark::Point),
        DecimalMark::Comma => MarkRule::Declared(Mark::Comma),
    }
}

/// The common case without looking further: digits, or digits with a point and one or two decimals.
fn is_plain(text: &str, mark: DecimalMark) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    match text.split_once('.') {
        None => digits(text),
        Some((whole, fraction)) => {
            mark != DecimalMark::Comma && digits(whole) && digits(fraction) && fraction.len() <= 2
        }
    }
}

/// Takes the catalogue's own code off either end.
fn without_code(text: &str, catalogue: Currency) -> (&str, bool) {
    let is_code = |part: &str| part.eq_ignore_ascii_case(catalogue.code());
    let tail = text
        .len()
        .checked_sub(3)
        .and_then(|at| text.split_at_checked(at));
    if let Some((rest, part)) = tail
        && is_code(part)
        && !rest.trim().is_empty()
        && !rest.ends_with(char::is_alphabetic)
    {
        return (rest.trim_end(), true);
    }
    if let Some((part, rest)) = text.split_at_checked(3)
        && is_code(part)
        && !rest.trim().is_empty()
        && !rest.starts_with(char::is_alphabetic)
    {
        return (rest.trim_start(), true);
    }
    (text, false)
}

fn refused(text: &str, refusal: Refusal, options: &FeedOptions) -> MoneyFault {
    let shown = shown(text);
    MoneyFault::Text(match refusal {
        Refusal::Form | Refusal::NoDigits | Refusal::Terms(Terms::Unit | Terms::Words) => {
            return MoneyFault::Text(format!(
                "{shown} {refusal}; accepted is {}",
                wanted(options)
            ));
        }
        Refusal::Ambiguous | Refusal::Mixed => format!("{shown} {refusal}: state --decimal-mark"),
        _ => format!("{shown} {refusal}"),
    })
}

fn form(text: &str, options: &FeedOptions) -> MoneyFault {
    MoneyFault::Text(format!("{} is not {}", shown(text), wanted(options)))
}

const fn wanted(options: &FeedOptions) -> &'static str {
    match options.decimal_mark {
        DecimalMark::Auto | DecimalMark::Found(_) => "a price, as in 1234.50",
        DecimalMark::Dot => "a price with a decimal point, as in 1,234.50",
        DecimalMark::Comma => "a price with a decimal comma, as in 1.234,50",
    }
}

/// A text in quotes, cut to a length that a report can bear.
pub(crate) fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{more}")
}
