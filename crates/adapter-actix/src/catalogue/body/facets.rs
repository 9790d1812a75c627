use app::catalogue::browse::{Count, Facets};
use domain::availability::Availability;
use domain::money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::body::codes::Availability as AvailabilityCode;
use crate::http::decimal::JsonDecimal;

/// What could be chosen. Each part is counted as if nothing were chosen of it and everything of the others.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFacets)]
pub struct FacetsBody<'a> {
    /// Brands, the most products first.
    #[schema(max_items = 50)]
    pub brands: Vec<ValueCountBody<'a>>,
    /// Categories, the most products first.
    #[schema(max_items = 50)]
    pub categories: Vec<ValueCountBody<'a>>,
    /// How offers can be had.
    pub availability: Vec<AvailabilityCountBody>,
    /// The range of the lowest delivered prices; null when nothing is left.
    pub price: Option<PriceRangeBody>,
}

/// How many products have a value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ValueCount)]
pub struct ValueCountBody<'a> {
    /// The value, in its commonest spelling.
    pub value: &'a str,
    /// Products that have it, or a category below it.
    pub count: usize,
}

/// How many products can be had in a way.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AvailabilityCount)]
pub struct AvailabilityCountBody {
    /// The way.
    #[schema(value_type = AvailabilityCode)]
    pub value: &'static str,
    /// Products of which some offer can be had so.
    pub count: usize,
}

/// The lowest and the highest of some prices.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceRange)]
pub struct PriceRangeBody {
    /// The lowest.
    #[schema(value_type = f64, minimum = 0)]
    pub min: JsonDecimal,
    /// The highest.
    #[schema(value_type = f64, minimum = 0)]
    pub max: JsonDecimal,
}

impl<'a> FacetsBody<'a> {
    /// The facets of a page.
    pub fn of(facets: &'a Facets, currency: Currency) -> Self {
        let Facets {
            brands,
            categories,
            availabilities,
            prices,
        } = facets;
        Self {
            brands: brands.iter().map(ValueCountBody::of).collect(),
            categories: categories.iter().map(ValueCountBody::of).collect(),
            availability: availabilities
                .iter()
                .map(AvailabilityCountBody::of)
                .collect(),
            price: prices.map(|(min, max)| PriceRangeBody {
                min: JsonDecimal::amount(min, currency),
                max: JsonDecimal::amount(max, currency),
            }),
        }
    }
}

impl<'a> ValueCountBody<'a> {
    fn of(count: &'a Count<String>) -> Self {
        let Count { value, products } = count;
        Self {
            value,
            count: *products,
        }
    }
}

impl AvailabilityCountBody {
    const fn of(count: &Count<Availability>) -> Self {
        let Count { value, products } = count;
        Self {
            value: value.code(),
            count: *products,
        }
    }
}
