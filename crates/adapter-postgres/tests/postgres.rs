//! What only `PostgreSQL` does: notices, partitions, migrations by many, a lock of its own.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

#[path = "postgres/queue.rs"]
mod queue;

use std::process::{Command, Stdio};
use std::time::Duration;

use adapter_postgres::testing::{ScratchDatabase, migrated_database, scratch_database};
use adapter_postgres::{Connections, KeyUse, PostgresStore};
use adapter_sql::columns::UNREPLACED;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use domain::access::{Mode, Scope};
use domain::availability::{Availability, Condition};
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, ProductNo, SnapshotNo};
use domain::money::{Amount, Currency};
use domain::offer::{OfferFacts, OfferIdentity};
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use domain::product::{ProductDraft, Provenance};
use domain::snapshot::SnapshotKind;
use domain::store::{StoreName, StoreTerms};
use ports_store::{
    AccessStore, Assignment, CatalogueReader, CatalogueWriter, CataloguedProduct, Change,
    DeliveryStore, Deployment, EvidenceStore, Forgetting, MatchStore, NewApiKey, OpenSnapshot,
    ReviewDecision, SnapshotStore, SnapshotSummary, StageBatch, StagedOffer, StagedProduct,
    StoreError, StoreTermsChange, SuspectStore, UpkeepStore, UpkeepTask, WorkspaceChange,
};
use time::OffsetDateTime;
use time::macros::datetime;

const NOW: OffsetDateTime = datetime!(2026-03-31 12:00 UTC);
const TICK: time::Duration = time::Duration::seconds(1);

async fn store() -> (ScratchDatabase, PostgresStore) {
    let database = migrated_database().await;
    let store = PostgresStore::connect(&database.url, 4).await.unwrap();
    (database, store)
}

async fn within<T>(what: &str, work: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(Duration::from_secs(20), work).await;
    done.unwrap_or_else(|_| panic!("{what} took too long"))
}

fn key(number: u8) -> NewApiKey {
    NewApiKey {
        id: format!("key_{number:032x}"),
        workspace: "Shop".to_owned(),
        mode: Mode::Live,
        scopes: vec![Scope::CatalogRead],
        label: String::new(),
        expires_at: None,
        digest: [number; 32],
        created_at: NOW,
    }
}

fn opening(observed_at: OffsetDateTime) -> OpenSnapshot {
    OpenSnapshot {
        store: StoreName::parse("Alpha").unwrap(),
        kind: SnapshotKind::Full,
        observed_at,
        opened_at: observed_at,
        offer_ttl: time::Duration::hours(72),
    }
}

#[derive(QueryableByName)]
struct Plan {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    step: String,
}

#[tokio::test]
async fn what_a_feed_no_longer_names_is_found_by_its_store() {
    use diesel_async::RunQueryDsl;

    let (database, _store) = store().await;
    let mut connection = AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap();
    // a catalogue of no size would be read as a whole
    connection
        .batch_execute("SET enable_seqscan = off")
        .await
        .unwrap();
    let mut asked = UNREPLACED.to_owned();
    for value in ["1", "1", "0", "1000"] {
        asked = asked.replacen('?', value, 1);
    }
    let plan: Vec<Plan> = diesel::sql_query(format!("EXPLAIN {asked}"))
        .load(&mut connection)
        .await
        .unwrap();
    let plan: Vec<String> = plan.into_iter().map(|line| line.step).collect();
    assert!(
        plan.iter().any(|it| it.contains("offers_on_offer")),
        "{plan:?}"
    );
    assert!(
        plan.iter().any(|it| it.contains("store_no = 1")),
        "{plan:?}"
    );
    assert!(!plan.iter().any(|it| it.contains("Sort")), "{plan:?}");
}

fn summary(published_at: OffsetDateTime) -> SnapshotSummary {
    SnapshotSummary {
        read: 1,
        accepted: 1,
        rejected: 0,
        delivery_rates: None,
        ambiguous: Vec::new(),
        doubted_until: None,
        published_at,
    }
}

fn product(number: usize) -> StagedProduct {
    let draft = ProductDraft {
        brand: "Brand".to_owned(),
        model: format!("M{number}"),
        category: "Things".to_owned(),
        ..ProductDraft::named(
            CanonicalProductId::parse(&format!("product_{number}")).unwrap(),
            format!("Product {number}"),
            Provenance::Feed,
        )
    };
    StagedProduct {
        draft,
        keys: vec![MatchKey::of_text(&format!("model:{number}"))],
    }
}

fn offer(number: usize, at: OffsetDateTime, assignment: Assignment) -> StagedOffer {
    let minor = 1000 + i64::try_from(number).unwrap();
    StagedOffer {
        identity: OfferIdentity {
            title: format!("Offer {number}"),
            ..OfferIdentity::default()
        },
        facts: OfferFacts {
            offer_id: format!("sku-{number}"),
            url: format!("https://alpha.example/products/{number}"),
            image_url: None,
            item_price: Amount::from_minor(minor).unwrap(),
            delivery_cost: None,
            availability: Availability::InStock,
            stock_quantity: Some(3),
            delivery_days: Some(2),
            delivery_estimate: None,
            condition: Condition::New,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: Some(at),
        },
        content: [1; 16],
        identity_digest: [2; 16],
        assignment,
        rung: MatchRung::New,
        confidence: Confidence::FULL,
        updated_at: at,
        price_since: at,
        seen_at: at,
        replaces: None,
        changes_answers: true,
        ends_segment: true,
        quarantine: None,
        bid: None,
    }
}

/// Stages new products with one offer each.
async fn stage_new(
    store: &PostgresStore,
    snapshot: SnapshotNo,
    numbers: std::ops::Range<usize>,
    at: OffsetDateTime,
) -> Vec<ProductNo> {
    let batch = StageBatch {
        products: numbers.clone().map(product).collect(),
        offers: numbers
            .enumerate()
            .map(|(place, n)| offer(n, at, Assignment::New(place)))
            .collect(),
        ..StageBatch::default()
    };
    store.stage(snapshot, &batch).await.unwrap()
}

#[tokio::test]
async fn an_unreachable_server_is_said_without_the_password() {
    let url = "postgres://someone:geheim@127.0.0.1:1/nothing?sslmode=disable";
    let error = PostgresStore::connect(url, 1).await.err().unwrap();
    assert!(matches!(error, StoreError::Unreachable(_)), "{error:?}");
    assert!(!format!("{error:?} {error}").contains("geheim"));
    assert!(error.to_string().contains("refused"), "{error}");
}

