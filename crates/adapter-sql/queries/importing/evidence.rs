//! Evidence for and against single prices.
//!
//! The reading ones run in one transaction that sees one state; for `settle` the caller holds the
//! catalogue lock and has cleared what a killed import left.

use adapter_sql::columns::{ENDED_COLUMNS, OPEN_COLUMNS, SEGMENT_COLUMNS, SUCCEED_WHERE};
use adapter_sql::rows::{CompetingRow, HeldRow, SegmentRow, SegmentTypes, TraitsRow};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use domain::freshness::Freshness;
use domain::history::PriceSegment;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use ports_store::{CompetingOffer, HeldOffer, HeldPrices, OfferTraits, ReviewDecision};
use time::OffsetDateTime;

use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::triggers;
use crate::queries::catalogue::{reading, writing};

/// The columns of [`CompetingRow`].
type Competing = (
    BigInt,
    BigInt,
    BigInt,
    Text,
    Text,
    SqlTs,
    Nullable<SqlTs>,
    Bool,
);

pub(crate) async fn competitors(
    c: &mut Conn,
    store: StoreNo,
    products: &[ProductNo],
) -> Result<Vec<CompetingOffer>, Failure> {
    let revision = reading::revision(c).await?;
    let rows: Vec<CompetingRow> = prepared::<Competing>(concatcp!(
        "SELECT o.product_no, o.store_no, o.item_minor, o.availability, o.condition, \
             o.seen_at, s.full_seen_at, o.quarantined \
         FROM offers o JOIN stores s ON s.no = o.store_no \
         WHERE o.held_by IS NULL AND o.store_no <> ? AND o.from_rev <= ? AND o.to_rev > ? \
             AND o.product_no",
        IN_NUMBERS,
    ))
    .bind::<BigInt, _>(store.0)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(products.iter().map(|no| no.0)))
    .load(c)
    .await?;
    Ok(rows
        .into_iter()
        .map(CompetingOffer::try_from)
        .collect::<Result<_, _>>()?)
}

