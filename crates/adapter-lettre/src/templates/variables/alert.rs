//! What a template can say about an alert that was asked for.

use domain::alert::{AskedAlert, CONFIRMED_WITHIN};
use domain::email::EmailAddress;
use domain::language::Language;
use domain::money::Currency;
use minijinja::{Value, context};

use super::amount;
use crate::text;

/// The names of all variables.
pub const NAMES: [&str; 7] = [
    "product",
    "product_id",
    "target",
    "link",
    "hours",
    "language",
    "to",
];

const MAX_PRODUCT: usize = 120;

/// The values of the variables: clean, short, and in one line each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variables {
    product: String,
    product_id: String,
    target: String,
    link: String,
    language: &'static str,
    to: String,
}

impl Variables {
    /// Those of a letter.
    pub fn of(alert: &AskedAlert, currency: Currency, link: &str, to: &EmailAddress) -> Self {
        let AskedAlert {
            request: _,
            product,
            product_name,
            target,
            language,
        } = alert;
        let product_id = product.as_str().to_owned();
        let name = text::line_without_links(product_name, MAX_PRODUCT);
        Self {
            product: if name.is_empty() {
                product_id.clone()
            } else {
                name
            },
            product_id,
            target: amount(&target.shown(currency), currency, *language),
            link: text::link(link).unwrap_or_default(),
            language: language.code(),
            to: to.as_str().to_owned(),
        }
    }

    /// Letters as they come, in each language.
    pub fn samples() -> [Self; 2] {
        Language::ALL.map(|language| Self {
            product: "Nova X2 128 GB".to_owned(),
            product_id: "nova_x2_128gb".to_owned(),
            target: "450.00 EUR".to_owned(),
            link: "https://prices.example/alert/confirm?t=AAAA".to_owned(),
            language: language.code(),
            to: "reader@mail.example".to_owned(),
        })
    }

    /// The values by their names.
    pub fn context(&self) -> Value {
        let Self {
            product,
            product_id,
            target,
            link,
            language,
            to,
        } = self;
        context! {
            product => product.as_str(),
            product_id => product_id.as_str(),
            target => target.as_str(),
            link => link.as_str(),
            hours => CONFIRMED_WITHIN.whole_hours(),
            language => *language,
            to => to.as_str(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{NAMES, Variables};

    #[test]
    fn every_variable_has_its_name() {
        for sample in Variables::samples() {
            let context = sample.context();
            let names = context.try_iter().unwrap();
            let names: BTreeSet<String> = names.map(|name| name.to_string()).collect();
            assert_eq!(names, NAMES.map(str::to_owned).into());
        }
    }
}
