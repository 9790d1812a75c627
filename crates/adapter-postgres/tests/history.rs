//! What a year of price history costs. Run by hand, in release:
//! `scripts/with-postgres.sh cargo test --release -p adapter-postgres --test history -- --ignored --nocapture`
#![expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a measurement"
)]

use std::time::Instant;

use adapter_postgres::PostgresStore;
use adapter_postgres::testing::migrated_database;
use adapter_sql::prepared;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, AsyncPgConnection};
use domain::ids::CanonicalProductId;
use ports_store::{HistoryKeeping, HistoryStore};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

const PRODUCTS: i64 = 2_000;
const STORES: i64 = 10;
const DAYS: i64 = 365;
const BEGIN: OffsetDateTime = datetime!(2025-03-01 6:00 UTC);

/// Products, stores and current offers, what each offer asks now, and the partitions of the year.
fn catalogue() -> String {
    format!(
        "INSERT INTO products (no, canonical_id, name, brand, model, variant, category, mpn, \
             description, aliases, specs, provenance, pack_size, is_bundle, in_review, from_rev) \
             SELECT n, 'p' || n, 'Product ' || n, 'Brand', 'M' || n, '', 'Phones', '', '', '[]', '[]', \
                 'feed', 1, false, false, 1 FROM generate_series(1, {PRODUCTS}) n; \
         INSERT INTO stores (no, name, folded_name) \
             SELECT n, 'Shop ' || n, 'shop ' || n FROM generate_series(1, {STORES}) n; \
         CREATE TABLE asked AS SELECT p.no AS product_no, s.no AS store_no, \
             substr(md5(p.no || ' ' || s.no), 1, 12 + (p.no % 5)::int) AS offer_id, \
             to_timestamp({begin}) AS from_at, (1000 + random() * 90000)::bigint AS item_minor, \
             false AS picked FROM products p, stores s; \
         INSERT INTO offers (store_no, offer_id, product_no, title, url, item_minor, delivery_minor, \
             availability, condition, updated_at, price_since, seen_at, quarantined, rung, \
             confidence_milli, content, identity_digest, identity, from_rev) \
             SELECT store_no, offer_id, product_no, 'Title of the product ' || product_no, \
                 'https://shop.example/' || offer_id, item_minor, 490, 'in_stock', 'new', from_at, \
                 from_at, from_at, false, 'gtin', 1000, '0123456789abcdef', '0123456789abcdef', '{{}}', 1 \
             FROM asked; \
         UPDATE catalogue_state SET revision = 1; \
         DO $$ BEGIN FOR n IN 0..4 LOOP EXECUTE format( \
             'CREATE TABLE year_%s PARTITION OF price_segments FOR VALUES FROM (%L) TO (%L)', n, \
             timestamptz '2025-01-01 00:00+00' + n * interval '3 months', \
             timestamptz '2025-01-01 00:00+00' + (n + 1) * interval '3 months'); END LOOP; END $$;",
        begin = BEGIN.unix_timestamp()
    )
}

/// One day's import: 8 % of the offers ask another price, so what they asked is moved to the past.
fn import(day: i64) -> String {
    let at = BEGIN.unix_timestamp() + day * 86_400;
    format!(
        "UPDATE asked SET picked = random() < 0.08; \
         INSERT INTO price_segments (product_no, store_no, offer_id, from_at, last_seen_at, ended_at, \
             item_minor, delivery_minor, availability) \
             SELECT product_no, store_no, offer_id, from_at, to_timestamp({at} - 86400), \
                 to_timestamp({at}), item_minor, 490, 'in_stock' FROM asked WHERE picked; \
         UPDATE asked SET from_at = to_timestamp({at}), item_minor = (1000 + random() * 90000)::bigint \
             WHERE picked;"
    )
}

async fn number(c: &mut AsyncPgConnection, sql: &'static str) -> i64 {
    use diesel_async::RunQueryDsl;

    prepared::<BigInt>(sql).get_result(c).await.unwrap()
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
    let database = migrated_database().await;
    let store = PostgresStore::connect(&database.url, 1).await.unwrap();
    let mut c = AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap();
    database.execute(&catalogue()).await;
    for day in 1..=DAYS {
        database.execute(&import(day)).await;
        if day % 10 == 0 {
            database.execute("VACUUM asked").await; // as autovacuum does
        }
    }
    database.execute("VACUUM ANALYZE").await;
    let segments = number(&mut c, "SELECT count(*) FROM price_segments").await;
    eprintln!("{segments} segments of {} offers", PRODUCTS * STORES);
    let all = "SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits \
               WHERE inhparent = 'price_segments'::regclass";
    report("with the index", number(&mut c, all).await, segments);
    let rows = "SELECT sum(pg_table_size(inhrelid))::bigint FROM pg_inherits \
                WHERE inhparent = 'price_segments'::regclass";
    report("the rows alone", number(&mut c, rows).await, segments);

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
    let kept = number(&mut c, "SELECT count(*) FROM price_segments").await;
    eprintln!("thinned to {kept} segments, the longest step in {longest:?}");
}
