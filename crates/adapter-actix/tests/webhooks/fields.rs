//! What is accepted in each body, and how the rest is refused.

use domain::webhook::EventKind;
use ports_store::WebhookCommand;

use crate::ask::{INCIDENT, NEW, ROTATION, TIME};
use crate::support::Ask;
use crate::world::World;

/// The bodies are refused, each for these fields, and the store hears of none.
async fn refuses(world: &World, ask: &Ask, cases: &[(&str, &[&str])]) {
    for (body, fields) in cases {
        let answer = ask.clone().json(body).send(world).await;
        answer.assert_refused(400, "validation_error", body);
        assert_eq!(answer.fields(), *fields, "{body}");
    }
    world.assert_untouched();
}

const URL: &str = "https://hooks.customer.org/in";

#[actix_web::test]
async fn urls_are_public_https_urls() {
    let world = World::new().await;
    for good in [
        URL,
        "https://hooks.customer.org:443/in?a=b",
        "https://receiver.test/",
    ] {
        for ask in [Ask::create(), Ask::change("")] {
            let body = NEW.replace(URL, good);
            let answer = ask.json(&body).send(&world).await;
            assert!(answer.status.is_success(), "{good}: {}", answer.text());
        }
    }
    world.commands();
    for bad in [
        "",
        "http://hooks.customer.org/in",
        "https://hooks.customer.org:8443/in",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://[::1]/",
        "https://localhost/",
        "https://hooks/",
        "https://printer.local/",
        "https://user@hooks.customer.org/",
        "https://hooks.customer.org/#in",
        "https://hooks.customer.org\\\\@evil.org/",
        "https:hooks.customer.org",
        "https:///hooks.customer.org",
        " https://hooks.customer.org/",
        "https://hooks.customer.org/\\r\\nX: y",
        "https://hooks.customer.org/\\u0000",
    ] {
        for ask in [Ask::create(), Ask::change("")] {
            let answer = ask.json(&NEW.replace(URL, bad)).send(&world).await;
            answer.assert_refused(400, "validation_error", bad);
            assert_eq!(answer.fields(), ["url"], "{bad}");
        }
    }
    let long = format!("{URL}{}", "x".repeat(2048));
    let answer = Ask::create().json(&NEW.replace(URL, &long));
    let answer = answer.send(&world).await;
    assert_eq!(answer.fields(), ["url"]);
    assert!(answer.text().contains("2048"));
    world.assert_untouched();
}

