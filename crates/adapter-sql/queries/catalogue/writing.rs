//! Writing the catalogue beside snapshots.
//!
//! The caller holds the catalogue lock and has cleared what a killed import left.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::rows::{
    self, ChangeRow, GtinRow, KeyRow, NewProductRow, ProductColumns, ProductRow, StoreRow,
    merged_gtins,
};
use adapter_sql::schema::{
    catalogue_state, changes, product_gtins, product_keys, products, stores,
};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{ExpressionMethods, QueryDsl, SelectableHelper};
use domain::ids::CanonicalProductId;
use domain::money::Currency;
use domain::placement::MatchKey;
use domain::product::{ProductGtin, Provenance};
use domain::store::StoreName;
use ports_store::{CataloguedProduct, Deployment, ProductBatch, StoreError};

use crate::dialect::{Conn, FOR_UPDATE, IN_TEXTS, RunQueryDsl};

/// Rows of one multi-row insert: 6 places each stay below what SQLite and PostgreSQL take.
const ROWS: usize = 1000;

pub(crate) async fn claim_deployment(
    c: &mut Conn,
    wanted: Deployment,
) -> Result<Deployment, Failure> {
    let Deployment { currency } = wanted;
    prepared::<()>("UPDATE catalogue_state SET currency = ? WHERE currency IS NULL")
        .bind::<Text, _>(currency.code().to_owned())
        .execute(c)
        .await?;
    let code: Option<String> = catalogue_state::table
        .select(catalogue_state::currency)
        .first(c)
        .await?;
    let currency = code.as_deref().and_then(Currency::parse);
    let corrupt = || StoreError::Corrupt("catalogue_state.currency".to_owned());
    Ok(Deployment {
        currency: currency.ok_or_else(corrupt)?,
    })
}

pub(crate) async fn save_products(
    c: &mut Conn,
    saved: &[CataloguedProduct],
) -> Result<ProductBatch, Failure> {
    let next = locked_revision(c).await? + 1;
    let mut stored = stored_products(c, saved).await?;
    let leading = leading_elsewhere(c, saved).await?;
    let mut batch = ProductBatch::default();
    let mut touched: Vec<i64> = Vec::new();
    let mut gtins: Vec<GtinRow> = Vec::new();
    let mut keys: Vec<KeyRow> = Vec::new();
    for CataloguedProduct {
        draft,
        keys: wanted_keys,
    } in saved
    {
        if let Some(target) = leading.get(draft.id.as_str()) {
            batch.merged.push((draft.id.clone(), target.clone()));
            continue;
        }
        let columns = ProductColumns::from(draft);
        let before = stored.remove(draft.id.as_str());
        let known: &[GtinRow] = before.as_ref().map_or(&[], |before| &before.gtins);
        let merged = merged_gtins(&draft.gtins, known)?;
        let taught = taught_keys(&merged);
        let wanted_keys: BTreeSet<&str> = wanted_keys
            .iter()
            .chain(&taught)
            .map(|key| key.0.as_str())
            .collect();
        let no = match before {
            Some(before) if before.is_same(&columns, &merged, &wanted_keys)? => {
                batch.unchanged += 1;
                continue;
            }
            Some(before) => {
                batch.changed += 1;
                diesel::update(products::table.find(before.no))
                    .set(&columns)
                    .execute(c)
                    .await?;
                before.no
            }
            None => {
                batch.created += 1;
                insert_product(c, columns, next).await?
            }
        };
        touched.push(no);
        gtins.extend(GtinRow::all(no, &merged, next));
        keys.extend(wanted_keys.into_iter().map(|key| KeyRow {
            key: key.to_owned(),
            product_no: no,
        }));
    }
    if !touched.is_empty() {
        replace_details(c, &touched, &gtins, &keys).await?;
        record_changes(c, next, &touched).await?;
        set_revision(c, next).await?;
    }
    Ok(batch)
}

/// The keys of the numbers that feeds have taught.
fn taught_keys(gtins: &[ProductGtin]) -> Vec<MatchKey> {
    let taught = gtins
        .iter()
        .filter(|gtin| gtin.provenance == Provenance::Feed);
    taught.map(|gtin| MatchKey::of_gtin(gtin.gtin)).collect()
}

/// Stores a new product, which readers see with the revision `next`; its number.
pub(crate) async fn insert_product(
    c: &mut Conn,
    columns: ProductColumns,
    next: i64,
) -> Result<i64, Failure> {
    let row = NewProductRow {
        columns,
        from_rev: next,
    };
    let inserted = diesel::insert_into(products::table)
        .values(&row)
        .returning(products::no);
    Ok(inserted.get_result(c).await?)
}

struct StoredProduct {
    no: i64,
    columns: ProductColumns,
    gtins: Vec<GtinRow>,
    keys: BTreeSet<String>,
}

impl StoredProduct {
    fn is_same(
        &self,
        columns: &ProductColumns,
        gtins: &[ProductGtin],
        keys: &BTreeSet<&str>,
    ) -> Result<bool, StoreError> {
        let stored: Vec<_> = self
            .gtins
            .iter()
            .map(GtinRow::gtin)
            .collect::<Result<_, _>>()?;
        // more keys may be there: a merged product brought its own
        Ok(self.columns == *columns
            && stored == gtins
            && keys.iter().all(|key| self.keys.contains(*key)))
    }
}

