//! The products that an offer may belong to.

use std::collections::BTreeMap;

use adapter_sql::rows::{self, CandidateParts, CandidateRow, GtinRow, KeyRow, KnownAsRow};
use adapter_sql::schema::{product_gtins, product_keys, products};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{ExpressionMethods, QueryDsl, SelectableHelper};
use domain::ids::{CanonicalProductId, ProductNo, SnapshotNo};
use domain::num::i64_from_usize;
use domain::placement::{KEY_LIMIT, MatchKey};
use ports_store::{AskedDoubt, Candidate, KeyedProduct};

use crate::dialect::{Conn, EACH_GIVEN_NUMBER, IN_NUMBERS, IN_TEXTS, RunQueryDsl, among};
use crate::queries::importing::snapshots;

pub(crate) async fn candidates(
    c: &mut Conn,
    snapshot: SnapshotNo,
    of: &[ProductNo],
    ids: &[CanonicalProductId],
) -> Result<Vec<Candidate>, Failure> {
    let store = snapshots::fence_shared(c, snapshot).await?.store_no;
    let numbers: Vec<i64> = of.iter().map(|no| no.0).collect();
    let mut found = candidates_at(c, &numbers, Some(store)).await?;
    if ids.is_empty() {
        return Ok(found);
    }
    let named: Vec<(String, i64)> = prepared::<(Text, BigInt)>(concatcp!(
        "SELECT canonical_id, coalesce(merged_into, no) FROM products WHERE canonical_id",
        IN_TEXTS,
    ))
    .bind::<SqlJson, _>(DbJson::texts(ids.iter().map(CanonicalProductId::as_str)))
    .load(c)
    .await?;
    let numbers: Vec<i64> = named.iter().map(|(_, no)| *no).collect();
    for candidate in candidates_at(c, &numbers, Some(store)).await? {
        // under each id that leads to it, and under its own
        let called = named.iter().filter(|(_, no)| *no == candidate.product.0);
        for (id, _) in called.filter(|(id, _)| id != candidate.id.as_str()) {
            let id = CanonicalProductId::parse(id);
            let id = id.ok_or_else(|| rows::corrupt("products.canonical_id"))?;
            found.push(Candidate {
                id,
                ..candidate.clone()
            });
        }
        found.push(candidate);
    }
    found.sort_by(|a, b| (a.product, &a.id).cmp(&(b.product, &b.id)));
    found.dedup_by(|a, b| (a.product, &a.id) == (b.product, &b.id));
    Ok(found)
}

/// The products that have one of the keys, each with each; a key that very many have finds none.
pub(crate) async fn keyed(
    c: &mut Conn,
    snapshot: SnapshotNo,
    keys: &[MatchKey],
) -> Result<Vec<KeyedProduct>, Failure> {
    snapshots::fence_shared(c, snapshot).await?;
    let keyed = |row: KeyRow| KeyedProduct {
        key: MatchKey::from_number(row.key),
        product: ProductNo(row.product_no),
    };
    Ok(rows_keyed(c, keys).await?.into_iter().map(keyed).collect())
}

