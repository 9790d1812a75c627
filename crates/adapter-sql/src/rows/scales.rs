use diesel::prelude::*;
use domain::num::i64_from_u64;
use ports_store::StoreError;
use product_knowledge::comparable::Category;
use product_knowledge::fit::{Scale, ScaleVersion};
use product_knowledge::specs::Attribute;

use super::{corrupt, narrow};
use crate::schema::scales;

/// A scale of a version.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = scales, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ScaleRow {
    pub version: i64,
    pub category: String,
    pub attribute: String,
    pub low: f64,
    pub high: f64,
    pub products: i64,
}

impl ScaleRow {
    /// The row of a scale.
    pub fn of(scale: &Scale, version: ScaleVersion) -> Self {
        let Scale {
            category,
            attribute,
            low,
            high,
            products,
        } = scale;
        Self {
            version: version.0,
            category: category.code().to_owned(),
            attribute: attribute.code().to_owned(),
            low: *low,
            high: *high,
            products: i64_from_u64(*products),
        }
    }
}

impl TryFrom<ScaleRow> for Scale {
    type Error = StoreError;

    fn try_from(row: ScaleRow) -> Result<Self, StoreError> {
        let ScaleRow {
            version: _, // asked for
            category,
            attribute,
            low,
            high,
            products,
        } = row;
        let category = Category::from_code(&category);
        let attribute = Attribute::from_code(&attribute);
        Ok(Self {
            category: category.ok_or_else(|| corrupt("scales.category"))?,
            attribute: attribute.ok_or_else(|| corrupt("scales.attribute"))?,
            low,
            high,
            products: narrow(products, "scales.products")?,
        })
    }
}
