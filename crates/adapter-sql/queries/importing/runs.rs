//! Imports that ended.

use adapter_sql::rows::{NewRunRow, RunHeadRow, kept_run};
use adapter_sql::schema::import_runs;
use adapter_sql::types::{DbJson, DbUuid};
use adapter_sql::{Failure, prepared};
use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper};
use domain::import_run::{ImportRun, RUNS_KEPT, RunId};
use ports_store::KeptRun;

use crate::dialect::{Conn, RunQueryDsl};

pub(crate) async fn insert(c: &mut Conn, run: &KeptRun) -> Result<(), Failure> {
    let row = NewRunRow::try_from(run)?;
    let shop = row.shop.clone();
    diesel::insert_into(import_runs::table)
        .values(&row)
        .execute(c)
        .await?;
    prepared::<()>(
        "DELETE FROM import_runs WHERE shop = ? AND id NOT IN (SELECT id FROM import_runs \
             WHERE shop = ? ORDER BY ended_at DESC, id DESC LIMIT ?)",
    )
    .bind::<Text, _>(shop.clone())
    .bind::<Text, _>(shop)
    .bind::<BigInt, _>(i64::from(RUNS_KEPT))
    .execute(c)
    .await?;
    Ok(())
}

pub(crate) async fn find(c: &mut Conn, id: RunId) -> Result<Option<KeptRun>, Failure> {
    let found: Option<(RunHeadRow, DbJson)> = import_runs::table
        .find(DbUuid(id.0))
        .select((RunHeadRow::as_select(), import_runs::rejections))
        .first(c)
        .await
        .optional()?;
    Ok(found
        .map(|(head, rejections)| kept_run(head, rejections))
        .transpose()?)
}

pub(crate) async fn list(
    c: &mut Conn,
    shop: Option<String>,
    limit: u32,
) -> Result<Vec<ImportRun>, Failure> {
    let newest = (import_runs::ended_at.desc(), import_runs::id.desc());
    let all = import_runs::table
        .order(newest)
        .limit(limit.into())
        .select(RunHeadRow::as_select());
    let rows: Vec<RunHeadRow> = match shop {
        Some(shop) => all.filter(import_runs::shop.eq(shop)).load(c).await?,
        None => all.load(c).await?,
    };
    let runs = rows.into_iter().map(ImportRun::try_from);
    Ok(runs.collect::<Result<_, _>>()?)
}

pub(crate) async fn list_last(c: &mut Conn, of_each: u32) -> Result<Vec<ImportRun>, Failure> {
    let is_last = sql::<Bool>(
        "import_runs.id IN (SELECT id FROM (SELECT id, row_number() OVER ( \
             PARTITION BY shop ORDER BY ended_at DESC, id DESC) AS place FROM import_runs) AS ranked \
             WHERE place <= ",
    );
    let is_last = is_last.bind::<BigInt, _>(i64::from(of_each)).sql(")");
    let rows: Vec<RunHeadRow> = import_runs::table
        .filter(is_last)
        .order((import_runs::ended_at.desc(), import_runs::id.desc()))
        .select(RunHeadRow::as_select())
        .load(c)
        .await?;
    let runs = rows.into_iter().map(ImportRun::try_from);
    Ok(runs.collect::<Result<_, _>>()?)
}
