//! Answers of receivers that mean harm, or are broken.

use std::time::Duration;

use ports_net::WebhookError;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::time::Instant;

use adapter_hyper::HyperTransport;
use ports_net::WebhookTransport;

use crate::identity::Identity;
use crate::receiver::{Step, full, raw};
use crate::world::{HOST, SHORT, World, request, settings};

/// None of these is an answer.
async fn no_answer(steps: Vec<Step>) {
    let world = World::new().await;
    let told = format!("{:?}", steps.first());
    world.receiver.then(steps);
    let outcome = world.post().await;
    assert!(
        matches!(outcome, Err(WebhookError::Transport(_))),
        "{outcome:?} to {told:.200}"
    );
    assert_eq!(world.receiver.arrived().len(), 1, "sent once");
    assert_eq!(world.status().await, 200, "the next one is not touched");
}

#[tokio::test]
async fn what_is_not_http_is_no_answer() {
    for text in [
        "220 mail.example ESMTP\r\n",
        "<html>hello</html>\r\n\r\n",
        "HTTP/0.9 200 OK\r\n\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nNo colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64\0\x04\x40\0\0\0\0\x02\0\0\0\0",
        "\u{16}\u{3}\u{1}",
    ] {
        let mut steps = raw(text);
        steps.push(Step::Drop);
        no_answer(steps).await;
    }
}

#[tokio::test]
async fn connections_that_break_are_no_answer() {
    no_answer(vec![Step::Drop]).await;
    no_answer(vec![Step::Reset]).await;
    no_answer(vec![Step::HalfClose]).await;
    for part in ["HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Le"] {
        no_answer(vec![Step::Send(part.into()), Step::Drop]).await;
        no_answer(vec![Step::Send(part.into()), Step::Reset]).await;
    }
}

#[tokio::test]
async fn heads_beyond_the_limits_are_no_answer() {
    let begin = || Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec());
    let ten_thousand: String = (0..10_000).map(|n| format!("H{n}: x\r\n")).collect();
    no_answer(full("200 OK", &ten_thousand, "")).await;
    let thousand_and_one: String = (0..1000).map(|n| format!("H{n}: x\r\n")).collect();
    no_answer(full("200 OK", &thousand_and_one, "")).await;
    let endless_line = vec![
        begin(),
        Step::Send(b"A: ".to_vec()),
        Step::Repeat(vec![b'a'; 4096]),
    ];
    no_answer(endless_line).await;
    no_answer(vec![begin(), Step::Repeat(b"A: b\r\n".to_vec())]).await;
    no_answer(full(
        "200 OK",
        &format!("A: {}\r\n", "b".repeat(70_000)),
        "",
    ))
    .await;
}

#[tokio::test]
async fn heads_within_the_limits_count() {
    let world = World::new().await;
    let ninety_nine: String = (0..99).map(|n| format!("H{n}: x\r\n")).collect();
    let long = format!("A: {}\r\n", "b".repeat(60_000));
    for headers in [ninety_nine, long] {
        world.receiver.then(full("200 OK", &headers, ""));
        assert_eq!(world.status().await, 200);
    }
    assert_eq!(world.receiver.accepted(), 1);
}

#[tokio::test]
async fn a_switch_of_protocols_is_no_answer() {
    let text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n";
    no_answer(raw(text)).await;
    no_answer(raw("HTTP/1.1 101 Switching Protocols\r\n\r\n")).await;
}

#[tokio::test]
async fn a_storm_of_interim_answers_is_no_answer() {
    for status in ["100 Continue", "102 Processing", "103 Early Hints", "199 X"] {
        let interim = format!("HTTP/1.1 {status}\r\n\r\n");
        no_answer(vec![Step::Repeat(interim.repeat(100).into_bytes())]).await;
        let nine = interim.repeat(9).into_bytes();
        no_answer(vec![Step::Send(nine), Step::Hang]).await;
    }
}

#[tokio::test]
async fn a_body_without_an_end_is_left_and_its_status_counts() {
    let gigabyte = "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n";
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let until_the_end = "HTTP/1.1 200 OK\r\n\r\n";
    for (head, part) in [
        (gigabyte, "x".repeat(8192)),
        (until_the_end, "x".repeat(8192)),
        (chunked, format!("2000\r\n{}\r\n", "x".repeat(8192))),
        (chunked, "1\r\nx\r\n".repeat(1000)),
        (chunked, format!("1;{}\r\nx\r\n", "e".repeat(1000))),
        (chunked, format!("0\r\n{}", "Trailer: x\r\n".repeat(1000))),
    ] {
        let world = World::new().await;
        let steps = vec![Step::Send(head.into()), Step::Repeat(part.into_bytes())];
        world.receiver.then(steps);
        assert_eq!(world.status().await, 200);
        world.receiver.ended(1).await;
        assert_eq!(world.status().await, 200);
        assert_eq!(world.receiver.accepted(), 2);
    }
}

#[tokio::test]
async fn a_body_that_drips_or_hangs_does_not_hold_the_attempt() {
    for body in [Step::Drip(b"x".to_vec()), Step::Hang] {
        let world = World::new().await;
        let head = b"HTTP/1.1 500 Oh\r\nContent-Length: 10000\r\n\r\nbegin".to_vec();
        world.receiver.then(vec![Step::Send(head), body]);
        let began = Instant::now();
        assert_eq!(world.status().await, 500);
        assert!(began.elapsed() < Duration::from_secs(5));
        world.receiver.ended(1).await;
    }
}

#[tokio::test]
async fn a_status_that_was_received_counts_when_the_time_is_up_in_the_body() {
    let world = World::with(|settings| settings.timeout = SHORT).await;
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n".to_vec();
    world.receiver.then(vec![Step::Send(head), Step::Hang]);
    assert_eq!(world.status().await, 200);
}

#[tokio::test]
async fn plain_http_is_no_tls() {
    let identity = Identity::of(&[HOST]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (_, settings) = settings(listener.local_addr().unwrap().port(), &identity);
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let bad = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        stream.write_all(bad).await.unwrap();
        std::future::pending::<()>().await;
    });
    let transport = HyperTransport::new(settings).unwrap();
    let outcome = transport.post(request(1, "/")).await;
    assert_eq!(
        outcome,
        Err(WebhookError::Tls(
            "the receiver does not speak TLS".to_owned()
        ))
    );
}

#[tokio::test]
async fn nothing_that_a_receiver_sends_is_in_the_words_of_an_error() {
    let world = World::new().await;
    for text in [
        "HTTP/1.1 2x0 marker\r\n\r\n",
        "marker\r\n\r\n",
        "HTTP/1.1 200 OK\r\nmarker\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: marker\r\n\r\n",
    ] {
        world.receiver.then(raw(text));
        let error = world.post().await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("marker"), "{error}");
    }
}
