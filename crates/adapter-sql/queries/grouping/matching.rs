//! Which products are the same.
//!
//! The reading ones run in one transaction that sees one state; for `apply` the caller holds the
//! catalogue lock and has cleared what a killed import left.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::rows::PlaceRow;
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Text};
use domain::freshness::Freshness;
use domain::ids::ProductNo;
use domain::num::u64_from_i64;
use domain::placement::{MatchKey, MatchRung};
use ports_store::{
    Candidate, EditedMatches, MatchEdit, OfferPlace, OfferedCandidate, StoredLexicon,
};

use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::triggers;
use crate::queries::catalogue::{reading, writing};
use crate::queries::grouping::{doubts, merging};
use crate::queries::importing::candidates;

pub(crate) async fn list_candidates(
    c: &mut Conn,
    after: Option<ProductNo>,
    limit: u32,
) -> Result<Vec<OfferedCandidate>, Failure> {
    let revision = reading::revision(c).await?;
    let numbers: Vec<i64> = prepared::<BigInt>(
        "SELECT no FROM products WHERE no > ? AND from_rev <= ? AND merged_into IS NULL \
         ORDER BY no LIMIT ?",
    )
    .bind::<BigInt, _>(after.map_or(i64::MIN, |no| no.0))
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(i64::from(limit))
    .load(c)
    .await?;
    let candidates = candidates::candidates_at(c, &numbers, None).await?;
    offered(c, candidates).await
}

pub(crate) async fn find_candidates(
    c: &mut Conn,
    products: &[ProductNo],
) -> Result<Vec<OfferedCandidate>, Failure> {
    let revision = reading::revision(c).await?;
    let numbers: Vec<i64> = prepared::<BigInt>(concatcp!(
        "SELECT no FROM products WHERE from_rev <= ? AND no",
        IN_NUMBERS,
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(products.iter().map(|no| no.0)))
    .load(c)
    .await?;
    let candidates = candidates::candidates_at(c, &numbers, None).await?;
    offered(c, candidates).await
}

pub(crate) async fn find_keyed(
    c: &mut Conn,
    keys: &[MatchKey],
) -> Result<Vec<OfferedCandidate>, Failure> {
    let numbers = candidates::numbers_keyed(c, keys).await?;
    let numbers: Vec<ProductNo> = numbers.into_iter().map(ProductNo).collect();
    let mut found = Vec::with_capacity(numbers.len());
    for numbers in numbers.chunks(1000) {
        found.extend(find_candidates(c, numbers).await?);
    }
    Ok(found)
}

/// Candidates with where they are offered now.
async fn offered(
    c: &mut Conn,
    candidates: Vec<Candidate>,
) -> Result<Vec<OfferedCandidate>, Failure> {
    let revision = reading::revision(c).await?;
    let rows: Vec<PlaceRow> = prepared::<(BigInt, BigInt, Text)>(concatcp!(
        "SELECT DISTINCT product_no, store_no, condition FROM offers \
         WHERE from_rev <= ? AND to_rev > ? AND product_no",
        IN_NUMBERS,
    ))
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(candidates.iter().map(|c| c.product.0)))
    .load(c)
    .await?;
    let mut places: BTreeMap<i64, BTreeSet<OfferPlace>> = BTreeMap::new();
    for row in rows {
        places
            .entry(row.product_no)
            .or_default()
            .insert(row.place()?);
    }
    let with_places = |candidate: Candidate| OfferedCandidate {
        places: places
            .remove(&candidate.product.0)
            .unwrap_or_default()
            .into_iter()
            .collect(),
        candidate,
    };
    Ok(candidates.into_iter().map(with_places).collect())
}

pub(crate) async fn count_products(c: &mut Conn) -> Result<u64, Failure> {
    let count: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM products WHERE merged_into IS NULL \
         AND from_rev <= (SELECT revision FROM catalogue_state)",
    )
    .get_result(c)
    .await?;
    Ok(u64_from_i64(count))
}

pub(crate) async fn find_lexicon(c: &mut Conn) -> Result<Option<StoredLexicon>, Failure> {
    let row: Option<(i64, String)> =
        prepared::<(BigInt, Text)>("SELECT products, words FROM lexicons")
            .get_result(c)
            .await
            .optional()?;
    Ok(row.map(|(products, words)| StoredLexicon {
        products: u64_from_i64(products),
        words,
    }))
}

pub(crate) async fn apply(
    c: &mut Conn,
    edits: &[MatchEdit],
    freshness: Freshness,
) -> Result<EditedMatches, Failure> {
    triggers::lock(c).await?;
    let next = writing::locked_revision(c).await? + 1;
    let mut edited = EditedMatches::default();
    let mut changed = Vec::new();
    for edit in edits {
        match edit {
            MatchEdit::Merge {
                product,
                into,
                rung,
                confidence,
                settles,
            } => {
                let is_said = *rung == MatchRung::Person;
                let is_open = match settles {
                    Some(doubt) => doubts::is_open(c, doubt.no).await?,
                    None => true,
                };
                if is_open && can_merge(c, *product, *into, is_said).await? {
                    let confidence = i32::from(confidence.milli());
                    let reviewed =
                        merging::merge(c, product.0, into.0, rung.code(), confidence, next).await?;
                    changed.extend([product.0, into.0]);
                    changed.extend(reviewed);
                    if let Some(other) = settles.and_then(|doubt| doubt.is_not) {
                        doubts::distinct(c, *into, other).await?;
                        changed.extend(doubts::reviewed(c, vec![into.0, other.0]).await?);
                    }
                    edited.merged += 1;
                } else {
                    edited.refused += 1;
                }
            }
            MatchEdit::Distinct { product, other } => {
                let is_settled = doubts::distinct(c, *product, *other).await?;
                edited.refused += u64::from(!is_settled);
                changed.extend(doubts::reviewed(c, vec![product.0, other.0]).await?);
            }
            MatchEdit::Doubt {
                product,
                candidate,
                reason,
            } => {
                let is_new = doubts::doubt(c, *product, *candidate, reason, next).await?;
                edited.doubts += u64::from(is_new);
                changed.extend(doubts::reviewed(c, vec![product.0]).await?);
            }
        }
    }
    changed.sort_unstable();
    changed.dedup();
    if !changed.is_empty() || edited.doubts > 0 {
        writing::record_changes(c, next, &changed).await?;
        writing::set_revision(c, next).await?;
        triggers::check_prices(c, next, &changed, freshness).await?;
    }
    Ok(edited)
}

/// Whether both are products of their own, and no person has said that they are two but who says now that
/// they are one.
async fn can_merge(
    c: &mut Conn,
    product: ProductNo,
    into: ProductNo,
    is_said: bool,
) -> Result<bool, Failure> {
    if product == into {
        return Ok(false);
    }
    let both: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM products WHERE no IN (?, ?) AND merged_into IS NULL",
    )
    .bind::<BigInt, _>(product.0)
    .bind::<BigInt, _>(into.0)
    .get_result(c)
    .await?;
    let settled: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM match_reviews \
         WHERE is_settled AND ((product_no = ? AND candidate_no = ?) \
             OR (product_no = ? AND candidate_no = ?))",
    )
    .bind::<BigInt, _>(product.0)
    .bind::<BigInt, _>(into.0)
    .bind::<BigInt, _>(into.0)
    .bind::<BigInt, _>(product.0)
    .get_result(c)
    .await?;
    Ok(both == 2 && (is_said || settled == 0))
}
