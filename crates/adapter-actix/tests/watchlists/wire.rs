//! What only shows on a connection.

use std::net::SocketAddr;

use crate::support::{bearer, exchange, lines, on_connections};
use crate::world::{CLIENT, World};

fn asked(address: SocketAddr, method: &str, more: &str) -> String {
    let key = bearer("writer");
    let head = format!(
        "{method} /v1/watchlists HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
        Authorization: {key}\r\nX-Service-Client-Id: {CLIENT}\r\n{more}\r\n"
    );
    exchange(address, &head)
}

/// The answers to requests with these methods and more headers.
async fn answers<const N: usize>(requests: [(&'static str, &'static str); N]) -> [String; N] {
    let world = World::new().await;
    let asked = move |address| requests.map(|(method, more)| asked(address, method, more));
    on_connections(&world.http, asked).await
}

#[actix_web::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let [get, head] = answers([("GET", ""), ("HEAD", "")]).await;
    let (get, body) = get.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, r#"{"total":0,"items":[]}"#);
    let (head, nothing) = head.split_once("\r\n\r\n").unwrap();
    assert_eq!(nothing, "");
    assert_eq!(lines(get), lines(head));
}

#[actix_web::test]
async fn line_breaks_do_not_smuggle_headers() {
    let [lone, folded] = answers([
        (
            "POST",
            "Idempotency-Key: a\nX-Injected: b\r\nContent-Length: 0\r\n",
        ),
        (
            "POST",
            "Idempotency-Key: a\r\n X-Injected: b\r\nContent-Length: 0\r\n",
        ),
    ])
    .await;
    for answer in [lone, folded] {
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert!(!answer.contains("X-Injected"), "{answer}");
    }
}
