use app::StoredAnswer;
use domain::access::Mode;
use domain::freshness::Freshness;
use domain::ids::WorkspaceNo;
use ports_store::{IdempotencyClaim, StoreError, WantedWatch, WatchRefusal};
use serde_json::json;
use time::Duration;

use crate::catalogue::{ASSUMED, SOLD, UNSOLD};
use crate::store::{Call, Save};
use crate::support::{Ask, START};
use crate::world::{CLIENT, TTL, World};

fn saved(world: &World) -> (WantedWatch, IdempotencyClaim) {
    match world.calls().as_slice() {
        [Call::Save(wanted, claim)] => (WantedWatch::clone(wanted), claim.clone()),
        other => panic!("{other:?}"),
    }
}

fn body(product: &str, more: &str) -> String {
    format!(r#"{{"canonical_product_id":"{product}","target_price":600{more}}}"#)
}

#[actix_web::test]
async fn a_watch_is_created_and_shown_with_its_product() {
    let world = World::new().await;
    let answer = Ask::create().send(&world).await;
    assert_eq!(answer.status, 201);
    let shown = answer.json();
    let id = shown["id"].as_str().unwrap();
    assert_eq!(
        shown,
        json!({
            "id": id,
            "canonical_product_id": SOLD,
            "target_price": 600,
            "channel": "email",
            "destination": "a@b.example",
            "status": "active",
            "created_at": "2026-03-01T12:00:00.000000Z",
            "updated_at": "2026-03-01T12:00:00.000000Z",
            "product": {
                "canonical_product_id": SOLD, "product_name": "Nova", "brand": "Nova", "model": "",
                "variant": "", "match_confidence": 1, "min_price": 554.99, "store_count": 1
            },
            "current_price": 554.99,
            "target_reached": true
        })
    );
    let location = format!("/v1/watchlists/{id}");
    assert_eq!(answer.header("location"), Some(location.as_str()));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    for absent in ["idempotent-replayed", "etag", "content-encoding"] {
        assert_eq!(answer.header(absent), None, "{absent}");
    }
}

#[actix_web::test]
async fn the_store_is_told_whose_watch_and_which_request_it_is() {
    let world = World::with(Some(7), true).await;
    Ask::create().by("tester").send(&world).await;
    let (wanted, claim) = saved(&world);
    assert_eq!(wanted.owner.client.as_str(), CLIENT);
    assert_eq!(wanted.owner.tenant.workspace, WorkspaceNo(1));
    assert_eq!(wanted.owner.tenant.mode, Mode::Test);
    assert_eq!(wanted.product.as_str(), SOLD);
    assert_eq!(wanted.quota, Some(7));
    let freshness = Freshness {
        now: START,
        offer_ttl: TTL,
    };
    assert_eq!(wanted.showing.freshness, freshness);
    assert_eq!(claim.tenant, wanted.owner.tenant);
    assert_eq!((claim.key.as_str(), claim.at), ("order-1", START));
    assert_eq!(claim.api_key, "key_tester");
}

#[actix_web::test]
async fn a_product_that_nobody_sells_has_no_price() {
    let world = World::new().await;
    let ask = Ask::create().json(&body(UNSOLD, r#","destination":"a@b.example""#));
    let shown = ask.send(&world).await.json();
    for (name, value) in [
        ("product", json!(null)),
        ("current_price", json!(null)),
        ("target_reached", json!(false)),
    ] {
        assert_eq!(shown[name], value, "{name}");
    }
}

#[actix_web::test]
async fn an_assumed_price_is_shown_as_search_shows_it() {
    let world = World::new().await;
    let ask = Ask::create().json(&body(ASSUMED, r#","destination":"a@b.example""#));
    let shown = ask.send(&world).await.json();
    assert_eq!(shown["current_price"], json!(504.98));
    assert_eq!(shown["product"]["min_price"], json!(504.98));
    assert_eq!(shown["target_reached"], true);
}

#[actix_web::test]
async fn a_price_at_the_target_has_not_reached_it() {
    let world = World::new().await;
    for (target, reached) in [("554.99", false), ("554.9901", true), ("554.9899", false)] {
        let body = format!(
            r#"{{"canonical_product_id":"{SOLD}","target_price":{target},"destination":"a@b.example"}}"#
        );
        let shown = Ask::create().json(&body).send(&world).await.json();
        assert_eq!(shown["target_reached"], reached, "{target}");
        assert_eq!(shown["target_price"].to_string(), target);
    }
}

#[actix_web::test]
async fn webhook_watches_need_no_address() {
    for (more, shown_destination) in [
        (r#","channel":"webhook""#, json!(null)),
        (
            r#","channel":"webhook","condition":"target_price","destination":"a@b.example""#,
            json!("a@b.example"),
        ),
    ] {
        let world = World::new().await;
        let answer = Ask::create().json(&body(SOLD, more)).send(&world).await;
        assert_eq!(answer.status, 201);
        let shown = answer.json();
        assert_eq!(shown["channel"], "webhook");
        assert_eq!(shown["destination"], shown_destination);
        assert!(shown.get("condition").is_none());
        assert!(saved(&world).0.deliverable);
    }
}

#[actix_web::test]
async fn only_webhook_watches_need_webhooks() {
    let world = World::with(None, false).await;
    Ask::create().send(&world).await;
    assert!(saved(&world).0.deliverable);
    world
        .store
        .saves
        .lock()
        .unwrap()
        .push_back(Save::Refused(WatchRefusal::DeliveryUnavailable));
    let ask = Ask::create().json(&body(SOLD, r#","channel":"webhook""#));
    let answer = ask.send(&world).await;
    assert!(!saved(&world).0.deliverable);
    assert_eq!(answer.outcome(), (503, "delivery_unavailable".to_owned()));
    assert_eq!(answer.header("retry-after"), None);
}

#[actix_web::test]
async fn refusals_are_told_apart() {
    let world = World::new().await;
    for (save, status, code, retry_after, field) in [
        (Save::KeyReused, 422, "idempotency_key_reused", None, ""),
        (
            Save::Failed(StoreError::Busy),
            409,
            "idempotency_in_progress",
            Some("1"),
            "",
        ),
        (
            Save::Refused(WatchRefusal::UnknownProduct),
            404,
            "not_found",
            None,
            "",
        ),
        (
            Save::Refused(WatchRefusal::NoSourceEvidence),
            400,
            "validation_error",
            None,
            "canonical_product_id",
        ),
        (
            Save::Refused(WatchRefusal::QuotaReached),
            429,
            "rate_limited",
            Some("3600"),
            "",
        ),
        (
            Save::Failed(StoreError::Failed("secret".to_owned())),
            500,
            "server_error",
            None,
            "",
        ),
    ] {
        world.store.saves.lock().unwrap().push_back(save);
        let answer = Ask::create().send(&world).await;
        assert_eq!(answer.outcome(), (status, code.to_owned()));
        assert_eq!(answer.header("retry-after"), retry_after, "{code}");
        assert_eq!(answer.field(), field, "{code}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert!(!answer.json().to_string().contains("secret"));
    }
}

#[actix_web::test]
async fn an_answer_that_was_kept_is_given_as_it_was() {
    let world = World::new().await;
    let first = StoredAnswer {
        status: 201,
        body: br#"{"id":"as it was","current_price":1.0}"#.to_vec(),
        location: Some("/v1/watchlists/as-it-was".to_owned()),
        secret: None,
    };
    let replay = Save::Answered(first.clone());
    world.store.saves.lock().unwrap().push_back(replay);
    let answer = Ask::create().send(&world).await;
    assert_eq!(answer.status, 201);
    assert_eq!(answer.body.to_vec(), first.body);
    assert_eq!(answer.header("location"), first.location.as_deref());
    assert_eq!(answer.header("idempotent-replayed"), Some("true"));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[actix_web::test]
async fn a_replay_is_the_first_answer_and_says_so() {
    let world = World::new().await;
    let first = Ask::create().send(&world).await;
    let kept = world.store.saved.lock().unwrap().pop().unwrap();
    let replay = Save::Replayed(Box::new(kept));
    world.store.saves.lock().unwrap().push_back(replay);
    // whatever the time is, and whatever became of the price
    world.clock.advance(Duration::hours(100));
    let again = Ask::create().send(&world).await;
    assert_eq!((again.status, &again.body), (first.status, &first.body));
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(first.header("idempotent-replayed"), None);
}

/// The fingerprint of a request.
async fn fingerprint(ask: Ask) -> [u8; 32] {
    let world = World::new().await;
    assert_eq!(ask.send(&world).await.status, 201);
    saved(&world).1.fingerprint
}

#[actix_web::test]
async fn one_request_has_one_fingerprint() {
    let plain = |text: &str| Ask::create().json(text);
    let first =
        r#"{"canonical_product_id":"nova_x2","target_price":600,"destination":"a@b.example"}"#;
    let expected = fingerprint(plain(first)).await;
    for same in [
        plain(
            r#" {"destination" : "a\u0040b.example","target_price":6e2,
            "canonical_product_id":"nova_x2"} "#,
        ),
        plain(&first.replace("600", "600.000")),
        plain(first)
            .with("X-Request-Id", "another")
            .with("X-API-Version", "1"),
        plain(first).by("tester"),
        plain(first)
            .without("Idempotency-Key")
            .with("Idempotency-Key", "order-2"),
    ] {
        assert_eq!(fingerprint(same).await, expected);
    }
    for other in [
        plain(&first.replace("600", "600.0001")),
        plain(&first.replace("a@b", "A@b")),
        plain(&first.replace(SOLD, ASSUMED)),
        plain(&first.replace("600", r#"600,"channel":"email""#)),
        plain(first)
            .without("X-Service-Client-Id")
            .with("X-Service-Client-Id", "Client-01"),
    ] {
        assert_ne!(fingerprint(other).await, expected);
    }
}

#[actix_web::test]
async fn ids_are_new_each_time() {
    let world = World::new().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        Ask::create().send(&world).await;
        ids.push(saved(&world).0.id);
    }
    ids.dedup();
    assert_eq!(ids.len(), 3);
}
