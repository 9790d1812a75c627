//! What only shows on a connection.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use actix_web::rt;
use adapter_actix::{ListenAddress, ServerPlan, serve};

use crate::world::{CLIENT, World, bearer};

fn exchange(address: SocketAddr, method: &str, more: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let key = bearer("writer");
    let head = format!(
        "{method} /v1/watchlists HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
        Authorization: {key}\r\nX-Service-Client-Id: {CLIENT}\r\n{more}\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The answers to requests with these methods and more headers.
async fn answers<const N: usize>(requests: [(&'static str, &'static str); N]) -> [String; N] {
    let world = World::new().await;
    let any = ListenAddress::parse("127.0.0.1:0").unwrap();
    let running = serve(&world.http, &ServerPlan::new(Some(any.clone()), any, 1)).unwrap();
    let ListenAddress::Tcp(address) = running.public_addresses[0] else {
        panic!("no address")
    };
    let stopper = running.stopper();
    let served = rt::spawn(running.wait());
    let answers = rt::task::spawn_blocking(move || {
        requests.map(|(method, more)| exchange(address, method, more))
    });
    let answers = answers.await.unwrap();
    stopper.stop().await;
    served.await.unwrap().unwrap();
    answers
}

#[actix_web::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let [get, head] = answers([("GET", ""), ("HEAD", "")]).await;
    let (get, body) = get.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, r#"{"total":0,"items":[]}"#);
    let (head, nothing) = head.split_once("\r\n\r\n").unwrap();
    assert_eq!(nothing, "");
    let lines = |head: &str| -> Vec<String> {
        let lines = head.lines().map(str::to_lowercase);
        let mut lines: Vec<String> = lines.filter(|line| !line.starts_with("date:")).collect();
        lines.sort();
        lines
    };
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
