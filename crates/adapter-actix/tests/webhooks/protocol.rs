//! Methods, paths, types of bodies.

use crate::ask::{DELIVERY, WEBHOOK};
use crate::support::Ask;
use crate::world::World;

#[actix_web::test]
async fn other_methods_are_named() {
    let world = World::new().await;
    let webhook = format!("webhooks/{WEBHOOK}");
    let delivery = format!("webhook-deliveries/{DELIVERY}");
    let rotation = format!("{webhook}/secret-rotation");
    for (path, allowed) in [
        ("webhooks".to_owned(), "GET, HEAD, POST"),
        (webhook.clone(), "DELETE, GET, HEAD, PATCH"),
        (format!("{webhook}/test"), "POST"),
        (format!("{webhook}/replays"), "POST"),
        (format!("{webhook}/incidents/acknowledge"), "POST"),
        (rotation.clone(), "POST"),
        (format!("{rotation}/activate"), "POST"),
        (format!("{rotation}/cancel"), "POST"),
        ("webhook-deliveries".to_owned(), "GET, HEAD"),
        (delivery.clone(), "GET, HEAD"),
        (format!("{delivery}/retry"), "POST"),
        ("webhook-metrics".to_owned(), "GET, HEAD"),
        ("webhook-audit".to_owned(), "GET, HEAD"),
    ] {
        let methods = [
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
        ];
        for method in methods {
            if allowed.split(", ").any(|known| known == method) {
                continue;
            }
            let answer = Ask::new(method, &path).by("powerless").send(&world).await;
            let about = format!("{method} {path}");
            answer.assert_refused(405, "method_not_allowed", &about);
            assert_eq!(answer.header("allow"), Some(allowed), "{about}");
        }
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn paths_are_taken_literally() {
    let world = World::new().await;
    for path in [
        "webhooks/",
        "/webhooks",
        "Webhooks",
        "webhooks//test",
        &format!("webhooks/{WEBHOOK}/"),
        &format!("webhooks/{WEBHOOK}/secret-rotation/rotate"),
        &format!("webhooks/{WEBHOOK}/rotate-secret"),
        &format!("webhooks/{WEBHOOK}/deliveries"),
        "webhook-deliveries/",
        "webhook-metrics/x",
    ] {
        let answer = Ask::new("GET", path).send(&world).await;
        answer.assert_refused(404, "not_found", path);
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn ids_without_their_form_name_nothing() {
    let world = World::new().await;
    let digits = WEBHOOK.trim_start_matches("wh_");
    let ids = [
        "x".to_owned(),
        digits.to_owned(),
        format!("wi_{digits}"),
        format!("WH_{digits}"),
        format!("wh_{}", digits.replace('a', "A")),
        format!("wh_{digits}0"),
        "wh_00000000-0000-0000-0000-00000000a000".to_owned(),
        format!("wh_{digits}%00"),
        format!("wh_{digits}%2Ftest"),
        format!("..%2F{WEBHOOK}"),
        format!("{WEBHOOK};x=y"),
        "wh_%ff".to_owned(),
    ];
    for ask in Ask::changes().into_iter().chain(Ask::reads()) {
        for id in &ids {
            let named = if ask.path.contains(WEBHOOK) {
                ask.clone().at(WEBHOOK, id)
            } else if ask.path.contains(DELIVERY) {
                ask.clone().at(DELIVERY, id)
            } else {
                continue;
            };
            let name = named.named();
            named
                .send(&world)
                .await
                .assert_refused(404, "not_found", &name);
        }
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn bodies_are_declared_as_plain_json() {
    let world = World::new().await;
    for ask in Ask::changes() {
        let takes_none = ask.method == "DELETE"
            || ask.path.ends_with("/retry")
            || ask.path.ends_with("/secret-rotation");
        let ask = if takes_none { ask.json("{}") } else { ask };
        let name = ask.named();
        for good in ["application/json", "Application/JSON;charset=UTF-8"] {
            let ask = ask.clone().without("Content-Type");
            let answer = ask.with("Content-Type", good).send(&world).await;
            assert!(answer.status.is_success(), "{name} {good}");
        }
        world.commands();
        let untyped = ask.clone().without("Content-Type");
        for bad in [
            untyped.clone(),
            untyped.clone().with("Content-Type", "text/json"),
            untyped.with("Content-Type", "application/x-www-form-urlencoded"),
            ask.clone().with("Content-Type", "application/json"),
            ask.clone().with("Content-Encoding", "gzip"),
            ask.with("Content-Encoding", "identity"),
        ] {
            let answer = bad.send(&world).await;
            answer.assert_refused(415, "unsupported_media_type", &name);
        }
        world.assert_untouched();
    }
}

#[actix_web::test]
async fn long_bodies_are_not_read() {
    let world = World::new().await;
    let long = format!(r#"{{"url":"https://{}.org"}}"#, "a".repeat(17_000));
    for ask in Ask::changes() {
        let name = ask.named();
        let answer = ask.json(&long).send(&world).await;
        answer.assert_refused(413, "payload_too_large", &name);
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn the_client_id_of_watches_plays_no_part() {
    let world = World::new().await;
    let ask = Ask::new("GET", "webhooks").with("X-Service-Client-Id", "x");
    assert_eq!(ask.send(&world).await.status, 200);
}
