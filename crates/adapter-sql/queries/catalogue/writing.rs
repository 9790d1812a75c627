//! Writing the catalogue beside snapshots.
//!
//! The caller holds the catalogue lock and has cleared what a killed import left.

use std::collections::BTreeMap;

use adapter_sql::rows::{
    self, GtinRow, KeyRow, ProductColumns, ProductRow, StoreRow, merged_gtins,
};
use adapter_sql::schema::{catalogue_state, product_gtins, product_keys, products, stores};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{ExpressionMethods, QueryDsl, SelectableHelper};
use domain::ids::{CanonicalProductId, ProductNo};
use domain::money::Currency;
use domain::placement::MatchKey;
use domain::product::{ProductGtin, Provenance};
use domain::store::StoreName;
use ports_store::{CataloguedProduct, Deployment, ProductBatch, StoreError};

use crate::bulk;
use crate::dialect::{Conn, EACH_GIVEN_NUMBER, FOR_UPDATE, IN_TEXTS, RunQueryDsl, among};

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
    let (mut changed, mut created, mut drafts) = (Vec::new(), Vec::new(), Vec::new());
    for CataloguedProduct {
        draft,
        keys,
        removed,
    } in saved
    {
        if let Some(target) = leading.get(draft.id.as_str()) {
            batch.merged.push((draft.id.clone(), target.clone()));
            continue;
        }
        let columns = ProductColumns::from(draft);
        let before = stored.remove(draft.id.as_str());
        let known: &[GtinRow] = before.as_ref().map_or(&[], |before| &before.gtins);
        let mut gtins = merged_gtins(&draft.gtins, known)?;
        gtins.retain(|it| !removed.contains(&it.gtin));
        let stored: &[i64] = before.as_ref().map_or(&[], |before| &before.keys);
        let keys = keys_after(keys, &gtins, stored);
        let details = Details { gtins, keys };
        match before {
            Some(before) if before.is_same(&columns, &details)? => batch.unchanged += 1,
            Some(before) => {
                batch.changed += 1;
                diesel::update(products::table.find(before.no))
                    .set(&columns)
                    .execute(c)
                    .await?;
                changed.push((before.no, details));
            }
            None => {
                batch.created += 1;
                created.push(columns);
                drafts.push(details);
            }
        }
    }
    let replaced: Vec<i64> = changed.iter().map(|(no, _)| *no).collect();
    delete_details(c, &replaced).await?;
    let numbers = bulk::insert_products(c, created, next).await?;
    let touched: Vec<(i64, Details)> = changed
        .into_iter()
        .chain(numbers.into_iter().zip(drafts))
        .collect();
    if !touched.is_empty() {
        insert_details(c, &touched, next).await?;
        let touched: Vec<i64> = touched.iter().map(|(no, _)| *no).collect();
        record_changes(c, next, &touched).await?;
        set_revision(c, next).await?;
    }
    Ok(batch)
}

/// What other tables hold of a product.
struct Details {
    gtins: Vec<ProductGtin>,
    /// In order.
    keys: Vec<MatchKey>,
}

