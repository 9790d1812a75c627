//! `Idempotency-Key`: where it has to be, what it protects, what is replayed.

use ports_store::{StoreError, StoredAnswer};

use crate::ask::NEW;
use crate::store::{Commanded, Told};
use crate::support::Ask;
use crate::world::World;

fn is_cancel(ask: &Ask) -> bool {
    ask.path.ends_with("/cancel")
}

#[actix_web::test]
async fn every_change_needs_a_key_but_cancelling() {
    let world = World::new().await;
    for ask in Ask::changes() {
        let answer = ask.clone().without("Idempotency-Key").send(&world).await;
        if is_cancel(&ask) {
            assert_eq!(answer.status, 200);
            let claim = world.commands().remove(0).claim;
            assert_eq!(claim, None);
        } else {
            answer.assert_refused(400, "validation_error", &ask.named());
            assert_eq!(answer.fields(), ["Idempotency-Key"]);
        }
        world.assert_untouched();
    }
}

#[actix_web::test]
async fn keys_have_a_form() {
    let world = World::new().await;
    let too_long = [b'k'; 256];
    let bad: &[&[&[u8]]] = &[
        &[b""],
        &[b"a b"],
        &[b"caf\xc3\xa9"],
        &[&too_long],
        &[b"a", b"a"],
        &[b"a", b"b"],
    ];
    for ask in Ask::changes() {
        for values in bad {
            let mut ask = ask.clone().without("Idempotency-Key");
            for value in *values {
                ask = ask.with_bytes("Idempotency-Key", value);
            }
            let answer = ask.clone().send(&world).await;
            answer.assert_refused(400, "validation_error", &ask.named());
            assert_eq!(answer.fields(), ["Idempotency-Key"]);
        }
    }
    world.assert_untouched();
}

async fn fingerprint(world: &World, ask: Ask) -> [u8; 32] {
    assert!(ask.send(world).await.status.is_success());
    let claim = world.commands().remove(0).claim;
    claim.unwrap().fingerprint
}

#[actix_web::test]
async fn claims_tell_requests_apart_and_spellings_not() {
    let world = World::new().await;
    let first = fingerprint(&world, Ask::create()).await;
    let spaced = NEW
        .replace(':', " :\n")
        .replace("https :\n", "https:")
        .replace("in\"", "\\u0069n\"");
    let turned = r#"{"events":["watchlist.triggered"],"url":"https://hooks.customer.org/in"}"#;
    for same in [&spaced, turned] {
        let ask = Ask::create().json(same);
        assert_eq!(fingerprint(&world, ask).await, first, "{same}");
    }
    let mut seen = vec![first];
    let other = Ask::create().json(&NEW.replace("/in", "/out"));
    for ask in Ask::changes().into_iter().skip(1).chain([other]) {
        let name = ask.named();
        let print = fingerprint(&world, ask).await;
        assert!(!seen.contains(&print), "{name}");
        seen.push(print);
    }
}

#[actix_web::test]
async fn claims_name_tenant_key_and_api_key() {
    let world = World::new().await;
    Ask::create().by("tester").key("k-7").send(&world).await;
    let Commanded { context, claim, .. } = world.commands().remove(0);
    let claim = claim.unwrap();
    assert_eq!(claim.key, "k-7");
    assert_eq!(claim.api_key, "key_tester");
    assert_eq!(claim.tenant, context.tenant);
    assert_eq!(context.tenant.workspace.0, 2);
    assert_eq!(context.tenant.mode.code(), "test");
    assert!(context.actor.starts_with("akr_"), "{}", context.actor);
    assert!(!context.actor.contains("tester"));
}

#[actix_web::test]
async fn replays_are_the_first_answer_and_say_so() {
    let world = World::new().await;
    for ask in Ask::changes() {
        let first = ask.clone().send(&world).await;
        assert_eq!(first.header("idempotent-replayed"), None);
        let kept = world.store.outcomes.lock().unwrap().pop().unwrap();
        let told = Told::Replayed(kept);
        world.store.told.lock().unwrap().push_back(told);
        let name = ask.named();
        let again = ask.send(&world).await;
        assert_eq!(again.header("idempotent-replayed"), Some("true"), "{name}");
        assert_eq!(again.status, first.status, "{name}");
        assert_eq!(again.body, first.body, "{name}");
        assert_eq!(again.header("location"), first.header("location"), "{name}");
    }
}

#[actix_web::test]
async fn an_answer_that_was_kept_is_given_as_it_was() {
    let world = World::new().await;
    let kept = StoredAnswer {
        status: 202,
        body: br#"{"as":"it was"}"#.to_vec(),
        location: None,
        secret: None,
    };
    let told = Told::Answered(kept);
    world.store.told.lock().unwrap().push_back(told);
    let answer = Ask::test().send(&world).await;
    assert_eq!(answer.outcome(), (202, String::new()));
    assert_eq!(answer.header("idempotent-replayed"), Some("true"));
    assert_eq!(answer.text(), r#"{"as":"it was"}"#);
}

#[actix_web::test]
async fn used_and_running_keys_are_told_apart() {
    let world = World::new().await;
    for ask in Ask::changes() {
        for (told, status, code, wait) in [
            (Told::KeyReused, 422, "idempotency_key_reused", None),
            (
                Told::Failed(StoreError::Busy),
                409,
                "idempotency_in_progress",
                Some("1"),
            ),
            (Told::Failed(StoreError::Locked), 500, "server_error", None),
        ] {
            world.store.told.lock().unwrap().push_back(told);
            let answer = ask.clone().send(&world).await;
            answer.assert_refused(status, code, &ask.named());
            assert_eq!(answer.header("retry-after"), wait);
        }
    }
}
