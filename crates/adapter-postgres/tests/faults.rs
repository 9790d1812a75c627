//! One statement after the other fails, each in every way in which it can.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use adapter_postgres::{Connections, KeyUse, PostgresStore};
use contract_tests::store::{Faulty, a_publish_that_fails_at_any_statement_leaves_no_lock};

#[path = "common/breaking.rs"]
mod breaking;
mod common;

use breaking::{Breaking, Fault};

async fn publish_with(fault: Fault) {
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
    let statements = a_publish_that_fails_at_any_statement_leaves_no_lock(&cases, &faulty).await;
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
