//! Pages of other sites that ask from a browser.

use tests::{Answer, Backend, Deployment};

const ALLOWED: &str = "https://app.example";

fn asked(answer: &Answer) -> (u16, Option<&str>) {
    (answer.status, answer.header("access-control-allow-origin"))
}

#[test]
fn pages_of_the_origins_that_are_named_may_ask_and_others_may_not() {
    let deployment = Deployment::new(Backend::Sqlite).with(
        "PCS_CORS_ORIGINS",
        "https://app.example,http://localhost:5173",
    );
    let service = deployment.serve();
    let key = deployment.key("live", &["catalog:read"]);
    let bearer = format!("Bearer {}", key.secret);

    // before a page asks with a key, the browser asks without one
    let preflight = |origin: &str, method: &str| {
        let headers = [
            ("Origin", origin),
            ("Access-Control-Request-Method", method),
            (
                "Access-Control-Request-Headers",
                "authorization,idempotency-key",
            ),
        ];
        service.ask("OPTIONS", "/v1/watchlists", &headers)
    };
    for method in ["GET", "HEAD", "POST", "PATCH", "DELETE"] {
        let answer = preflight(ALLOWED, method);
        assert_eq!(asked(&answer), (200, Some(ALLOWED)), "{method}");
        let headers = answer.header("access-control-allow-headers").unwrap();
        assert!(headers.contains("idempotency-key"), "{headers}");
        assert_eq!(answer.header("access-control-max-age"), Some("3600"));
        assert_eq!(answer.header("access-control-allow-credentials"), None);
    }
    assert_eq!(
        preflight("https://other.example", "GET").header("access-control-allow-origin"),
        None
    );

    let get = |origin: &str| {
        let headers = [("Authorization", bearer.as_str()), ("Origin", origin)];
        service.ask("GET", "/v1/search?q=nova", &headers)
    };
    let answer = get(ALLOWED);
    assert_eq!(asked(&answer), (200, Some(ALLOWED)));
    let exposed = answer
        .header("access-control-expose-headers")
        .unwrap()
        .to_lowercase();
    for name in ["x-request-id", "ratelimit-remaining"] {
        assert!(exposed.contains(name), "{name}: {exposed}");
    }
    assert!(answer.header("vary").unwrap().contains("Origin"));
    assert_eq!(asked(&get("https://other.example")), (200, None));

    // a page can read why it was refused
    let refused = service.ask("GET", "/v1/search?q=nova", &[("Origin", ALLOWED)]);
    assert_eq!(asked(&refused), (401, Some(ALLOWED)));
}

#[test]
fn no_page_may_ask_unless_an_origin_is_named() {
    let deployment = Deployment::new(Backend::Sqlite);
    let service = deployment.serve();
    let headers = [
        ("Origin", ALLOWED),
        ("Access-Control-Request-Method", "GET"),
    ];
    let preflight = service.ask("OPTIONS", "/v1/search?q=nova", &headers);
    assert_eq!(asked(&preflight), (401, None));
    let key = deployment.key("live", &["catalog:read"]);
    let bearer = format!("Bearer {}", key.secret);
    let headers = [("Authorization", bearer.as_str()), ("Origin", ALLOWED)];
    let answer = service.ask("GET", "/v1/search?q=nova", &headers);
    assert_eq!(asked(&answer), (200, None));

    let refused = deployment.run(&["store", "list", "--cors-origins", "*"]);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused
            .stderr
            .contains("PCS_CORS_ORIGINS accepts origins without a path"),
        "{}",
        refused.stderr
    );
}
