//! HTTP/2, spoken by hand.

use std::io::{ErrorKind, Read, Write};
use std::time::Duration;

use serde_json::Value;
use tests::wait_for;

use super::{TlsStream, connect_tls, read_to_end, start_tls};

pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
pub(super) const PING: &[u8] = &[0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/// A text with its length before it, which has to be below 127.
pub(super) fn text(text: &str) -> Vec<u8> {
    let mut bytes = vec![u8::try_from(text.len()).unwrap()];
    bytes.extend(text.as_bytes());
    bytes
}

/// A GET of a path on stream 1, with more headers.
fn request(path: &str, authority: Option<&str>, headers: &[(&str, &str)]) -> Vec<u8> {
    // :method GET, :scheme https, :path
    let mut block = vec![0x82, 0x87, 0x04];
    block.extend(text(path));
    if let Some(authority) = authority {
        block.push(0x01);
        block.extend(text(authority));
    }
    for (name, value) in headers {
        block.push(0);
        block.extend(text(name));
        block.extend(text(value));
    }
    let length = u32::try_from(block.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([1, 5, 0, 0, 0, 1]);
    frame.extend(block);
    frame
}

fn open(stream: &mut TlsStream) {
    stream.write_all(PREFACE).unwrap();
    stream.write_all(SETTINGS).unwrap();
}

/// Status and body of the answer on stream 1.
fn answer(stream: &mut TlsStream) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).unwrap();
        let [a, b, c, kind, flags, .., number] = head;
        let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        stream.read_exact(&mut payload).unwrap();
        assert_ne!(kind, 3, "the stream was reset: {payload:?}");
        if kind == 0 {
            body.extend(payload);
        }
        if number == 1 && matches!(kind, 0 | 1) && flags & 1 == 1 {
            return body;
        }
    }
}

fn ask(stream: &mut TlsStream) {
    stream
        .write_all(&request("/v1/search", Some("localhost"), &[]))
        .unwrap();
    let refused: Value = serde_json::from_slice(&answer(stream)).unwrap();
    assert_eq!(refused["error"], "authentication_error");
}

/// What a client answers to the pings among the frames that came, which are taken out.
pub(super) fn acknowledgements(received: &mut Vec<u8>) -> Vec<u8> {
    let mut answers = Vec::new();
    while let [a, b, c, kind, flags, _, _, _, _, rest @ ..] = received.as_slice() {
        let length = u32::from_be_bytes([0, *a, *b, *c]) as usize;
        let Some(payload) = rest.get(..length) else {
            break;
        };
        if *kind == 6 && flags & 1 == 0 {
            answers.extend([0, 0, 8, 6, 1, 0, 0, 0, 0]);
            answers.extend(payload);
        }
        received.drain(..9 + length);
    }
    answers
}

#[test]
fn a_connection_of_http_2_has_its_first_request_in_time() {
    let (_deployment, service, config) = start_tls(&[("PCS_HEAD_TIMEOUT", "1s")]);
    let mut silent = connect_tls(&service, &config);
    let mut preface = connect_tls(&service, &config);
    preface.write_all(&PREFACE[..10]).unwrap();
    let mut opened = connect_tls(&service, &config);
    open(&mut opened);
    let mut frame = connect_tls(&service, &config);
    open(&mut frame);
    let whole = request("/v1/search", Some("localhost"), &[]);
    frame.write_all(&whole[..whole.len() / 2]).unwrap();
    for stream in [&mut silent, &mut preface, &mut opened, &mut frame] {
        read_to_end(stream);
    }
}

#[test]
fn an_idle_connection_of_http_2_ends_whatever_it_sends_but_requests() {
    let (_deployment, service, config) = start_tls(&[("PCS_IDLE_TIMEOUT", "1s")]);
    let mut idle = connect_tls(&service, &config);
    open(&mut idle);
    ask(&mut idle);
    let mut frame = connect_tls(&service, &config);
    open(&mut frame);
    ask(&mut frame);
    let whole = request("/v1/search", Some("localhost"), &[]);
    frame.write_all(&whole[..whole.len() / 2]).unwrap();
    let mut pinging = connect_tls(&service, &config);
    open(&mut pinging);
    ask(&mut pinging);
    let pause = Some(Duration::from_millis(100));
    pinging.sock.set_read_timeout(pause).unwrap();
    let mut received = Vec::new();
    wait_for("the end of a connection that only pings", || {
        let mut sent = PING.to_vec();
        sent.extend(acknowledgements(&mut received));
        if pinging
            .write_all(&sent)
            .and_then(|()| pinging.flush())
            .is_err()
        {
            return Some(());
        }
        let mut more = [0; 1000];
        match pinging.read(&mut more) {
            Ok(0) => Some(()),
            Ok(count) => {
                received.extend(&more[..count]);
                None
            }
            Err(error) => (error.kind() != ErrorKind::WouldBlock).then_some(()),
        }
    });
    for stream in [&mut idle, &mut frame] {
        read_to_end(stream);
    }
}

/// Authority, headers and the code of the refusal.
type Case<'a> = (Option<&'a str>, &'a [(&'a str, &'a str)], &'a str);

#[test]
fn http_2_refuses_the_heads_that_http_1_refuses() {
    let (_deployment, service, config) = start_tls(&[]);
    let names: Vec<String> = (0..120).map(|n| format!("x-{n}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "v")).collect();
    let lengths = [("content-length", "0"), ("content-length", "0")];
    let cases: [Case; 5] = [
        (Some("localhost"), &many, "headers_too_large"),
        (Some("localhost"), &many[..96], "headers_too_large"),
        (Some("localhost"), &many[..95], "authentication_error"),
        (None, &[], "validation_error"),
        (Some("localhost"), &lengths, "validation_error"),
    ];
    for (authority, headers, code) in cases {
        let mut stream = connect_tls(&service, &config);
        open(&mut stream);
        stream
            .write_all(&request("/v1/search", authority, headers))
            .unwrap();
        let refused: Value = serde_json::from_slice(&answer(&mut stream)).unwrap();
        assert_eq!(refused["error"], code, "{} headers", headers.len());
    }
}