/// The keys that are given, those of the numbers that feeds have taught, and those that were there, in order; of trade item
/// numbers that the product does not have any more there is none.
fn keys_after(given: &[MatchKey], gtins: &[ProductGtin], stored: &[i64]) -> Vec<MatchKey> {
    let stored = stored.iter().copied().map(MatchKey::from_number);
    let stay = stored.filter(|key| !key.is_of_gtin());
    let given = given.iter().copied();
    let mut keys: Vec<MatchKey> = given.chain(taught_keys(gtins)).chain(stay).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The keys of the numbers that feeds have taught.
fn taught_keys(gtins: &[ProductGtin]) -> impl Iterator<Item = MatchKey> {
    let taught = gtins
        .iter()
        .filter(|gtin| gtin.provenance == Provenance::Feed);
    taught.map(|gtin| MatchKey::of_gtin(gtin.gtin))
}

struct StoredProduct {
    no: i64,
    columns: ProductColumns,
    gtins: Vec<GtinRow>,
    keys: Vec<i64>,
}

impl StoredProduct {
    fn is_same(&self, columns: &ProductColumns, details: &Details) -> Result<bool, StoreError> {
        let Details { gtins, keys } = details;
        let stored: Vec<_> = self
            .gtins
            .iter()
            .map(GtinRow::gtin)
            .collect::<Result<_, _>>()?;
        // more keys may be there: a merged product brought its own
        Ok(self.columns == *columns
            && stored == *gtins
            && keys.iter().all(|key| self.keys.contains(&key.number())))
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
    let ids = saved.iter().map(|saved| saved.draft.id.as_str());
    let rows: Vec<ProductRow> = products::table
        .filter(among(products::canonical_id, ids))
        .select(ProductRow::as_select())
        .load(c)
        .await?;
    let numbers = || rows.iter().map(|row| row.no);
    let mut gtins: BTreeMap<i64, Vec<GtinRow>> = BTreeMap::new();
    let found: Vec<GtinRow> = product_gtins::table
        .filter(among(product_gtins::product_no, numbers()))
        .order((product_gtins::product_no, product_gtins::place))
        .select(GtinRow::as_select())
        .load(c)
        .await?;
    for row in found {
        gtins.entry(row.product_no).or_default().push(row);
    }
    let mut keys: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    let found: Vec<KeyRow> = product_keys::table
        .filter(among(product_keys::product_no, numbers()))
        .select(KeyRow::as_select())
        .load(c)
        .await?;
    for KeyRow { key, product_no } in found {
        keys.entry(product_no).or_default().push(key);
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

async fn delete_details(c: &mut Conn, products: &[i64]) -> Result<(), Failure> {
    if products.is_empty() {
        return Ok(());
    }
    let numbers = || products.iter().copied();
    diesel::delete(product_gtins::table.filter(among(product_gtins::product_no, numbers())))
        .execute(c)
        .await?;
    diesel::delete(product_keys::table.filter(among(product_keys::product_no, numbers())))
        .execute(c)
        .await?;
    Ok(())
}

async fn insert_details(
    c: &mut Conn,
    products: &[(i64, Details)],
    next: i64,
) -> Result<(), Failure> {
    let gtins = products
        .iter()
        .flat_map(|(no, details)| GtinRow::all(*no, &details.gtins, next));
    bulk::insert_gtins(c, &gtins.collect::<Vec<_>>()).await?;
    let keys = products
        .iter()
        .flat_map(|(no, details)| KeyRow::all(ProductNo(*no), &details.keys));
    bulk::insert_keys(c, keys.collect()).await
}

/// Notes products whose answers change with a revision; what is noted already stays so.
pub(crate) async fn record_changes(
    c: &mut Conn,
    revision: i64,
    products: &[i64],
) -> Result<(), Failure> {
    if products.is_empty() {
        return Ok(());
    }
    prepared::<()>(concatcp!(
        "INSERT INTO changes (revision, product_no) SELECT CAST(? AS bigint), given.no FROM",
        EACH_GIVEN_NUMBER,
        "WHERE true ON CONFLICT DO NOTHING",
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(products.iter().copied()))
    .execute(c)
    .await?;
    Ok(())
}

/// The revision and what is staged, kept from other writers until the transaction ends.
pub(crate) async fn locked_state(c: &mut Conn) -> Result<(i64, Option<i64>), Failure> {
    let sql = concatcp!("SELECT revision, staging FROM catalogue_state", FOR_UPDATE);
    let state = prepared::<(BigInt, Nullable<BigInt>)>(sql).get_result(c);
    Ok(state.await?)
}

/// The revision, when nothing is staged: what is staged would become visible with the next.
pub(crate) async fn locked_revision(c: &mut Conn) -> Result<i64, Failure> {
    let (revision, staging) = locked_state(c).await?;
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
