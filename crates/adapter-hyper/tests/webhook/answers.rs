//! Answers of receivers that mean well.

use ports_net::RetryAfter;
use time::macros::datetime;

use crate::receiver::{Step, full, raw};
use crate::world::World;

#[tokio::test]
async fn statuses_are_reported_whatever_their_body_is_like() {
    let world = World::new().await;
    for (answer, status) in [
        (full("200 OK", "", "thank you"), 200),
        (raw("HTTP/1.1 204 No Content\r\n\r\n"), 204),
        (raw("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"), 200),
        (
            raw("HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
            202,
        ),
        (full("500 Oh", "Content-Type: text/html\r\n", "<html>"), 500),
        (full("410 Gone", "Connection: close\r\n", ""), 410),
        (full("599 X", "Content-Encoding: gzip\r\n", "not gzip"), 599),
    ] {
        world.receiver.then(answer);
        assert_eq!(world.status().await, status);
    }
}

#[tokio::test]
async fn answers_of_http_1_0_and_bodies_until_the_end_of_the_connection_count() {
    let world = World::new().await;
    for text in [
        "HTTP/1.0 200 OK\r\n\r\nall of it",
        "HTTP/1.1 200 OK\r\n\r\nall of it",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nnot all of it",
    ] {
        world
            .receiver
            .then(vec![Step::Send(text.into()), Step::Drop]);
        assert_eq!(world.status().await, 200, "{text}");
    }
    assert_eq!(world.receiver.accepted(), 3);
}

#[tokio::test]
async fn retry_after_comes_in_two_forms() {
    let world = World::new().await;
    let at = RetryAfter::At(datetime!(2094-11-06 08:49:37 UTC));
    for (lines, expected) in [
        ("Retry-After: 30\r\n", Some(RetryAfter::Seconds(30))),
        ("Retry-After: Sat, 06 Nov 2094 08:49:37 GMT\r\n", Some(at)),
        ("Retry-After: 1e9\r\n", None),
        ("Retry-After: 1\r\nRetry-After: 1\r\n", None),
        ("", None),
    ] {
        world
            .receiver
            .then(full("429 Too Many Requests", lines, ""));
        let answer = world.post().await.unwrap();
        assert_eq!(
            (answer.status, answer.retry_after),
            (429, expected),
            "{lines}"
        );
    }
}

#[tokio::test]
async fn a_few_interim_answers_are_waited_through() {
    let world = World::new().await;
    let mut text =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n".repeat(4);
    text += "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
    world.receiver.then(raw(&text));
    assert_eq!(world.status().await, 201);
    assert_eq!(world.status().await, 200);
    assert_eq!(world.receiver.accepted(), 1);
}
