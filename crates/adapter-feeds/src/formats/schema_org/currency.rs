//! The currency of a page.

use domain::money::Currency;
use ports_net::FeedOptions;

use super::item::{Item, Value};
use super::price;

/// The options for a page in a currency of its own.
pub(super) fn in_currency(options: &FeedOptions, currency: Option<Currency>) -> FeedOptions {
    let mut options = options.clone();
    if let Some(currency) = currency {
        options.catalogue_currency = currency;
        options.default_currency = currency;
    }
    options
}

/// The first currency that a thing states.
pub(super) fn stated(item: &Item, nested: usize) -> Option<Currency> {
    if nested > 8 {
        return None;
    }
    item.props.iter().find_map(|(name, value)| match value {
        Value::Item(inner) => stated(inner, nested + 1),
        Value::Text(text) if matches!(name.as_str(), "pricecurrency" | "currency") => {
            price::currency(text)
        }
        Value::Text(_) | Value::Number(_) => None,
    })
}
