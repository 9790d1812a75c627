mod candidate;
mod gtin;

use diesel::prelude::*;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::link;
use domain::product::{Product, ProductDraft, Provenance};
use ports_store::StoreError;
use serde_json::Value;

use super::json::{spec_json, specs, texts};
use super::{corrupt, narrow};
use crate::schema::products;
use crate::types::DbJson;

pub use candidate::{CandidateParts, CandidateRow, KnownAsRow, candidate};
pub use gtin::{GtinRow, NumberUse, merged_gtins};

/// What a product is: all its columns but its number and its first revision.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = products, treat_none_as_null = true, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ProductColumns {
    pub canonical_id: String,
    pub name: String,
    pub brand: String,
    pub model: String,
    pub variant: String,
    pub category: String,
    pub mpn: String,
    pub description: String,
    pub image_path: Option<String>,
    pub aliases: DbJson,
    pub specs: DbJson,
    pub provenance: String,
    pub pack_size: i32,
    pub is_bundle: bool,
    pub in_review: bool,
}

/// A stored product.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = products)]
pub struct ProductRow {
    /// Its number.
    pub no: i64,
    /// What it is.
    #[diesel(embed)]
    pub columns: ProductColumns,
}

/// A product to be stored under the next free number.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = products, treat_none_as_default_value = false)]
pub struct NewProductRow {
    /// What it is.
    #[diesel(embed)]
    pub columns: ProductColumns,
    /// The revision from which on readers see it.
    pub from_rev: i64,
}

impl From<&ProductDraft> for ProductColumns {
    fn from(draft: &ProductDraft) -> Self {
        let ProductDraft {
            id,
            name,
            brand,
            model,
            variant,
            category,
            mpn,
            description,
            image_path,
            gtins: _, // rows of their own
            aliases,
            specs,
            provenance,
            pack_size,
            is_bundle,
            in_review,
        } = draft;
        Self {
            canonical_id: id.as_str().to_owned(),
            name: name.clone(),
            brand: brand.clone(),
            model: model.clone(),
            variant: variant.clone(),
            category: category.clone(),
            mpn: mpn.clone(),
            description: description.clone(),
            image_path: image_path.clone(),
            aliases: DbJson::texts(aliases.iter().map(String::as_str)),
            specs: DbJson(specs.iter().map(spec_json).collect::<Value>()),
            provenance: provenance.code().to_owned(),
            pack_size: i32::from(*pack_size),
            is_bundle: *is_bundle,
            in_review: *in_review,
        }
    }
}

/// A product from its row and the rows of its numbers in their order.
pub fn product(row: ProductRow, gtins: &[GtinRow]) -> Result<Product, StoreError> {
    let ProductRow { no, columns } = row;
    let ProductColumns {
        canonical_id,
        name,
        brand,
        model,
        variant,
        category,
        mpn,
        description,
        image_path,
        aliases,
        specs: DbJson(spec_values),
        provenance,
        pack_size,
        is_bundle,
        in_review,
    } = columns;
    let provenance = Provenance::from_code(&provenance);
    let draft = ProductDraft {
        id: canonical(&canonical_id)?,
        name,
        brand,
        model,
        variant,
        category,
        mpn,
        description,
        image_path: image_path.as_deref().map(link::stored_picture),
        gtins: gtins.iter().map(GtinRow::gtin).collect::<Result<_, _>>()?,
        aliases: texts(&aliases.0, "products.aliases")?,
        specs: specs(&spec_values, "products.specs")?,
        provenance: provenance.ok_or_else(|| corrupt("products.provenance"))?,
        pack_size: narrow(pack_size, "products.pack_size")?,
        is_bundle,
        in_review,
    };
    Ok(Product {
        no: ProductNo(no),
        draft,
    })
}

pub(super) fn canonical(id: &str) -> Result<CanonicalProductId, StoreError> {
    CanonicalProductId::parse(id).ok_or_else(|| corrupt("products.canonical_id"))
}
