//! Cases of `AccessStore`.

use std::sync::Arc;

use domain::access::{Entitlement, Mode, Scope};
use ports_store::{Change, NewApiKey, StoreError, UsedKey, WorkspaceChange};
use tokio::sync::Barrier;

use super::fixtures::day;
use super::{Database, ROUNDS};

fn new_key(id: &str, workspace: &str, n: u8) -> NewApiKey {
    NewApiKey {
        id: format!("key_{id}"),
        workspace: workspace.to_owned(),
        mode: Mode::Test,
        scopes: vec![Scope::WebhooksWrite, Scope::CatalogRead],
        label: format!("for {workspace}"),
        expires_at: Some(day(100 + i64::from(n))),
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
        (found.key.label, found.key.expires_at),
        (new.label, new.expires_at)
    );
    assert_eq!(found.key.last_used_at, None);
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
    assert!(revoked.is_heard);
    assert_eq!(revoked.key.revoked_at, Some(day(5)));
    assert_eq!(
        store.revoke_key("key_a", day(6)).await.unwrap(),
        Some(revoked.clone())
    );
    assert_eq!(store.find_key(&[1; 32]).await.unwrap(), None);
    assert_eq!(store.list_keys(None).await.unwrap(), [revoked.key]);
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

/// The later of two uses of a key stays, whoever notes it first; nothing else changes, and keys that are not there are
/// none.
pub async fn the_last_use_of_a_key_is_kept(db: &Database) {
    let (here, elsewhere) = (db.connect().await, db.connect().await);
    let mut keys = Vec::new();
    for (id, n) in [("a", 1), ("b", 2), ("c", 3)] {
        keys.push(here.insert_key(&new_key(id, "acme", n)).await.unwrap());
    }
    let used = |id: &str, at| UsedKey {
        id: format!("key_{id}"),
        at,
    };
    here.record_key_uses(&[]).await.unwrap();
    let first = [used("a", day(10)), used("b", day(10)), used("x", day(10))];
    here.record_key_uses(&first).await.unwrap();
    let later = [used("a", day(9)), used("b", day(11))];
    elsewhere.record_key_uses(&later).await.unwrap();
    keys[0].last_used_at = Some(day(10));
    keys[1].last_used_at = Some(day(11));
    assert_eq!(here.list_keys(None).await.unwrap(), keys);
    let found = here.find_key(&[2; 32]).await.unwrap().unwrap();
    assert_eq!(found.key.last_used_at, Some(day(11)));
    // that of one that is revoked is still of interest
    here.revoke_key("key_c", day(12)).await.unwrap();
    here.record_key_uses(&[used("c", day(11))]).await.unwrap();
    let listed = here.list_keys(None).await.unwrap();
    assert_eq!(listed[2].last_used_at, Some(day(11)));
}

/// Many replicas note uses of the same keys at once: all are noted, none waits for another for ever.
pub async fn uses_of_keys_are_noted_by_many_at_once(db: &Database) {
    let stores = [db.connect().await, db.connect().await];
    let ids: Vec<String> = (0..20).map(|n| format!("{n:02}")).collect();
    for (id, n) in ids.iter().zip(0..) {
        let new = new_key(id, "acme", n);
        stores[0].insert_key(&new).await.unwrap();
    }
    for round in 0..ROUNDS {
        let barrier = Arc::new(Barrier::new(2));
        let tasks = [0_i64, 1].map(|place| {
            let store = stores[usize::try_from(place).unwrap()].clone();
            let at = day(1000 + 2 * i64::try_from(round).unwrap() + place);
            let uses: Vec<UsedKey> = ids
                .iter()
                .map(|id| UsedKey {
                    id: format!("key_{id}"),
                    at,
                })
                .collect();
            let barrier = barrier.clone();
            tokio::spawn(async move {
                barrier.wait().await;
                store.record_key_uses(&uses).await.unwrap();
                at
            })
        });
        let [first, second] = tasks;
        first.await.unwrap();
        let last = second.await.unwrap();
        let listed = stores[0].list_keys(None).await.unwrap();
        assert!(listed.iter().all(|key| key.last_used_at == Some(last)));
    }
}

/// What a change does not say stays, what it takes away is gone; the workspace is created when it is missing.
pub async fn a_workspace_keeps_what_a_change_does_not_say(db: &Database) {
    let store = db.connect().await;
    let all = WorkspaceChange {
        entitlements: Some(vec![Entitlement::WebhooksManage]),
        alert_email: Change::Set("ops@acme.example".to_owned()),
        reads_per_minute: Change::Set(u32::MAX),
        is_new: true,
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
    // another one of the name is not made, and changes nothing
    for taken in [
        all,
        WorkspaceChange {
            entitlements: Some(vec![]),
            is_new: true,
            ..WorkspaceChange::default()
        },
    ] {
        let refused = store.save_workspace("acme", &taken).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict(_))),
            "{refused:?}"
        );
    }
    let listed = store.list_workspaces(None, 10).await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&first));
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
    let cleared = WorkspaceChange {
        alert_email: Change::Clear,
        reads_per_minute: Change::Clear,
        ..WorkspaceChange::default()
    };
    let cleared = store.save_workspace("acme", &cleared).await.unwrap();
    assert_eq!(
        (cleared.alert_email, cleared.reads_per_minute),
        (None, None)
    );
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
        reads_per_minute: Change::Set(1),
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