/// The URL of a scratch database with another server before it, and more settings.
fn behind(database: &ScratchDatabase, other: &str, settings: &str) -> String {
    let (scheme, rest) = database.direct.split_once("://").unwrap();
    let (user, rest) = rest.split_once('@').unwrap();
    format!("{scheme}://{user}@{other},{rest}&{settings}")
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_passed_over() {
    let database = migrated_database().await;
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = silent.local_addr().map(|at| (silent, at)).unwrap();
    let url = behind(&database, &silent.1.to_string(), "connect_timeout=1");
    let store = within("a start", PostgresStore::connect(&url, 4)).await;
    let store = store.unwrap();
    let writing = async {
        for number in 0..4 {
            store.insert_key(&key(number)).await.unwrap();
        }
    };
    // the one that answered is asked first
    let in_time = tokio::time::timeout(Duration::from_secs(5), writing).await;
    in_time.expect("the silent one is not asked again");
}

#[tokio::test]
async fn a_server_that_only_reads_is_passed_over_where_the_url_says_so() {
    let (database, _) = store().await;
    let url = behind(&database, "127.0.0.1:1", "target_session_attrs=read-write");
    PostgresStore::connect(&url, 1).await.unwrap();
    let name = database.name();
    let standby = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    database.on_server(&standby).await;
    let refused = PostgresStore::connect(&url, 1).await.err().unwrap();
    assert!(
        matches!(&refused, StoreError::Unreachable(words) if words.contains("refused (os error 111); ")),
        "{refused}"
    );
    let any = behind(&database, "127.0.0.1:1", "target_session_attrs=any");
    PostgresStore::connect(&any, 1).await.unwrap();
}

#[tokio::test]
async fn many_processes_may_migrate_at_once() {
    let database = scratch_database().await;
    let mut running = Vec::new();
    for _ in 0..8 {
        let url = database.url.clone();
        running.push(tokio::spawn(async move {
            PostgresStore::connect(&url, 1)
                .await
                .unwrap()
                .migrate()
                .await
        }));
    }
    for one in running {
        one.await.unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_goes_down_and_up_again() {
    let (database, store) = store().await;
    let shop = store
        .save_workspace("Shop", &WorkspaceChange::default())
        .await
        .unwrap();
    assert_eq!(shop.name, "Shop");
    store.revert_all().await.unwrap();
    database
        .execute(
            "DO $$ BEGIN IF (SELECT count(*) FROM pg_tables WHERE schemaname = 'public' \
             AND tablename <> '__diesel_schema_migrations') > 0 \
             THEN RAISE 'a table is left'; END IF; END $$",
        )
        .await;
    let gone = store.revision().await.unwrap_err();
    assert!(matches!(gone, StoreError::Schema(_)), "{gone:?}");
    store.migrate().await.unwrap();
    assert!(store.list_keys(None).await.unwrap().is_empty());
}

/// As an earlier program left them, as texts.
#[tokio::test]
async fn keys_that_were_texts_become_numbers() {
    let (database, store) = store().await;
    database
        .execute(
            "INSERT INTO products (no, canonical_id, name, brand, model, variant, category, mpn, description, \
                 aliases, specs, provenance, pack_size, is_bundle, in_review, from_rev) \
             SELECT no, no, '', '', '', '', '', '', '', '[]', '[]', 'feed', 1, false, false, 0 \
             FROM generate_series(1, 2) no; \
             INSERT INTO product_gtins (product_no, gtin, place, provenance, confidence_milli, from_rev) \
             VALUES (1, 4000000000761, 0, 'feed', 1000, 0)",
        )
        .await;
    let down =
        include_str!("../../../migrations/postgres/2026-11-24-000141_keys_are_numbers/down.sql");
    database.execute(down).await;
    database
        .execute(
            "INSERT INTO product_keys (key, product_no) \
             VALUES ('n:X-1', 1), ('p:algon laptop', 1), ('p:algon laptop', 2); \
             DELETE FROM __diesel_schema_migrations WHERE version = '20261124000141'",
        )
        .await;
    store.migrate().await.unwrap();
    let found = store.list_candidates(None, 9).await.unwrap();
    let keys: Vec<_> = found.into_iter().map(|it| it.candidate.keys).collect();
    let gtin = Gtin::parse("4000000000761").unwrap();
    let [number, part, words] = [
        MatchKey::of_gtin(gtin),
        MatchKey::of_part_number("n:X-1"),
        MatchKey::of_text("p:algon laptop"),
    ];
    assert_eq!(keys, [vec![number, words, part], vec![words]]);
    store.migrate().await.unwrap();
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let (database, store) = store().await;
    database
        .execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000000')")
        .await;
    let error = store.migrate().await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Schema(text) if text.contains("99991231000000")),
        "{error}"
    );
}

#[tokio::test]
async fn a_read_only_database_is_not_writable() {
    let (database, store) = store().await;
    let statement = format!(
        "ALTER DATABASE {} SET default_transaction_read_only = on",
        database.name()
    );
    database.on_server(&statement).await;
    let reading = PostgresStore::connect(&database.url, 1).await.unwrap();
    let currency = Currency::parse("EUR").unwrap();
    let error = reading
        .claim_deployment(Deployment { currency })
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::NotWritable(_)), "{error:?}");
    let error = reading.open(&opening(NOW)).await.unwrap_err();
    assert!(matches!(error, StoreError::NotWritable(_)), "{error:?}");
    let error = reading.migrate().await.unwrap_err();
    assert!(matches!(error, StoreError::NotWritable(_)), "{error:?}");
    assert_eq!(
        reading.revision().await.unwrap(),
        store.revision().await.unwrap()
    );
}