/// The ids whose products were merged into others, each with the id of the other one.
async fn leading_elsewhere(
    c: &mut Conn,
    saved: &[CataloguedProduct],
) -> Result<BTreeMap<String, CanonicalProductId>, Failure> {
    let found: Vec<(String, String)> = prepared::<(Text, Text)>(concatcp!(
        "SELECT p.canonical_id, t.canonical_id FROM products p \
         JOIN products t ON t.no = p.merged_into WHERE p.canonical_id",
        IN_TEXTS,
    ))
    .bind::<SqlJson, _>(DbJson::texts(
        saved.iter().map(|saved| saved.draft.id.as_str()),
    ))
    .load(c)
    .await?;
    let target = |(id, target): (String, String)| {
        let target = CanonicalProductId::parse(&target);
        let target = target.ok_or_else(|| rows::corrupt("products.canonical_id"))?;
        Ok((id, target))
    };
    found.into_iter().map(target).collect()
}

async fn stored_products(
    c: &mut Conn,
    saved: &[CataloguedProduct],
) -> Result<BTreeMap<String, StoredProduct>, Failure> {
    let ids: Vec<&str> = saved.iter().map(|saved| saved.draft.id.as_str()).collect();
    let rows: Vec<ProductRow> = products::table
        .filter(products::canonical_id.eq_any(ids))
        .select(ProductRow::as_select())
        .load(c)
        .await?;
    let numbers: Vec<i64> = rows.iter().map(|row| row.no).collect();
    let mut gtins: BTreeMap<i64, Vec<GtinRow>> = BTreeMap::new();
    let found: Vec<GtinRow> = product_gtins::table
        .filter(product_gtins::product_no.eq_any(&numbers))
        .order((product_gtins::product_no, product_gtins::place))
        .select(GtinRow::as_select())
        .load(c)
        .await?;
    for row in found {
        gtins.entry(row.product_no).or_default().push(row);
    }
    let mut keys: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
    let found: Vec<KeyRow> = product_keys::table
        .filter(product_keys::product_no.eq_any(&numbers))
        .select(KeyRow::as_select())
        .load(c)
        .await?;
    for KeyRow { key, product_no } in found {
        keys.entry(product_no).or_default().insert(key);
    }
    let stored = |ProductRow { no, columns }: ProductRow| {
        let gtins = gtins.remove(&no).unwrap_or_default();
        let keys = keys.remove(&no).unwrap_or_default();
        (
            columns.canonical_id.clone(),
            StoredProduct {
                no,
                columns,
                gtins,
                keys,
            },
        )
    };
    Ok(rows.into_iter().map(stored).collect())
}

async fn replace_details(
    c: &mut Conn,
    touched: &[i64],
    gtins: &[GtinRow],
    keys: &[KeyRow],
) -> Result<(), Failure> {
    diesel::delete(product_gtins::table.filter(product_gtins::product_no.eq_any(touched)))
        .execute(c)
        .await?;
    diesel::delete(product_keys::table.filter(product_keys::product_no.eq_any(touched)))
        .execute(c)
        .await?;
    for rows in gtins.chunks(ROWS) {
        diesel::insert_into(product_gtins::table)
            .values(rows)
            .execute(c)
            .await?;
    }
    for rows in keys.chunks(ROWS) {
        diesel::insert_into(product_keys::table)
            .values(rows)
            .execute(c)
            .await?;
    }
    Ok(())
}

/// Notes products whose answers change with a revision, each once.
pub(crate) async fn record_changes(
    c: &mut Conn,
    revision: i64,
    products: &[i64],
) -> Result<(), Failure> {
    let row = |product_no: &i64| ChangeRow {
        revision,
        product_no: *product_no,
    };
    let rows: Vec<ChangeRow> = products.iter().map(row).collect();
    for rows in rows.chunks(ROWS) {
        diesel::insert_into(changes::table)
            .values(rows)
            .execute(c)
            .await?;
    }
    Ok(())
}

/// The revision, when nothing is staged: what is staged would become visible with the next.
pub(crate) async fn locked_revision(c: &mut Conn) -> Result<i64, Failure> {
    let (revision, staging): (i64, Option<i64>) = prepared::<(BigInt, Nullable<BigInt>)>(
        concatcp!("SELECT revision, staging FROM catalogue_state", FOR_UPDATE),
    )
    .get_result(c)
    .await?;
    if staging.is_some() {
        return Err(StoreError::Locked.into());
    }
    Ok(revision)
}

/// Makes a revision the one that readers see.
pub(crate) async fn set_revision(c: &mut Conn, revision: i64) -> Result<(), Failure> {
    diesel::update(catalogue_state::table)
        .set(catalogue_state::revision.eq(revision))
        .execute(c)
        .await?;
    Ok(())
}

/// The store of this name, which is created when it is missing.
pub(crate) async fn store_named(c: &mut Conn, name: &StoreName) -> Result<StoreRow, Failure> {
    let folded = name.folded();
    prepared::<()>("INSERT INTO stores (name, folded_name) VALUES (?, ?) ON CONFLICT DO NOTHING")
        .bind::<Text, _>(name.as_str().to_owned())
        .bind::<Text, _>(folded.clone())
        .execute(c)
        .await?;
    Ok(stores::table
        .filter(stores::folded_name.eq(folded))
        .select(StoreRow::as_select())
        .first(c)
        .await?)
}