pub(crate) async fn traits(c: &mut Conn, offers: &[OfferNo]) -> Result<Vec<OfferTraits>, Failure> {
    let rows: Vec<TraitsRow> = prepared::<(BigInt, Text, Text, Text, BigInt)>(concatcp!(
        "SELECT product_no, condition, url, title, item_minor FROM offers WHERE no",
        IN_NUMBERS,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(offers.iter().map(|no| no.0)))
    .load(c)
    .await?;
    let traits = rows.into_iter().map(OfferTraits::try_from);
    Ok(traits.collect::<Result<_, _>>()?)
}

pub(crate) async fn past(
    c: &mut Conn,
    store: StoreNo,
    products: &[ProductNo],
    since: OffsetDateTime,
) -> Result<Vec<(ProductNo, PriceSegment)>, Failure> {
    let revision = reading::revision(c).await?;
    let numbers = DbJson::numbers(products.iter().map(|no| no.0));
    let since = DbTs::new(since);
    // the plus hides the store's index: the product's offers are few
    let mut rows: Vec<SegmentRow> = prepared::<SegmentTypes>(concatcp!(
        "SELECT ",
        SEGMENT_COLUMNS,
        " FROM price_segments \
         WHERE store_no = ? AND last_seen_at >= ? AND product_no",
        IN_NUMBERS,
        "UNION ALL SELECT ",
        ENDED_COLUMNS,
        " FROM offers \
         WHERE +store_no = ? AND to_rev <= ? AND to_rev < 9223372036854775807 AND ends_segment \
             AND held_by IS NULL AND coalesce(closed_seen_at, seen_at) >= ? AND product_no",
        IN_NUMBERS,
        "UNION ALL SELECT ",
        OPEN_COLUMNS,
        " FROM offers o JOIN stores s ON s.no = o.store_no \
         WHERE o.held_by IS NULL AND +o.store_no = ? AND o.from_rev <= ? AND o.to_rev > ? \
             AND o.product_no",
        IN_NUMBERS,
    ))
    .bind::<BigInt, _>(store.0)
    .bind::<SqlTs, _>(since)
    .bind::<SqlJson, _>(numbers.clone())
    .bind::<BigInt, _>(store.0)
    .bind::<BigInt, _>(revision)
    .bind::<SqlTs, _>(since)
    .bind::<SqlJson, _>(numbers.clone())
    .bind::<BigInt, _>(store.0)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(numbers)
    .load(c)
    .await?;
    rows.sort_by(|a, b| (&a.offer_id, a.from_at).cmp(&(&b.offer_id, b.from_at)));
    let segment = |row: SegmentRow| Ok((ProductNo(row.product_no), row.segment()?));
    Ok(rows
        .into_iter()
        .map(segment)
        .collect::<Result<_, ports_store::StoreError>>()?)
}

pub(crate) async fn list_held(
    c: &mut Conn,
    which: HeldPrices,
    after: Option<OfferNo>,
    limit: u32,
) -> Result<Vec<HeldOffer>, Failure> {
    let revision = reading::revision(c).await?;
    let after = after.map_or(i64::MIN, |no| no.0);
    let sought = Sought {
        which,
        above: after,
        up_to: i64::MAX,
        limit: i64::from(limit),
    };
    let rows = held(c, revision, sought).await?;
    Ok(rows
        .into_iter()
        .map(HeldOffer::try_from)
        .collect::<Result<_, _>>()?)
}

/// Which offers are looked for: those with numbers above one and up to another.
struct Sought {
    which: HeldPrices,
    above: i64,
    up_to: i64,
    limit: i64,
}

/// Current offers that are held back, with numbers above one and up to another, in order.
async fn held(c: &mut Conn, revision: i64, sought: Sought) -> Result<Vec<HeldRow>, Failure> {
    type Names = (
        BigInt,
        Text,
        Text,
        Text,
        Text,
        BigInt,
        SqlTs,
        Nullable<Text>,
        Bool,
        BigInt,
        SqlTs,
        Nullable<SqlTs>,
        Nullable<BigInt>,
        Nullable<BigInt>,
    );
    let Sought {
        which,
        above,
        up_to,
        limit,
    } = sought;
    Ok(prepared::<Names>(
        "SELECT o.no, s.name, o.offer_id, p.canonical_id, o.title, o.item_minor, o.price_since, \
             o.quarantine_reason, o.quarantine_by_person, o.product_no, o.seen_at, s.full_seen_at, \
             o.held_by, o.believed_minor \
         FROM offers o JOIN stores s ON s.no = o.store_no JOIN products p ON p.no = o.product_no \
         WHERE o.quarantined AND o.no > ? AND o.no <= ? AND o.from_rev <= ? AND o.to_rev > ? \
             AND (? OR o.held_by IS NULL) \
             AND (? OR NOT o.quarantine_by_person) ORDER BY o.no LIMIT ?",
    )
    .bind::<BigInt, _>(above)
    .bind::<BigInt, _>(up_to)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<Bool, _>(which == HeldPrices::All)
    .bind::<Bool, _>(which != HeldPrices::Open)
    .bind::<BigInt, _>(limit)
    .load(c)
    .await?)
}

pub(crate) async fn settle(
    c: &mut Conn,
    offer: OfferNo,
    verdict: ReviewDecision,
    freshness: Freshness,
) -> Result<Option<HeldOffer>, Failure> {
    triggers::lock(c).await?;
    let revision = writing::locked_revision(c).await?;
    let sought = Sought {
        which: HeldPrices::All,
        above: offer.0.saturating_sub(1),
        up_to: offer.0,
        limit: 1,
    };
    let Some(row) = held(c, revision, sought).await?.pop() else {
        return Ok(None);
    };
    prepared::<()>(
        "UPDATE offers SET to_rev = ?, ends_segment = ?, closed_at = ?, closed_seen_at = ? \
         WHERE no = ?",
    )
    .bind::<BigInt, _>(revision + 1)
    .bind::<Bool, _>(verdict == ReviewDecision::Accepted)
    .bind::<SqlTs, _>(DbTs::new(freshness.now))
    .bind::<SqlTs, _>(row.last_seen_at())
    .bind::<BigInt, _>(row.no)
    .execute(c)
    .await?;
    succeed(c, row.no, verdict == ReviewDecision::Rejected).await?;
    writing::record_changes(c, revision + 1, &[row.product_no]).await?;
    writing::set_revision(c, revision + 1).await?;
    triggers::check_prices(c, revision + 1, &[row.product_no], freshness).await?;
    Ok(Some(HeldOffer::try_from(row)?))
}

/// Begins the successor of an ended version where that ended: held back, or not any more.
async fn succeed(c: &mut Conn, no: i64, is_held: bool) -> Result<(), Failure> {
    prepared::<()>(concatcp!(SUCCEED_WHERE, "no = ?"))
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<BigInt, _>(no)
        .execute(c)
        .await?;
    Ok(())
}