#[tokio::test]
async fn a_change_of_access_is_told_to_every_store() {
    let (database, store) = store().await;
    let other = PostgresStore::connect(&database.url, 1).await.unwrap();
    let known = within("an epoch", epoch(&store)).await;
    let elsewhere = within("an epoch", epoch(&other)).await;
    store.insert_key(&key(1)).await.unwrap();
    assert_ne!(
        store.access_epoch(),
        Some(known),
        "at once where it was made"
    );
    within("the notice", async {
        while other.access_epoch().is_none_or(|now| now == elsewhere) {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let elsewhere = within("an epoch", epoch(&other)).await;
    store.revoke_key(&key(1).id, NOW).await.unwrap();
    // a revocation waits for every process: nobody relies on what it read before
    assert_ne!(other.access_epoch(), Some(elsewhere));
    assert!(other.find_key(&[1; 32]).await.unwrap().is_none());
}

#[tokio::test]
async fn a_change_of_access_waits_for_no_process_that_has_heard_of_it() {
    async fn quick<T>(round: u8, change: impl Future<Output = Result<T, StoreError>>) -> T {
        let done = tokio::time::timeout(Duration::from_secs(4), change).await;
        done.unwrap_or_else(|_| panic!("round {round} waited for somebody"))
            .unwrap()
    }
    let (database, serving) = store().await;
    let mut processes = vec![serving];
    for _ in 0..2 {
        processes.push(PostgresStore::connect(&database.url, 1).await.unwrap());
    }
    for round in 1..=40 {
        // a command has a store of its own, which is told as well
        let command = PostgresStore::connect(&database.url, 1).await.unwrap();
        command.insert_key(&key(round)).await.unwrap();
        let known: Vec<_> = processes.iter().map(AccessStore::access_epoch).collect();
        let revoked = quick(round, command.revoke_key(&key(round).id, NOW)).await;
        assert!(revoked.is_some());
        for (process, known) in processes.iter().zip(known) {
            let now = process.access_epoch();
            assert!(now.is_none() || now != known, "round {round}: {now:?}");
        }
        let change = WorkspaceChange {
            reads_per_minute: Change::Set(u32::from(round)),
            ..WorkspaceChange::default()
        };
        quick(round, command.save_workspace("Shop", &change)).await;
    }
}

#[tokio::test]
async fn a_process_that_accepts_no_keys_is_never_waited_for() {
    let (database, serving) = store().await;
    let key_use = KeyUse::NotRemembered;
    let command = PostgresStore::connect_as(&database.url, Connections::of(1, 1), key_use).await;
    let command = command.unwrap();
    assert_eq!(command.access_epoch(), None);
    let known = within("an epoch", epoch(&serving)).await;
    command.insert_key(&key(1)).await.unwrap();
    command.revoke_key(&key(1).id, NOW).await.unwrap();
    assert_ne!(serving.access_epoch(), Some(known));
    assert_eq!(command.access_epoch(), None);
    let leases = "DO $$ BEGIN ASSERT (SELECT count(*) FROM key_leases) = 1; END $$";
    database.execute(leases).await;
}

#[tokio::test]
async fn a_process_that_is_busy_hears_of_a_change_of_access() {
    let (database, store) = store().await;
    store.insert_key(&key(1)).await.unwrap();
    let url = database.url.clone();
    let (connected, connecting) = tokio::sync::oneshot::channel();
    let (free, busy) = std::sync::mpsc::channel::<()>();
    let process = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let store = PostgresStore::connect(&url, 1).await.unwrap();
            let known = store.access_epoch();
            connected.send(()).unwrap();
            // nothing else runs on this thread meanwhile
            busy.recv().unwrap();
            assert!(known.is_some() && store.access_epoch() != known);
        });
    });
    connecting.await.unwrap();
    let id = key(1).id;
    let revoked = store.revoke_key(&id, NOW);
    let revoked = tokio::time::timeout(Duration::from_secs(4), revoked).await;
    assert!(
        revoked
            .expect("it waited for a busy process")
            .unwrap()
            .is_some()
    );
    free.send(()).unwrap();
    process.join().unwrap();
}

#[tokio::test]
async fn the_epoch_is_unknown_while_nobody_listens() {
    let (database, store) = store().await;
    let before = within("an epoch", epoch(&store)).await;
    let name = database.name();
    database
        .on_server(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        .await;
    let end =
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    database.on_server(&end).await;
    within("losing the connection", async {
        while store.access_epoch().is_some() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let mut changes = store.catalogue_changes();
    changes.mark_unchanged();
    database
        .on_server(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
        .await;
    within("connecting again", async {
        while store.access_epoch().is_none() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert_ne!(store.access_epoch(), Some(before));
    within("the change", changes.changed()).await.unwrap();
    assert!(
        store.list_keys(None).await.unwrap().is_empty(),
        "the pool has come back, too"
    );
}

#[tokio::test]
async fn a_publish_is_told_to_every_store() {
    let (database, store) = store().await;
    let other = PostgresStore::connect(&database.url, 1).await.unwrap();
    let mut changes = other.catalogue_changes();
    changes.mark_unchanged();
    let opened = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, opened.no, 0..3, NOW).await;
    assert!(
        !changes.has_changed().unwrap(),
        "not before it is published"
    );
    let published = store.publish(opened.no, &summary(NOW)).await.unwrap();
    within("the notice", changes.changed()).await.unwrap();
    assert_eq!(other.revision().await.unwrap(), published.revision);
}

#[tokio::test]
async fn segments_go_to_the_partition_of_their_quarter() {
    let (database, store) = store().await;
    let opened = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, opened.no, 0..2, NOW).await;
    store.publish(opened.no, &summary(NOW)).await.unwrap();
    let later = NOW + time::Duration::days(1);
    let opened = store.open(&opening(later)).await.unwrap();
    let all = store.unreplaced(opened.no, None, 10).await.unwrap();
    assert_eq!(all.len(), 2);
    store.retire(opened.no, &all).await.unwrap();
    store.publish(opened.no, &summary(later)).await.unwrap();
    database
        .execute(
            "DO $$ BEGIN \
             IF (SELECT count(*) FROM price_segments_2026q1 WHERE from_at = last_seen_at) <> 2 \
                 THEN RAISE 'the quarter does not hold them'; END IF; \
             IF (SELECT count(*) FROM price_segments) <> 2 \
                 THEN RAISE 'not each once'; END IF; \
             IF (SELECT count(*) FROM price_segments_default) <> 0 \
                 THEN RAISE 'the default partition is used'; END IF; \
             IF (SELECT count(*) FROM offers) <> 0 THEN RAISE 'offers are left'; END IF; \
             END $$",
        )
        .await;
}

#[tokio::test]
async fn a_snapshot_whose_lock_was_lost_is_superseded() {
    let (database, store) = store().await;
    let first = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, first.no, 0..3, NOW).await;
    let other = PostgresStore::connect(&database.url, 2).await.unwrap();
    // as if it had not been renewed in time
    let run_out = "UPDATE catalogue_lease SET held_until = '-infinity'";
    let second = within("the next import", async {
        loop {
            database.execute(run_out).await;
            match other.open(&opening(NOW)).await {
                Err(StoreError::Locked) => {}
                opened => return opened,
            }
        }
    })
    .await
    .unwrap();
    let late = store
        .stage(first.no, &StageBatch::default())
        .await
        .unwrap_err();
    assert!(matches!(late, StoreError::Superseded), "{late:?}");
    let late = store.publish(first.no, &summary(NOW)).await.unwrap_err();
    assert!(matches!(late, StoreError::Superseded), "{late:?}");
    stage_new(&other, second.no, 1..2, NOW).await;
    other.publish(second.no, &summary(NOW)).await.unwrap();
    let seen = store.list(None, 10).await.unwrap();
    let names: Vec<_> = seen
        .iter()
        .map(|record| record.product.draft.name.as_str())
        .collect();
    assert_eq!(names, ["Product 1"]);
}

/// Whatever connections the server ends, an import that goes on keeps its lock, and one that does not leaves none.
#[tokio::test(flavor = "multi_thread")]
async fn the_lock_does_not_hang_on_a_connection() {
    let (database, store) = store().await;
    let first = store.open(&opening(NOW)).await.unwrap();
    let others = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = '{}' AND pid <> pg_backend_pid()",
        database.name()
    );
    database.on_server(&others).await;
    let other = PostgresStore::connect(&database.url, 2).await.unwrap();
    let refused = within("being refused", other.open(&opening(NOW))).await;
    assert!(matches!(refused, Err(StoreError::Locked)), "{refused:?}");
    within("a connection", async {
        while store.stage(first.no, &StageBatch::default()).await.is_err() {}
    })
    .await;
    store.publish(first.no, &summary(NOW)).await.unwrap();
    let second = within("the next import", other.open(&opening(NOW)))
        .await
        .unwrap();
    drop(second);
    within("the import after it", store.open(&opening(NOW)))
        .await
        .unwrap();
}

/// Who lost the lock writes nothing with it, though its transaction began before.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_whose_lock_was_lost_writes_nothing() {
    let (database, store) = store().await;
    // the lock is lost as soon as it is taken
    database
        .execute(
            "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                 NEW.held_until := '-infinity'; RETURN NEW; END $$; \
             CREATE TRIGGER lose BEFORE UPDATE ON catalogue_lease \
                 FOR EACH ROW EXECUTE FUNCTION lose(); \
             CREATE FUNCTION follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                 UPDATE catalogue_lease SET term = term + 1; RETURN NULL; END $$; \
             CREATE TRIGGER follow AFTER UPDATE ON catalogue_state \
                 FOR EACH STATEMENT EXECUTE FUNCTION follow()",
        )
        .await;
    let StagedProduct { draft, keys } = product(1);
    let product = CataloguedProduct {
        draft,
        keys,
        removed: Vec::new(),
    };
    let refused = within("being refused", store.save_products(&[product])).await;
    assert!(matches!(refused, Err(StoreError::Locked)), "{refused:?}");
    assert!(store.list(None, 10).await.unwrap().is_empty());
}

/// The connection that publishes is ended by the server in the middle of its transaction: the next import of
/// the same process works, and readers saw nothing.
#[tokio::test(flavor = "multi_thread")]
async fn an_ended_connection_of_a_publish_keeps_no_lock() {
    let (database, store) = store().await;
    let first = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, first.no, 0..3, NOW).await;
    let blocker = PostgresStore::connect(&database.url, 1).await.unwrap();
    let keeper = hold_the_catalogue(&database).await;
    let publishing = tokio::spawn({
        let store = store.clone();
        async move { store.publish(first.no, &summary(NOW)).await }
    });
    let end = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = '{}' AND wait_event_type = 'Lock'",
        database.name()
    );
    within("ending the connection", async {
        while !publishing.is_finished() {
            database.on_server(&end).await;
        }
    })
    .await;
    let failed = publishing.await.unwrap();
    assert!(
        matches!(
            failed,
            Err(StoreError::Unreachable(_) | StoreError::Failed(_))
        ),
        "{failed:?}"
    );
    drop(keeper);
    assert!(blocker.list(None, 10).await.unwrap().is_empty());
    let second = within("the next import", store.open(&opening(NOW))).await;
    let second = second.unwrap();
    stage_new(&store, second.no, 1..2, NOW).await;
    store.publish(second.no, &summary(NOW)).await.unwrap();
    assert_eq!(store.list(None, 10).await.unwrap().len(), 1);
}

