use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::matching::{Confidence, MatchKey};
use domain::num::i64_from_usize;
use domain::product::{Product, ProductDraft, ProductGtin, Provenance};
use ports_store::{Candidate, StoreError};
use serde_json::Value;

use super::json::{spec_json, specs, texts};
use super::{corrupt, narrow};
use crate::schema::{product_gtins, products};
use crate::types::DbJson;

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

/// A GTIN of a product.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = product_gtins, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct GtinRow {
    pub product_no: i64,
    pub gtin: i64,
    pub place: i32,
    pub provenance: String,
    pub confidence_milli: i32,
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

impl GtinRow {
    /// The rows of a product's numbers in their order, each number once.
    pub fn all(product_no: i64, gtins: &[ProductGtin], from_rev: i64) -> Vec<Self> {
        let mut seen = BTreeSet::new();
        let distinct = gtins.iter().filter(|gtin| seen.insert(gtin.gtin));
        let place = |(place, gtin)| Self::at(product_no, place, gtin, from_rev);
        distinct.enumerate().map(place).collect()
    }

    /// One number of a product at a place in its order.
    pub fn at(product_no: i64, place: usize, gtin: &ProductGtin, from_rev: i64) -> Self {
        let ProductGtin {
            gtin,
            provenance,
            confidence,
        } = gtin;
        Self {
            product_no,
            gtin: i64::try_from(gtin.number()).unwrap_or(i64::MAX),
            place: i32::try_from(i64_from_usize(place)).unwrap_or(i32::MAX),
            provenance: provenance.code().to_owned(),
            confidence_milli: i32::from(confidence.milli()),
            from_rev,
        }
    }

    /// The number.
    pub fn number(&self) -> Result<Gtin, StoreError> {
        let number = narrow(self.gtin, "product_gtins.gtin")?;
        Gtin::from_number(number).ok_or_else(|| corrupt("product_gtins.gtin"))
    }

    /// The number with who says so.
    pub fn gtin(&self) -> Result<ProductGtin, StoreError> {
        let provenance = Provenance::from_code(&self.provenance);
        let milli = narrow(self.confidence_milli, "product_gtins.confidence_milli")?;
        Ok(ProductGtin {
            gtin: self.number()?,
            provenance: provenance.ok_or_else(|| corrupt("product_gtins.provenance"))?,
            confidence: Confidence::from_milli(milli),
        })
    }
}

/// The numbers of a product that the catalogue states anew: its own first, then what others than
/// the catalogue said before.
pub fn merged_gtins(
    stated: &[ProductGtin],
    stored: &[GtinRow],
) -> Result<Vec<ProductGtin>, StoreError> {
    let mut merged = Vec::with_capacity(stated.len());
    let mut seen = BTreeSet::new();
    let kept: Result<Vec<_>, _> = stored.iter().map(GtinRow::gtin).collect();
    let kept = kept?
        .into_iter()
        .filter(|gtin| gtin.provenance != Provenance::Catalogue);
    for gtin in stated.iter().cloned().chain(kept) {
        if seen.insert(gtin.gtin) {
            merged.push(gtin);
        }
    }
    Ok(merged)
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
        image_path,
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

/// What matching looks at in a product.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = products)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct CandidateRow {
    pub no: i64,
    pub canonical_id: String,
    pub name: String,
    pub brand: String,
    pub model: String,
    pub variant: String,
    pub category: String,
    pub mpn: String,
    pub pack_size: i32,
    pub is_bundle: bool,
    pub provenance: String,
}

/// A candidate from its row, its numbers in order and its keys.
pub fn candidate(
    row: CandidateRow,
    gtins: &[GtinRow],
    keys: Vec<String>,
) -> Result<Candidate, StoreError> {
    let CandidateRow {
        no,
        canonical_id,
        name,
        brand,
        model,
        variant,
        category,
        mpn,
        pack_size,
        is_bundle,
        provenance,
    } = row;
    Ok(Candidate {
        provenance: Provenance::from_code(&provenance)
            .ok_or_else(|| corrupt("products.provenance"))?,
        product: ProductNo(no),
        id: canonical(&canonical_id)?,
        name,
        brand,
        model,
        variant,
        category,
        mpn,
        gtins: gtins
            .iter()
            .map(GtinRow::number)
            .collect::<Result<_, _>>()?,
        pack_size: narrow(pack_size, "products.pack_size")?,
        is_bundle,
        keys: keys.into_iter().map(MatchKey).collect(),
    })
}
