//! Staging one batch: a handful of statements, whatever its size.

use adapter_sql::rows::{Fence, GtinRow, NewOfferRow, bids, gone};
use adapter_sql::types::SqlTs;
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{Array, BigInt, Bool, Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ids::{OfferNo, ProductNo, SnapshotNo};
use domain::num::i64_from_usize;
use domain::product::ProductGtin;
use ports_store::{Assignment, Review, StageBatch, StagedOffer, StoreError};

use crate::bulk;
use crate::queries::alerts::triggers::nominate;
use crate::queries::catalogue::writing::record_changes;
use crate::queries::importing::snapshots::{fence, stage_products};

/// Stages a batch inside the caller's transaction.
pub async fn stage(
    c: &mut AsyncPgConnection,
    snapshot: SnapshotNo,
    batch: &StageBatch,
) -> Result<Vec<ProductNo>, Failure> {
    let fence = fence(c, snapshot).await?;
    let numbers = stage_products(c, &fence, &batch.products).await?;
    let new: Vec<i64> = numbers.iter().map(|no| no.0).collect();
    record_changes(c, fence.next, &new).await?;
    learn(c, &batch.learned, &fence).await?;
    stage_reviews(c, &batch.reviews, &numbers, &fence).await?;
    if !batch.offers.is_empty() {
        stage_offers(c, &batch.offers, &numbers, &fence).await?;
    }
    Ok(numbers)
}

/// Ends offers inside the caller's transaction.
pub async fn retire(
    c: &mut AsyncPgConnection,
    snapshot: SnapshotNo,
    offers: &[OfferNo],
) -> Result<(), Failure> {
    let fence = fence(c, snapshot).await?;
    let ends = Ends {
        offers: offers.iter().map(|no| no.0).collect(),
        closes: vec![true; offers.len()],
        changes: vec![true; offers.len()],
    };
    ends.stage(c, &fence).await?;
    nominate(c, &fence, gone(offers)).await
}

/// Trade item numbers that products did not have, and their keys: they are searched and shown, so answers
/// change.
async fn learn(
    c: &mut AsyncPgConnection,
    learned: &[(ProductNo, ProductGtin)],
    fence: &Fence,
) -> Result<(), Failure> {
    if learned.is_empty() {
        return Ok(());
    }
    let rows: Vec<GtinRow> = learned
        .iter()
        .map(|(no, gtin)| GtinRow::at(no.0, 0, gtin, fence.next))
        .collect();
    prepared::<()>(
        "WITH given AS ( \
             SELECT * FROM unnest(?, ?, ?, ?) WITH ORDINALITY \
                 AS g(product_no, gtin, provenance, confidence_milli, place) \
         ), fresh AS ( \
             INSERT INTO product_gtins \
                 (product_no, gtin, place, provenance, confidence_milli, from_rev) \
             SELECT g.product_no, g.gtin, g.place + coalesce((SELECT max(p.place) \
                 FROM product_gtins p WHERE p.product_no = g.product_no), -1), \
                 g.provenance, g.confidence_milli, ? \
             FROM given g ORDER BY g.place ON CONFLICT DO NOTHING RETURNING product_no, gtin \
         ), keyed AS ( \
             INSERT INTO product_keys (product_no, key) SELECT product_no, -gtin FROM fresh \
             ON CONFLICT DO NOTHING \
         ) INSERT INTO changes (revision, product_no) \
           SELECT DISTINCT ?::bigint, product_no FROM fresh ON CONFLICT DO NOTHING",
    )
    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.product_no).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.gtin).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(rows.iter().map(|row| &row.provenance).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(
        rows.iter()
            .map(|row| row.confidence_milli)
            .collect::<Vec<_>>(),
    )
    .bind::<BigInt, _>(fence.next)
    .bind::<BigInt, _>(fence.next)
    .execute(c)
    .await?;
    Ok(())
}

/// The number of a product; `None` when the batch lacks it.
fn numbered(assignment: &Assignment, new: &[ProductNo]) -> Option<i64> {
    match assignment {
        Assignment::Existing(no) => Some(no.0),
        Assignment::New(place) => new.get(*place).map(|no| no.0),
    }
}

fn unknown() -> StoreError {
    StoreError::Failed("an offer or a doubt names no product of its batch".to_owned())
}