/// `pg_dump` runs, and waits in the middle for somebody who reads what it has written: imports and reads go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_dump_that_runs_stops_neither_imports_nor_reads() {
    let (database, store) = store().await;
    let opened = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, opened.no, 0..2, NOW).await;
    store.publish(opened.no, &summary(NOW)).await.unwrap();
    // more than a pipe and what is buffered on the way to it can hold
    let much = "CREATE TABLE a_much AS SELECT repeat('x', 1000) FROM generate_series(1, 20000)";
    database.execute(much).await;
    let found = Command::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/find-postgres.sh"
    ))
    .output()
    .unwrap();
    let programs = String::from_utf8(found.stdout).unwrap();
    let mut dump = Command::new(format!("{}/pg_dump", programs.trim()))
        .args(["--dbname", &database.direct])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // it has locked all tables when it begins to send one, and cannot send this one whole
    let sends = "DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity \
        WHERE application_name = 'pg_dump' AND query LIKE 'COPY public.a_much%' \
            AND datname = current_database()) \
        LOOP PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP; END $$";
    within("the dump", database.execute(sends)).await;
    within("the imports", async {
        let later = NOW + TICK;
        let opened = store.open(&opening(later)).await.unwrap();
        let all = store.unreplaced(opened.no, None, 10).await.unwrap();
        store.retire(opened.no, &all).await.unwrap();
        stage_new(&store, opened.no, 2..5, later).await;
        store.publish(opened.no, &summary(later)).await.unwrap();
        let opened = store.open(&opening(later + TICK)).await.unwrap();
        store.discard(opened.no).await.unwrap();
    })
    .await;
    let seen = within("reading", store.list(None, 10)).await.unwrap();
    assert_eq!(seen.len(), 5);
    assert!(dump.try_wait().unwrap().is_none(), "the dump is running");
    let mut dumped = String::new();
    let mut sent = dump.stdout.take().unwrap();
    std::io::Read::read_to_string(&mut sent, &mut dumped).unwrap();
    assert!(dump.wait().unwrap().success());
    // and it is of one instant: that at which it began
    assert!(dumped.contains("product_1") && !dumped.contains("product_2"));
}

/// The database refuses the publish of a snapshot with a code so many times; how the publish ends.
async fn publish_refused(times: u32, code: &str, message: &str) -> Result<(), StoreError> {
    let (database, store) = store().await;
    let opened = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, opened.no, 0..3, NOW).await;
    // a sequence is not rolled back with its transaction
    let refusing = format!(
        "CREATE SEQUENCE refusals; \
         CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF nextval('refusals') <= {times} THEN \
                 RAISE EXCEPTION '{message}' USING ERRCODE = '{code}'; END IF; RETURN NEW; END $$; \
         CREATE TRIGGER refuse BEFORE UPDATE OF revision ON catalogue_state \
             FOR EACH ROW EXECUTE FUNCTION refuse()"
    );
    database.execute(&refusing).await;
    let published = store.publish(opened.no, &summary(NOW)).await;
    let seen = store.list(None, 10).await.unwrap().len();
    assert_eq!(seen, if published.is_ok() { 3 } else { 0 });
    if published.is_err() {
        database
            .execute("DROP TRIGGER refuse ON catalogue_state")
            .await;
    }
    let next = within("the next import", store.open(&opening(NOW + TICK))).await;
    let next = next.unwrap();
    stage_new(&store, next.no, 3..4, NOW + TICK).await;
    store.publish(next.no, &summary(NOW + TICK)).await.unwrap();
    assert_eq!(store.list(None, 10).await.unwrap().len(), seen + 1);
    published.map(|_| ())
}

/// What the database gives up for another transaction is done again, a few times.
#[tokio::test]
async fn publishing_that_is_given_up_for_another_transaction_is_tried_again() {
    let deadlock = publish_refused(1, "40P01", "deadlock detected").await;
    deadlock.unwrap();
    let serialization = publish_refused(2, "40001", "could not serialize access").await;
    serialization.unwrap();
    let endless = publish_refused(1_000, "40P01", "deadlock detected").await;
    assert!(
        matches!(endless, Err(StoreError::TimedOut(_))),
        "{endless:?}"
    );
}

