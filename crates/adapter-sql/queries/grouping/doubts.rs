//! Doubts whether two products are the same.
//!
//! The reading ones run in one transaction that sees one state; for the others the caller holds the catalogue lock.

use adapter_sql::rows::{
    DoubtRow, DoubtedProducts, FirstOfferRow, KnownDoubt, MovedDoubts, TallyRow,
};
use adapter_sql::schema::match_reviews;
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{ExpressionMethods, QueryDsl};
use domain::ids::{DoubtNo, ProductNo};
use ports_store::{DoubtfulMatch, OpenDoubts};

use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl, among};
use crate::queries::importing::candidates;

/// How many products are read at once.
const SIDES: usize = 1000;

pub(crate) async fn list_doubts(c: &mut Conn, limit: u32) -> Result<OpenDoubts, Failure> {
    doubts(c, i64::MIN, i64::MAX, i64::from(limit)).await
}

pub(crate) async fn find_doubt(
    c: &mut Conn,
    no: DoubtNo,
) -> Result<Option<DoubtfulMatch>, Failure> {
    Ok(doubts(c, no.0, no.0, 1).await?.doubts.pop())
}

/// Open doubts with numbers from one to another.
async fn doubts(c: &mut Conn, from: i64, to: i64, limit: i64) -> Result<OpenDoubts, Failure> {
    type Columns = (BigInt, Text, BigInt, BigInt, BigInt, BigInt, BigInt);
    let rows: Vec<DoubtRow> = prepared::<Columns>(
        "WITH asked AS (SELECT r.no, r.reason, s.revision, \
             CASE WHEN p.provenance <> 'feed' AND q.provenance = 'feed' \
                 THEN q.no ELSE p.no END AS product_no, \
             CASE WHEN p.provenance <> 'feed' AND q.provenance = 'feed' \
                 THEN p.no ELSE q.no END AS candidate_no \
             FROM match_reviews r CROSS JOIN catalogue_state s \
             JOIN products p ON p.no = r.product_no JOIN products q ON q.no = r.candidate_no \
             WHERE NOT r.is_settled AND r.no >= ? AND r.no <= ? AND r.from_rev <= s.revision \
                 AND p.from_rev <= s.revision AND q.from_rev <= s.revision \
                 AND p.merged_into IS NULL AND q.merged_into IS NULL), \
         counted AS MATERIALIZED (SELECT a.no, a.reason, a.product_no, a.candidate_no, \
             (SELECT count(*) FROM offers o WHERE o.product_no = a.product_no \
                 AND o.from_rev <= a.revision AND o.to_rev > a.revision) AS own, \
             (SELECT count(*) FROM match_reviews b JOIN offers o ON o.product_no = b.product_no \
                 WHERE b.candidate_no = a.product_no AND NOT b.is_settled \
                 AND o.from_rev <= a.revision AND o.to_rev > a.revision) AS behind, \
             (SELECT count(*) FROM offers o WHERE o.product_no = a.candidate_no \
                 AND o.from_rev <= a.revision AND o.to_rev > a.revision) AS offered \
             FROM asked a) \
         SELECT no, reason, product_no, candidate_no, own + behind AS waiting, \
             (own + behind) * CASE WHEN offered > 1 THEN offered ELSE 1 END AS joins, \
             count(*) OVER () AS open \
         FROM counted WHERE own > 0 ORDER BY joins DESC, waiting DESC, no LIMIT ?",
    )
    .bind::<BigInt, _>(from)
    .bind::<BigInt, _>(to)
    .bind::<BigInt, _>(limit)
    .load(c)
    .await?;
    let known = doubted(c, &rows).await?;
    Ok(known.doubts(rows)?)
}

/// A product, its offers, their stores, the least and the most that is asked, and the first offer.
type Tally = (
    BigInt,
    BigInt,
    BigInt,
    Nullable<BigInt>,
    Nullable<BigInt>,
    BigInt,
);

