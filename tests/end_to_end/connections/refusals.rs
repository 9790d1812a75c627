//! Heads that cannot be read.

use std::io::Write;
use std::net::SocketAddr;

use serde_json::Value;

use super::{admin, connect, public, read_to_end, start};

fn headers(count: usize, length: usize) -> String {
    let line = |n| format!("X-H{n}: {}\r\n", "v".repeat(length));
    (0..count).map(line).collect()
}

/// Everything that is answered to these bytes.
fn answers(address: SocketAddr, request: &str) -> String {
    let mut stream = connect(address);
    stream.write_all(request.as_bytes()).unwrap();
    String::from_utf8(read_to_end(&mut stream)).unwrap()
}

/// Status and code of an answer that is the whole text, and has what every error has.
fn refusal(answer: &str) -> (u16, String) {
    let (head, body) = answer.split_once("\r\n\r\n").expect(answer);
    let head = head.to_lowercase();
    let body: Value = serde_json::from_str(body).expect(answer);
    let has = |line: &str| head.lines().any(|l| l == line);
    assert!(has("content-type: application/json"), "{answer}");
    assert!(has("connection: close"), "{answer}");
    assert!(has("x-content-type-options: nosniff"), "{answer}");
    let id = body["request_id"].as_str().unwrap();
    assert!(has(&format!("x-request-id: {id}")), "{answer}");
    assert!(head.contains("\r\ndate: "), "{answer}");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body["error"].as_str().unwrap().to_owned())
}

#[test]
fn heads_that_cannot_be_read_get_the_error_object() {
    let (_deployment, service) = start(&[]);
    let get = "GET /v1/search?q=a HTTP/1.1\r\n";
    let close = "Connection: close\r\n";
    let cases = [
        (
            format!("{get}Host: a\r\n{}\r\n", headers(96, 1)),
            431,
            "headers_too_large",
        ),
        (
            format!("{get}Host: a\r\n{}\r\n", headers(120, 1)),
            431,
            "headers_too_large",
        ),
        (
            format!("{get}Host: a\r\n{close}{}\r\n", headers(90, 400)),
            431,
            "headers_too_large",
        ),
        (
            format!("{get}Host: a\r\n{}\r\n", headers(90, 2200)),
            431,
            "headers_too_large",
        ),
        (
            format!("{get}Host: a\r\n{}", headers(1, 300_000)),
            431,
            "headers_too_large",
        ),
        (
            format!(
                "GET /{} HTTP/1.1\r\nHost: a\r\n{close}\r\n",
                "a".repeat(9000)
            ),
            414,
            "uri_too_long",
        ),
        (
            format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", "a".repeat(70_000)),
            414,
            "uri_too_long",
        ),
        (
            format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", "a".repeat(300_000)),
            414,
            "uri_too_long",
        ),
        (
            format!("{get}Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
            400,
            "validation_error",
        ),
        (
            format!("{get}Host: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n"),
            400,
            "validation_error",
        ),
        (
            format!("{get}Host: a\r\nContent-Length: +1\r\n\r\na"),
            400,
            "validation_error",
        ),
        (format!("{get}\r\n"), 400, "validation_error"),
        (
            format!("{get}Host: a\r\nHost: b\r\n\r\n"),
            400,
            "validation_error",
        ),
        (format!("{get}Host : a\r\n\r\n"), 400, "validation_error"),
        (
            format!("{get}Host: a\r\nTransfer-Encoding: gzip\r\n\r\n"),
            400,
            "validation_error",
        ),
        (
            "GET / HTTP/2.0\r\nHost: a\r\n\r\n".to_owned(),
            400,
            "validation_error",
        ),
        ("NONSENSE\r\n\r\n".to_owned(), 400, "validation_error"),
        ("\u{16}\u{3}\u{1}\u{2}".to_owned(), 400, "validation_error"),
    ];
    for (request, status, code) in &cases {
        let answer = answers(public(&service), request);
        assert_eq!(
            refusal(&answer),
            (*status, (*code).to_owned()),
            "{request:.80}"
        );
    }
    let nonsense = answers(admin(&service), "NONSENSE\r\n\r\n");
    assert_eq!(refusal(&nonsense).0, 400);
    let name = "cotejo_http_requests_total{method=\"other\",route=\"unmatched\",status=\"414\"}";
    assert_eq!(service.metric(name), Some(2), "those that were not read");
}

#[test]
fn as_many_headers_as_can_be_read_are_no_error() {
    let (_deployment, service) = start(&[]);
    let request = format!(
        "GET /v1/search?q=a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{}\r\n",
        headers(94, 300)
    );
    let answer = answers(public(&service), &request);
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[test]
fn a_refusal_follows_the_answers_before_it_and_nothing_follows_the_last_one() {
    let (_deployment, service) = start(&[]);
    let good = "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n";
    let both = answers(public(&service), &format!("{good}{good}NONSENSE\r\n\r\n"));
    let parts: Vec<&str> = both.split("HTTP/1.1 ").collect();
    let statuses: Vec<&str> = parts[1..].iter().map(|part| &part[..3]).collect();
    assert_eq!(statuses, ["404", "404", "400"], "{both}");
    assert_eq!(refusal(&format!("HTTP/1.1 {}", parts[3])).0, 400);
    for last in [
        "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nNONSENSE\r\n\r\n",
        "GET /nothing HTTP/1.0\r\n\r\nNONSENSE\r\n\r\n",
        "POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nNONSENSE\r\n\r\n",
    ] {
        let only = answers(public(&service), last);
        assert_eq!(only.matches("HTTP/1.").count(), 1, "{only}");
    }
}
