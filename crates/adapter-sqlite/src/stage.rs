//! Staging a batch: all its rows with prepared statements in one transaction.

use std::collections::BTreeSet;

use adapter_sql::error::conflict;
use adapter_sql::rows::{Fence, NewOfferRow, NewReviewRow, bids, gone};
use adapter_sql::schema::{match_reviews, offers};
use adapter_sql::types::{DbJson, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Bool, Nullable};
use domain::ids::{OfferNo, ProductNo, SnapshotNo};
use ports_store::{Assignment, Review, StageBatch, StagedOffer, StoreError};

use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::triggers::nominate;
use crate::queries::catalogue::writing::record_changes;
use crate::queries::grouping::numbers::learn;
use crate::queries::importing::snapshots::{fence, stage_products};

/// Stages the batch and returns the numbers of its new products in order.
pub async fn stage(
    c: &mut Conn,
    snapshot: SnapshotNo,
    batch: &StageBatch,
) -> Result<Vec<ProductNo>, Failure> {
    let fence = fence(c, snapshot).await?;
    let StageBatch {
        products,
        offers,
        learned,
        reviews,
    } = batch;
    let new = stage_products(c, &fence, products).await?;
    let mut changed: BTreeSet<i64> = new.iter().map(|no| no.0).collect();
    let mut assignments = Vec::with_capacity(offers.len());
    for offer in offers {
        let product = assigned(&offer.assignment, &new)?;
        let before = match offer.replaces {
            Some(no) => Some(end(c, &fence, no, offer.ends_segment).await?),
            None => None,
        };
        if offer.changes_answers {
            changed.insert(product.0);
            changed.extend(before);
        }
        stage_offer(c, &fence, offer, product).await?;
        assignments.push(product.0);
    }
    if !offers.is_empty() {
        let assigned = offers.iter().zip(assignments);
        nominate(c, &fence, bids(assigned, fence.step)).await?;
    }
    for (product, gtin) in learned {
        if learn(c, product.0, gtin, fence.next).await? {
            changed.insert(product.0);
        }
    }
    for review in reviews {
        stage_review(c, &fence, review, &new).await?;
    }
    let changed: Vec<i64> = changed.into_iter().collect();
    record_changes(c, fence.next, &changed).await?;
    Ok(new)
}

/// Ends offers that the snapshot does not bring again.
pub async fn retire(
    c: &mut Conn,
    snapshot: SnapshotNo,
    retired: &[OfferNo],
) -> Result<(), Failure> {
    let fence = fence(c, snapshot).await?;
    let numbers = DbJson::numbers(retired.iter().map(|no| no.0));
    prepared::<()>(concatcp!(
        "UPDATE offers SET to_rev = ?, ends_segment = true, \
             closed_at = ?, closed_seen_at = CASE WHEN seen_at < ? THEN ? ELSE seen_at END \
         WHERE store_no = ? AND from_rev <= ? AND to_rev = 9223372036854775807 AND no",
        IN_NUMBERS,
    ))
    .bind::<BigInt, _>(fence.next)
    .bind::<SqlTs, _>(fence.observed_at)
    .bind::<Nullable<SqlTs>, _>(fence.full_seen_at)
    .bind::<Nullable<SqlTs>, _>(fence.full_seen_at)
    .bind::<BigInt, _>(fence.store_no)
    .bind::<BigInt, _>(fence.revision)
    .bind::<SqlJson, _>(numbers.clone())
    .execute(c)
    .await?;
    prepared::<()>(concatcp!(
        "INSERT INTO changes (revision, product_no) \
         SELECT DISTINCT to_rev, product_no FROM offers WHERE to_rev = ? AND no",
        IN_NUMBERS,
        "ON CONFLICT DO NOTHING",
    ))
    .bind::<BigInt, _>(fence.next)
    .bind::<SqlJson, _>(numbers)
    .execute(c)
    .await?;
    nominate(c, &fence, gone(retired)).await
}

fn assigned(assignment: &Assignment, new: &[ProductNo]) -> Result<ProductNo, Failure> {
    let product = match assignment {
        Assignment::Existing(no) => Some(*no),
        Assignment::New(place) => new.get(*place).copied(),
    };
    let missing = || {
        StoreError::Failed("an offer or a doubt names a product that the batch lacks".to_owned())
    };
    Ok(product.ok_or_else(missing)?)
}

/// Ends a version that readers see, with the revision that is being staged; its product.
async fn end(c: &mut Conn, fence: &Fence, no: OfferNo, ends_segment: bool) -> Result<i64, Failure> {
    let product: Option<i64> = prepared::<BigInt>(
        "UPDATE offers SET to_rev = ?, ends_segment = ?, closed_at = ?, \
             closed_seen_at = CASE WHEN seen_at < ? THEN ? ELSE seen_at END \
         WHERE no = ? AND store_no = ? AND from_rev <= ? AND to_rev = 9223372036854775807 \
         RETURNING product_no",
    )
    .bind::<BigInt, _>(fence.next)
    .bind::<Bool, _>(ends_segment)
    .bind::<SqlTs, _>(fence.observed_at)
    .bind::<Nullable<SqlTs>, _>(fence.full_seen_at)
    .bind::<Nullable<SqlTs>, _>(fence.full_seen_at)
    .bind::<BigInt, _>(no.0)
    .bind::<BigInt, _>(fence.store_no)
    .bind::<BigInt, _>(fence.revision)
    .get_result(c)
    .await
    .optional()?;
    let missing =
        || StoreError::Failed(format!("offer {no} cannot be replaced: it is not current"));
    Ok(product.ok_or_else(missing)?)
}

async fn stage_offer(
    c: &mut Conn,
    fence: &Fence,
    staged: &StagedOffer,
    product: ProductNo,
) -> Result<(), Failure> {
    diesel::insert_into(offers::table)
        .values(&NewOfferRow::of(
            staged,
            fence.store_no,
            product.0,
            fence.next,
        ))
        .execute(c)
        .await
        .map_err(|error| conflict(error, "an offer with this id in the snapshot"))?;
    Ok(())
}

async fn stage_review(
    c: &mut Conn,
    fence: &Fence,
    review: &Review,
    new: &[ProductNo],
) -> Result<(), Failure> {
    diesel::insert_or_ignore_into(match_reviews::table)
        .values(&NewReviewRow {
            product_no: assigned(&review.product, new)?.0,
            candidate_no: assigned(&review.candidate, new)?.0,
            reason: &review.reason,
            from_rev: fence.next,
        })
        .execute(c)
        .await?;
    Ok(())
}
