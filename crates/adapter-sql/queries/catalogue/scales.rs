//! Scales and the products that they are made of.
//!
//! The reading ones run in one transaction that sees one state; for `save_scales` the caller holds
//! the catalogue lock and has cleared what a killed import left.

use adapter_sql::rows::{self, ProductRow, ScaleRow};
use adapter_sql::schema::{products, scale_versions, scales};
use adapter_sql::types::{DbJson, DbTs};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::BigInt;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper};
use domain::ids::ProductNo;
use domain::num::{i64_from_u64, u64_from_i64};
use domain::product::Product;
use ports_store::StoredScales;
use product_knowledge::fit::{Scale, ScaleVersion};
use time::OffsetDateTime;

use crate::dialect::{Conn, RunQueryDsl};
use crate::queries::catalogue::{reading, writing};

/// Rows of one multi-row insert.
const ROWS: usize = 1000;

pub(crate) async fn find_scales(c: &mut Conn) -> Result<Option<StoredScales>, Failure> {
    let newest: Option<(i64, DbTs, i64)> = scale_versions::table
        .order(scale_versions::version.desc())
        .first(c)
        .await
        .optional()?;
    let Some((version, made_at, measured)) = newest else {
        return Ok(None);
    };
    let rows: Vec<ScaleRow> = scales::table
        .filter(scales::version.eq(version))
        .order((scales::category, scales::attribute))
        .select(ScaleRow::as_select())
        .load(c)
        .await?;
    Ok(Some(StoredScales {
        version: ScaleVersion(version),
        made_at: made_at.at(),
        measured: u64_from_i64(measured),
        scales: rows
            .into_iter()
            .map(Scale::try_from)
            .collect::<Result<_, _>>()?,
    }))
}

pub(crate) async fn count_described(c: &mut Conn) -> Result<u64, Failure> {
    let count: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM products \
         WHERE specs <> '[]' AND merged_into IS NULL \
             AND from_rev <= (SELECT revision FROM catalogue_state)",
    )
    .get_result(c)
    .await?;
    Ok(u64_from_i64(count))
}

pub(crate) async fn list_described(
    c: &mut Conn,
    after: Option<ProductNo>,
    limit: u32,
) -> Result<Vec<Product>, Failure> {
    let revision = reading::revision(c).await?;
    let rows: Vec<ProductRow> = products::table
        .filter(products::no.gt(after.map_or(i64::MIN, |no| no.0)))
        .filter(products::specs.ne(DbJson::texts([])))
        .filter(products::merged_into.is_null())
        .filter(products::from_rev.le(revision))
        .order(products::no)
        .limit(i64::from(limit))
        .select(ProductRow::as_select())
        .load(c)
        .await?;
    let product = |row| rows::product(row, &[]);
    Ok(rows.into_iter().map(product).collect::<Result<_, _>>()?)
}

pub(crate) async fn save_scales(
    c: &mut Conn,
    made_at: OffsetDateTime,
    measured: u64,
    saved: &[Scale],
) -> Result<ScaleVersion, Failure> {
    let next = writing::locked_revision(c).await? + 1;
    let last: Option<i64> = scale_versions::table
        .select(diesel::dsl::max(scale_versions::version))
        .first(c)
        .await?;
    let version = ScaleVersion(last.unwrap_or_default() + 1);
    diesel::insert_into(scale_versions::table)
        .values((
            scale_versions::version.eq(version.0),
            scale_versions::made_at.eq(DbTs::new(made_at)),
            scale_versions::measured.eq(i64_from_u64(measured)),
        ))
        .execute(c)
        .await?;
    let rows: Vec<ScaleRow> = saved
        .iter()
        .map(|scale| ScaleRow::of(scale, version))
        .collect();
    for rows in rows.chunks(ROWS) {
        diesel::insert_into(scales::table)
            .values(rows)
            .execute(c)
            .await?;
    }
    diesel::delete(scales::table.filter(scales::version.lt(version.0)))
        .execute(c)
        .await?;
    diesel::delete(scale_versions::table.filter(scale_versions::version.lt(version.0)))
        .execute(c)
        .await?;
    prepared::<()>(
        "INSERT INTO changes (revision, product_no) \
         SELECT CAST(? AS bigint), no FROM products WHERE specs <> '[]'",
    )
    .bind::<BigInt, _>(next)
    .execute(c)
    .await?;
    writing::set_revision(c, next).await?;
    Ok(version)
}
