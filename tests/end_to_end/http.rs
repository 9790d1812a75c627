//! The interface to the letter: statuses, headers, order of checks.

use std::io::{Read, Write};
use std::net::TcpStream;

use tests::{Backend, Deployment, Key, Service, offers_csv};

fn start(settings: &[(&str, &str)]) -> (Deployment, Service, Key) {
    let mut deployment = Deployment::new(Backend::Sqlite).with("PCS_RATE_LIMIT_AUTH_FAILURES", "0");
    for (name, value) in settings {
        deployment = deployment.with(name, value);
    }
    let file = deployment.file(
        "a.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", "", "10.00"]]),
    );
    deployment.import(&file, "Store One", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    (deployment, service, key)
}

/// Method, path, headers, expected status and code.
type Case<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], u16, &'a str);

#[test]
fn requests_are_checked_in_their_order() {
    let (deployment, service, key) = start(&[]);
    let powerless = deployment.key("live", &[]);
    let good = format!("Bearer {}", key.secret);
    let weak = format!("Bearer {}", powerless.secret);
    let cases: &[Case] = &[
        ("GET", "/v1/search?q=nova", &[], 401, "authentication_error"),
        ("GET", "/v1/nothing", &[], 401, "authentication_error"),
        ("POST", "/v1/search", &[], 401, "authentication_error"),
        (
            "GET",
            "/v1/search?q=nova",
            &[("Authorization", "Bearer pcs_live_x")],
            401,
            "authentication_error",
        ),
        (
            "GET",
            "/v1/search?q=nova",
            &[("Authorization", "Basic dXNlcjpwYXNz")],
            401,
            "authentication_error",
        ),
        (
            "GET",
            "/v1/nothing",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        (
            "GET",
            "/v1/search/",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        (
            "GET",
            "/v1/Search?q=nova",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        (
            "GET",
            "/v1//search?q=nova",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        (
            "POST",
            "/v1/search?q=nova",
            &[("Authorization", &weak)],
            405,
            "method_not_allowed",
        ),
        (
            "OPTIONS",
            "/v1/search",
            &[("Authorization", &good)],
            405,
            "method_not_allowed",
        ),
        (
            "GET",
            "/v1/search?q=nova",
            &[("Authorization", &weak), ("X-API-Version", "2")],
            400,
            "validation_error",
        ),
        (
            "GET",
            "/v1/search",
            &[("Authorization", &weak)],
            403,
            "insufficient_scope",
        ),
        (
            "GET",
            "/v1/search",
            &[("Authorization", &good)],
            400,
            "validation_error",
        ),
        (
            "GET",
            "/v1/search?q=",
            &[("Authorization", &good)],
            400,
            "validation_error",
        ),
        (
            "GET",
            "/v1/search?q=%20%20",
            &[("Authorization", &good)],
            400,
            "validation_error",
        ),
        (
            "GET",
            "/v1/search?q=a&q=b",
            &[("Authorization", &good)],
            400,
            "validation_error",
        ),
        (
            "GET",
            "/v1/search?q=%ff",
            &[("Authorization", &good)],
            400,
            "validation_error",
        ),
        (
            "GET",
            "/v1/products/no_such_product",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        (
            "GET",
            "/v1/products/A-b",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        (
            "GET",
            "/v1/products/a%2Fb",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        (
            "GET",
            "/v1/products/..%2fsearch",
            &[("Authorization", &good)],
            404,
            "not_found",
        ),
        ("GET", "/nothing", &[], 404, "not_found"),
    ];
    for (method, path, headers, status, code) in cases {
        let answer = service.ask(method, path, headers);
        assert_eq!(
            (answer.status, answer.error().as_str()),
            (*status, *code),
            "{method} {path}"
        );
        assert_eq!(
            answer.header("content-type"),
            Some("application/json"),
            "{method} {path}"
        );
        assert!(answer.header("x-request-id").is_some(), "{method} {path}");
        assert_eq!(
            answer.json()["request_id"].as_str(),
            answer.header("x-request-id")
        );
        if *status == 401 {
            assert!(
                answer
                    .header("www-authenticate")
                    .unwrap()
                    .starts_with("Bearer realm=")
            );
        }
        if *status == 405 {
            assert!(answer.header("allow").unwrap().contains("GET"));
        }
        if *status == 400 {
            assert!(
                answer.json()["details"][0]["field"].is_string(),
                "{method} {path}"
            );
        }
    }
    let long = format!("/v1/search?q={}", "%C3%A4".repeat(120));
    assert_eq!(service.get(&long, &key).status, 200);
    let longer = format!("/v1/search?q={}", "%C3%A4".repeat(121));
    assert_eq!(service.get(&longer, &key).status, 400);
    let huge = format!("/v1/search?q={}", "a".repeat(20_000));
    assert_eq!(
        (
            service.get(&huge, &key).status,
            service.get(&huge, &key).error().as_str()
        ),
        (414, "uri_too_long")
    );
    let echoed = service.get("/v1/search?q=No+va%20%C3%A4", &key).json();
    assert_eq!(echoed["query"], "No va ä");
}

#[test]
fn a_body_of_another_type_is_refused_where_none_is_read() {
    let (deployment, service, _) = start(&[]);
    let key = deployment.key("live", &["catalog:read", "comparison:read"]);
    let bearer = format!("Bearer {}", key.secret);
    let address = service.base.trim_start_matches("http://").to_owned();
    for path in [
        "/v1/search?q=nova",
        "/v1/search",
        "/v1/products/nova_x2_128gb",
        "/v1/products/nova_x2_128gb/history",
        "/v1/compare?ids=a,b",
        "/v1/openapi.json",
    ] {
        let send = |more: &[(&str, &str)], body: &str| {
            let mut request = format!(
                "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
                 Authorization: {bearer}\r\nContent-Length: {}\r\n",
                body.len()
            );
            for (name, value) in more {
                request.push_str(&format!("{name}: {value}\r\n"));
            }
            let mut stream = TcpStream::connect(&address).unwrap();
            stream.set_read_timeout(Some(tests::DEADLINE)).unwrap();
            stream
                .write_all(format!("{request}\r\n{body}").as_bytes())
                .unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            let status = answer.split(' ').nth(1).unwrap().to_owned();
            (status, answer.contains("\"unsupported_media_type\""))
        };
        let text = send(&[("Content-Type", "text/plain")], "{}");
        let refused = ("415".to_owned(), true);
        assert_eq!(text, refused, "{path}");
        assert_eq!(send(&[], "{}"), refused, "{path}");
        let plain = send(&[], "");
        let json = send(&[("Content-Type", "application/json")], "{}");
        assert_eq!(json, plain, "{path}: a JSON body is not read");
        let typed = send(&[("Content-Type", "text/plain")], "");
        assert_eq!(typed, plain, "{path}: there is no body");
    }
}

#[test]
fn answers_can_be_revalidated_and_compressed() {
    let (_deployment, service, key) = start(&[]);
    let bearer = format!("Bearer {}", key.secret);
    for path in ["/v1/products/nova_x2_128gb", "/v1/search?q=nova"] {
        let first = service.get(path, &key);
        assert_eq!(first.status, 200);
        assert_eq!(first.header("cache-control"), Some("private, no-cache"));
        assert_eq!(first.header("x-api-version"), Some("1"));
        assert_eq!(first.header("x-content-type-options"), Some("nosniff"));
        let etag = first.header("etag").unwrap().to_owned();
        let again = service.get_with(
            path,
            &[("Authorization", &bearer), ("If-None-Match", &etag)],
        );
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), Some(etag.as_str()));
        let head = service.ask("HEAD", path, &[("Authorization", &bearer)]);
        assert_eq!(
            (head.status, head.body.len(), head.header("etag")),
            (200, 0, Some(etag.as_str()))
        );
        let other = service.get_with(
            path,
            &[("Authorization", &bearer), ("If-None-Match", "\"x\"")],
        );
        assert_eq!(other.status, 200);
    }
    for (encoding, wanted) in [("gzip", "gzip"), ("br", "br"), ("zstd", "zstd")] {
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Accept-Encoding", encoding),
        ];
        let packed = service.get_with("/openapi.json", &headers);
        assert_eq!(packed.header("content-encoding"), Some(wanted));
    }
}

#[test]
fn limits_are_kept_and_told() {
    let (_deployment, service, key) = start(&[
        ("PCS_RATE_LIMIT_READS", "1/3"),
        ("PCS_RATE_LIMIT_AUTH_FAILURES", "2"),
    ]);
    let statuses: Vec<u16> = (0..5)
        .map(|_| service.get("/v1/search?q=nova", &key).status)
        .collect();
    assert_eq!(statuses.get(..3), Some([200, 200, 200].as_slice()));
    assert!(statuses.contains(&429), "{statuses:?}");
    let refused = service.get("/v1/search?q=nova", &key);
    assert_eq!(refused.error(), "rate_limited");
    assert!(
        refused
            .header("retry-after")
            .unwrap()
            .parse::<u32>()
            .unwrap()
            >= 1
    );
    assert!(
        refused.header("ratelimit-limit").is_some()
            && refused.header("ratelimit-remaining").is_some()
    );
    let strangers: Vec<u16> = (0..4)
        .map(|_| service.ask("GET", "/v1/search?q=a", &[]).status)
        .collect();
    assert_eq!(strangers, [401, 401, 429, 429]);
}

/// What a client is told for wrong keys, as a proxy tells of the client.
fn strangers(service: &Service, told: &[(&str, &str)]) -> Vec<u16> {
    let ask = |_| service.ask("GET", "/v1/search?q=a", told).status;
    (0..3).map(ask).collect()
}

#[test]
fn clients_behind_a_trusted_proxy_have_limits_of_their_own() {
    let limit = ("PCS_RATE_LIMIT_AUTH_FAILURES", "2");
    let (_deployment, service, _) = start(&[limit, ("PCS_TRUSTED_PROXIES", "127.0.0.0/8")]);
    for told in [
        ("X-Forwarded-For", "203.0.113.1"),
        ("X-Forwarded-For", "203.0.113.2"),
        ("Forwarded", "for=203.0.113.3;proto=https"),
    ] {
        assert_eq!(strangers(&service, &[told]), [401, 401, 429], "{told:?}");
    }
    let forged = [("X-Forwarded-For", "1.1.1.1, 203.0.113.2")];
    assert_eq!(strangers(&service, &forged), [429; 3], "its own word");
    let (_deployment, service, _) = start(&[limit, ("PCS_TRUSTED_PROXIES", "10.0.0.0/8")]);
    let first = [("X-Forwarded-For", "203.0.113.1")];
    assert_eq!(strangers(&service, &first), [401, 401, 429]);
    let second = [("X-Forwarded-For", "203.0.113.2")];
    assert_eq!(strangers(&service, &second), [429; 3], "nobody trusts it");
}

#[test]
fn the_description_and_its_page_are_served_without_a_key() {
    let (_deployment, service, key) = start(&[]);
    let description = service.ask("GET", "/openapi.json", &[]).json();
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(description["info"]["version"], "1.0.0");
    assert_eq!(description["info"]["x-contract-version"], "2.0.0");
    assert_eq!(service.ask("GET", "/v1/openapi.json", &[]).status, 401);
    assert_eq!(service.get("/v1/openapi.json", &key).json(), description);
    let mut page = service.ask("GET", "/docs", &[]);
    if let Some(location) = page.header("location").map(str::to_owned) {
        page = service.ask("GET", &location, &[]);
    }
    assert_eq!(page.status, 200);
    let html = String::from_utf8(page.body).unwrap();
    assert!(
        html.contains("swagger") && !html.contains("//cdn") && !html.contains("unpkg"),
        "{html}"
    );
}

#[test]
fn probes_and_metrics_are_on_the_admin_listener_only() {
    let (_deployment, service, key) = start(&[]);
    service.get("/v1/products/nova_x2_128gb", &key);
    service.get("/v1/products/nova_x2_128gb", &key);
    assert!(service.admin_text("/healthz").contains("ok"));
    assert!(service.admin_text("/readyz").contains("ready"));
    let metrics = service.admin_text("/metrics");
    for name in [
        "cotejo_http_requests_total",
        "cotejo_http_request_duration_seconds",
        "cotejo_catalogue_revision",
        "cotejo_catalogue_products",
    ] {
        assert!(metrics.contains(name), "{name} in {metrics}");
    }
    assert!(!metrics.contains(&key.secret));
    let named = [("X-Request-Id", "my-request-8")];
    let refused = service.send_admin("POST", "/healthz", &named, "");
    assert_eq!(refused.header("allow"), Some("GET, HEAD"));
    let missing = service.ask_admin_with("/healthy", &named);
    for (answer, status, code) in [
        (refused, 405, "method_not_allowed"),
        (missing, 404, "not_found"),
    ] {
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("x-request-id"), Some("my-request-8"));
        assert_eq!(answer.error(), code);
    }
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(service.ask("GET", path, &[]).status, 404, "{path}");
    }
}

#[test]
fn requests_are_logged_with_their_id_and_without_secrets() {
    let (_deployment, service, key) = start(&[]);
    let bearer = format!("Bearer {}", key.secret);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("X-Request-Id", "my-request-7"),
    ];
    let answer = service.get_with("/v1/search?q=nova", &headers);
    assert_eq!(answer.header("x-request-id"), Some("my-request-7"));
    let odd = service.get_with(
        "/v1/search?q=nova",
        &[("Authorization", &bearer), ("X-Request-Id", "bad id")],
    );
    assert_ne!(odd.header("x-request-id"), Some("bad id"));
    let mut lines = Vec::new();
    tests::wait_for("the log line", || {
        lines.extend(service.log());
        lines
            .iter()
            .any(|l| l.contains("my-request-7"))
            .then_some(())
    });
    assert!(
        lines
            .iter()
            .all(|l| !l.contains(&key.secret) && !l.contains("q=nova")),
        "{lines:#?}"
    );
}

#[test]
fn broken_requests_get_one_answer_and_no_panic() {
    let (_deployment, service, _key) = start(&[]);
    let address = service.base.trim_start_matches("http://").to_owned();
    let many = (0..200)
        .map(|n| format!("X-H{n}: {}\r\n", "v".repeat(1000)))
        .collect::<String>();
    let requests = [
        "GET /v1/search?q=a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".to_owned(),
        "GET /v1/search?q=a HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab".to_owned(),
        "GET /v1/search?q=a HTTP/1.1\r\nHost : h\r\n\r\n".to_owned(),
        "NONSENSE\r\n\r\n".to_owned(),
        "GET /v1/products/%00 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: h\r\n{many}\r\n"),
        format!("POST /v1/search HTTP/1.1\r\nHost: h\r\nContent-Length: 999999\r\nConnection: close\r\n\r\n{}", "a".repeat(20_000)),
    ];
    for request in requests {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(tests::DEADLINE)).unwrap();
        stream.write_all(request.as_bytes()).ok();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok();
        let text = String::from_utf8_lossy(&answer);
        if !text.is_empty() {
            assert!(text.starts_with("HTTP/1.1 4"), "{request:.60}: {text:.200}");
        }
    }
    assert!(service.admin_text("/healthz").contains("ok"), "still alive");
}

/// A target that is no path passes nothing that names requests otherwise.
#[test]
fn a_target_that_is_no_path_is_answered_with_the_id_of_the_request() {
    let (_deployment, service, _key) = start(&[]);
    let address = service.base.trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.set_read_timeout(Some(tests::DEADLINE)).unwrap();
    stream
        .write_all(b"OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let named = answer
        .lines()
        .find_map(|line| line.strip_prefix("x-request-id: "));
    let id = named.unwrap_or_else(|| panic!("{answer}"));
    assert!(
        answer.contains(&format!("\"request_id\":\"{id}\"")),
        "{answer}"
    );
    assert!(
        answer.contains("x-content-type-options: nosniff"),
        "{answer}"
    );
}

#[test]
fn a_stopped_service_ends_cleanly() {
    let (_deployment, service, key) = start(&[]);
    assert_eq!(service.get("/v1/search?q=nova", &key).status, 200);
    assert_eq!(service.terminate(), Some(0));
}
