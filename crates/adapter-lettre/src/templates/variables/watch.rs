//! What a template can say about a watch that fired.

use domain::email::EmailAddress;
use domain::language::Language;
use domain::money::{Amount, Currency};
use domain::watch::Firing;
use minijinja::{Value, context};
use ports_net::Ending;

use super::{amount, instant};
use crate::text;

/// The names of all variables.
pub const NAMES: [&str; 24] = [
    "product",
    "product_id",
    "price",
    "item_price",
    "delivery_cost",
    "has_free_delivery",
    "target",
    "watched_store",
    "condition",
    "currency",
    "store",
    "url",
    "standing",
    "observed_at",
    "has_changed",
    "changed_to",
    "price_now",
    "is_below_target",
    "percent",
    "reference_price",
    "watch_id",
    "end_url",
    "language",
    "to",
];

const MAX_PRODUCT: usize = 300;
const MAX_STORE: usize = 120;
const MAX_STANDING: usize = 500;

/// How things are when the letter is written.
pub struct Now<'a> {
    /// The currency of all prices.
    pub currency: Currency,
    /// How the price stands in its history.
    pub standing: Option<&'a str>,
    /// The price; `None`: nobody sells it.
    pub price: Option<Amount>,
    /// Whether this is another one than that at which the watch fired.
    pub has_changed: bool,
    /// How the reader ends the watch.
    pub ending: Option<&'a Ending>,
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
    watched_store: String,
    condition: &'static str,
    currency: String,
    store: String,
    url: String,
    standing: String,
    observed_at: String,
    has_changed: bool,
    changed_to: String,
    price_now: String,
    is_below_target: bool,
    percent: String,
    reference_price: String,
    watch_id: String,
    end_url: String,
    language: &'static str,
    to: String,
}

impl Variables {
    /// Those of a letter.
    pub fn of(firing: &Firing, now: &Now<'_>, to: &EmailAddress) -> Self {
        let Now {
            currency,
            standing,
            price,
            has_changed,
            ending,
        } = *now;
        let language = ending.map_or(Language::English, |it| it.language);
        let price_now = price.map_or_else(String::new, |price| {
            amount(&currency.decimal(price), currency, language)
        });
        Self {
            changed_to: if has_changed {
                price_now.clone()
            } else {
                String::new()
            },
            price_now,
            is_below_target: firing.is_as_good(price, currency),
            standing: text::one_line(standing.unwrap_or_default(), MAX_STANDING),
            has_changed,
            end_url: ending
                .and_then(|it| text::link(&it.link))
                .unwrap_or_default(),
            to: to.as_str().to_owned(),
            ..Self::of_firing(firing, currency, language)
        }
    }

    fn of_firing(firing: &Firing, currency: Currency, language: Language) -> Self {
        let Firing {
            watch,
            product,
            product_name,
            condition,
            watched_store,
            minimum,
            source_revision: _,
            observed_at,
        } = firing;
        let shown = |it: Amount| amount(&currency.decimal(it), currency, language);
        let product_id = text::one_line(product.as_str(), MAX_PRODUCT);
        let name = text::one_line(product_name, MAX_PRODUCT);
        Self {
            product: if name.is_empty() {
                product_id.clone()
            } else {
                name
            },
            product_id,
            price: shown(minimum.price),
            item_price: shown(minimum.item),
            delivery_cost: shown(minimum.delivery),
            has_free_delivery: minimum.delivery == Amount::ZERO,
            target: condition.target().map_or_else(String::new, |target| {
                amount(&target.shown(currency), currency, language)
            }),
            condition: condition.code(),
            percent: condition
                .fall()
                .map_or_else(String::new, |fall| fall.percent.get().to_string()),
            reference_price: condition
                .fall()
                .and_then(|fall| fall.from)
                .map_or_else(String::new, shown),
            watched_store: watched_store
                .as_ref()
                .map(|store| text::one_line(store.as_str(), MAX_STORE))
                .unwrap_or_default(),
            currency: currency.to_string(),
            store: text::one_line(&minimum.store, MAX_STORE),
            url: text::link(&minimum.url).unwrap_or_default(),
            observed_at: instant(*observed_at),
            watch_id: watch.to_string(),
            language: language.code(),
            ..Self::default()
        }
    }

    /// Letters as they come: with everything, and with as little as possible.
    pub fn samples() -> [Self; 16] {
        let full = Self::full_sample();
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
        let of_store = Self {
            watched_store: full.store.clone(),
            ..sold_out.clone()
        };
        let [back, gone_again] = [&unchanged, &of_store].map(Self::of_stock_sample);
        let of_alert = |language: Language| Self {
            end_url: "https://prices.example/alert/end?t=AAAA".to_owned(),
            language: language.code(),
            ..full.clone()
        };
        let [english, german] = Language::ALL.map(of_alert);
        let [fallen, risen, fallen_and_gone] =
            [&unchanged, &dearer, &sold_out].map(Self::of_fall_sample);
        let [low, no_low, low_and_gone] = [&unchanged, &dearer, &sold_out].map(Self::of_low_sample);
        [
            full,
            dearer,
            sold_out,
            unchanged,
            least,
            english,
            german,
            of_store,
            back,
            gone_again,
            fallen,
            risen,
            fallen_and_gone,
            low,
            no_low,
            low_and_gone,
        ]
    }

    /// The same of a watch of stock.
    fn of_stock_sample(&self) -> Self {
        Self {
            condition: "back_in_stock",
            target: String::new(),
            is_below_target: false,
            ..self.clone()
        }
    }

