//! Signing secrets: in the answers that make them, and nowhere else.

use ports_store::StoredAnswer;

use crate::store::{self, Told, delivery, subscription};
use crate::support::Ask;
use crate::world::World;

fn is_secret(text: &str) -> bool {
    let is_letter = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    let tail = text.strip_prefix("whsec_").unwrap_or_default();
    tail.len() == 43 && tail.bytes().all(is_letter)
}

#[actix_web::test]
async fn secrets_are_shown_when_they_are_made_and_nowhere_else() {
    let world = World::new().await;
    *world.store.subscriptions.lock().unwrap() = vec![subscription(store::WEBHOOK)];
    *world.store.deliveries.lock().unwrap() = vec![delivery(store::DELIVERY, store::EVENT)];
    let mut shown = Vec::new();
    for ask in Ask::changes().into_iter().chain(Ask::reads()) {
        let (name, path) = (ask.named(), ask.path.clone());
        let makes_one =
            ask.method == "POST" && (path == "/v1/webhooks" || path.ends_with("/secret-rotation"));
        let answer = ask.send(&world).await;
        assert!(answer.status.is_success(), "{name}");
        assert_eq!(answer.text().contains("whsec_"), makes_one, "{name}");
        assert_eq!(answer.text().contains("secret\""), makes_one, "{name}");
        if makes_one {
            let secret = answer.json()["signing_secret"].clone();
            let secret = secret.as_str().unwrap().to_owned();
            assert!(is_secret(&secret), "{name}");
            shown.push(secret);
        }
    }
    assert_eq!(shown.len(), 2);
    assert_ne!(shown[0], shown[1]);
    let kept = format!("{:?} {:?}", world.commands(), world.store.outcomes);
    for secret in shown {
        assert!(!kept.contains(&secret));
    }
}

#[actix_web::test]
async fn a_replay_shows_the_secret_again_while_it_is_kept() {
    let world = World::new().await;
    for ask in [Ask::create(), Ask::prepare()] {
        let first = ask.clone().send(&world).await;
        let mut kept = world.store.outcomes.lock().unwrap().pop().unwrap();
        assert!(kept.secret.is_some());
        let replay = |kept| {
            let told = Told::Replayed(kept);
            world.store.told.lock().unwrap().push_back(told);
        };
        replay(kept.clone());
        let again = ask.clone().send(&world).await;
        assert_eq!(again.body, first.body);
        kept.secret = None;
        replay(kept);
        let late = ask.send(&world).await;
        assert_eq!(late.status, 201);
        assert_eq!(late.header("idempotent-replayed"), Some("true"));
        assert_eq!(late.json()["signing_secret"], serde_json::Value::Null);
        assert!(!late.text().contains("whsec_"));
    }
}

#[actix_web::test]
async fn answers_with_secrets_are_neither_kept_by_caches_nor_compressed() {
    let world = World::new().await;
    // an answer of more bytes than others are compressed from
    let long = format!("https://hooks.customer.org/{}", "x".repeat(2000));
    let body = format!(r#"{{"url":"{long}","events":["webhook.test"]}}"#);
    for ask in [Ask::create().json(&body), Ask::prepare()] {
        for coding in ["gzip", "br", "zstd", "*", "identity;q=0, gzip"] {
            let answer = ask.clone().with("Accept-Encoding", coding);
            let answer = answer.send(&world).await;
            assert_eq!(answer.status, 201);
            assert_eq!(answer.header("content-encoding"), None, "{coding}");
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            assert_eq!(answer.header("etag"), None);
            assert!(answer.text().contains("whsec_"));
        }
    }
}

#[actix_web::test]
async fn a_secret_bound_to_another_key_does_not_open() {
    let world = World::new().await;
    Ask::create().send(&world).await;
    let kept = world.store.outcomes.lock().unwrap().pop().unwrap();
    let told = Told::Replayed(kept);
    world.store.told.lock().unwrap().push_back(told);
    let answer = Ask::create().key("order-2").send(&world).await;
    answer.assert_refused(500, "server_error", "moved");
    assert!(!answer.text().contains("whsec_"));
}

#[actix_web::test]
async fn an_answer_that_was_kept_shows_its_secret_while_that_is_kept() {
    let world = World::new().await;
    let first = Ask::create().send(&world).await;
    let outcome = world.store.outcomes.lock().unwrap().pop().unwrap();
    let secret = first.json()["signing_secret"].clone();
    let secret = secret.as_str().unwrap();
    let body = |secret: &str| format!(r#"{{"id":"wh_1","signing_secret":{secret}}}"#);
    for (kept, shown) in [
        (outcome.secret, format!("\"{secret}\"")),
        (None, "null".to_owned()),
    ] {
        let answer = StoredAnswer {
            status: 201,
            body: body("null").into_bytes(),
            location: Some("/v1/webhooks/wh_1".to_owned()),
            secret: kept,
        };
        let told = Told::Answered(answer);
        world.store.told.lock().unwrap().push_back(told);
        let again = Ask::create().send(&world).await;
        assert_eq!(again.status, 201);
        assert_eq!(again.header("location"), Some("/v1/webhooks/wh_1"));
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(again.text(), body(&shown));
    }
}
