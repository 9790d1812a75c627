//! How much happened, counted in indexes of ages, and how many watches there are.

use std::ops::Range;

use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::BigInt;
use ports_store::Activity;
use time::OffsetDateTime;

use crate::dialect::{Conn, RunQueryDsl};

pub(crate) async fn count(
    c: &mut Conn,
    what: Activity,
    span: Range<OffsetDateTime>,
    most: u32,
) -> Result<u32, Failure> {
    let sql = match what {
        Activity::Fired => {
            "SELECT count(*) FROM (SELECT 1 AS one FROM events \
             WHERE created_at >= ? AND created_at < ? AND watch_id IS NOT NULL LIMIT ?) AS counted"
        }
        Activity::DeliveryMade => {
            "SELECT count(*) FROM (SELECT 1 AS one FROM deliveries \
             WHERE created_at >= ? AND created_at < ? LIMIT ?) AS counted"
        }
        Activity::Mailed => {
            "SELECT count(*) FROM (SELECT 1 AS one FROM mails \
             WHERE ended_at >= ? AND ended_at < ? LIMIT ?) AS counted"
        }
    };
    let counted: i64 = prepared::<BigInt>(sql)
        .bind::<SqlTs, _>(DbTs::new(span.start))
        .bind::<SqlTs, _>(DbTs::new(span.end))
        .bind::<BigInt, _>(i64::from(most))
        .get_result(c)
        .await?;
    Ok(u32::try_from(counted).unwrap_or(most))
}

pub(crate) async fn watches(c: &mut Conn, most: u32) -> Result<u32, Failure> {
    let sql = "SELECT count(*) FROM (SELECT 1 AS one FROM watches LIMIT ?) AS counted";
    let counted: i64 = prepared::<BigInt>(sql)
        .bind::<BigInt, _>(i64::from(most))
        .get_result(c)
        .await?;
    Ok(u32::try_from(counted).unwrap_or(most))
}
