//! Which of several faults is answered (D-07).

use std::sync::atomic::Ordering;

use futures_util::future::join_all;
use ports_store::WatchRefusal;

use crate::store::{KNOWN, Save};
use crate::support::{Ask, Step, bearer, with_plain_coding, with_type, with_version};
use crate::world::World;

const PLAIN: &str = "Bearer realm=\"price-comparison\"";

fn with_key(ask: Ask) -> Ask {
    ask.with("Authorization", &bearer("powerless"))
}

fn with_scope(ask: Ask) -> Ask {
    ask.by("writer")
}

fn with_client(ask: Ask) -> Ask {
    ask.with("X-Service-Client-Id", "client-01")
}

fn broken(method: &str, path: &str) -> Ask {
    Ask::new(method, path)
        .without("X-Service-Client-Id")
        .broken()
}

async fn walk(world: &World, mut ask: Ask, steps: &[Step]) -> Ask {
    let unmended = ask.clone().send(world).await;
    assert_eq!(unmended.outcome(), (401, "authentication_error".to_owned()));
    for (place, (mend, status, code, field)) in steps.iter().enumerate() {
        ask = mend(ask);
        let answer = ask.clone().send(world).await;
        assert_eq!(
            answer.outcome(),
            (*status, (*code).to_owned()),
            "step {place}"
        );
        assert_eq!(answer.field(), *field, "step {place}");
        assert_eq!(
            answer.header("cache-control"),
            Some("no-store"),
            "step {place}"
        );
        if *status == 401 {
            assert_eq!(
                answer.header("www-authenticate"),
                Some(PLAIN),
                "step {place}"
            );
        }
    }
    assert_eq!(world.calls(), []);
    ask
}