/// What is known of the products of these doubts.
async fn doubted(c: &mut Conn, rows: &[DoubtRow]) -> Result<DoubtedProducts, Failure> {
    let mut numbers: Vec<i64> = rows
        .iter()
        .flat_map(|row| [row.product_no, row.candidate_no])
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut candidates = Vec::with_capacity(numbers.len());
    for numbers in numbers.chunks(SIDES) {
        candidates.extend(candidates::candidates_at(c, numbers, None).await?);
    }
    let tallies: Vec<TallyRow> = prepared::<Tally>(concatcp!(
        "SELECT o.product_no, count(*), count(DISTINCT o.store_no), \
             min(CASE WHEN o.quarantined THEN NULL ELSE o.item_minor END), \
             max(CASE WHEN o.quarantined THEN NULL ELSE o.item_minor END), min(o.no) \
         FROM offers o CROSS JOIN catalogue_state s \
         WHERE o.from_rev <= s.revision AND o.to_rev > s.revision AND o.product_no",
        IN_NUMBERS,
        "GROUP BY o.product_no",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(numbers))
    .load(c)
    .await?;
    let firsts: Vec<FirstOfferRow> = prepared::<(BigInt, Text, Text)>(concatcp!(
        "SELECT o.product_no, s.name, o.offer_id FROM offers o JOIN stores s ON s.no = o.store_no \
         WHERE o.no",
        IN_NUMBERS,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(tallies.iter().map(|tally| tally.first_no)))
    .load(c)
    .await?;
    Ok(DoubtedProducts::new(candidates, tallies, firsts))
}

pub(crate) async fn find_doubted_with(
    c: &mut Conn,
    product: ProductNo,
) -> Result<Vec<ProductNo>, Failure> {
    let numbers: Vec<i64> = prepared::<BigInt>(
        "SELECT candidate_no AS no FROM match_reviews \
         WHERE product_no = ? AND NOT is_settled \
             AND from_rev <= (SELECT revision FROM catalogue_state) \
         UNION SELECT product_no FROM match_reviews \
         WHERE candidate_no = ? AND NOT is_settled \
             AND from_rev <= (SELECT revision FROM catalogue_state) \
         ORDER BY no",
    )
    .bind::<BigInt, _>(product.0)
    .bind::<BigInt, _>(product.0)
    .load(c)
    .await?;
    Ok(numbers.into_iter().map(ProductNo).collect())
}

/// Asks whether two products are the same, unless that is asked or settled already; whether it is new.
pub(crate) async fn doubt(
    c: &mut Conn,
    product: ProductNo,
    candidate: ProductNo,
    reason: &str,
    next: i64,
) -> Result<bool, Failure> {
    let rows = prepared::<()>(
        "INSERT INTO match_reviews (product_no, candidate_no, reason, from_rev) \
         SELECT p.no, q.no, ?, CAST(? AS bigint) \
         FROM products p JOIN products q ON q.no = ? AND q.no <> p.no \
         WHERE p.no = ? AND p.merged_into IS NULL AND q.merged_into IS NULL \
             AND EXISTS (SELECT 1 FROM offers o \
                 WHERE o.product_no = p.no AND o.from_rev < ? AND o.to_rev >= ?) \
         ON CONFLICT DO NOTHING",
    )
    .bind::<Text, _>(reason.to_owned())
    .bind::<BigInt, _>(next)
    .bind::<BigInt, _>(candidate.0)
    .bind::<BigInt, _>(product.0)
    .bind::<BigInt, _>(next)
    .bind::<BigInt, _>(next)
    .execute(c)
    .await?;
    Ok(rows > 0)
}

/// Whether a doubt waits for a person still.
pub(crate) async fn is_open(c: &mut Conn, no: DoubtNo) -> Result<bool, Failure> {
    let open = match_reviews::table
        .find(no.0)
        .filter(match_reviews::is_settled.eq(false))
        .count();
    Ok(open.get_result::<i64>(c).await? > 0)
}

/// Settles the doubt about two products; whether one was open.
pub(crate) async fn distinct(
    c: &mut Conn,
    product: ProductNo,
    other: ProductNo,
) -> Result<bool, Failure> {
    let settled = prepared::<()>(
        "UPDATE match_reviews SET is_settled = true \
         WHERE NOT is_settled AND ((product_no = ? AND candidate_no = ?) OR (product_no = ? AND candidate_no = ?))",
    )
    .bind::<BigInt, _>(product.0)
    .bind::<BigInt, _>(other.0)
    .bind::<BigInt, _>(other.0)
    .bind::<BigInt, _>(product.0)
    .execute(c)
    .await?;
    Ok(settled > 0)
}

/// A person says that two products are two that may never have been in doubt; which of them are in review no more.
pub(crate) async fn part(
    c: &mut Conn,
    product: ProductNo,
    other: ProductNo,
    next: i64,
) -> Result<Vec<i64>, Failure> {
    prepared::<()>(
        "INSERT INTO match_reviews (product_no, candidate_no, reason, from_rev, is_settled) \
         VALUES (?, ?, 'an offer was moved by hand', ?, false) ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(product.0)
    .bind::<BigInt, _>(other.0)
    .bind::<BigInt, _>(next)
    .execute(c)
    .await?;
    distinct(c, product, other).await?;
    reviewed(c, vec![product.0, other.0]).await
}

/// The doubts about a product that is merged into another are about that one from now on, or gone; which
/// products are in review from now on, or no more.
pub(crate) async fn follow_merge(
    c: &mut Conn,
    product: i64,
    into: i64,
) -> Result<Vec<i64>, Failure> {
    type Columns = (BigInt, BigInt, BigInt, Bool, Bool, Bool);
    let known: Vec<KnownDoubt> = prepared::<Columns>(
        "SELECT r.no, r.product_no, r.candidate_no, r.is_settled, \
             p.provenance <> 'feed', q.provenance <> 'feed' \
         FROM match_reviews r \
         JOIN products p ON p.no = r.product_no JOIN products q ON q.no = r.candidate_no \
         WHERE r.product_no IN (?, ?) OR r.candidate_no IN (?, ?) ORDER BY r.no",
    )
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(into)
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(into)
    .load(c)
    .await?;
    if known.is_empty() {
        return Ok(Vec::new());
    }
    let is_own: bool = prepared::<Bool>("SELECT provenance <> 'feed' FROM products WHERE no = ?")
        .bind::<BigInt, _>(into)
        .get_result(c)
        .await?;
    let moves = MovedDoubts::of(&known, product, into, is_own);
    diesel::delete(match_reviews::table.filter(among(match_reviews::no, moves.gone)))
        .execute(c)
        .await?;
    diesel::update(match_reviews::table.filter(among(match_reviews::no, moves.settled)))
        .set(match_reviews::is_settled.eq(true))
        .execute(c)
        .await?;
    let mut products: Vec<i64> = known.iter().map(|doubt| doubt.product_no).collect();
    products.extend(moves.moved.iter().map(|(_, product, _)| *product));
    for (no, product, candidate) in moves.moved {
        diesel::update(match_reviews::table.find(no))
            .set((
                match_reviews::product_no.eq(product),
                match_reviews::candidate_no.eq(candidate),
            ))
            .execute(c)
            .await?;
    }
    reviewed(c, products).await
}

/// Of these products, those are in review that a feed brought and of which it is asked whether they are another
/// one, and no others; of which of them that was not so.
pub(crate) async fn reviewed(c: &mut Conn, products: Vec<i64>) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(concatcp!(
        "UPDATE products SET in_review = NOT in_review \
         WHERE in_review <> (provenance = 'feed' AND EXISTS (SELECT 1 FROM match_reviews r \
             WHERE r.product_no = products.no AND NOT r.is_settled)) \
             AND merged_into IS NULL AND no",
        IN_NUMBERS,
        "RETURNING no",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(products))
    .load(c)
    .await?)
}
