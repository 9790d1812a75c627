//! What goes out.

use std::process::Command;

use domain::webhook_url::{ExemptHosts, WebhookUrl};
use ports_net::{WebhookError, WebhookTransport};

use crate::world::{HOST, World, request};

#[tokio::test]
async fn the_head_holds_what_it_must_and_nothing_else() {
    let world = World::new().await;
    for _ in 0..2 {
        assert_eq!(world.status().await, 200);
    }
    for arrived in world.receiver.arrived() {
        let mut lines = arrived.head.trim_end().split("\r\n");
        assert_eq!(lines.next(), Some("POST /hook HTTP/1.1"));
        let mut lines: Vec<_> = lines.collect();
        lines.sort_unstable();
        assert_eq!(
            lines,
            [
                "content-length: 7",
                "content-type: application/json",
                "host: hooks.example.com",
                "idempotency-key: event-1",
                "user-agent: price-comparison-webhooks/1",
            ]
        );
        assert_eq!(arrived.body, br#"{"a":1}"#);
    }
}

#[tokio::test]
async fn bodies_of_any_size_arrive_whole() {
    let world = World::new().await;
    for size in [0, 1, 16_384, 1 << 20] {
        let mut sent = request(1, "/");
        sent.body = vec![b'x'; size];
        assert_eq!(world.transport.post(sent).await.unwrap().status, 200);
        assert_eq!(world.receiver.arrived().last().unwrap().body.len(), size);
    }
}

#[tokio::test]
async fn every_url_that_the_rules_accept_can_be_requested() {
    let world = World::new().await;
    for (written, requested) in [
        ("", "/"),
        ("?a=b", "/?a=b"),
        ("//double//", "//double//"),
        ("/a/../b", "/b"),
        (
            "/é|^`{}<>\"'[]~!$&()*+,;=:%41",
            "/%C3%A9|^%60%7B%7D%3C%3E%22'[]~!$&()*+,;=:%41",
        ),
        (
            "/?é|^`{}<>\"'[]~!$&()*+,;=:?/%41",
            "/?%C3%A9|^`{}%3C%3E%22%27[]~!$&()*+,;=:?/%41",
        ),
        ("/https://a.co/", "/https://a.co/"),
    ] {
        let url = format!("https://{HOST}{written}");
        let mut sent = request(1, "/");
        sent.url = WebhookUrl::parse(&url, &ExemptHosts::default()).unwrap();
        assert_eq!(
            world.transport.post(sent).await.unwrap().status,
            200,
            "{url}"
        );
        let head = world.receiver.arrived().last().unwrap().head.clone();
        let target = head.split(' ').nth(1).unwrap().to_owned();
        assert_eq!(target, requested);
    }
}

#[tokio::test]
async fn the_caller_does_not_choose_host_or_length() {
    let world = World::new().await;
    let mut sent = request(1, "/");
    sent.headers
        .push(("host", "metadata.google.internal".to_owned()));
    sent.headers.push(("content-length", "1".to_owned()));
    assert_eq!(world.transport.post(sent).await.unwrap().status, 200);
    let head = world.receiver.arrived()[0].head.clone();
    assert!(head.contains("host: hooks.example.com\r\n"), "{head}");
    assert!(head.contains("content-length: 7\r\n"), "{head}");
    assert!(!head.contains("metadata"), "{head}");
}

#[tokio::test]
async fn a_header_with_a_line_break_is_not_sent() {
    let world = World::new().await;
    let mut sent = request(1, "/");
    sent.headers
        .push(("x-webhook-signature", "a\r\nb: c".to_owned()));
    let outcome = world.transport.post(sent).await;
    assert!(
        matches!(outcome, Err(WebhookError::Transport(_))),
        "{outcome:?}"
    );
    assert_eq!(world.receiver.accepted(), 0);
}

#[test]
fn proxies_of_the_environment_are_ignored() {
    let nobody = "http://127.0.0.1:1";
    let test = "requests::the_head_holds_what_it_must_and_nothing_else";
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test]);
    for name in ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"] {
        command
            .env(name, nobody)
            .env(name.to_ascii_lowercase(), nobody);
    }
    let output = command.env_remove("NO_PROXY").output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{told}"
    );
}
