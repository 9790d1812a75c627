//! Cases of `AccessStore`.

use std::sync::Arc;

use domain::access::{Entitlement, Mode, Scope};
use ports_store::{NewApiKey, StoreError, WorkspaceChange};
use tokio::sync::Barrier;

use super::fixtures::day;
use super::{Database, ROUNDS};

fn new_key(id: &str, workspace: &str, n: u8) -> NewApiKey {
    NewApiKey {
        id: format!("key_{id}"),
        workspace: workspace.to_owned(),
        mode: Mode::Test,
        scopes: vec![Scope::WebhooksWrite, Scope::CatalogRead],
        digest: [n; 32],
        created_at: day(i64::from(n)),
    }
}

/// The key with this digest, with its workspace, which was created when it was missing.
pub async fn a_key_is_found_by_its_digest(db: &Database) {
    let store = db.connect().await;
    let new = new_key("a", "acme", 1);
    let inserted = store.insert_key(&new).await.unwrap();
    let found = store.find_key(&[1; 32]).await.unwrap().unwrap();
    assert_eq!(found.key, inserted);
    assert_eq!(
        (found.key.id, found.key.workspace),
        (new.id, "acme".to_owned())
    );
    assert_eq!((found.key.mode, found.key.scopes), (new.mode, new.scopes));
    assert_eq!(
        (found.key.created_at, found.key.revoked_at),
        (new.created_at, None)
    );
    assert_eq!(found.workspace.name, "acme");
    assert_eq!(found.workspace.entitlements, []);
    assert_eq!(store.find_key(&[2; 32]).await.unwrap(), None);
}

/// Workspaces are listed in order of their numbers, a page at a time.
pub async fn workspaces_are_listed_in_order(db: &Database) {
    let store = db.connect().await;
    let change = WorkspaceChange::default();
    let mut saved = Vec::new();
    for name in ["c", "a", "b"] {
        saved.push(store.save_workspace(name, &change).await.unwrap());
    }
    saved.sort_by_key(|workspace| workspace.no);
    let first = store.list_workspaces(None, 2).await.unwrap();
    let rest = store.list_workspaces(Some(first[1].no), 2).await.unwrap();
    assert_eq!([first, rest].concat(), saved);
}

/// A digest or id that exists already is a conflict, and nothing is stored.
pub async fn a_key_exists_once(db: &Database) {
    let store = db.connect().await;
    store.insert_key(&new_key("a", "acme", 1)).await.unwrap();
    for twice in [new_key("b", "other", 1), new_key("a", "other", 2)] {
        let refused = store.insert_key(&twice).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict(_))),
            "{refused:?}"
        );
    }
    assert_eq!(store.list_keys(None).await.unwrap().len(), 1);
}

/// A revoked key is not found; it keeps its first time; an unknown one is `None`.
pub async fn a_revoked_key_is_found_no_more(db: &Database) {
    let store = db.connect().await;
    store.insert_key(&new_key("a", "acme", 1)).await.unwrap();
    assert_eq!(store.revoke_key("key_b", day(5)).await.unwrap(), None);
    let revoked = store.revoke_key("key_a", day(5)).await.unwrap().unwrap();
    assert_eq!(revoked.revoked_at, Some(day(5)));
    assert_eq!(
        store.revoke_key("key_a", day(6)).await.unwrap(),
        Some(revoked.clone())
    );
    assert_eq!(store.find_key(&[1; 32]).await.unwrap(), None);
    assert_eq!(store.list_keys(None).await.unwrap(), [revoked]);
}

