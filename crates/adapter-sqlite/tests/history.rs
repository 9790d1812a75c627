//! What a year of price history costs. Run by hand, in release:
//! `cargo test --release -p adapter-sqlite --test history -- --ignored --nocapture`
#![expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a measurement"
)]

use std::time::Instant;

use adapter_sql::prepared;
use adapter_sqlite::SqliteStore;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::ids::CanonicalProductId;
use ports_store::{CatalogueWriter, HistoryKeeping, HistoryStore};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

const PRODUCTS: i64 = 2_000;
const STORES: i64 = 10;
const DAYS: i64 = 365;
const BEGIN: OffsetDateTime = datetime!(2025-03-01 6:00 UTC);
const DAY_MICROS: i64 = 86_400_000_000;

/// Products, stores and current offers, and what each offer asks now.
fn catalogue() -> String {
    let begin = BEGIN.unix_timestamp() * 1_000_000;
    format!(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {PRODUCTS}) \
         INSERT INTO products SELECT n, 'p' || n, 'Product ' || n, 'Brand', 'M' || n, '', 'Phones', \
             '', '', NULL, '[]', '[]', 'feed', 1, 0, 0, 1 FROM n; \
         INSERT INTO stores (no, name, folded_name) \
             SELECT no, 'Shop ' || no, 'shop ' || no FROM products WHERE no <= {STORES}; \
         CREATE TEMP TABLE asked AS SELECT p.no AS product_no, s.no AS store_no, \
             lower(substr(hex(randomblob(8)), 1, 12 + p.no % 5)) AS offer_id, {begin} AS from_at, \
             1000 + abs(random()) % 90000 AS item_minor, 0 AS picked FROM products p, stores s; \
         INSERT INTO offers (store_no, offer_id, product_no, title, url, item_minor, delivery_minor, \
             availability, condition, updated_at, price_since, seen_at, quarantined, rung, \
             confidence_milli, content, identity_digest, identity, from_rev) \
             SELECT store_no, offer_id, product_no, 'Title of the product ' || product_no, \
                 'https://shop.example/' || offer_id, item_minor, 490, 'in_stock', 'new', from_at, \
                 from_at, from_at, 0, 'gtin', 1000, zeroblob(16), zeroblob(16), '{{}}', 1 FROM asked; \
         UPDATE catalogue_state SET revision = 1;"
    )
}

/// One day's import: 8 % of the offers ask another price, so what they asked is moved to the past.
fn import(day: i64) -> String {
    let at = BEGIN.unix_timestamp() * 1_000_000 + day * DAY_MICROS;
    format!(
        "UPDATE asked SET picked = abs(random()) % 100 < 8; \
         INSERT OR REPLACE INTO price_segments \
             SELECT product_no, store_no, offer_id, from_at, {at} - {DAY_MICROS}, {at}, item_minor, 490, \
                 'in_stock', 'new', 0, 0 FROM asked WHERE picked; \
         UPDATE asked SET from_at = {at}, item_minor = 1000 + abs(random()) % 90000 WHERE picked;"
    )
}

fn number(c: &mut SqliteConnection, sql: &'static str) -> i64 {
    prepared::<BigInt>(sql).get_result(c).unwrap()
}

fn bytes(c: &mut SqliteConnection) -> i64 {
    number(c, "PRAGMA page_count") * number(c, "PRAGMA page_size")
}

#[expect(
    clippy::cast_precision_loss,
    clippy::as_conversions,
    reason = "a measurement"
)]
fn report(what: &str, bytes: i64, segments: i64) {
    let (bytes, segments) = (bytes as f64, segments as f64);
    eprintln!(
        "{what}: {:.1} bytes for each segment, {:.0} for each offer and year",
        bytes / segments,
        bytes / (PRODUCTS * STORES) as f64
    );
}

/// A pseudorandom product.
fn product(n: u64) -> CanonicalProductId {
    let no = n.wrapping_mul(2_654_435_761) % u64::try_from(PRODUCTS).unwrap() + 1;
    CanonicalProductId::parse(&format!("p{no}")).unwrap()
}

#[tokio::test]
#[ignore = "a measurement"]
async fn a_year_of_history() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("store.db");
    let store = SqliteStore::open(&file, 1).await.unwrap();
    store.migrate().await.unwrap();
    let mut c = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    c.batch_execute(&format!("PRAGMA synchronous = OFF; {}", catalogue()))
        .unwrap();
    let empty = bytes(&mut c);
    for day in 1..=DAYS {
        c.batch_execute(&format!("BEGIN; {} COMMIT;", import(day)))
            .unwrap();
    }
    let segments = number(&mut c, "SELECT count(*) FROM price_segments");
    eprintln!("{segments} segments of {} offers", PRODUCTS * STORES);
    report("as imports leave it", bytes(&mut c) - empty, segments);
    c.batch_execute("VACUUM").unwrap();
    report("after VACUUM", bytes(&mut c) - empty, segments);

    for round in 0..3 {
        let begin = Instant::now();
        let mut read = 0;
        for n in 0..2000 {
            let found = store.find_histories(&[product(n)], BEGIN).await.unwrap();
            read += found
                .iter()
                .flatten()
                .map(|found| found.closed.len())
                .sum::<usize>();
        }
        eprintln!(
            "round {round}: find_histories in {:?}, with {} segments",
            begin.elapsed() / 2000,
            read / 2000
        );
    }
    let keeping = HistoryKeeping {
        drop_before: BEGIN,
        thin_before: BEGIN + Duration::days(DAYS),
    };
    let (mut after, mut longest) = (None, std::time::Duration::ZERO);
    loop {
        let begin = Instant::now();
        after = store.thin(keeping, after).await.unwrap();
        longest = longest.max(begin.elapsed());
        if after.is_none() {
            break;
        }
    }
    let kept = number(&mut c, "SELECT count(*) FROM price_segments");
    eprintln!("thinned to {kept} segments, the longest step in {longest:?}");
}
