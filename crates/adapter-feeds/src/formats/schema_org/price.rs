//! Price texts of pages. Numbers of JSON have a point; a text is read by its own grammar, and one
//! that may mean two amounts is refused unless the operator declared the decimal mark.

use domain::money::Currency;
use ports_net::DecimalMark;
use product_knowledge::price_text::{self, Mark, MarkRule, Money};

use super::item::Value;
use crate::offer::money::shown;

/// An amount as a plain decimal with a point, and the currency that its text states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Price {
    /// Digits, and a point before decimals.
    pub(super) amount: String,
    /// What stands beside the number.
    pub(super) currency: Option<Money>,
}

/// What a currency's sign, word or code stands for.
pub(super) fn money(text: &str) -> Option<Money> {
    let text = text.trim();
    if text.is_empty() || text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let one = format!("1 {text}");
    let read = price_text::read(&one, &MarkRule::Customary(""));
    read.ok().and_then(|stated| stated.currency)
}

/// The one currency that a text names.
pub(super) fn currency(text: &str) -> Option<Currency> {
    let code = Currency::parse(&text.trim().to_ascii_uppercase());
    code.or_else(|| Currency::parse(money(text)?.code()?))
}

/// Reads a price; the error is a reason. `stated` is the currency that stands beside it, or empty.
pub(super) fn read(value: &Value, mark: DecimalMark, stated: &str) -> Result<Price, String> {
    match value {
        Value::Number(number) => Ok(Price {
            amount: exact(number)
                .ok_or_else(|| format!("{} is not a price, as in 1234.50", shown(number)))?,
            currency: None,
        }),
        Value::Text(text) => from_text(&crate::offer::codes::clean(text), mark, stated),
        Value::Item(item) => match item.all("value").chain(item.all("price")).next() {
            Some(inner @ (Value::Number(_) | Value::Text(_))) => read(inner, mark, stated),
            Some(Value::Item(_)) | None => Err("a thing, where a price is wanted".to_owned()),
        },
    }
}

/// A number of JSON without the noise of binary fractions: `26.990000000000002` is 26.99.
fn exact(number: &str) -> Option<String> {
    let (_, fraction) = number.split_once('.').unwrap_or((number, ""));
    let noisy = fraction.len() >= 8 || number.contains(['e', 'E']);
    if !noisy {
        return Some(number.strip_suffix(".0").unwrap_or(number).to_owned());
    }
    let value: f64 = number.parse().ok()?;
    let rounded = format!("{value:.4}");
    let near = (rounded.parse::<f64>().ok()? - value).abs() < 1e-6;
    let trimmed = rounded.trim_end_matches('0').trim_end_matches('.');
    (near && (0.0..1e12).contains(&value)).then(|| trimmed.to_owned())
}

fn from_text(text: &str, mark: DecimalMark, stated: &str) -> Result<Price, String> {
    let rule = match mark {
        DecimalMark::Auto | DecimalMark::Found(_) => MarkRule::Customary(stated),
        DecimalMark::Dot => MarkRule::Declared(Mark::Point),
        DecimalMark::Comma => MarkRule::Declared(Mark::Comma),
    };
    let read = price_text::read(text, &rule).and_then(price_text::Stated::price);
    let price = read.map_err(|refusal| {
        let advice = match refusal {
            price_text::Refusal::Ambiguous => ": state --decimal-mark",
            _ => "",
        };
        format!("{} {refusal}{advice}", shown(text))
    })?;
    Ok(Price {
        amount: price.number,
        currency: price.currency,
    })
}
