//! The parameters by which a search becomes a page of products.

use app::AppError;
use app::catalogue::browse::{Browsing, Cursor, Filter, MOST_ITEMS, Sort};
use app::catalogue::search::MAX_ITEMS;
use domain::availability::Availability;
use domain::money::{Amount, Currency};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::catalogue::body::codes::{Availability as AvailabilityCode, SearchSort};
use crate::http::typed::{Accepted, Field, Value};

/// Which of the matches are wanted. With any of these the answer has `facets` and `next_cursor` too.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BrowseQuery {
    /// The most items of one answer
    #[param(value_type = u32, required = false, minimum = 1, maximum = 100, default = 50)]
    limit: Option<Field<ItemCount>>,
    /// `next_cursor` of the answer before, empty for the first page; the other parameters stay as they were
    #[param(
        value_type = String,
        required = false,
        example = ""
    )]
    cursor: Option<Field<Start>>,
    /// A brand, in any case
    #[param(value_type = String, required = false, min_length = 1, max_length = 500, example = "Ombrix")]
    brand: Option<Field<FilterText>>,
    /// A category, in any case; of a path its first parts are enough (`Computers > Laptops`)
    #[param(value_type = String, required = false, min_length = 1, max_length = 500, example = "Smartphones")]
    category: Option<Field<FilterText>>,
    /// The least that the lowest delivered price may be
    #[param(value_type = f64, required = false, minimum = 0, example = 300)]
    min_price: Option<Field<PriceText>>,
    /// The most that the lowest delivered price may be
    #[param(value_type = f64, required = false, minimum = 0, example = 1500)]
    max_price: Option<Field<PriceText>>,
    /// Some offer can be had in this way
    #[param(value_type = AvailabilityCode, required = false, example = "in_stock")]
    availability: Option<Field<Availability>>,
    /// What comes first; `relevance` unless it is given
    #[param(value_type = SearchSort, required = false)]
    sort: Option<Field<Sort>>,
}

struct ItemCount(usize);

impl Accepted for ItemCount {
    const ACCEPTED: &'static str = "a whole number from 1 to 100";

    fn read(value: Value<'_>) -> Option<Self> {
        let text = value.text()?;
        let are_digits = text.bytes().all(|b| b.is_ascii_digit());
        let count = text.parse().ok().filter(|_| are_digits)?;
        (1..=MOST_ITEMS).contains(&count).then_some(Self(count))
    }
}

/// Where a page starts; `None` is the beginning.
struct Start(Option<Cursor>);

impl Accepted for Start {
    const ACCEPTED: &'static str = "the next_cursor of the answer before, or empty";

    fn read(value: Value<'_>) -> Option<Self> {
        let text = value.text()?;
        let cursor = Cursor::parse(&text);
        (text.is_empty() || cursor.is_some()).then_some(Self(cursor))
    }
}

struct FilterText(String);

impl Accepted for FilterText {
    const ACCEPTED: &'static str = "1 to 500 characters other than blanks";

    fn read(value: Value<'_>) -> Option<Self> {
        let text = value.storable_text()?;
        let is_short = text.chars().count() <= 500;
        (is_short && !text.trim().is_empty()).then_some(Self(text))
    }
}

struct PriceText(String);

impl Accepted for PriceText {
    const ACCEPTED: &'static str = "an amount";

    /// How many decimals it may have is up to the currency.
    fn read(value: Value<'_>) -> Option<Self> {
        value.text().map(Self)
    }
}

impl Accepted for Availability {
    const ACCEPTED: &'static str =
        "one of in_stock, limited, preorder, backorder, out_of_stock, unknown";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::from_code(&value.text()?)
    }
}

impl Accepted for Sort {
    const ACCEPTED: &'static str = "one of relevance, price_asc, price_desc, stores";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::from_code(&value.text()?)
    }
}