#[actix_web::test]
async fn events_are_known_kinds() {
    let world = World::new().await;
    let body = |events: &str| format!(r#"{{"url":"{URL}","events":{events}}}"#);
    let (triggered, test) = (EventKind::WatchlistTriggered, EventKind::WebhookTest);
    for (events, expected) in [
        (r#"["watchlist.triggered"]"#, &[triggered][..]),
        (r#"["webhook.test"]"#, &[test]),
        (
            r#"["webhook.test","watchlist.triggered","webhook.test"]"#,
            &[triggered, test],
        ),
    ] {
        let answer = Ask::create().json(&body(events)).send(&world).await;
        assert_eq!(answer.status, 201, "{events}");
        let WebhookCommand::Create(new) = world.commands().remove(0).command else {
            panic!();
        };
        assert_eq!(new.events.kinds().collect::<Vec<_>>(), expected);
    }
    let many = format!("[{}]", [r#""webhook.test""#; 17].join(","));
    for events in [
        "[]",
        r#"["*"]"#,
        r#"["watchlist.triggered","x"]"#,
        r#"["Watchlist.Triggered"]"#,
        r#"["webhook.test\u0000"]"#,
        r#""watchlist.triggered""#,
        r#"{"0":"webhook.test"}"#,
        "[1]",
        "[null]",
        r#"[["webhook.test"]]"#,
        "null",
        "true",
        &many,
    ] {
        for ask in [Ask::create(), Ask::change("")] {
            let answer = ask.json(&body(events)).send(&world).await;
            answer.assert_refused(400, "validation_error", events);
            assert_eq!(answer.fields(), ["events"], "{events}");
        }
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn registrations_take_url_and_events_and_nothing_else() {
    let world = World::new().await;
    let cases: &[(&str, &[&str])] = &[
        ("{}", &["url", "events"]),
        (r#"{"url":"https://hooks.customer.org/in"}"#, &["events"]),
        (r#"{"events":["webhook.test"]}"#, &["url"]),
        (r#"{"url":1,"events":2}"#, &["url", "events"]),
        (r#"{"url":null,"events":null}"#, &["url", "events"]),
        (&NEW.replace('{', r#"{"enabled":true,"#), &["body"]),
        (&NEW.replace('{', r#"{"id":"x","#), &["body"]),
        (&NEW.replace('{', r#"{"mode":"live","#), &["body"]),
        (&NEW.replace('{', r#"{"signing_secret":"x","#), &["body"]),
        (&NEW.replace('{', r#"{"workspace":1,"#), &["body"]),
        (&NEW.replace('{', r#"{"url":"https://a.org","#), &["url"]),
        ("[]", &["body"]),
        ("null", &["body"]),
        (&format!("{NEW}{NEW}"), &["body"]),
        ("{", &["body"]),
    ];
    refuses(&world, &Ask::create(), cases).await;
}

#[actix_web::test]
async fn changes_name_at_least_one_member() {
    let world = World::new().await;
    let cases: &[(&str, &[&str])] = &[
        ("{}", &["body"]),
        (r#"{"enabled":null}"#, &["enabled"]),
        (r#"{"enabled":"true"}"#, &["enabled"]),
        (r#"{"enabled":1}"#, &["enabled"]),
        (r#"{"enabled":true,"enabled":true}"#, &["enabled"]),
        (r#"{"url":null}"#, &["url"]),
        (r#"{"events":null}"#, &["events"]),
        (r#"{"enabled":true,"mode":"test"}"#, &["body"]),
        (r#"{"id":"x"}"#, &["body"]),
        (r#"{"status":"paused"}"#, &["body"]),
        (
            r#"{"url":"x","events":[],"enabled":0}"#,
            &["url", "events", "enabled"],
        ),
    ];
    refuses(&world, &Ask::change(""), cases).await;
}

#[actix_web::test]
async fn what_has_consequences_is_confirmed() {
    let world = World::new().await;
    let confirm: &[(&str, &[&str])] = &[
        ("{}", &["confirm"]),
        (r#"{"confirm":false}"#, &["confirm"]),
        (r#"{"confirm":"true"}"#, &["confirm"]),
        (r#"{"confirm":1}"#, &["confirm"]),
        (r#"{"confirm":null}"#, &["confirm"]),
        (r#"{"confirm":true,"confirm":true}"#, &["confirm"]),
        (r#"{"confirm":true,"x":1}"#, &["body"]),
    ];
    refuses(&world, &Ask::test(), confirm).await;
    let with_id = |body: &str| body.replacen('{', &format!(r#"{{"rotation_id":"{ROTATION}","#), 1);
    for (body, fields) in confirm {
        let body = with_id(body).replace(",}", "}");
        let answer = Ask::activate().json(&body).send(&world).await;
        answer.assert_refused(400, "validation_error", &body);
        assert_eq!(answer.fields(), *fields, "{body}");
    }
    let cases: &[(&str, &[&str])] = &[("{}", &["rotation_id", "confirm"])];
    refuses(&world, &Ask::activate(), cases).await;
    let empty = Ask::test().without("Content-Type").body(b"");
    let answer = empty.send(&world).await;
    assert_eq!(answer.fields(), ["body"]);
}

#[actix_web::test]
async fn ids_in_bodies_have_their_form() {
    let world = World::new().await;
    for (ask, name, good) in [
        (Ask::acknowledge(), "incident_id", INCIDENT),
        (Ask::activate(), "rotation_id", ROTATION),
        (Ask::cancel(), "rotation_id", ROTATION),
    ] {
        let (prefix, digits) = good.split_once('_').unwrap();
        let confirm = if ask.path.ends_with("activate") {
            r#","confirm":true"#
        } else {
            ""
        };
        for bad in [
            String::new(),
            digits.to_owned(),
            format!("wh_{digits}"),
            format!("{prefix}_{}", digits.replace('0', "A")),
            format!("{}_{digits}", prefix.to_uppercase()),
            format!("{good}0"),
            format!(" {good}"),
            format!("{prefix}_00000000-0000-0000-0000-00000000b000"),
        ] {
            let body = format!(r#"{{"{name}":"{bad}"{confirm}}}"#);
            let answer = ask.clone().json(&body).send(&world).await;
            answer.assert_refused(400, "validation_error", &body);
            assert_eq!(answer.fields(), [name], "{body}");
        }
        for value in ["null", "1", "[]"] {
            let body = format!(r#"{{"{name}":{value}{confirm}}}"#);
            let answer = ask.clone().json(&body).send(&world).await;
            assert_eq!(answer.fields(), [name], "{body}");
        }
        let more = format!(r#"{{"{name}":"{good}"{confirm},"more":1}}"#);
        let answer = ask.json(&more).send(&world).await;
        assert_eq!(answer.fields(), ["body"]);
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn what_takes_no_body_takes_an_empty_object() {
    let world = World::new().await;
    for ask in [Ask::remove(), Ask::retry(), Ask::prepare()] {
        for body in ["", "{}", " { } "] {
            let mut ask = ask.clone();
            if !body.is_empty() {
                ask = ask.json(body);
            }
            let answer = ask.send(&world).await;
            assert!(answer.status.is_success(), "{body:?}: {}", answer.text());
        }
        let claims = world.commands().into_iter().map(|one| one.claim.unwrap());
        let mut prints: Vec<_> = claims.map(|claim| claim.fingerprint).collect();
        prints.dedup();
        assert_eq!(prints.len(), 1, "one request in three spellings");
        let cases: &[(&str, &[&str])] = &[
            (r#"{"confirm":true}"#, &["body"]),
            ("[]", &["body"]),
            ("null", &["body"]),
            (" ", &["body"]),
        ];
        refuses(&world, &ask, cases).await;
    }
}

#[actix_web::test]
async fn errors_do_not_repeat_what_was_sent() {
    let world = World::new().await;
    let body =
        r#"{"url":"https://s3cret@s3cret.org/s3cret","events":["s3cret"],"s3cret":"s3cret"}"#;
    let answer = Ask::create()
        .json(body)
        .key("s3cret-key")
        .send(&world)
        .await;
    assert_eq!(answer.fields(), ["body", "url", "events"]);
    assert!(!answer.text().contains("s3cret"));
    assert!(!format!("{:?}", answer.headers).contains("s3cret"));
}

#[actix_web::test]
async fn a_time_has_a_beginning_and_a_later_end() {
    let world = World::new().await;
    let time = |from: &str, to: &str| format!(r#"{{"from":{from},"to":{to}}}"#);
    let noon = r#""2026-03-01T12:00:00Z""#;
    let cases = [
        (time(noon, noon), &["to"][..]),
        // the same instant elsewhere
        (time(noon, r#""2026-03-01T13:00:00+01:00""#), &["to"]),
        (time(noon, r#""2026-03-01T11:59:59Z""#), &["to"]),
        (time(noon, "null"), &["to"]),
        (time("1", noon), &["from"]),
        (time(r#""2026-03-01""#, r#""yesterday""#), &["from", "to"]),
        (time(r#""2026-02-30T12:00:00Z""#, noon), &["from"]),
        ("{}".to_owned(), &["from", "to"]),
        (TIME.replace('}', r#","offset":-1}"#), &["offset"]),
        (TIME.replace('}', r#","offset":1.5}"#), &["offset"]),
        (TIME.replace('}', r#","offset":"1"}"#), &["offset"]),
        (
            TIME.replace('}', r#","offset":9007199254740992}"#),
            &["offset"],
        ),
        (TIME.replace('}', r#","limit":1}"#), &["body"]),
    ];
    let cases: Vec<(&str, &[&str])> = cases
        .iter()
        .map(|(body, at)| (body.as_str(), *at))
        .collect();
    refuses(&world, &Ask::replay_range(), &cases).await;
}