#[actix_web::test]
async fn a_creation_is_checked_in_order() {
    let world = World::new().await;
    let steps: &[Step] = &[
        (with_key, 400, "validation_error", "X-API-Version"),
        (with_version, 403, "insufficient_scope", ""),
        (with_scope, 401, "authentication_error", ""),
        (with_client, 400, "validation_error", "Idempotency-Key"),
        (
            |ask| ask.with("Idempotency-Key", "order-1"),
            415,
            "unsupported_media_type",
            "",
        ),
        (with_plain_coding, 415, "unsupported_media_type", ""),
        (with_type, 400, "validation_error", "body"),
        (
            |ask| ask.body(b"{}"),
            400,
            "validation_error",
            "canonical_product_id",
        ),
    ];
    let ask = walk(&world, broken("POST", "/v1/watchlists"), steps).await;
    let good = ask
        .json(r#"{"canonical_product_id":"nova_x2","target_price":5,"destination":"a@b.example"}"#);
    let unknown = Save::Refused(WatchRefusal::UnknownProduct);
    for (save, status) in [(Save::KeyReused, 422), (unknown, 404)] {
        world.store.saves.lock().unwrap().push_back(save);
        assert_eq!(good.clone().send(&world).await.status, status);
    }
    assert_eq!(good.send(&world).await.status, 201);
}

#[actix_web::test]
async fn a_change_is_checked_in_order() {
    let world = World::new().await;
    let steps: &[Step] = &[
        (with_key, 400, "validation_error", "X-API-Version"),
        (with_version, 403, "insufficient_scope", ""),
        (with_scope, 401, "authentication_error", ""),
        (with_client, 400, "validation_error", "watch_id"),
    ];
    let ask = walk(&world, broken("PATCH", "/v1/watchlists/x"), steps).await;
    assert_eq!(ask.send(&world).await.status, 400);
    let path = "/v1/watchlists/00000000-0000-0000-0000-000000000000";
    let steps: &[Step] = &[
        (with_key, 400, "validation_error", "X-API-Version"),
        (with_version, 403, "insufficient_scope", ""),
        (with_scope, 401, "authentication_error", ""),
        (with_client, 415, "unsupported_media_type", ""),
        (with_plain_coding, 415, "unsupported_media_type", ""),
        (with_type, 400, "validation_error", "body"),
    ];
    let ask = walk(&world, broken("PATCH", path), steps).await;
    assert_eq!(
        ask.json(r#"{"status":"paused"}"#).send(&world).await.status,
        404
    );
}

#[actix_web::test]
async fn a_removal_is_checked_in_order() {
    let world = World::new().await;
    let steps: &[Step] = &[
        (with_key, 400, "validation_error", "X-API-Version"),
        (with_version, 403, "insufficient_scope", ""),
        (with_scope, 401, "authentication_error", ""),
        (with_client, 415, "unsupported_media_type", ""),
        (with_plain_coding, 415, "unsupported_media_type", ""),
        (with_type, 404, "not_found", ""),
    ];
    walk(&world, broken("DELETE", "/v1/watchlists/x"), steps).await;
    let path = format!("/v1/watchlists/{KNOWN}");
    let ask = with_type(Ask::new("DELETE", &path).body(b"{"));
    let answer = ask.send(&world).await;
    assert_eq!(answer.status, 204, "a body without meaning is no fault");
}

#[actix_web::test]
async fn a_list_is_checked_in_order() {
    let world = World::new().await;
    let steps: &[Step] = &[
        (with_key, 400, "validation_error", "X-API-Version"),
        (with_version, 403, "insufficient_scope", ""),
        (with_scope, 401, "authentication_error", ""),
        (with_client, 415, "unsupported_media_type", ""),
        (with_plain_coding, 415, "unsupported_media_type", ""),
    ];
    let ask = walk(&world, broken("GET", "/v1/watchlists"), steps).await;
    assert_eq!(with_type(ask).send(&world).await.status, 200);
}

#[actix_web::test]
async fn readers_do_not_write() {
    let world = World::new().await;
    let id = KNOWN.to_string();
    for ask in [Ask::create(), Ask::change(&id), Ask::remove(&id)] {
        let answer = ask.by("reader").send(&world).await;
        assert_eq!(answer.outcome(), (403, "insufficient_scope".to_owned()));
    }
    for ask in [
        Ask::list(),
        Ask::create(),
        Ask::change(&id),
        Ask::remove(&id),
    ] {
        let answer = ask.by("powerless").send(&world).await;
        assert_eq!(answer.outcome(), (403, "insufficient_scope".to_owned()));
    }
    assert_eq!(world.calls(), []);
}

#[actix_web::test]
async fn a_bad_client_is_an_authentication_failure_everywhere() {
    let world = World::new().await;
    let id = KNOWN.to_string();
    let bad: &[&[&[u8]]] = &[
        &[],
        &[b""],
        &[b"short"],
        &[b"\"client-01\""],
        &[b"client 01"],
        &[b"client-01,client-02"],
        &[b"cl\xc3\xafent-01"],
        &[b"client-01", b"client-01"],
    ];
    for ask in [
        Ask::list(),
        Ask::create(),
        Ask::change(&id),
        Ask::remove(&id),
    ] {
        for values in bad {
            let mut ask = ask.clone().without("X-Service-Client-Id");
            for value in *values {
                ask = ask.with_bytes("X-Service-Client-Id", value);
            }
            let answer = ask.send(&world).await;
            assert_eq!(answer.outcome(), (401, "authentication_error".to_owned()));
            assert_eq!(answer.header("www-authenticate"), Some(PLAIN));
        }
    }
    assert_eq!(world.calls(), []);
}

#[actix_web::test]
async fn idempotency_keys_have_a_form() {
    let world = World::new().await;
    let longest = [b'k'; 255];
    for good in [&b"1"[..], b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", &longest] {
        let ask = Ask::create().without("Idempotency-Key");
        let answer = ask.with_bytes("Idempotency-Key", good).send(&world).await;
        assert_eq!(answer.status, 201, "{good:?}");
    }
    world.calls();
    let too_long = [b'k'; 256];
    let bad: &[&[&[u8]]] = &[
        &[],
        &[b""],
        &[b"a b"],
        &[b"caf\xc3\xa9"],
        &[&too_long],
        &[b"a", b"a"],
        &[b"a", b"b"],
    ];
    for values in bad {
        let mut ask = Ask::create().without("Idempotency-Key");
        for value in *values {
            ask = ask.with_bytes("Idempotency-Key", value);
        }
        let answer = ask.send(&world).await;
        assert_eq!(answer.outcome(), (400, "validation_error".to_owned()));
        assert_eq!(answer.field(), "Idempotency-Key");
    }
    assert_eq!(world.calls(), []);
}

fn unknown(number: usize) -> Ask {
    let key = format!("Bearer pcs_live_{number:A>43}");
    Ask::list()
        .without("Authorization")
        .with("Authorization", &key)
}

#[actix_web::test]
async fn unknown_keys_that_come_at_once_ask_the_store_no_more_often_than_they_may_fail() {
    let world = World::limited(None, true, 3).await;
    let known = (0..9).map(|_| Ask::list().send(&world));
    for answer in join_all(known).await {
        assert_eq!(answer.outcome().0, 200, "a key that is found is no failure");
    }
    world.keys.lookups.store(0, Ordering::SeqCst);
    let answers = join_all((0..200).map(|number| unknown(number).send(&world))).await;
    let refused = |status: u16| {
        let all = answers.iter();
        all.filter(|answer| answer.outcome().0 == status).count()
    };
    assert_eq!((refused(401), refused(429)), (3, 197));
    assert_eq!(world.keys.lookups.load(Ordering::SeqCst), 3);
}

#[actix_web::test]
async fn strangers_beyond_the_limit_of_failures_ask_nothing_of_the_store() {
    let world = World::limited(None, true, 3).await;
    let looked_up = || world.keys.lookups.swap(0, Ordering::SeqCst);
    assert_eq!(Ask::list().send(&world).await.outcome().0, 200);
    looked_up();
    for number in 0..3 {
        let refused = unknown(number).send(&world).await;
        assert_eq!(refused.outcome(), (401, "authentication_error".to_owned()));
        assert_eq!(looked_up(), 1);
    }
    for number in 3..9 {
        let refused = unknown(number).send(&world).await;
        assert_eq!(refused.outcome(), (429, "rate_limited".to_owned()));
        let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=20).contains(&wait), "{wait}");
        assert_eq!(looked_up(), 0);
    }
    assert_eq!(Ask::list().send(&world).await.outcome().0, 200, "known");
    let unseen = Ask::list().by("stranger").send(&world).await;
    assert_eq!(unseen.outcome().0, 429);
}