/// All keys, oldest first, revoked ones included; of one workspace when named.
pub async fn keys_are_listed_oldest_first(db: &Database) {
    let store = db.connect().await;
    for (id, workspace, n) in [("c", "acme", 2), ("a", "other", 3), ("b", "acme", 1)] {
        store.insert_key(&new_key(id, workspace, n)).await.unwrap();
    }
    store.revoke_key("key_b", day(9)).await.unwrap();
    let list = async |workspace| {
        let keys = store.list_keys(workspace).await.unwrap();
        keys.into_iter().map(|key| key.id).collect::<Vec<_>>()
    };
    assert_eq!(list(None).await, ["key_b", "key_c", "key_a"]);
    assert_eq!(list(Some("acme")).await, ["key_b", "key_c"]);
    assert_eq!(list(Some("ACME")).await, Vec::<String>::new());
}

/// `None` leaves a property as it is; the workspace is created when it is missing.
pub async fn a_workspace_keeps_what_a_change_does_not_say(db: &Database) {
    let store = db.connect().await;
    let all = WorkspaceChange {
        entitlements: Some(vec![Entitlement::WebhooksManage]),
        alert_email: Some("ops@acme.example".to_owned()),
        reads_per_minute: Some(u32::MAX),
    };
    let first = store.save_workspace("acme", &all).await.unwrap();
    assert_eq!(first.entitlements, [Entitlement::WebhooksManage]);
    assert_eq!(first.alert_email.as_deref(), Some("ops@acme.example"));
    assert_eq!(first.reads_per_minute, Some(u32::MAX));
    let same = store
        .save_workspace("acme", &WorkspaceChange::default())
        .await
        .unwrap();
    assert_eq!(same, first);
    let none = WorkspaceChange {
        entitlements: Some(vec![]),
        ..WorkspaceChange::default()
    };
    assert_eq!(
        store
            .save_workspace("acme", &none)
            .await
            .unwrap()
            .entitlements,
        []
    );
    store.insert_key(&new_key("a", "acme", 1)).await.unwrap();
    let found = store.find_key(&[1; 32]).await.unwrap().unwrap().workspace;
    assert_eq!((found.no, found.alert_email), (first.no, first.alert_email));
}

/// Two at once never make two workspaces of one name.
pub async fn of_two_workspaces_at_once_there_is_one(db: &Database) {
    let stores = [db.connect().await, db.connect().await];
    for round in 0..ROUNDS {
        let barrier = Arc::new(Barrier::new(2));
        let tasks = stores.clone().map(|store| {
            let barrier = barrier.clone();
            tokio::spawn(async move {
                barrier.wait().await;
                let name = format!("acme {round}");
                store
                    .save_workspace(&name, &WorkspaceChange::default())
                    .await
                    .unwrap()
                    .no
            })
        });
        let [first, second] = tasks;
        assert_eq!(first.await.unwrap(), second.await.unwrap(), "round {round}");
    }
}

/// Differs as soon as any process has committed a change to keys or workspaces.
pub async fn the_access_epoch_changes_with_every_commit(db: &Database) {
    let (here, elsewhere) = (db.connect().await, db.connect().await);
    let epoch = || here.access_epoch();
    let start = wait_for_other(&epoch, None).await;
    here.insert_key(&new_key("a", "acme", 1)).await.unwrap();
    let inserted = wait_for_other(&epoch, start).await;
    elsewhere.revoke_key("key_a", day(1)).await.unwrap();
    let revoked = wait_for_other(&epoch, inserted).await;
    let change = WorkspaceChange {
        reads_per_minute: Some(1),
        ..WorkspaceChange::default()
    };
    elsewhere.save_workspace("acme", &change).await.unwrap();
    wait_for_other(&epoch, revoked).await;
}

/// A notification may be on its way for a moment, and meanwhile the epoch may not be known.
async fn wait_for_other(epoch: &impl Fn() -> Option<u64>, before: Option<u64>) -> Option<u64> {
    let mut ticks = tokio::time::interval(std::time::Duration::from_millis(10));
    for _ in 0..100 {
        let now = epoch();
        if now.is_some() && now != before {
            return now;
        }
        ticks.tick().await;
    }
    panic!("the epoch stays {before:?}")
}
