use std::sync::Arc;

use app::AppError;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::catalogue::body::product::ProductComparisonBody;
use crate::http::view::View;

/// Products that were asked for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductsResponse)]
pub struct ProductsResponseBody<'a> {
    /// One for each that was asked for, in that order.
    #[schema(max_items = 50)]
    pub items: Vec<RequestedProductBody<'a>>,
}

/// A product that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RequestedProduct)]
pub struct RequestedProductBody<'a> {
    /// The id or the number that was asked for; a number without padding.
    pub requested: &'a str,
    /// The product with its offers; null when nothing has the id or number.
    #[schema(value_type = Option<ProductComparisonBody>)]
    pub found: Option<&'a RawValue>,
}

impl<'a> ProductsResponseBody<'a> {
    /// What was asked for, each with its ready-made answer.
    pub fn of(asked: &'a [String], views: &'a [Option<Arc<View>>]) -> Result<Self, AppError> {
        let item = |(requested, view): (&'a String, &'a Option<Arc<View>>)| {
            let text = view
                .as_ref()
                .map(|view| serde_json::from_slice(view.body()));
            Ok(RequestedProductBody {
                requested,
                found: text.transpose().map_err(AppError::server)?,
            })
        };
        let items = asked.iter().zip(views).map(item);
        Ok(Self {
            items: items.collect::<Result<_, AppError>>()?,
        })
    }
}
