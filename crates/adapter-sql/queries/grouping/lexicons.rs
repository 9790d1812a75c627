//! Changing what matching learned, and the keys that are made of it.
//!
//! For `change_keys` and `switch_lexicon` the caller holds the catalogue lock and has cleared what a killed
//! import left. The row of the change is locked before the catalogue's state.

use adapter_sql::rows::KeyRow;
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use domain::ids::Revision;
use domain::num::i64_from_u64;
use ports_store::{KeyChange, StoreError, StoredLexicon};
use time::OffsetDateTime;

use crate::bulk;
use crate::dialect::{Conn, FOR_UPDATE, RunQueryDsl};
use crate::queries::catalogue::writing;

pub(crate) async fn begin_change(
    c: &mut Conn,
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> Result<Option<u64>, Failure> {
    let no: Option<i64> = prepared::<BigInt>(
        "INSERT INTO lexicon_changes (one, no, until) VALUES (1, 1, ?) \
         ON CONFLICT (one) DO UPDATE SET no = lexicon_changes.no + 1, until = excluded.until \
         WHERE lexicon_changes.until IS NULL OR lexicon_changes.until <= ? RETURNING no",
    )
    .bind::<SqlTs, _>(DbTs::new(until))
    .bind::<SqlTs, _>(DbTs::new(now))
    .get_result(c)
    .await
    .optional()?;
    Ok(no.and_then(|no| u64::try_from(no).ok()))
}

pub(crate) async fn renew_change(
    c: &mut Conn,
    no: u64,
    until: OffsetDateTime,
) -> Result<(), Failure> {
    fence(c, no).await?;
    prepared::<()>("UPDATE lexicon_changes SET until = ?")
        .bind::<SqlTs, _>(DbTs::new(until))
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn end_change(c: &mut Conn, no: u64) -> Result<(), Failure> {
    fence(c, no).await?;
    prepared::<()>("UPDATE lexicon_changes SET until = NULL")
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn find_spare(c: &mut Conn) -> Result<Option<String>, Failure> {
    let spare: Option<Option<String>> =
        prepared::<Nullable<Text>>("SELECT spare FROM lexicon_changes")
            .get_result(c)
            .await
            .optional()?;
    Ok(spare.flatten())
}

pub(crate) async fn save_spare(
    c: &mut Conn,
    no: u64,
    words: Option<String>,
) -> Result<(), Failure> {
    fence(c, no).await?;
    prepared::<()>("UPDATE lexicon_changes SET spare = ?")
        .bind::<Nullable<Text>, _>(words)
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn is_rematch_unfinished(c: &mut Conn) -> Result<bool, Failure> {
    let is_unfinished: Option<bool> =
        prepared::<Bool>("SELECT rematch_unfinished FROM lexicon_changes")
            .get_result(c)
            .await
            .optional()?;
    Ok(is_unfinished == Some(true))
}

pub(crate) async fn save_rematch_unfinished(
    c: &mut Conn,
    no: u64,
    is_unfinished: bool,
) -> Result<(), Failure> {
    fence(c, no).await?;
    prepared::<()>("UPDATE lexicon_changes SET rematch_unfinished = ?")
        .bind::<Bool, _>(is_unfinished)
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn change_keys(
    c: &mut Conn,
    no: u64,
    at: Revision,
    changes: &[KeyChange],
) -> Result<bool, Failure> {
    fence(c, no).await?;
    if writing::locked_revision(c).await? != at.0 {
        return Ok(false);
    }
    let removed = changes
        .iter()
        .flat_map(|it| KeyRow::all(it.product, &it.removed));
    bulk::delete_keys(c, removed.collect()).await?;
    let added = changes
        .iter()
        .flat_map(|it| KeyRow::all(it.product, &it.added));
    bulk::add_keys(c, added.collect()).await?;
    Ok(true)
}

pub(crate) async fn switch_lexicon(
    c: &mut Conn,
    no: u64,
    at: Revision,
    StoredLexicon { products, words }: StoredLexicon,
) -> Result<bool, Failure> {
    fence(c, no).await?;
    if writing::locked_revision(c).await? != at.0 {
        return Ok(false);
    }
    prepared::<()>("UPDATE lexicon_changes SET spare = coalesce((SELECT words FROM lexicons), '')")
        .execute(c)
        .await?;
    prepared::<()>(
        "INSERT INTO lexicons (one, products, words) VALUES (1, ?, ?) \
         ON CONFLICT (one) DO UPDATE SET products = excluded.products, words = excluded.words",
    )
    .bind::<BigInt, _>(i64_from_u64(products))
    .bind::<Text, _>(words)
    .execute(c)
    .await?;
    Ok(true)
}

/// Fails unless the change is the one that began last; nobody else begins one until the transaction ends.
async fn fence(c: &mut Conn, no: u64) -> Result<(), Failure> {
    let last: Option<i64> =
        prepared::<BigInt>(concatcp!("SELECT no FROM lexicon_changes", FOR_UPDATE))
            .get_result(c)
            .await
            .optional()?;
    if last.and_then(|last| u64::try_from(last).ok()) == Some(no) {
        Ok(())
    } else {
        Err(StoreError::Superseded.into())
    }
}
