//! What a template can say about a letter.

use domain::money::{Amount, Currency};
use domain::watch::Firing;
use minijinja::{Value, context};
use ports_net::{Content, Letter};
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

use crate::text;

/// The names of all variables.
pub const NAMES: [&str; 18] = [
    "product",
    "product_id",
    "price",
    "item_price",
    "delivery_cost",
    "has_free_delivery",
    "target",
    "currency",
    "store",
    "url",
    "standing",
    "observed_at",
    "has_changed",
    "changed_to",
    "price_now",
    "is_below_target",
    "watch_id",
    "to",
];

/// Functions of the template language.
const FUNCTIONS: [&str; 3] = ["range", "dict", "namespace"];

const MAX_PRODUCT: usize = 300;
const MAX_STORE: usize = 120;
const MAX_STANDING: usize = 500;

/// Whether a template may use this name.
pub fn is_known(name: &str) -> bool {
    NAMES.contains(&name) || FUNCTIONS.contains(&name)
}

/// The values of the variables: clean, short, and in one line each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variables {
    product: String,
    product_id: String,
    price: String,
    item_price: String,
    delivery_cost: String,
    has_free_delivery: bool,
    target: String,
    currency: String,
    store: String,
    url: String,
    standing: String,
    observed_at: String,
    has_changed: bool,
    changed_to: String,
    price_now: String,
    is_below_target: bool,
    watch_id: String,
    to: String,
}

impl Variables {
    /// Those of a letter.
    pub fn of(letter: &Letter) -> Self {
        let Letter {
            id: _,
            to,
            date: _,
            currency,
            content,
        } = letter;
        let Content::WatchFired {
            firing,
            standing,
            changed_to,
        } = content;
        let changed_price = changed_to.flatten();
        let now = changed_to.unwrap_or(Some(firing.minimum.price));
        Self {
            price_now: now.map_or_else(String::new, |price| currency.show(price)),
            is_below_target: now.is_some_and(|price| firing.target.is_above(price, *currency)),
            standing: text::one_line(standing.as_deref().unwrap_or_default(), MAX_STANDING),
            has_changed: changed_to.is_some(),
            changed_to: changed_price.map_or_else(String::new, |price| currency.show(price)),
            to: to.as_str().to_owned(),
            ..Self::of_firing(firing, *currency)
        }
    }

    fn of_firing(firing: &Firing, currency: Currency) -> Self {
        let Firing {
            watch,
            product,
            product_name,
            target,
            minimum,
            source_revision: _,
            observed_at,
        } = firing;
        let product_id = text::one_line(product.as_str(), MAX_PRODUCT);
        let name = text::one_line(product_name, MAX_PRODUCT);
        Self {
            product: if name.is_empty() {
                product_id.clone()
            } else {
                name
            },
            product_id,
            price: currency.show(minimum.price),
            item_price: currency.show(minimum.item),
            delivery_cost: currency.show(minimum.delivery),
            has_free_delivery: minimum.delivery == Amount::ZERO,
            target: format!("{} {currency}", target.decimal()),
            currency: currency.to_string(),
            store: text::one_line(&minimum.store, MAX_STORE),
            url: text::link(&minimum.url).unwrap_or_default(),
            observed_at: instant(*observed_at),
            watch_id: watch.to_string(),
            ..Self::default()
        }
    }

    /// Letters as they come: with everything, and with as little as possible.
    pub fn samples() -> [Self; 5] {
        let full = Self {
            product: "Nova X2 128 GB".to_owned(),
            product_id: "nova_x2_128gb".to_owned(),
            price: "444.90 EUR".to_owned(),
            item_price: "440.00 EUR".to_owned(),
            delivery_cost: "4.90 EUR".to_owned(),
            has_free_delivery: false,
            target: "450 EUR".to_owned(),
            currency: "EUR".to_owned(),
            store: "Store One".to_owned(),
            url: "https://store-one.example/nova-x2".to_owned(),
            standing: "The lowest price of the last 90 days.".to_owned(),
            observed_at: "2026-03-01 12:00 UTC".to_owned(),
            has_changed: true,
            changed_to: "449.90 EUR".to_owned(),
            price_now: "449.90 EUR".to_owned(),
            is_below_target: true,
            watch_id: "00000000-0000-0000-0000-000000000000".to_owned(),
            to: "reader@mail.example".to_owned(),
        };
        let dearer = Self {
            changed_to: "470.00 EUR".to_owned(),
            price_now: "470.00 EUR".to_owned(),
            is_below_target: false,
            ..full.clone()
        };
        let sold_out = Self {
            changed_to: String::new(),
            price_now: String::new(),
            ..dearer.clone()
        };
        let unchanged = Self {
            has_changed: false,
            changed_to: String::new(),
            price_now: full.price.clone(),
            ..full.clone()
        };
        let least = Self {
            has_free_delivery: true,
            url: String::new(),
            standing: String::new(),
            ..unchanged.clone()
        };
        [full, dearer, sold_out, unchanged, least]
    }

