//! What matching looks at in a product.

use diesel::prelude::*;
use domain::ids::ProductNo;
use domain::placement::MatchKey;
use domain::product::{ProductGtin, Provenance};
use ports_store::{AskedDoubt, Candidate, KnownAs, StoreError};

use super::{GtinRow, canonical};
use crate::rows::{amount, corrupt, narrow};
use crate::schema::products;

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

/// A product that a person said to be another.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct KnownAsRow {
    pub merged_into: i64,
    pub name: String,
    pub brand: String,
    pub model: String,
    pub variant: String,
    pub mpn: String,
}

impl From<KnownAsRow> for KnownAs {
    fn from(row: KnownAsRow) -> Self {
        let KnownAsRow {
            merged_into: _,
            name,
            brand,
            model,
            variant,
            mpn,
        } = row;
        Self {
            name,
            brand,
            model,
            variant,
            mpn,
        }
    }
}

/// What other tables say of a candidate.
#[derive(Debug, Clone, Default)]
pub struct CandidateParts {
    /// Its numbers, in order.
    pub gtins: Vec<GtinRow>,
    /// Its keys, in any order.
    pub keys: Vec<i64>,
    /// The doubts about it.
    pub asked: Vec<AskedDoubt>,
    /// What its offers call it.
    pub titles: Vec<String>,
    /// The least and the most that is asked for it, in minor units.
    pub item_minor: Option<(i64, i64)>,
    /// What a person said to be it.
    pub known_as: Vec<KnownAs>,
}

/// A candidate from its row and the rest.
pub fn candidate(row: CandidateRow, parts: CandidateParts) -> Result<Candidate, StoreError> {
    let CandidateParts {
        gtins,
        mut keys,
        asked,
        titles,
        item_minor,
        known_as,
    } = parts;
    let item_prices = match item_minor {
        Some((lowest, highest)) => {
            let price = |minor| amount(minor, "offers.item_minor");
            Some((price(lowest)?, price(highest)?))
        }
        None => None,
    };
    keys.sort_unstable();
    let gtins: Vec<ProductGtin> = gtins.iter().map(GtinRow::gtin).collect::<Result<_, _>>()?;
    let taught = gtins.iter().filter(|it| it.provenance == Provenance::Feed);
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
        taught: taught.map(|it| it.gtin).collect(),
        gtins: gtins.iter().map(|it| it.gtin).collect(),
        pack_size: narrow(pack_size, "products.pack_size")?,
        is_bundle,
        keys: keys.into_iter().map(MatchKey::from_number).collect(),
        asked,
        known_as,
        titles,
        item_prices,
    })
}
