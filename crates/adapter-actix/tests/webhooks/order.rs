//! Which of several faults is answered (D-07).

use ports_store::CommandRefusal;

use crate::ask::{NEW, WEBHOOK};
use crate::store::Told;
use crate::support::{Ask, Step, bearer, with_plain_coding, with_type, with_version};
use crate::world::World;

fn with_key(ask: Ask) -> Ask {
    ask.key("order-1")
}

fn broken(method: &str, path: &str) -> Ask {
    Ask::new(method, path).without("Idempotency-Key").broken()
}

async fn walk(world: &World, ask: Ask, steps: &[Step]) -> Ask {
    let mut ask = ask;
    let unmended = ask.clone().send(world).await;
    unmended.assert_refused(401, "authentication_error", "unmended");
    for (place, (mend, status, code, field)) in steps.iter().enumerate() {
        ask = mend(ask);
        let answer = ask.clone().send(world).await;
        let about = format!("step {place} of {}", ask.named());
        answer.assert_refused(*status, code, &about);
        assert_eq!(answer.fields().join(" "), *field, "{about}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    world.assert_untouched();
    ask
}

#[actix_web::test]
async fn a_registration_is_checked_in_order() {
    let world = World::new().await;
    let steps: &[Step] = &[
        (
            |ask| ask.with("Authorization", &bearer("powerless")),
            400,
            "validation_error",
            "X-API-Version",
        ),
        (with_version, 403, "insufficient_scope", ""),
        (|ask| ask.by("unentitled"), 403, "entitlement_required", ""),
        (
            |ask| ask.by("writer"),
            400,
            "validation_error",
            "Idempotency-Key",
        ),
        (with_key, 415, "unsupported_media_type", ""),
        (with_plain_coding, 415, "unsupported_media_type", ""),
        (with_type, 400, "validation_error", "body"),
    ];
    let ask = walk(&world, broken("POST", "webhooks"), steps).await;
    let good = ask.json(NEW);
    for (told, status) in [
        (Told::KeyReused, 422),
        (Told::Refused(CommandRefusal::DeliveryUnavailable), 503),
        (Told::Refused(CommandRefusal::QuotaReached), 429),
    ] {
        world.store.told.lock().unwrap().push_back(told);
        assert_eq!(good.clone().send(&world).await.status, status);
    }
    assert_eq!(good.send(&world).await.status, 201);
}

#[actix_web::test]
async fn a_change_is_checked_in_order() {
    let world = World::new().await;
    let steps: &[Step] = &[
        (
            |ask| ask.with("Authorization", &bearer("powerless")),
            400,
            "validation_error",
            "X-API-Version",
        ),
        (with_version, 403, "insufficient_scope", ""),
        (
            |ask| ask.by("unentitled"),
            400,
            "validation_error",
            "Idempotency-Key",
        ),
        (with_key, 415, "unsupported_media_type", ""),
        (with_plain_coding, 415, "unsupported_media_type", ""),
        (with_type, 400, "validation_error", "body"),
        (
            |ask| ask.json(r#"{"enabled":1}"#),
            400,
            "validation_error",
            "enabled",
        ),
        (
            |ask| ask.json(r#"{"enabled":true}"#),
            403,
            "entitlement_required",
            "",
        ),
        (|ask| ask.by("writer"), 404, "not_found", ""),
    ];
    let ask = walk(&world, broken("PATCH", "webhooks/x"), steps).await;
    let good = ask.at("/x", &format!("/{WEBHOOK}"));
    assert_eq!(good.send(&world).await.status, 200);
}

#[actix_web::test]
async fn what_needs_a_live_key_says_so_before_it_looks_further() {
    let unread: Step = (with_type, 400, "validation_error", "body");
    for (ask, of_body) in [
        (broken("POST", "webhooks/x/test"), Some(unread)),
        (broken("POST", "webhook-deliveries/x/retry"), None),
    ] {
        let world = World::new().await;
        let mut steps: Vec<Step> = vec![
            (
                |ask| ask.with("Authorization", &bearer("testreader")),
                400,
                "validation_error",
                "X-API-Version",
            ),
            (with_version, 403, "insufficient_scope", ""),
            (|ask| ask.by("tester"), 403, "live_key_required", ""),
            (|ask| ask.by("unentitled"), 403, "entitlement_required", ""),
            (
                |ask| ask.by("writer"),
                400,
                "validation_error",
                "Idempotency-Key",
            ),
            (with_key, 415, "unsupported_media_type", ""),
            (with_plain_coding, 415, "unsupported_media_type", ""),
        ];
        steps.extend(of_body);
        let ask = walk(&world, ask, &steps).await;
        let confirmed = match of_body {
            Some(_) => ask.json(r#"{"confirm":true}"#),
            None => ask.json("{}"),
        };
        let answer = confirmed.send(&world).await;
        answer.assert_refused(404, "not_found", "ids without their form");
        world.assert_untouched();
    }
}

#[actix_web::test]
async fn reading_is_checked_in_order() {
    for ask in Ask::reads() {
        let world = World::new().await;
        let steps: &[Step] = &[
            (
                |ask| ask.with("Authorization", &bearer("powerless")),
                400,
                "validation_error",
                "X-API-Version",
            ),
            (with_version, 403, "insufficient_scope", ""),
            (|ask| ask.by("reader"), 415, "unsupported_media_type", ""),
            (with_plain_coding, 415, "unsupported_media_type", ""),
        ];
        let path = ask.path.trim_start_matches("/v1/").to_owned();
        walk(&world, broken("GET", &path), steps).await;
    }
}

#[actix_web::test]
async fn pages_are_judged_before_the_subscription() {
    let world = World::new().await;
    for (query, status) in [
        ("limit=0&subscription_id=x", 400),
        ("offset=x&subscription_id=x", 400),
        ("subscription_id=x", 404),
    ] {
        let ask = Ask::new("GET", &format!("webhook-deliveries?{query}"));
        assert_eq!(ask.send(&world).await.status, status, "{query}");
    }
    world.assert_untouched();
}