    /// The same of a watch of a fall.
    fn of_fall_sample(&self) -> Self {
        Self {
            condition: "price_fall",
            target: String::new(),
            percent: "10".to_owned(),
            reference_price: "499.90 EUR".to_owned(),
            ..self.clone()
        }
    }

    /// The same of a watch of a low.
    fn of_low_sample(&self) -> Self {
        Self {
            condition: "new_low",
            target: String::new(),
            ..self.clone()
        }
    }

    fn full_sample() -> Self {
        Self {
            product: "Nova X2 128 GB".to_owned(),
            product_id: "nova_x2_128gb".to_owned(),
            price: "444.90 EUR".to_owned(),
            item_price: "440.00 EUR".to_owned(),
            delivery_cost: "4.90 EUR".to_owned(),
            has_free_delivery: false,
            target: "450.00 EUR".to_owned(),
            watched_store: String::new(),
            condition: "target_price",
            currency: "EUR".to_owned(),
            store: "Store One".to_owned(),
            url: "https://store-one.example/nova-x2".to_owned(),
            standing: "The lowest price of the last 90 days.".to_owned(),
            observed_at: "2026-03-01 12:00 UTC".to_owned(),
            has_changed: true,
            changed_to: "449.90 EUR".to_owned(),
            price_now: "449.90 EUR".to_owned(),
            is_below_target: true,
            percent: String::new(),
            reference_price: String::new(),
            watch_id: "00000000-0000-0000-0000-000000000000".to_owned(),
            end_url: String::new(),
            language: "en",
            to: "reader@mail.example".to_owned(),
        }
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
            watched_store,
            condition,
            currency,
            store,
            url,
            standing,
            observed_at,
            has_changed,
            changed_to,
            price_now,
            is_below_target,
            percent,
            reference_price,
            watch_id,
            end_url,
            language,
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
            watched_store => watched_store.as_str(),
            condition => *condition,
            currency => currency.as_str(),
            store => store.as_str(),
            url => url.as_str(),
            standing => standing.as_str(),
            observed_at => observed_at.as_str(),
            has_changed => *has_changed,
            changed_to => changed_to.as_str(),
            price_now => price_now.as_str(),
            is_below_target => *is_below_target,
            percent => percent.as_str(),
            reference_price => reference_price.as_str(),
            watch_id => watch_id.as_str(),
            end_url => end_url.as_str(),
            language => *language,
            to => to.as_str(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use contract_tests::mailer::letter;
    use domain::money::Amount;
    use domain::watch::Firing;
    use ports_net::{Content, Letter};
    use time::macros::datetime;

    use super::{NAMES, Now, Variables};

    fn variables(letter: &Letter) -> Variables {
        let Content::WatchFired {
            firing,
            standing,
            changed_to,
            ending,
        } = &letter.content
        else {
            panic!("another letter");
        };
        let now = Now {
            currency: letter.currency,
            standing: standing.as_deref(),
            price: changed_to.unwrap_or(Some(firing.minimum.price)),
            has_changed: changed_to.is_some(),
            ending: ending.as_ref(),
        };
        Variables::of(firing, &now, &letter.to)
    }

    fn moved(now: Option<Amount>) -> Letter {
        let mut letter = letter(0);
        if let Content::WatchFired { changed_to, .. } = &mut letter.content {
            *changed_to = Some(now);
        }
        letter
    }

    fn firing(letter: &mut Letter) -> &mut Firing {
        match &mut letter.content {
            Content::WatchFired { firing, .. } => firing,
            Content::Endpoint { .. } | Content::Asked { .. } => panic!("another letter"),
        }
    }

    #[test]
    fn every_variable_has_its_name() {
        let context = variables(&letter(1)).context();
        let names: BTreeSet<String> = context
            .try_iter()
            .unwrap()
            .map(|name| name.to_string())
            .collect();
        assert_eq!(names, NAMES.map(str::to_owned).into());
    }

    #[test]
    fn samples_are_like_letters() {
        let price = |minor| Some(Amount::from_minor(minor).unwrap());
        let [full, dearer, sold_out, unchanged, ..] = Variables::samples();
        for (sample, letter) in [
            (full, moved(price(44_990))),
            (dearer, moved(price(47_000))),
            (sold_out, moved(None)),
            (unchanged, letter(0)),
        ] {
            let real = variables(&letter);
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
            let letter = moved(Some(Amount::from_minor(now).unwrap()));
            assert_eq!(variables(&letter).is_below_target, expected, "{now}");
        }
    }

    #[test]
    fn what_is_missing_is_empty() {
        let mut letter = moved(None);
        let fired = firing(&mut letter);
        "\u{202E} \n".clone_into(&mut fired.product_name);
        "javascript:alert(1)".clone_into(&mut fired.minimum.url);
        fired.minimum.delivery = Amount::ZERO;
        if let Content::WatchFired { standing, .. } = &mut letter.content {
            *standing = None;
        }
        let real = variables(&letter);
        assert_eq!(real.product, "nova_x2_128gb");
        assert_eq!(
            [real.url, real.standing, real.changed_to, real.price_now],
            [""; 4]
        );
        assert!(!real.is_below_target);
        assert!(real.has_free_delivery && real.has_changed);
        firing(&mut letter).observed_at = datetime!(9999-12-31 23:59 -11:00);
        assert_eq!(variables(&letter).observed_at, "");
    }
}
