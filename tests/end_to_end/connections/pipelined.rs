//! Requests that come together: each is answered as it wants, whatever comes after it.

use std::io::{Read, Write};

use super::{connect, connect_tls, public, read_to_end, start, start_tls};

const FILE: &str = "/openapi.json";

/// One answer.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: u16,
    /// Whether there is a body.
    has_body: bool,
    /// Whether it says that it is the last one.
    closes: bool,
}

/// The answers to requests by these methods, one after the other.
fn answers(all: &[u8], methods: &[&str]) -> Vec<Answer> {
    let mut rest = all;
    let mut found = Vec::new();
    for method in methods {
        let end = rest.windows(4).position(|it| it == b"\r\n\r\n");
        let Some(end) = end else { break };
        let (head, after) = rest.split_at(end + 4);
        let head = str::from_utf8(head).unwrap().to_lowercase();
        let length = head.split("content-length: ").nth(1).unwrap();
        let length: usize = length.lines().next().unwrap().parse().unwrap();
        let body = if *method == "HEAD" { 0 } else { length };
        found.push(Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            has_body: body > 0,
            closes: head.contains("connection: close"),
        });
        rest = &after[body..];
    }
    assert!(rest.is_empty(), "{} bytes more", rest.len());
    found
}

fn check(mut stream: impl Read + Write) {
    let get = format!("GET {FILE} HTTP/1.1\r\nHost: a\r\n\r\n");
    let head = format!("HEAD {FILE} HTTP/1.1\r\nHost: a\r\n\r\n");
    let body = "\r\n\r\n ".repeat(800);
    let sized = format!(
        "POST /v1/watchlists HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let chunked = format!(
        "POST /v1/watchlists HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
        body.len()
    );
    let last = format!("GET {FILE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    let sent = [
        ("GET", &get, 200),
        ("GET", &get, 200),
        ("HEAD", &head, 200),
        ("GET", &get, 200),
        ("POST", &sized, 401),
        ("HEAD", &head, 200),
        ("POST", &chunked, 401),
        ("POST", &sized, 401),
        ("GET", &get, 200),
        ("GET", &last, 200),
    ];
    let together: String = sent
        .iter()
        .map(|(_, request, _)| request.as_str())
        .collect();
    stream.write_all(together.as_bytes()).unwrap();
    stream.flush().unwrap();
    let methods: Vec<&str> = sent.iter().map(|(method, ..)| *method).collect();
    let wanted: Vec<Answer> = sent
        .iter()
        .map(|(method, request, status)| Answer {
            status: *status,
            has_body: *method != "HEAD",
            closes: *request == &last,
        })
        .collect();
    assert_eq!(answers(&read_to_end(&mut stream), &methods), wanted);
}

#[test]
fn each_request_is_answered_as_it_wants() {
    let (_deployment, service) = start(&[]);
    check(connect(public(&service)));
}

#[test]
fn each_request_is_answered_as_it_wants_over_tls() {
    let (_deployment, service, config) = start_tls(&[]);
    let mut config = rustls::ClientConfig::clone(&config);
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    check(connect_tls(&service, &std::sync::Arc::new(config)));
}

/// Hundreds of requests at once are far more than is read ahead: nobody is forgotten.
#[test]
fn many_requests_are_all_answered() {
    let (deployment, service) = start(&[("PCS_RATE_LIMIT_READS", "0")]);
    let key = deployment.key("live", &["catalog:read"]).secret;
    let search =
        format!("GET /v1/search?q=lamp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {key}\r\n");
    let together = format!("{search}\r\n").repeat(499) + &search + "Connection: close\r\n\r\n";
    let mut stream = connect(public(&service));
    stream.write_all(together.as_bytes()).unwrap();
    let answered = answers(&read_to_end(&mut stream), &["GET"; 500]);
    assert_eq!(answered.len(), 500);
    assert!(answered.iter().all(|it| it.status == 200));
}
