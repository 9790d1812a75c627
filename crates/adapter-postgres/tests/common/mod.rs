//! Databases for the cases, and what they see and do past the ports.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use adapter_postgres::PostgresStore;
use adapter_postgres::testing::{ScratchDatabase, migrated_database};
use adapter_sql::schema::price_segments;
use adapter_sql::types::DbTs;
use contract_tests::store::{Database, Later, Probes, Refused, Segment, StoreUnderTest};
use diesel::sql_types::Text;
use diesel::{QueryDsl, QueryableByName};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

/// An empty database, and what the cases ask of it.
pub async fn database() -> (Arc<ScratchDatabase>, Database) {
    let database = Arc::new(migrated_database().await);
    let probed: [Arc<ScratchDatabase>; 3] = std::array::from_fn(|_| Arc::clone(&database));
    let [segmented, listed, damaged] = probed;
    let probes = Probes {
        segments: Box::new(move || segments(segmented.direct.clone())),
        rows: Box::new(move || rows(listed.direct.clone())),
        refuse: Box::new(move |refused| refuse(Arc::clone(&damaged), refused)),
    };
    let opened = Arc::clone(&database);
    let cases = Database::new(move || connected(opened.url.clone()), probes);
    (database, cases)
}

fn connected(url: String) -> Later<Arc<dyn StoreUnderTest>> {
    Box::pin(async move {
        let store: Arc<dyn StoreUnderTest> =
            Arc::new(PostgresStore::connect(&url, 4).await.unwrap());
        store
    })
}

fn segments(url: String) -> Later<Vec<Segment>> {
    Box::pin(async move {
        let mut connection = AsyncPgConnection::establish(&url).await.unwrap();
        let rows: Vec<(String, i64, DbTs, DbTs)> = price_segments::table
            .select((
                price_segments::offer_id,
                price_segments::item_minor,
                price_segments::from_at,
                price_segments::last_seen_at,
            ))
            .load(&mut connection)
            .await
            .unwrap();
        let segment =
            |(offer_id, item_minor, from_at, last_seen_at): (String, i64, DbTs, DbTs)| Segment {
                offer_id,
                item_minor,
                from_at: from_at.at(),
                last_seen_at: last_seen_at.at(),
            };
        rows.into_iter().map(segment).collect()
    })
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

async fn lines(connection: &mut AsyncPgConnection, sql: &str) -> Vec<String> {
    let lines: Vec<Line> = diesel::sql_query(sql).load(connection).await.unwrap();
    lines.into_iter().map(|row| row.line).collect()
}

fn rows(url: String) -> Later<Vec<String>> {
    Box::pin(async move {
        let mut connection = AsyncPgConnection::establish(&url).await.unwrap();
        // but those of leases, which count their holders
        let tables = "SELECT tablename::text AS line FROM pg_tables \
             WHERE schemaname = 'public' AND tablename NOT IN ('catalogue_lease', 'key_leases')";
        let mut rows = Vec::new();
        for table in lines(&mut connection, tables).await {
            let sql = format!("SELECT '{table} ' || t::text AS line FROM \"{table}\" t");
            rows.extend(lines(&mut connection, &sql).await);
        }
        rows
    })
}

fn refuse(database: Arc<ScratchDatabase>, refused: Refused) -> Later<()> {
    let when = match refused {
        Refused::Nothing => None,
        Refused::Publishing => {
            Some("UPDATE ON snapshots FOR EACH ROW WHEN (NEW.state = 'published')".to_owned())
        }
        Refused::Catalogue => Some("UPDATE ON catalogue_state FOR EACH ROW".to_owned()),
        Refused::EventsOf(product) => Some(format!(
            "INSERT ON events FOR EACH ROW WHEN (NEW.product_no = {product})"
        )),
    };
    let trigger =
        when.map(|when| format!("CREATE TRIGGER refusal BEFORE {when} EXECUTE FUNCTION refuse();"));
    let trigger = trigger.unwrap_or_default();
    Box::pin(async move {
        let statements = format!(
            "DROP TRIGGER IF EXISTS refusal ON snapshots; \
             DROP TRIGGER IF EXISTS refusal ON catalogue_state; \
             DROP TRIGGER IF EXISTS refusal ON events; \
             CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql \
             AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$; {trigger}"
        );
        ScratchDatabase::execute(&database, &statements).await;
    })
}