async fn stage_offers(
    c: &mut AsyncPgConnection,
    offers: &[StagedOffer],
    new: &[ProductNo],
    fence: &Fence,
) -> Result<(), Failure> {
    let product = |offer: &StagedOffer| numbered(&offer.assignment, new);
    let products: Option<Vec<i64>> = offers.iter().map(product).collect();
    let products = products.ok_or_else(unknown)?;
    let rows: Vec<NewOfferRow<'_>> = offers
        .iter()
        .zip(&products)
        .map(|(offer, product)| NewOfferRow::of(offer, fence.store_no, *product, fence.next))
        .collect();
    let replacing = || offers.iter().filter(|offer| offer.replaces.is_some());
    let ends = Ends {
        offers: replacing()
            .filter_map(|offer| offer.replaces)
            .map(|no| no.0)
            .collect(),
        closes: replacing().map(|offer| offer.ends_segment).collect(),
        changes: replacing().map(|offer| offer.changes_answers).collect(),
    };
    let replaced = i64_from_usize(ends.offers.len());
    if replaced > 0 && ends.stage(c, fence).await? != replaced {
        let gone = "an offer cannot be replaced: it is not current";
        return Err(StoreError::Failed(gone.to_owned()).into());
    }
    bulk::insert_offers(c, &rows, fence).await?;
    let assigned = offers.iter().zip(products.iter().copied());
    nominate(c, fence, bids(assigned, fence.step)).await?;
    let changed = offers
        .iter()
        .zip(&products)
        .filter(|(offer, _)| offer.changes_answers);
    let changed: Vec<i64> = changed.map(|(_, product)| *product).collect();
    record_changes(c, fence.next, &changed).await
}

/// Versions of offers that end with the staged revision.
struct Ends {
    offers: Vec<i64>,
    closes: Vec<bool>,
    changes: Vec<bool>,
}

impl Ends {
    /// Ends those that readers see; how many that are.
    async fn stage(self, c: &mut AsyncPgConnection, fence: &Fence) -> Result<i64, Failure> {
        let ended: i64 = prepared::<BigInt>(
            "WITH ended AS ( \
                 UPDATE offers o SET to_rev = ?, ends_segment = e.ends_segment, closed_at = ?, \
                     closed_seen_at = greatest(o.seen_at, s.full_seen_at) \
                 FROM unnest(?, ?, ?) AS e(no, ends_segment, changes_answers), stores s \
                 WHERE o.no = e.no AND o.store_no = ? AND s.no = o.store_no \
                     AND o.from_rev < ? AND o.to_rev = 9223372036854775807 \
                 RETURNING o.product_no, e.changes_answers \
             ), noted AS ( \
                 INSERT INTO changes (revision, product_no) \
                 SELECT DISTINCT ?::bigint, product_no FROM ended WHERE changes_answers \
                 ON CONFLICT DO NOTHING \
             ) SELECT count(*) FROM ended",
        )
        .bind::<BigInt, _>(fence.next)
        .bind::<SqlTs, _>(fence.observed_at)
        .bind::<Array<BigInt>, _>(self.offers)
        .bind::<Array<Bool>, _>(self.closes)
        .bind::<Array<Bool>, _>(self.changes)
        .bind::<BigInt, _>(fence.store_no)
        .bind::<BigInt, _>(fence.next)
        .bind::<BigInt, _>(fence.next)
        .get_result(c)
        .await?;
        Ok(ended)
    }
}

async fn stage_reviews(
    c: &mut AsyncPgConnection,
    reviews: &[Review],
    new: &[ProductNo],
    fence: &Fence,
) -> Result<(), Failure> {
    if reviews.is_empty() {
        return Ok(());
    }
    let numbers = |of: fn(&Review) -> &Assignment| -> Result<Vec<i64>, StoreError> {
        let numbers = reviews.iter().map(|review| numbered(of(review), new));
        numbers.collect::<Option<_>>().ok_or_else(unknown)
    };
    prepared::<()>(
        "INSERT INTO match_reviews \
             (from_rev, product_no, candidate_no, reason) \
         SELECT ?, u.* FROM unnest(?, ?, ?) u ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(fence.next)
    .bind::<Array<BigInt>, _>(numbers(|review| &review.product)?)
    .bind::<Array<BigInt>, _>(numbers(|review| &review.candidate)?)
    .bind::<Array<Text>, _>(
        reviews
            .iter()
            .map(|review| review.reason.as_str())
            .collect::<Vec<_>>(),
    )
    .execute(c)
    .await?;
    Ok(())
}