impl BrowseQuery {
    /// What is asked for; `None` when none of the parameters is there.
    pub fn browsing(
        self,
        q: Option<&str>,
        currency: Currency,
    ) -> Result<Option<Browsing>, AppError> {
        let Self {
            limit,
            cursor,
            brand,
            category,
            min_price,
            max_price,
            availability,
            sort,
        } = self;
        let is_plain = limit.is_none()
            && cursor.is_none()
            && [&brand, &category].into_iter().all(Option::is_none)
            && [&min_price, &max_price].into_iter().all(Option::is_none)
            && availability.is_none()
            && sort.is_none();
        if is_plain {
            return Ok(None);
        }
        let text = |text: Option<Field<FilterText>>| text.map(|Field(FilterText(text))| text);
        let filter = Filter {
            brand: text(brand),
            category: text(category),
            min_price: amount("min_price", min_price, currency)?,
            max_price: amount("max_price", max_price, currency)?,
            availability: availability.map(|Field(availability)| availability),
        };
        if filter.has_crossed_prices() {
            return Err(AppError::validation("min_price", "at most max_price"));
        }
        Ok(Some(Browsing {
            q: q.map(str::to_owned),
            filter,
            sort: sort.map(|Field(sort)| sort).unwrap_or_default(),
            limit: limit.map_or(MAX_ITEMS, |Field(ItemCount(limit))| limit),
            after: cursor.and_then(|Field(Start(cursor))| cursor),
        }))
    }
}

fn amount(
    name: &'static str,
    text: Option<Field<PriceText>>,
    currency: Currency,
) -> Result<Option<Amount>, AppError> {
    let Some(Field(PriceText(text))) = text else {
        return Ok(None);
    };
    let accepted = || {
        let (code, decimals) = (currency.code(), currency.exponent());
        format!("an amount in {code} with at most {decimals} decimals, such as 20")
    };
    let amount = currency.parse_decimal(&text);
    amount
        .map(Some)
        .map_err(|_| AppError::validation(name, accepted()))
}

#[cfg(test)]
mod tests {
    use domain::money::Currency;

    use super::BrowseQuery;
    use crate::http::query;

    fn fault(text: &str) -> Option<String> {
        let read = query::read::<BrowseQuery>(text);
        let browsing =
            read.and_then(|query| query.browsing(Some("x"), Currency::parse("EUR").unwrap()));
        Some(browsing.err()?.details[0].field.to_string())
    }

    #[test]
    fn the_parameter_at_fault_is_named() {
        for (query, expected) in [
            ("q=x&unknown=1", None),
            (
                "limit=1&brand=a&min_price=1.5&max_price=1.50&sort=stores",
                None,
            ),
            ("limit=100&availability=in_stock&cursor=0.0.a", None),
            ("limit=0", Some("limit")),
            ("limit=101", Some("limit")),
            ("limit=%2B1", Some("limit")),
            ("limit=", Some("limit")),
            ("cursor=", None),
            ("cursor=1.x.a", Some("cursor")),
            ("brand=", Some("brand")),
            ("brand=%20", Some("brand")),
            ("category=%00", Some("category")),
            ("min_price=-1", Some("min_price")),
            ("min_price=1.005", Some("min_price")),
            ("max_price=1e3", Some("max_price")),
            ("max_price=99999999999999999999", Some("max_price")),
            ("min_price=2&max_price=1", Some("min_price")),
            ("availability=sold", Some("availability")),
            ("sort=price", Some("sort")),
            ("sort=stores&sort=stores", Some("sort")),
        ] {
            assert_eq!(fault(query).as_deref(), expected, "{query}");
        }
    }

    #[test]
    fn a_query_without_them_is_a_plain_search() {
        let read = |text: &str| query::read::<BrowseQuery>(text).unwrap();
        let browsing = |text: &str| {
            read(text)
                .browsing(Some("x"), Currency::parse("EUR").unwrap())
                .unwrap()
        };
        assert!(browsing("q=x&unknown=1&Limit=2").is_none());
        assert_eq!(browsing("q=x&sort=relevance").unwrap().limit, 50);
    }
}