    /// The values by their names.
    pub fn context(&self) -> Value {
        let Self {
            product,
            product_id,
            price,
            item_price,
            delivery_cost,
            has_free_delivery,
            target,
            currency,
            store,
            url,
            standing,
            observed_at,
            has_changed,
            changed_to,
            price_now,
            is_below_target,
            watch_id,
            to,
        } = self;
        context! {
            product => product.as_str(),
            product_id => product_id.as_str(),
            price => price.as_str(),
            item_price => item_price.as_str(),
            delivery_cost => delivery_cost.as_str(),
            has_free_delivery => *has_free_delivery,
            target => target.as_str(),
            currency => currency.as_str(),
            store => store.as_str(),
            url => url.as_str(),
            standing => standing.as_str(),
            observed_at => observed_at.as_str(),
            has_changed => *has_changed,
            changed_to => changed_to.as_str(),
            price_now => price_now.as_str(),
            is_below_target => *is_below_target,
            watch_id => watch_id.as_str(),
            to => to.as_str(),
        }
    }
}

fn instant(at: OffsetDateTime) -> String {
    let form = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
    let shown = at.checked_to_offset(UtcOffset::UTC);
    shown
        .and_then(|at| at.format(form).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use contract_tests::mailer::letter;
    use domain::money::Amount;
    use ports_net::Content;
    use time::macros::datetime;

    use super::{NAMES, Variables};

    #[test]
    fn every_variable_has_its_name() {
        let context = Variables::of(&letter(1)).context();
        let names: BTreeSet<String> = context
            .try_iter()
            .unwrap()
            .map(|name| name.to_string())
            .collect();
        assert_eq!(names, NAMES.map(str::to_owned).into());
    }

    #[test]
    fn samples_are_like_letters() {
        let price = |minor| Some(Some(Amount::from_minor(minor).unwrap()));
        let [full, dearer, sold_out, unchanged, _] = Variables::samples();
        for (sample, now) in [
            (full, price(44_990)),
            (dearer, price(47_000)),
            (sold_out, Some(None)),
            (unchanged, None),
        ] {
            let mut letter = letter(0);
            let Content::WatchFired { changed_to, .. } = &mut letter.content;
            *changed_to = now;
            let real = Variables::of(&letter);
            let expected = Variables {
                url: real.url.clone(),
                to: real.to.clone(),
                ..sample
            };
            assert_eq!(real, expected);
        }
    }

    #[test]
    fn a_price_at_the_target_is_not_below_it() {
        for (now, expected) in [(44_999, true), (45_000, false)] {
            let mut letter = letter(0);
            let Content::WatchFired { changed_to, .. } = &mut letter.content;
            *changed_to = Some(Some(Amount::from_minor(now).unwrap()));
            assert_eq!(Variables::of(&letter).is_below_target, expected, "{now}");
        }
    }

    #[test]
    fn what_is_missing_is_empty() {
        let mut letter = letter(0);
        let Content::WatchFired {
            firing,
            standing,
            changed_to,
        } = &mut letter.content;
        "\u{202E} \n".clone_into(&mut firing.product_name);
        "javascript:alert(1)".clone_into(&mut firing.minimum.url);
        firing.minimum.delivery = Amount::ZERO;
        *standing = None;
        *changed_to = Some(None);
        let real = Variables::of(&letter);
        assert_eq!(real.product, "nova_x2_128gb");
        assert_eq!(
            [real.url, real.standing, real.changed_to, real.price_now],
            [""; 4]
        );
        assert!(!real.is_below_target);
        assert!(real.has_free_delivery && real.has_changed);
        let Content::WatchFired { firing, .. } = &mut letter.content;
        firing.observed_at = datetime!(9999-12-31 23:59 -11:00);
        assert_eq!(Variables::of(&letter).observed_at, "");
    }
}
