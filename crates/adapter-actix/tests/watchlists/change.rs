use domain::access::Mode;
use domain::ids::WorkspaceNo;

use crate::store::{Call, KNOWN};
use crate::support::Ask;
use crate::world::{CLIENT, World};

/// Texts in a path that are ids of nothing.
const ILL_FORMED: [&str; 9] = [
    "x",
    "6f0c2f4e9a554f7e8f4b2d4c8f1f3a10",
    "%7B6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10%7D",
    "urn:uuid:6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10",
    "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a1g",
    "6f0c2f4e9-a55-4f7e-8f4b-2d4c8f1f3a10",
    "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10;a",
    "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a1%00",
    "..%2F6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3",
];

#[actix_web::test]
async fn a_watch_is_changed_and_shown() {
    let world = World::new().await;
    let ask = Ask::change(&KNOWN.to_string())
        .json(r#"{"target_price":400.5,"destination":"c@d.example","status":"paused"}"#);
    let answer = ask.send(&world).await;
    assert_eq!(answer.status, 200);
    let shown = answer.json();
    assert_eq!(shown["id"], KNOWN.to_string());
    assert_eq!(shown["target_price"].to_string(), "400.5");
    assert_eq!(shown["destination"], "c@d.example");
    assert_eq!(shown["status"], "paused");
    assert_eq!(shown["updated_at"], "2026-03-01T12:00:00.000001Z");
    assert_eq!(shown["created_at"], "2026-03-01T12:00:00.000000Z");
    assert_eq!(shown["current_price"].to_string(), "554.99");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("location"), None);
}

#[actix_web::test]
async fn ids_are_read_in_either_case() {
    let world = World::new().await;
    for id in [KNOWN.to_string(), KNOWN.to_string().to_uppercase()] {
        assert_eq!(Ask::change(&id).send(&world).await.status, 200, "{id}");
        assert_eq!(Ask::remove(&id).send(&world).await.status, 204, "{id}");
    }
}

#[actix_web::test]
async fn the_store_is_told_whose_watch_it_is() {
    let world = World::new().await;
    let id = KNOWN.to_string();
    for (key, workspace, mode) in [
        ("writer", 1, Mode::Live),
        ("tester", 1, Mode::Test),
        ("stranger", 2, Mode::Live),
    ] {
        Ask::list().by(key).send(&world).await;
        Ask::change(&id).by(key).send(&world).await;
        Ask::remove(&id).by(key).send(&world).await;
        let calls = world.calls();
        assert_eq!(calls.len(), 3);
        for call in calls {
            let (Call::List(owner) | Call::Change(owner, ..) | Call::Remove(owner, _)) = call
            else {
                panic!("{call:?}");
            };
            assert_eq!(owner.tenant.workspace, WorkspaceNo(workspace));
            assert_eq!(owner.tenant.mode, mode);
            assert_eq!(owner.client.as_str(), CLIENT);
        }
    }
}

#[actix_web::test]
async fn an_unknown_id_is_not_found() {
    let world = World::new().await;
    let id = "00000000-0000-0000-0000-000000000000";
    for ask in [Ask::change(id), Ask::remove(id)] {
        let answer = ask.send(&world).await;
        assert_eq!(answer.outcome(), (404, "not_found".to_owned()));
    }
}

#[actix_web::test]
async fn an_ill_formed_id_is_refused_by_patch_and_not_found_by_delete() {
    let world = World::new().await;
    for id in ILL_FORMED {
        let patched = Ask::change(id).send(&world).await;
        assert_eq!(
            patched.outcome(),
            (400, "validation_error".to_owned()),
            "{id}"
        );
        assert_eq!(patched.field(), "watch_id", "{id}");
        let deleted = Ask::remove(id).send(&world).await;
        assert_eq!(deleted.outcome(), (404, "not_found".to_owned()), "{id}");
    }
    assert_eq!(world.calls(), []);
}

#[actix_web::test]
async fn delete_answers_without_a_body() {
    let world = World::new().await;
    let answer = Ask::remove(&KNOWN.to_string()).send(&world).await;
    assert_eq!(answer.status, 204);
    assert!(answer.body.is_empty());
    assert_eq!(answer.header("content-type"), None);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[actix_web::test]
async fn idempotency_keys_are_not_looked_at() {
    let world = World::new().await;
    let id = KNOWN.to_string();
    for ask in [Ask::change(&id), Ask::remove(&id)] {
        let ask = ask
            .with("Idempotency-Key", "a b")
            .with("Idempotency-Key", "");
        assert!(ask.send(&world).await.status.is_success());
    }
}