/// So is everything else that is written: by commands, requests and workers.
#[tokio::test]
async fn writing_that_is_given_up_for_another_transaction_is_done_again() {
    let (database, store) = store().await;
    let refusing = "CREATE SEQUENCE refusals; \
         CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF nextval('refusals') <= 2 THEN \
                 RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; \
             RETURN NULL; END $$";
    database.execute(refusing).await;
    let refuse = async |table: &str| {
        let trigger = format!(
            "ALTER SEQUENCE refusals RESTART; \
             CREATE TRIGGER refuse AFTER INSERT OR UPDATE ON {table} \
                 FOR EACH STATEMENT EXECUTE FUNCTION refuse()"
        );
        database.execute(&trigger).await;
    };
    refuse("products").await;
    let StagedProduct { draft, keys } = product(1);
    let products = [CataloguedProduct {
        draft,
        keys,
        removed: Vec::new(),
    }];
    let saved = store.save_products(&products).await.unwrap();
    assert_eq!(saved.created, 1);
    refuse("upkeep").await;
    let task = UpkeepTask::Forgetting;
    let turn = store.begin_upkeep(task, NOW, NOW + TICK).await.unwrap();
    assert_eq!(turn.map(|turn| turn.number), Some(1), "once");
    refuse("stores").await;
    let terms = StoreTermsChange(StoreTerms {
        return_days: Some(14),
        ..StoreTerms::default()
    });
    let freshness = Freshness {
        now: NOW,
        offer_ttl: time::Duration::hours(72),
    };
    let name = StoreName::parse("Alpha").unwrap();
    let saved = store.save_store(&name, &terms, freshness).await.unwrap();
    assert_eq!(saved.terms.return_days, Some(14));
}

/// A session that has ended while nobody used it costs no reader and no writer an error.
#[tokio::test]
async fn an_ended_session_that_nobody_used_is_replaced() {
    let (database, store) = store().await;
    for _ in 0..3 {
        let (one, other) = tokio::join!(store.list(None, 10), store.list(None, 10));
        assert!(one.unwrap().is_empty() && other.unwrap().is_empty());
        let end = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'",
            database.name()
        );
        database.on_server(&end).await;
        store.list(None, 10).await.unwrap();
        store.check_writing().await.unwrap();
    }
}

/// What counts for all that a store offers is noted outside the lock that keeps watches from being changed.
#[tokio::test]
async fn no_change_is_noted_under_the_watch_lock() {
    let (database, store) = store().await;
    let opened = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, opened.no, 0..3, NOW).await;
    store.publish(opened.no, &summary(NOW)).await.unwrap();
    database
        .execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                 IF EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' \
                     AND mode = 'ExclusiveLock' AND pid = pg_backend_pid()) THEN \
                     RAISE EXCEPTION 'under the lock'; END IF; RETURN NULL; END $$; \
             CREATE TRIGGER refuse AFTER INSERT ON changes \
                 FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
        )
        .await;
    let before = store.revision().await.unwrap();
    let terms = StoreTermsChange(StoreTerms {
        delivery_cost: Some(Amount::ZERO),
        ..StoreTerms::default()
    });
    let freshness = Freshness {
        now: NOW,
        offer_ttl: time::Duration::hours(72),
    };
    let name = StoreName::parse("Alpha").unwrap();
    store.save_store(&name, &terms, freshness).await.unwrap();
    let opened = store.open(&opening(NOW + TICK)).await.unwrap();
    let rates = SnapshotSummary {
        delivery_rates: Some(vec![("Things".to_owned(), Amount::ZERO, 1)]),
        ..summary(NOW + TICK)
    };
    store.publish(opened.no, &rates).await.unwrap();
    let changes = store.changes(before).await.unwrap();
    assert_eq!(changes.revision.0, before.0 + 2);
    assert_eq!(changes.products.len(), 3);
    // nor what a verdict over a whole feed changes
    let opened = store.open(&opening(NOW + 2 * TICK)).await.unwrap();
    stage_new(&store, opened.no, 3..5, NOW + 2 * TICK).await;
    let odd = Suspicion {
        kind: SuspicionKind::Shifted,
        summary: "odd".to_owned(),
        evidence: "it is odd".to_owned(),
        stands: time::Duration::DAY,
    };
    let held = store.hold_staged(opened.no, &odd, "odd").await.unwrap();
    assert_eq!(held, 2);
    let published = store.publish(opened.no, &summary(NOW + 2 * TICK)).await;
    published.unwrap();
    let accepted = ReviewDecision::Accepted;
    let settled = store.settle_snapshot(opened.no, accepted, freshness).await;
    assert!(settled.unwrap().is_some());
}

/// A publish that finds no space changes nothing and keeps no lock.
#[tokio::test]
async fn a_full_disk_stops_a_publish_and_nothing_after_it() {
    let full = "could not extend file \"base/1/2\": No space left on device";
    let refused = publish_refused(1, "53100", full).await;
    assert!(
        matches!(refused, Err(StoreError::NotWritable(_))),
        "{refused:?}"
    );
}

/// The number of the state of keys, as soon as it can be told: on a busy machine it may be too old for a moment.
async fn epoch(store: &PostgresStore) -> u64 {
    loop {
        if let Some(epoch) = store.access_epoch() {
            return epoch;
        }
        tokio::task::yield_now().await;
    }
}

/// Who polls hears of who listens, and the other way round, before a change of keys returns.
#[tokio::test]
async fn processes_that_poll_and_that_listen_hear_of_each_other() {
    let (database, listening) = store().await;
    let joined = if database.url.contains('?') { '&' } else { '?' };
    let url = format!("{}{joined}notices=poll", database.url);
    let polling = PostgresStore::connect(&url, 1).await.unwrap();
    for round in 1..=10 {
        let stores = [&listening, &polling];
        for (from, to) in [(0, 1), (1, 0)] {
            let number = round * 2 + u8::try_from(from).unwrap();
            stores[from].insert_key(&key(number)).await.unwrap();
            let known = within("an epoch that can be told", epoch(stores[to])).await;
            stores[from].revoke_key(&key(number).id, NOW).await.unwrap();
            assert_ne!(stores[to].access_epoch(), Some(known), "round {round}");
        }
    }
    let mut changes = polling.catalogue_changes();
    changes.mark_unchanged();
    let opened = listening.open(&opening(NOW)).await.unwrap();
    stage_new(&listening, opened.no, 0..1, NOW).await;
    listening.publish(opened.no, &summary(NOW)).await.unwrap();
    within("the revision", changes.changed()).await.unwrap();
}

/// A process that is gone without a word is waited for until its lease has run out, and not warned of.
#[tokio::test]
async fn a_lease_of_nobody_runs_out() {
    let (database, store) = store().await;
    let lost = "INSERT INTO key_leases SELECT gen_random_uuid(), epoch, \
        clock_timestamp() + interval '2 seconds' FROM key_epoch";
    database.execute(lost).await;
    store.insert_key(&key(1)).await.unwrap();
    let id = key(1).id;
    let revoked = store.revoke_key(&id, NOW);
    let revoked = tokio::time::timeout(Duration::from_secs(4), revoked).await;
    assert!(revoked.expect("longer than the lease").unwrap().is_some());
    let run_out = "DO $$ BEGIN ASSERT (SELECT count(*) FROM key_leases \
        WHERE held_until > clock_timestamp()) = 1; END $$";
    database.execute(run_out).await;
}

