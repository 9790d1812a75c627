use app::Summary;
use app::catalogue::browse::Page;
use app::catalogue::search::{Found, SearchAnswer};
use domain::ids::CanonicalProductId;
use domain::money::Currency;
use domain::watch::ShownProduct;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::body::facets::FacetsBody;
use crate::http::decimal::JsonDecimal;

/// A product in a list of matches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductSummary)]
pub struct ProductSummaryBody<'a> {
    /// Public id.
    #[schema(pattern = "^[a-z0-9_]+$")]
    pub canonical_product_id: &'a str,
    /// Name.
    pub product_name: &'a str,
    /// Brand, or empty.
    pub brand: &'a str,
    /// Model, or empty.
    pub model: &'a str,
    /// Variant, or empty.
    pub variant: &'a str,
    /// Path or URL of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub image_path: Option<&'a str>,
    /// How sure it is that the offers are of this product, 0 to 1.
    #[schema(value_type = f64, minimum = 0, maximum = 1)]
    pub match_confidence: JsonDecimal,
    /// The lowest delivered price.
    #[schema(value_type = f64, minimum = 0)]
    pub min_price: JsonDecimal,
    /// Shops that sell it now.
    pub store_count: u32,
    /// 1 for the best match of the text, less for others; absent outside answers of search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, minimum = 0, required = false)]
    pub relevance_score: Option<JsonDecimal>,
}

impl<'a> ProductSummaryBody<'a> {
    /// `None` without a price: such products are not listed (D-19).
    pub fn of(summary: &'a Summary, relevance: f64, currency: Currency) -> Option<Self> {
        Some(Self {
            canonical_product_id: summary.id(),
            product_name: summary.name(),
            brand: summary.brand(),
            model: summary.model(),
            variant: summary.variant(),
            image_path: summary.image_path(),
            match_confidence: JsonDecimal::milli(summary.confidence.milli()),
            min_price: JsonDecimal::amount(summary.minimum?.price, currency),
            store_count: summary.store_count,
            relevance_score: Some(JsonDecimal::thousandths(relevance)),
        })
    }

    /// The product as it is shown with its watches.
    pub fn of_watch(
        id: &'a CanonicalProductId,
        shown: &'a ShownProduct,
        currency: Currency,
    ) -> Self {
        let ShownProduct {
            name,
            brand,
            model,
            variant,
            image_path,
            confidence,
            price,
            store_count,
        } = shown;
        Self {
            canonical_product_id: id.as_str(),
            product_name: name,
            brand,
            model,
            variant,
            image_path: image_path.as_deref(),
            match_confidence: JsonDecimal::milli(confidence.milli()),
            min_price: JsonDecimal::amount(*price, currency),
            store_count: *store_count,
            relevance_score: None,
        }
    }
}

/// Where the next page begins.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum NextCursor {
    /// There is one.
    More(String),
    /// This is the last page: null.
    End,
}

/// Products that match a query.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchResponse)]
pub struct SearchResponseBody<'a> {
    /// The query as it was sent; empty when none was.
    pub query: &'a str,
    /// How many products match.
    pub total: usize,
    /// The best of them, at most 50; with `limit` at most so many.
    pub items: Vec<ProductSummaryBody<'a>>,
    /// What else could be chosen; only when one of the parameters beside `q` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FacetsBody, required = false)]
    pub facets: Option<FacetsBody<'a>>,
    /// `cursor` of the next page, null on the last one; only when one of the parameters beside `q` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, required = false)]
    pub next_cursor: Option<NextCursor>,
}

impl<'a> SearchResponseBody<'a> {
    /// The answer to `query`.
    pub fn of(query: &'a str, answer: &'a SearchAnswer, currency: Currency) -> Self {
        let SearchAnswer { total, items } = answer;
        let items = items.iter().filter_map(|Found { summary, relevance }| {
            ProductSummaryBody::of(summary, *relevance, currency)
        });
        Self {
            query,
            total: *total,
            items: items.collect(),
            facets: None,
            next_cursor: None,
        }
    }

    /// A page of the products that `query` finds, or of all when there is none.
    pub fn of_page(query: Option<&'a str>, page: &'a Page, currency: Currency) -> Self {
        let Page {
            total,
            items,
            facets,
            next,
        } = page;
        let items = items.iter().filter_map(|Found { summary, relevance }| {
            let body = ProductSummaryBody::of(summary, *relevance, currency)?;
            let relevance_score = body.relevance_score.filter(|_| query.is_some());
            Some(ProductSummaryBody {
                relevance_score,
                ..body
            })
        });
        Self {
            query: query.unwrap_or_default(),
            total: *total,
            items: items.collect(),
            facets: Some(FacetsBody::of(facets, currency)),
            next_cursor: Some(match next {
                Some(next) => NextCursor::More(next.to_string()),
                None => NextCursor::End,
            }),
        }
    }
}
