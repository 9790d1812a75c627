//! Bodies that two readers could understand differently, methods, paths.

use crate::store::KNOWN;
use crate::support::Ask;
use crate::world::World;

const GOOD: &str =
    r#"{"canonical_product_id":"nova_x2","target_price":5,"destination":"a@b.example"}"#;

#[actix_web::test]
async fn bodies_are_declared_as_json() {
    let world = World::new().await;
    let id = KNOWN.to_string();
    for ask in [Ask::create(), Ask::change(&id)] {
        for good in ["application/json", "Application/JSON;charset=UTF-8"] {
            let ask = ask
                .clone()
                .without("Content-Type")
                .with("Content-Type", good);
            assert!(ask.send(&world).await.status.is_success(), "{good}");
        }
        world.calls();
        let bad: &[&[&str]] = &[
            &[],
            &[""],
            &["text/json"],
            &["application/json; charset=latin1"],
            &["application/x-www-form-urlencoded"],
            &["multipart/form-data; boundary=x"],
            &["application/json", "application/json"],
        ];
        for values in bad {
            let mut ask = ask.clone().without("Content-Type");
            for value in *values {
                ask = ask.with("Content-Type", value);
            }
            let answer = ask.send(&world).await;
            let expected = (415, "unsupported_media_type".to_owned());
            assert_eq!(answer.outcome(), expected, "{values:?}");
        }
    }
    assert_eq!(world.calls(), []);
}

#[actix_web::test]
async fn coded_bodies_are_not_read() {
    let world = World::new().await;
    for coding in ["gzip", "br", "zstd", "deflate", "identity", "x"] {
        let ask = Ask::create().with("Content-Encoding", coding);
        let answer = ask.send(&world).await;
        assert_eq!(
            answer.outcome(),
            (415, "unsupported_media_type".to_owned()),
            "{coding}"
        );
    }
    assert_eq!(world.calls(), []);
}

#[actix_web::test]
async fn an_empty_body_is_no_object() {
    let world = World::new().await;
    let id = KNOWN.to_string();
    for ask in [Ask::create(), Ask::change(&id)] {
        let answer = ask.without("Content-Type").body(b"").send(&world).await;
        assert_eq!(answer.outcome(), (400, "validation_error".to_owned()));
        assert_eq!(answer.field(), "body");
    }
}

#[actix_web::test]
async fn strange_json_is_refused_and_never_our_fault() {
    let world = World::new().await;
    let deep = format!("{}{}", "[".repeat(8000), "]".repeat(8000));
    let digits = "9".repeat(16_000);
    let bodies: Vec<Vec<u8>> = vec![
        b"null".to_vec(),
        b"[]".to_vec(),
        b"{\"target_price\":NaN}".to_vec(),
        [b"\xef\xbb\xbf", GOOD.as_bytes()].concat(),
        GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        GOOD.replace("a@b", "a\\ud800@b").into_bytes(),
        GOOD.replace("nova_x2", "nova\\u0000").into_bytes(),
        GOOD.replace("a@b", "a\0@b").into_bytes(),
        GOOD.replace('5', "1e999").into_bytes(),
        GOOD.replace('5', "-0").into_bytes(),
        GOOD.replace('5', &digits).into_bytes(),
        GOOD.replace('5', "\"5\"").into_bytes(),
        GOOD.replace("5,", "5,\"target_price\":6,").into_bytes(),
        GOOD.replace("5,", "5,\"status\":\"paused\",").into_bytes(),
        GOOD.replace('5', &deep).into_bytes(),
        format!("{GOOD}{GOOD}").into_bytes(),
        deep.into_bytes(),
    ];
    for body in bodies {
        let answer = Ask::create().body(&body).send(&world).await;
        let head = String::from_utf8_lossy(&body)
            .chars()
            .take(60)
            .collect::<String>();
        assert_eq!(
            answer.outcome(),
            (400, "validation_error".to_owned()),
            "{head}"
        );
        assert!(!answer.field().is_empty(), "{head}");
    }
    let long = GOOD.replace("a@b", &"a".repeat(17_000));
    let answer = Ask::create().json(&long).send(&world).await;
    assert_eq!(answer.outcome(), (413, "payload_too_large".to_owned()));
    assert_eq!(world.calls(), []);
}

#[actix_web::test]
async fn errors_do_not_repeat_what_was_sent() {
    let world = World::new().await;
    let body = r#"{"canonical_product_id":"S3CRET","target_price":"S3CRET","S3CRET":"S3CRET",
        "destination":"S3CRET","channel":"S3CRET","condition":"S3CRET"}"#;
    let ask = Ask::create().json(body).without("Idempotency-Key");
    let answer = ask.with("Idempotency-Key", "S3CRET-key").send(&world).await;
    assert_eq!(answer.status, 400);
    let shown = answer.json();
    assert_eq!(shown["details"].as_array().unwrap().len(), 6);
    assert!(!shown.to_string().contains("S3CRET"));
    assert!(!format!("{:?}", answer.headers).contains("S3CRET"));
}

#[actix_web::test]
async fn other_methods_are_named() {
    let world = World::new().await;
    for (path, allowed, methods) in [
        (
            "/v1/watchlists".to_owned(),
            "GET, HEAD, POST",
            ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
        ),
        (
            format!("/v1/watchlists/{KNOWN}"),
            "DELETE, PATCH",
            ["GET", "HEAD", "POST", "PUT", "OPTIONS"],
        ),
    ] {
        for method in methods {
            let answer = Ask::new(method, &path).by("powerless").send(&world).await;
            assert_eq!(
                answer.outcome(),
                (405, "method_not_allowed".to_owned()),
                "{method}"
            );
            assert_eq!(answer.header("allow"), Some(allowed), "{method}");
        }
        let ask = Ask::new("POST", &path).with("X-HTTP-Method-Override", "DELETE");
        assert_ne!(ask.send(&world).await.status, 204);
    }
    assert_eq!(world.calls(), []);
}

#[actix_web::test]
async fn paths_are_taken_literally() {
    let world = World::new().await;
    for path in [
        "/v1/watchlists/",
        "/v1//watchlists",
        "/v1/Watchlists",
        "/v1/watchlists/a/b",
        "/watchlists",
    ] {
        assert_eq!(
            Ask::new("GET", path).send(&world).await.status,
            404,
            "{path}"
        );
    }
}

#[actix_web::test]
async fn queries_are_ignored() {
    let world = World::new().await;
    let ask = Ask::new(
        "GET",
        "/v1/watchlists?limit=-1&X-Service-Client-Id=client-02",
    );
    assert_eq!(ask.send(&world).await.status, 200);
}
