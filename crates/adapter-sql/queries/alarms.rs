//! What operators were told, by channel.

use adapter_sql::rows::{ledger_json, read_ledger};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Text};
use ports_store::{LEDGERS_KEPT, StoredLedger};
use time::OffsetDateTime;

use crate::dialect::{Conn, RunQueryDsl};

pub(crate) async fn find(c: &mut Conn, channel: &str) -> Result<StoredLedger, Failure> {
    let found: Option<(i64, DbJson)> = prepared::<(BigInt, SqlJson)>(
        "SELECT version, ledger FROM alarm_ledgers WHERE channel = ?",
    )
    .bind::<Text, _>(channel.to_owned())
    .get_result(c)
    .await
    .optional()?;
    let Some((version, ledger)) = found else {
        return Ok(StoredLedger::default());
    };
    Ok(StoredLedger {
        version,
        ledger: read_ledger(ledger.0)?,
    })
}

pub(crate) async fn save(
    c: &mut Conn,
    channel: &str,
    stored: &StoredLedger,
    now: OffsetDateTime,
) -> Result<bool, Failure> {
    let (channel, now) = (channel.to_owned(), DbTs::new(now));
    let ledger = DbJson(ledger_json(&stored.ledger)?);
    let rows = if stored.version == 0 {
        prepared::<()>(
            "INSERT INTO alarm_ledgers (channel, version, ledger, saved_at) VALUES (?, 1, ?, ?) \
             ON CONFLICT (channel) DO NOTHING",
        )
        .bind::<Text, _>(channel)
        .bind::<SqlJson, _>(ledger)
        .bind::<SqlTs, _>(now)
        .execute(c)
        .await?
    } else {
        prepared::<()>(
            "UPDATE alarm_ledgers SET version = version + 1, ledger = ?, saved_at = ? \
             WHERE channel = ? AND version = ?",
        )
        .bind::<SqlJson, _>(ledger)
        .bind::<SqlTs, _>(now)
        .bind::<Text, _>(channel)
        .bind::<BigInt, _>(stored.version)
        .execute(c)
        .await?
    };
    if rows == 0 {
        return Ok(false);
    }
    prepared::<()>(
        "DELETE FROM alarm_ledgers WHERE channel NOT IN (SELECT channel FROM alarm_ledgers \
             ORDER BY saved_at DESC, channel LIMIT ?)",
    )
    .bind::<BigInt, _>(i64::from(LEDGERS_KEPT))
    .execute(c)
    .await?;
    Ok(true)
}