/// The numbers of the products that have one of the keys, in order; a key that very many have finds none.
pub(crate) async fn numbers_keyed(c: &mut Conn, keys: &[MatchKey]) -> Result<Vec<i64>, Failure> {
    let rows = rows_keyed(c, keys).await?;
    let mut numbers: Vec<i64> = rows.into_iter().map(|row| row.product_no).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

async fn rows_keyed(c: &mut Conn, keys: &[MatchKey]) -> Result<Vec<KeyRow>, Failure> {
    Ok(prepared::<(BigInt, BigInt)>(concatcp!(
        "SELECT k.key, k.product_no FROM",
        EACH_GIVEN_NUMBER,
        "JOIN product_keys k ON k.key = given.no \
         WHERE NOT EXISTS (SELECT 1 FROM product_keys o WHERE o.key = given.no \
             LIMIT 1 OFFSET ?)",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(keys.iter().map(|key| key.number())))
    .bind::<BigInt, _>(i64_from_usize(KEY_LIMIT))
    .load(c)
    .await?)
}

/// The candidates with these numbers, in order of number. An import names its store as `except`: what the offers of that store
/// call them is left out, because it is no evidence for its own offers, and so are their keys.
pub(crate) async fn candidates_at(
    c: &mut Conn,
    numbers: &[i64],
    except: Option<i64>,
) -> Result<Vec<Candidate>, Failure> {
    let rows: Vec<CandidateRow> = products::table
        .filter(among(products::no, numbers.iter().copied()))
        .filter(products::merged_into.is_null())
        .order(products::no)
        .select(CandidateRow::as_select())
        .load(c)
        .await?;
    let mut parts = trade_numbers(c, numbers).await?;
    if except.is_none() {
        for KeyRow { key, product_no } in keys(c, numbers).await? {
            parts.entry(product_no).or_default().keys.push(key);
        }
    }
    let doubts: Vec<(i64, i64, bool)> = prepared::<(BigInt, BigInt, Bool)>(concatcp!(
        "SELECT product_no, candidate_no, is_settled FROM match_reviews \
         WHERE product_no",
        IN_NUMBERS,
        "ORDER BY product_no, candidate_no, no",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
    .load(c)
    .await?;
    for (product, candidate, is_settled) in doubts {
        let candidate = ProductNo(candidate);
        let asked = &mut parts.entry(product).or_default().asked;
        asked.push(AskedDoubt {
            candidate,
            is_settled,
        });
    }
    let said: Vec<KnownAsRow> = prepared::<(BigInt, Text, Text, Text, Text, Text)>(concatcp!(
        "SELECT merged_into, name, brand, model, variant, mpn FROM products \
         WHERE merged_by = 'person' AND merged_into",
        IN_NUMBERS,
        "ORDER BY no",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
    .load(c)
    .await?;
    for row in said {
        parts
            .entry(row.merged_into)
            .or_default()
            .known_as
            .push(row.into());
    }
    for (product, titles) in titles(c, numbers, except).await? {
        parts.entry(product).or_default().titles = titles;
    }
    for (product, lowest, highest) in item_prices(c, numbers).await? {
        parts.entry(product).or_default().item_minor = Some((lowest, highest));
    }
    let candidate = |row: CandidateRow| {
        let parts = parts.remove(&row.no).unwrap_or_default();
        rows::candidate(row, parts)
    };
    Ok(rows.into_iter().map(candidate).collect::<Result<_, _>>()?)
}

/// The trade item numbers of products.
async fn trade_numbers(
    c: &mut Conn,
    numbers: &[i64],
) -> Result<BTreeMap<i64, CandidateParts>, Failure> {
    let mut parts: BTreeMap<i64, CandidateParts> = BTreeMap::new();
    let gtins: Vec<GtinRow> = product_gtins::table
        .filter(among(product_gtins::product_no, numbers.iter().copied()))
        .order((product_gtins::product_no, product_gtins::place))
        .select(GtinRow::as_select())
        .load(c)
        .await?;
    for row in gtins {
        parts.entry(row.product_no).or_default().gtins.push(row);
    }
    Ok(parts)
}

async fn keys(c: &mut Conn, numbers: &[i64]) -> Result<Vec<KeyRow>, Failure> {
    Ok(product_keys::table
        .filter(among(product_keys::product_no, numbers.iter().copied()))
        .select(KeyRow::as_select())
        .load(c)
        .await?)
}

/// Begins a statement with products as `u`, each with its name and the number at which its first offers end: a product
/// with very many costs no more than others. Places: how many that are at most, the products. Worked out once for each
/// product, not for each of its offers.
const WITH_FIRST_OFFERS: &str = concatcp!(
    "WITH u AS MATERIALIZED (SELECT p.no AS product_no, p.name, coalesce( \
         (SELECT f.no FROM offers f WHERE f.product_no = p.no ORDER BY f.no LIMIT 1 OFFSET ?), \
         9223372036854775807) AS end_no FROM products p WHERE p.no",
    IN_NUMBERS,
    ") ",
);

/// Those of these offers that readers see, as `o`. A condition on them follows.
const FIRST_OFFERS_WHERE: &str = "u CROSS JOIN offers o \
     WHERE o.product_no = u.product_no AND o.no < u.end_no \
         AND o.from_rev <= (SELECT revision FROM catalogue_state) \
         AND o.to_rev > (SELECT revision FROM catalogue_state) AND ";

/// The least and the most that is asked for products, as readers see it, in minor units.
async fn item_prices(c: &mut Conn, numbers: &[i64]) -> Result<Vec<(i64, i64, i64)>, Failure> {
    Ok(prepared::<(BigInt, BigInt, BigInt)>(concatcp!(
        WITH_FIRST_OFFERS,
        "SELECT o.product_no, min(o.item_minor), max(o.item_minor) FROM ",
        FIRST_OFFERS_WHERE,
        "NOT o.quarantined GROUP BY o.product_no",
    ))
    .bind::<BigInt, _>(i64_from_usize(Candidate::OFFERS))
    .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
    .load(c)
    .await?)
}

/// What the offers that readers see call products, but those of one store.
async fn titles(
    c: &mut Conn,
    numbers: &[i64],
    except: Option<i64>,
) -> Result<BTreeMap<i64, Vec<String>>, Failure> {
    let rows: Vec<(i64, String)> = prepared::<(BigInt, Text)>(concatcp!(
        WITH_FIRST_OFFERS,
        "SELECT product_no, title FROM ( \
             SELECT product_no, title, \
                 row_number() OVER (PARTITION BY product_no ORDER BY first_no) AS place \
             FROM (SELECT o.product_no, o.title, min(o.no) AS first_no FROM ",
        FIRST_OFFERS_WHERE,
        "o.title <> u.name AND o.title <> '' AND o.store_no <> ? \
                 GROUP BY o.product_no, o.title) AS called) AS placed \
         WHERE place <= ? ORDER BY product_no, place",
    ))
    .bind::<BigInt, _>(i64_from_usize(Candidate::OFFERS))
    .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
    .bind::<BigInt, _>(except.unwrap_or(i64::MIN))
    .bind::<BigInt, _>(i64_from_usize(Candidate::TITLES))
    .load(c)
    .await?;
    let mut titles: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (product, title) in rows {
        titles.entry(product).or_default().push(title);
    }
    Ok(titles)
}