/// Keeps the row of the catalogue's state locked until the connection is dropped.
async fn hold_the_catalogue(database: &ScratchDatabase) -> AsyncPgConnection {
    let mut connection = AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap();
    let lock = "BEGIN; SELECT 1 FROM catalogue_state FOR UPDATE";
    connection.batch_execute(lock).await.unwrap();
    connection
}

/// A backup reads all tables in one transaction, which takes as long as it takes: it keeps the locks that `pg_dump`
/// takes, and a partition that is missing cannot be attached.
#[tokio::test]
async fn a_backup_stops_neither_imports_nor_reads() {
    let (database, store) = store().await;
    let mut backup = AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap();
    let lock = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
        LOCK TABLE price_segments, offers, products, stores, snapshots, changes, catalogue_state, \
            past_offers IN ACCESS SHARE MODE";
    backup.batch_execute(lock).await.unwrap();
    within("the imports", async {
        let opened = store.open(&opening(NOW)).await.unwrap();
        stage_new(&store, opened.no, 0..2, NOW).await;
        store.publish(opened.no, &summary(NOW)).await.unwrap();
        let later = NOW + time::Duration::days(1);
        let opened = store.open(&opening(later)).await.unwrap();
        let all = store.unreplaced(opened.no, None, 10).await.unwrap();
        store.retire(opened.no, &all).await.unwrap();
        store.publish(opened.no, &summary(later)).await.unwrap();
    })
    .await;
    let prepared = within("preparing", store.prepare_history(NOW)).await;
    assert!(
        matches!(prepared, Err(StoreError::TimedOut(_))),
        "{prepared:?}"
    );
    assert_eq!(
        within("reading", store.list(None, 10)).await.unwrap().len(),
        2
    );
    let held = "DO $$ BEGIN IF (SELECT count(*) FROM price_segments_default) <> 2 \
            THEN RAISE 'segments are lost'; END IF; END $$";
    database.execute(held).await;
    drop(backup);
    within("the end of the backup", async {
        while store.prepare_history(NOW).await.is_err() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let moved = "DO $$ BEGIN \
        IF (SELECT count(*) FROM price_segments_2026q1) <> 2 THEN RAISE 'not moved'; END IF; \
        IF (SELECT count(*) FROM price_segments) <> 2 THEN RAISE 'not each once'; END IF; \
        IF (SELECT count(*) FROM price_segments_2026q2) <> 0 THEN RAISE 'none'; END IF; \
        IF (SELECT count(*) FROM price_segments_2026q3) <> 0 THEN RAISE 'none'; END IF; \
        IF (SELECT count(*) FROM pg_inherits WHERE inhparent = 'price_segments'::regclass) <> 4 \
            THEN RAISE 'not attached'; END IF; END $$";
    database.execute(moved).await;
}

/// In small batches, of revisions that nobody is told of one by one.
#[tokio::test]
async fn changes_of_old_revisions_are_forgotten() {
    let (database, store) = store().await;
    database
        .execute(
            "UPDATE catalogue_state SET revision = 1003; \
             INSERT INTO changes SELECT r, p FROM generate_series(1, 4) r, generate_series(1, 900) p",
        )
        .await;
    let mut batches = 1;
    while store.forget_changes().await.unwrap() {
        batches += 1;
    }
    assert_eq!(batches, 3);
    let since = domain::ids::Revision(3);
    assert_eq!(store.changes(since).await.unwrap().products.len(), 900);
    database
        .execute(
            "DO $$ BEGIN IF (SELECT count(*) FROM changes) <> 900 \
                 THEN RAISE 'not those of old revisions'; END IF; END $$",
        )
        .await;
}

/// Counts that many transactions noted are added up in a moment, some at a time, also by a connection that has added up so
/// often while the server knew of none that it would keep the plan from then.
#[tokio::test]
async fn many_counts_of_deliveries_are_added_up_in_batches() {
    let database = migrated_database().await;
    let store = PostgresStore::connect(&database.url, 1).await.unwrap();
    database.execute("ANALYZE delivery_counts").await;
    let before = Forgetting {
        now: NOW,
        deliveries: NOW,
        audit: NOW,
        answers: NOW,
    };
    for _ in 0..8 {
        assert!(!store.forget_old(&before).await.unwrap());
    }
    database
        .execute(
            "INSERT INTO delivery_counts (workspace_no, kind, value, rows) \
             SELECT 1 + n % 3, 'took', (n % 500)::text, 1 FROM generate_series(1, 30000) n",
        )
        .await;
    let mut batches = 1;
    while within("adding up", store.forget_old(&before))
        .await
        .unwrap()
    {
        batches += 1;
    }
    assert_eq!(batches, 2);
    let asked = "SELECT count(*) AS rows FROM delivery_counts";
    assert!(rows(&database, asked).await <= 2 * 1500 + 300);
    let asked = "SELECT sum(rows)::bigint AS rows FROM delivery_counts";
    assert_eq!(rows(&database, asked).await, 30_000);
}

/// Prints how long the terms of a store with 1,000,000 offers take to change, and how long who creates a watch would
/// wait meanwhile: `cargo test --release -p adapter-postgres --test postgres -- --ignored --nocapture terms`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it measures and reports"
)]
async fn terms_of_a_million_offers() {
    let (database, store) = store().await;
    let opened = store.open(&opening(NOW)).await.unwrap();
    stage_new(&store, opened.no, 0..1000, NOW).await;
    store.publish(opened.no, &summary(NOW)).await.unwrap();
    let multiplied = "DO $$ DECLARE names text; picked text; BEGIN \
        SELECT string_agg(column_name, ', ' ORDER BY ordinal_position), \
            string_agg(CASE column_name WHEN 'offer_id' THEN 'offer_id || ''-'' || g' \
                ELSE column_name END, ', ' ORDER BY ordinal_position) \
            INTO names, picked FROM information_schema.columns \
            WHERE table_schema = 'public' AND table_name = 'offers' AND column_name <> 'no'; \
        EXECUTE format('INSERT INTO offers (%s) SELECT %s FROM offers, generate_series(1, 999) g', \
            names, picked); END $$; ANALYZE";
    database.execute(multiplied).await;
    let (ended, mut end) = tokio::sync::oneshot::channel::<()>();
    let url = database.direct.clone();
    let waiting = tokio::spawn(async move {
        let mut c = AsyncPgConnection::establish(&url).await.unwrap();
        let mut longest = Duration::ZERO;
        while end.try_recv().is_err() {
            let begin = std::time::Instant::now();
            // the lock of who creates a watch
            let lock = "SELECT pg_advisory_xact_lock_shared(123572441276788)";
            c.batch_execute(lock).await.unwrap();
            longest = longest.max(begin.elapsed());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        longest
    });
    let terms = StoreTermsChange(StoreTerms {
        delivery_cost: Some(Amount::ZERO),
        ..StoreTerms::default()
    });
    let freshness = Freshness {
        now: NOW,
        offer_ttl: time::Duration::hours(72),
    };
    let name = StoreName::parse("Alpha").unwrap();
    let begin = std::time::Instant::now();
    store.save_store(&name, &terms, freshness).await.unwrap();
    let took = begin.elapsed();
    ended.send(()).unwrap();
    let longest = waiting.await.unwrap();
    println!(
        "new terms of 1,000,000 offers: {took:?}; the watches' lock was waited for {longest:?} at most"
    );
}

#[derive(QueryableByName)]
struct Known {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

#[tokio::test]
async fn an_import_tells_the_planner_of_tables_that_have_doubled() {
    let (database, store) = store().await;
    // nobody else does
    let alone = "ALTER TABLE offers SET (autovacuum_enabled = off)";
    database.execute(alone).await;
    let mut connection = AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap();
    let opened = store.open(&opening(NOW)).await.unwrap();
    let mut known = Vec::new();
    for batch in 0..6 {
        stage_new(&store, opened.no, batch * 1000..(batch + 1) * 1000, NOW).await;
        let asked = "SELECT reltuples::bigint AS rows FROM pg_class WHERE relname = 'offers'";
        let asked = diesel::sql_query(asked);
        let found: Vec<Known> = diesel_async::RunQueryDsl::load(asked, &mut connection)
            .await
            .unwrap();
        known.extend(found.iter().map(|known| known.rows));
    }
    assert!(known.iter().any(|rows| *rows >= 1000), "{known:?}");
    known.dedup();
    assert!(known.len() < 5, "after each batch: {known:?}");
}

/// Where few products have very many watches, the planner takes it for the cheapest to read watches until one of a product
/// comes, which for most products is all of them.
#[tokio::test]
async fn staging_reads_no_watches_of_other_products() {
    const PRODUCTS: usize = 200;
    let (database, store) = store().await;
    let opened = store.open(&opening(NOW)).await.unwrap();
    let products = stage_new(&store, opened.no, 0..PRODUCTS, NOW).await;
    store.publish(opened.no, &summary(NOW)).await.unwrap();
    let change = WorkspaceChange::default();
    store.save_workspace("Shop", &change).await.unwrap();
    let watches = "INSERT INTO watches (id, workspace_no, mode, client_id, product_no, channel, target, \
            status, below, created_at, updated_at) \
        SELECT gen_random_uuid(), w.no, 'live', 'client-' || n, p.no, 'webhook', 1, 'active', false, now(), now() \
        FROM workspaces w, (SELECT min(no) AS no FROM products) p, generate_series(1, 5000) n; \
        ANALYZE watches";
    database.execute(watches).await;
    let opened = store.open(&opening(NOW + TICK)).await.unwrap();
    let cheaper = |(number, product): (usize, &ProductNo)| StagedOffer {
        bid: Some(Amount::from_minor(1).unwrap()),
        ..offer(number, NOW + TICK, Assignment::Existing(*product))
    };
    let batch = StageBatch {
        offers: products.iter().enumerate().map(cheaper).collect(),
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    drop(store);
    let read = "SELECT seq_tup_read AS rows FROM pg_stat_user_tables WHERE relname = 'watches'";
    let read = rows_in_the_end(&database, read).await;
    assert!(read < 50_000, "{read} watches read from end to end");
}

/// The number that a statement finds.
async fn rows(database: &ScratchDatabase, asked: &str) -> i64 {
    rows_by(&mut connected(database).await, asked).await
}

/// The number that a statement finds when all other sessions have ended: they tell what they did then, at the latest.
async fn rows_in_the_end(database: &ScratchDatabase, asked: &str) -> i64 {
    const OTHERS: &str = "SELECT count(*) AS rows FROM pg_stat_activity \
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
    let mut connection = connected(database).await;
    within("sessions to end", async {
        while rows_by(&mut connection, OTHERS).await != 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    rows_by(&mut connection, asked).await
}

async fn connected(database: &ScratchDatabase) -> AsyncPgConnection {
    AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap()
}

async fn rows_by(connection: &mut AsyncPgConnection, asked: &str) -> i64 {
    let asked = diesel::sql_query(asked);
    let found: Vec<Known> = diesel_async::RunQueryDsl::load(asked, connection)
        .await
        .unwrap();
    found.first().unwrap().rows
}

/// 1,100 watches of the only product: of a target, of one shop, of a fall. A delivery about it waits. And who writes events writes
/// at most 100 in a transaction, and at most 500 before there is a workspace that lets him go on.
const VERY_MANY: &str = "INSERT INTO watches (id, workspace_no, mode, client_id, product_no, channel, target, \
            status, below, created_at, updated_at, each_time, store_name, condition, percent, reference_minor) \
        SELECT gen_random_uuid(), w.no, 'live', 'client-' || n, p.no, 'webhook', CASE n % 3 WHEN 2 THEN 0 ELSE 50000 END, \
            'active', false, now(), now(), n % 3 > 0, CASE n % 3 WHEN 1 THEN 'Beta' END, \
            CASE n % 3 WHEN 2 THEN 'price_fall' ELSE 'target_price' END, CASE n % 3 WHEN 2 THEN 10 END, \
            CASE n % 3 WHEN 2 THEN 1000 END \
        FROM workspaces w, products p, generate_series(1, 1100) n; \
        INSERT INTO delivery_queue (delivery_no, subscription_no, workspace_no, version, product_no, due_at, attempts, \
            cycle_attempts, created_at) SELECT 1, 1, w.no, 1, p.no, now(), 0, 0, now() FROM workspaces w, products p; \
        CREATE FUNCTION count_them() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
            IF (SELECT count(*) FROM events WHERE xmin = pg_current_xact_id()::xid) > 100 THEN \
                RAISE EXCEPTION 'very many in one transaction'; END IF; \
            IF (SELECT count(*) FROM events) > 500 AND \
                NOT EXISTS (SELECT 1 FROM workspaces WHERE name = 'Go on') THEN \
                RAISE EXCEPTION 'the publisher is stopped'; END IF; RETURN NULL; END $$; \
        CREATE TRIGGER count_them AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION count_them()";

/// A store in which publishing a revision was stopped when it had fired 500 of 1,100 watches, each transaction a hundred at most.
async fn stopped_while_it_fires() -> (ScratchDatabase, PostgresStore) {
    let (database, store) = store().await;
    let currency = Currency::parse("EUR").unwrap();
    store
        .claim_deployment(Deployment { currency })
        .await
        .unwrap();
    let opened = store.open(&opening(NOW)).await.unwrap();
    let products = stage_new(&store, opened.no, 0..1, NOW).await;
    store.publish(opened.no, &summary(NOW)).await.unwrap();
    store
        .save_workspace("Shop", &WorkspaceChange::default())
        .await
        .unwrap();
    database.execute(VERY_MANY).await;
    let opened = store.open(&of_beta(NOW + TICK)).await.unwrap();
    let price = Amount::from_minor(400).unwrap();
    let mut cheap = offer(
        1,
        NOW + TICK,
        Assignment::Existing(*products.first().unwrap()),
    );
    cheap.facts.item_price = price;
    cheap.facts.delivery_cost = Some(Amount::ZERO);
    cheap.bid = Some(price);
    let batch = StageBatch {
        offers: vec![cheap],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    let published = store
        .publish(opened.no, &summary(NOW + TICK))
        .await
        .unwrap();
    assert_eq!(published.triggered, 500, "until it was stopped");
    (database, store)
}

fn of_beta(at: OffsetDateTime) -> OpenSnapshot {
    OpenSnapshot {
        store: StoreName::parse("Beta").unwrap(),
        ..opening(at)
    }
}

fn fresh_at(now: OffsetDateTime) -> Freshness {
    Freshness {
        now,
        offer_ttl: time::Duration::hours(72),
    }
}

/// Lets watches fire again after [`stopped_while_it_fires`].
async fn go_on(store: &PostgresStore) {
    let nothing = WorkspaceChange::default();
    store.save_workspace("Go on", &nothing).await.unwrap();
}

/// However many watches fire with a revision, no transaction fires very many: who changes watches waits for each.
#[tokio::test]
async fn very_many_watches_fire_in_short_transactions() {
    let (database, store) = stopped_while_it_fires().await;
    // they are the publisher's for some seconds, and the workers' then
    let soon = fresh_at(NOW + 2 * TICK);
    assert_eq!(store.fan_out(soon).await.unwrap().fired, 0);
    let to_judge = "SELECT count(*) AS rows FROM evidence_checks";
    assert_eq!(rows(&database, to_judge).await, 1, "watches tell before");
    go_on(&store).await;
    let later = fresh_at(NOW + 20 * TICK);
    let mut fired = 0;
    loop {
        let done = store.fan_out(later).await.unwrap();
        if !done.is_some() {
            break;
        }
        fired += done.fired;
    }
    assert_eq!(fired, 600);
    assert_eq!(rows(&database, to_judge).await, 0);
}

/// What a publisher has left that was killed, whoever publishes next fires first, while workers leave it alone yet.
#[tokio::test]
async fn what_a_killed_publisher_left_fires_before_the_next_revision() {
    let (database, store) = stopped_while_it_fires().await;
    go_on(&store).await;
    let events = "SELECT count(*) AS rows FROM events";
    assert_eq!(rows(&database, events).await, 500);
    let soon = fresh_at(NOW + 2 * TICK);
    assert_eq!(store.fan_out(soon).await.unwrap().fired, 0);
    let opened = store.open(&of_beta(NOW + 2 * TICK)).await.unwrap();
    assert_eq!(rows(&database, events).await, 500);
    let next = summary(NOW + 2 * TICK);
    store.publish(opened.no, &next).await.unwrap();
    assert_eq!(rows(&database, events).await, 1100);
    let left = "SELECT count(*) AS rows FROM watch_checks";
    assert_eq!(rows(&database, left).await, 0);
}

/// Five events that wait to be fanned out; nobody asks for them.
const FIVE_EVENTS: &str = "INSERT INTO events (id, kind, workspace_no, channel, payload, created_at, fan_out_after) \
    SELECT gen_random_uuid(), 'watchlist.triggered', w.no, 'webhook', 'e' || n, now() + n * interval '1 second', 0 \
    FROM workspaces w, generate_series(1, 5) n";

/// Of events that wait, another worker has one in the middle, as one does that came when the first were taken: those behind it
/// wait for it.
#[tokio::test]
async fn events_behind_one_that_another_worker_has_wait_for_it() {
    let (database, store) = store().await;
    let nothing = WorkspaceChange::default();
    store.save_workspace("Shop", &nothing).await.unwrap();
    database.execute(FIVE_EVENTS).await;
    let mut other = AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap();
    let has = "BEGIN; SELECT 1 FROM events WHERE payload = 'e3' FOR UPDATE";
    other.batch_execute(has).await.unwrap();
    let now = Freshness {
        now: NOW,
        offer_ttl: time::Duration::hours(72),
    };
    assert_eq!(store.fan_out(now).await.unwrap().fanned_out, 2);
    let waiting = "SELECT count(*) AS rows FROM events WHERE fan_out_after IS NOT NULL \
        AND payload IN ('e3', 'e4', 'e5')";
    assert_eq!(rows(&database, waiting).await, 3);
    other.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(store.fan_out(now).await.unwrap().fanned_out, 3);
}

/// Prints the rate of staging beside a plain COPY of the same rows:
/// `cargo test --release -p adapter-postgres --test postgres -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "a measurement"]
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it measures and reports"
)]
async fn staging_rate() {
    let (database, store) = store().await;
    let opened = store.open(&opening(NOW)).await.unwrap();
    let shared = stage_new(&store, opened.no, 0..1000, NOW).await;
    let batches: Vec<StageBatch> = (1..101)
        .map(|batch| {
            let numbers = batch * 1000..(batch + 1) * 1000;
            let existing = |n: usize| Assignment::Existing(shared[n % shared.len()]);
            StageBatch {
                offers: numbers.map(|n| offer(n, NOW, existing(n))).collect(),
                ..StageBatch::default()
            }
        })
        .collect();
    let begin = std::time::Instant::now();
    for batch in &batches {
        store.stage(opened.no, batch).await.unwrap();
    }
    let staged = begin.elapsed();
    store.publish(opened.no, &summary(NOW)).await.unwrap();
    database.execute("ANALYZE").await; // as autovacuum does: plans must stay good with it
    database
        .execute(
            "CREATE TABLE copied (LIKE offers INCLUDING ALL); \
             COPY offers TO '/tmp/pcs_offers.copy'",
        )
        .await;
    let begin = std::time::Instant::now();
    database
        .execute("COPY copied FROM '/tmp/pcs_offers.copy'")
        .await;
    let copied = begin.elapsed();
    println!("100,000 offers: staged in {staged:?}, copied in {copied:?}");
    ending_rate(&store).await;
}

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it measures and reports"
)]
async fn ending_rate(store: &PostgresStore) {
    let begin = std::time::Instant::now();
    let opened = store
        .open(&opening(NOW + time::Duration::days(1)))
        .await
        .unwrap();
    for numbers in 0..20 {
        stage_new(
            store,
            opened.no,
            200_000 + numbers * 1000..201_000 + numbers * 1000,
            NOW,
        )
        .await;
    }
    println!(
        "20,000 new products with an offer each: staged in {:?}",
        begin.elapsed()
    );
    let begin = std::time::Instant::now();
    store.discard(opened.no).await.unwrap();
    println!("discarded in {:?}", begin.elapsed());
    let begin = std::time::Instant::now();
    let opened = store
        .open(&opening(NOW + time::Duration::days(1)))
        .await
        .unwrap();
    let mut after = None;
    loop {
        let page = store.unreplaced(opened.no, after, 1000).await.unwrap();
        store.retire(opened.no, &page).await.unwrap();
        after = page.last().copied();
        if page.is_empty() {
            break;
        }
    }
    println!("101,000 offers retired in {:?}", begin.elapsed());
    let begin = std::time::Instant::now();
    store
        .publish(opened.no, &summary(NOW + time::Duration::days(1)))
        .await
        .unwrap();
    println!(
        "published and moved to the price history in {:?}",
        begin.elapsed()
    );
}
