//! What a search asks for: read from an address, and made into other addresses.

use app::AppError;
use app::catalogue::browse::{Browsing, Cursor, Filter, Sort};
use domain::availability::Availability;
use domain::money::Amount;
use fluent_bundle::FluentValue;
use serde::Deserialize;
use url::form_urlencoded;

use crate::pages::HOME;
use crate::reader::Reader;

/// Products of one page.
const PER_PAGE: usize = 20;

/// What a search asks for, as the forms send it: what is left empty is not asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// What is looked for.
    pub q: String,
    /// A brand.
    pub brand: String,
    /// A category.
    pub category: String,
    /// The least price.
    pub min_price: String,
    /// The largest price.
    pub max_price: String,
    /// How it can be had.
    pub availability: String,
    /// What comes first.
    pub sort: String,
    /// Where the page before ended.
    pub cursor: String,
    /// A product that is to be compared with what is found.
    pub with: String,
}

impl Asked {
    /// What it is that is looked for, for the catalogue.
    pub fn browsing(&self, reader: &Reader) -> Result<Browsing, AppError> {
        let goods = self.goods();
        let filter = Filter {
            min_price: amount(reader, "min_price", &self.min_price)?,
            max_price: amount(reader, "max_price", &self.max_price)?,
            availability: read("availability", &self.availability, Availability::from_code)?,
            ..goods.filter
        };
        if filter.has_crossed_prices() {
            return Err(AppError::validation("min_price", reader.say("bad-range")));
        }
        Ok(Browsing {
            filter,
            sort: read("sort", &self.sort, Sort::from_code)?.unwrap_or_default(),
            after: read("cursor", &self.cursor, Cursor::parse)?,
            ..goods
        })
    }

    /// Which goods are looked for, whatever else is asked of them.
    fn goods(&self) -> Browsing {
        let some = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Browsing {
            q: Some(self.q.clone()).filter(|q| !q.trim().is_empty()),
            filter: Filter {
                brand: some(&self.brand),
                category: some(&self.category),
                ..Filter::default()
            },
            sort: Sort::default(),
            limit: PER_PAGE,
            after: None,
        }
    }

    /// The same with blanks for control characters, which a document may not have.
    pub fn shown(self) -> Self {
        let shown = |text: String| text.replace(char::is_control, " ");
        Self {
            q: shown(self.q),
            brand: shown(self.brand),
            category: shown(self.category),
            min_price: shown(self.min_price),
            max_price: shown(self.max_price),
            availability: shown(self.availability),
            sort: shown(self.sort),
            cursor: shown(self.cursor),
            with: shown(self.with),
        }
    }

    /// The first page of the same.
    pub fn first_page(&self) -> Self {
        Self {
            cursor: String::new(),
            ..self.clone()
        }
    }

    /// The same text without filters.
    pub fn unfiltered(&self) -> Self {
        Self {
            q: self.q.clone(),
            sort: self.sort.clone(),
            with: self.with.clone(),
            ..Self::default()
        }
    }

    /// The same with another brand; empty: with any.
    pub fn of_brand(&self, brand: String) -> Self {
        let asked = Self {
            brand,
            ..self.first_page()
        };
        asked.without_bare_filters()
    }

    /// The same with another category; empty: with any.
    pub fn of_category(&self, category: String) -> Self {
        let asked = Self {
            category,
            ..self.first_page()
        };
        asked.without_bare_filters()
    }

    /// Prices and availabilities alone find nothing: they go with the last that says which goods are looked for.
    fn without_bare_filters(self) -> Self {
        if self.goods().names_goods() {
            self
        } else {
            self.unfiltered()
        }
    }

    /// Its address.
    pub fn address(&self) -> String {
        let Self {
            q,
            brand,
            category,
            min_price,
            max_price,
            availability,
            sort,
            cursor,
            with,
        } = self;
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, value) in [
            ("q", q),
            ("brand", brand),
            ("category", category),
            ("min_price", min_price),
            ("max_price", max_price),
            ("availability", availability),
            ("sort", sort),
            ("cursor", cursor),
            ("with", with),
        ] {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        format!("{HOME}?{}", query.finish())
    }

    /// Nothing is asked for; an order alone is nothing.
    pub fn is_empty(&self) -> bool {
        let Self {
            q,
            brand,
            category,
            min_price,
            max_price,
            availability,
            sort: _,
            cursor,
            with: _,
        } = self;
        [
            q,
            brand,
            category,
            min_price,
            max_price,
            availability,
            cursor,
        ]
        .into_iter()
        .all(|text| text.trim().is_empty())
    }
}

fn amount(reader: &Reader, name: &'static str, text: &str) -> Result<Option<Amount>, AppError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let unreadable = || {
        let shown = FluentValue::from(text.trim().to_owned());
        AppError::validation(name, reader.say_of("bad-price", &[("value", shown)]))
    };
    reader.amount(text).map(Some).ok_or_else(unreadable)
}

fn read<T>(
    name: &'static str,
    text: &str,
    from: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, AppError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let unknown = || AppError::validation(name, "?");
    from(text).map(Some).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::Asked;

    fn asked(q: &str, brand: &str, category: &str) -> Asked {
        let [q, brand, category] = [q, brand, category].map(str::to_owned);
        Asked {
            q,
            brand,
            category,
            max_price: "90".to_owned(),
            availability: "in_stock".to_owned(),
            cursor: "c".to_owned(),
            with: "x".to_owned(),
            ..Asked::default()
        }
    }

    #[test]
    fn filters_go_with_the_last_that_names_goods() {
        for (from, to) in [
            (asked("", "Nova", ""), "/?with=x"),
            (asked(" ", "Nova", " "), "/?q=+&with=x"),
            (
                asked("", "Nova", "Lamps"),
                "/?category=Lamps&max_price=90&availability=in_stock&with=x",
            ),
            (
                asked("lamp", "Nova", ""),
                "/?q=lamp&max_price=90&availability=in_stock&with=x",
            ),
        ] {
            assert_eq!(from.of_brand(String::new()).address(), to);
        }
        let other = asked("", "", "Lamps").of_category(String::new());
        assert_eq!(other.address(), "/?with=x");
        let other = asked("", "Nova", "").of_brand("Velora".to_owned());
        let kept = "/?brand=Velora&max_price=90&availability=in_stock&with=x";
        assert_eq!(other.address(), kept);
    }
}
