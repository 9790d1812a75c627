//! One statement after the other fails, each in every way in which it can.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use adapter_postgres::{Connections, KeyUse, PostgresStore};
use contract_tests::store::{
    Database, Faulty, a_change_of_terms_that_fails_at_any_statement_is_done_by_the_next,
    a_publish_that_fails_at_any_statement_leaves_no_lock,
    what_a_worker_writes_is_done_again_when_it_is_given_up, what_changes_watches_is_prepared_once,
};
use ports_store::CatalogueReader;

#[path = "common/breaking.rs"]
mod breaking;
mod common;

use breaking::{Breaking, Fault};

/// A database, and a store of it whose way to the server fails like this.
async fn faulty(fault: Fault) -> (Database, Faulty) {
    let (database, cases) = common::database().await;
    let way = Arc::new(Breaking::before(&database.url, fault).await);
    let store = PostgresStore::connect_as(&way.url, Connections::of(2, 2), KeyUse::NotRemembered);
    let store = store.await.unwrap();
    let (striking, sparing) = (Arc::clone(&way), Arc::clone(&way));
    let faulty = Faulty {
        store: Arc::new(store),
        strike: Box::new(move |n| {
            striking.strike(n);
            Box::pin(async {})
        }),
        struck: Box::new(move || {
            let struck = sparing.struck();
            Box::pin(async move { struck })
        }),
    };
    (cases, faulty)
}

async fn publish_with(fault: Fault) {
    let (db, faulty) = faulty(fault).await;
    let statements = a_publish_that_fails_at_any_statement_leaves_no_lock(&db, &faulty).await;
    assert!(statements > 20, "{statements}");
}

/// The pooler gives a connection a session of the server that has just ended.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_given_an_ended_session_connects_once_more() {
    let (database, _) = common::database().await;
    let way = Breaking::before(&database.url, Fault::Cut).await;
    let url = format!("{}&pooling=transaction", way.url);
    let connections = Connections::of(1, 1);
    let store = PostgresStore::connect_as(&url, connections, KeyUse::NotRemembered).await;
    let store = store.unwrap();
    way.strike(1);
    assert!(store.list(None, 10).await.unwrap().is_empty());
    assert!(way.struck());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_watches_is_prepared_once_for_a_connection() {
    let (database, cases) = common::database().await;
    let way = Breaking::before(&database.url, Fault::Cut).await;
    let store = PostgresStore::connect_as(&way.url, Connections::of(1, 1), KeyUse::NotRemembered);
    let store = store.await.unwrap();
    what_changes_watches_is_prepared_once(&cases, &store, &|| way.prepared()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_terms_that_is_cut_at_any_statement_is_done_by_the_next() {
    let (db, faulty) = faulty(Fault::Cut).await;
    let statements =
        a_change_of_terms_that_fails_at_any_statement_is_done_by_the_next(&db, &faulty).await;
    assert!(statements > 20, "{statements}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publish_whose_connection_is_cut_at_any_statement_leaves_no_lock() {
    publish_with(Fault::Cut).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publish_of_which_any_statement_is_unanswered_leaves_no_lock() {
    publish_with(Fault::Unanswered).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publish_of_which_any_statement_is_refused_leaves_no_lock() {
    publish_with(Fault::Refused).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_worker_writes_is_done_again_when_it_is_a_deadlocks_victim() {
    let (db, faulty) = faulty(Fault::Deadlock).await;
    let [fan_out, record] =
        what_a_worker_writes_is_done_again_when_it_is_given_up(&db, &faulty).await;
    assert!(fan_out > 5 && record > 1, "{fan_out}, {record}");
}
