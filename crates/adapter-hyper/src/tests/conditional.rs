//! Content that is known, and servers that ask who asks.

use std::io::Read;

use domain::address::AddressRanges;
use ports_net::{Authorization, Download, FeedRequest, FeedSource, NetError, Validators};

use super::{LIMITS, LOOPBACK, Server};
use crate::{ConnectOverrides, HttpsDownloader};

/// The head of the request as the server saw it, in small letters, and what the content is known by.
async fn ask(
    server: &Server,
    path: &str,
    known: Option<&Validators>,
    authorization: Option<&Authorization>,
) -> Result<Option<(String, Validators)>, NetError> {
    let request = FeedRequest {
        url: &server.url(path),
        known,
        authorization,
        limits: LIMITS,
    };
    Ok(match server.client(LOOPBACK).fetch(&request).await? {
        Download::NotModified => None,
        Download::Content(mut input, validators) => {
            let mut content = String::new();
            input.read_to_string(&mut content).unwrap();
            Some((content.to_ascii_lowercase(), validators))
        }
    })
}

fn version(etag: &str) -> Validators {
    Validators {
        etag: Some(etag.to_owned()),
        last_modified: Some("Sun, 01 Mar 2026 12:00:00 GMT".to_owned()),
    }
}

#[tokio::test]
async fn content_that_is_known_does_not_come_again() {
    let server = Server::start().await;
    let (head, validators) = ask(&server, "/tagged", None, None).await.unwrap().unwrap();
    assert!(!head.contains("if-"), "{head}");
    assert_eq!(validators, version("\"v1\""));
    let again = ask(&server, "/tagged", Some(&validators), None).await;
    assert!(again.unwrap().is_none());
    let older = version("\"v0\"");
    let other = ask(&server, "/tagged", Some(&older), None).await;
    let (head, validators) = other.unwrap().unwrap();
    assert!(head.contains("if-none-match: \"v0\"\r\n"), "{head}");
    assert!(head.contains("if-modified-since: sun, 01 mar 2026 12:00:00 gmt\r\n"));
    assert_eq!(validators, version("\"v1\""));
}

#[tokio::test]
async fn a_server_that_names_no_version_is_asked_for_all() {
    let server = Server::start().await;
    let (head, validators) = ask(&server, "/head", None, None).await.unwrap().unwrap();
    assert_eq!(validators, Validators::default());
    let nothing = ask(&server, "/head", Some(&validators), None).await;
    assert_eq!(nothing.unwrap().unwrap().0, head);
}

#[tokio::test]
async fn not_modified_is_an_answer_to_a_question_only() {
    let server = Server::start().await;
    let unasked = ask(&server, "/not-modified", None, None).await;
    assert!(matches!(unasked, Err(NetError::Status(304))), "{unasked:?}");
    let asked = ask(&server, "/not-modified", Some(&version("\"v1\"")), None).await;
    assert!(asked.unwrap().is_none());
}

#[tokio::test]
async fn what_is_known_is_not_told_to_where_it_redirects() {
    let server = Server::start().await;
    let known = version("\"v1\"");
    let moved = ask(&server, "/moved-to-tagged", Some(&known), None).await;
    let (head, _) = moved.unwrap().unwrap();
    assert!(!head.contains("if-"), "{head}");
}

#[tokio::test]
async fn who_asks_is_said_as_the_scheme_has_it() {
    let server = Server::start().await;
    for (authorization, header) in [
        (
            Authorization::Basic("feed:päss:word".to_owned()),
            "authorization: basic zmvlzdpww6rzczp3b3jk\r\n",
        ),
        (
            Authorization::Bearer("Abc.123-_~+/=".to_owned()),
            "authorization: bearer abc.123-_~+/=\r\n",
        ),
    ] {
        let asked = ask(&server, "/head", None, Some(&authorization)).await;
        let (head, _) = asked.unwrap().unwrap();
        assert!(head.contains(header), "{head}");
    }
}

#[tokio::test]
async fn who_asks_is_told_to_nobody_else() {
    let server = Server::start().await;
    let secret = Authorization::Bearer("hunter2".to_owned());
    let same = ask(&server, "/moved-to-head", None, Some(&secret)).await;
    assert!(
        same.unwrap()
            .unwrap()
            .0
            .contains("authorization: bearer hunter2")
    );
    for path in ["/moved-to-other-host", "/moved-away-and-back"] {
        let other = ask(&server, path, None, Some(&secret)).await;
        let (head, _) = other.unwrap().unwrap();
        assert!(!head.contains("authorization"), "{path}: {head}");
    }
}

#[tokio::test]
async fn credentials_that_cannot_be_sent_are_not_shown() {
    let server = Server::start().await;
    for bad in [
        Authorization::Basic("hunter2".to_owned()),
        Authorization::Bearer(String::new()),
        Authorization::Bearer("hunter2 ".to_owned()),
        Authorization::Bearer("hunter2\r\nx: y".to_owned()),
    ] {
        let refused = ask(&server, "/head", None, Some(&bad)).await.unwrap_err();
        assert!(matches!(refused, NetError::Credentials(_)), "{refused:?}");
        assert!(!refused.to_string().contains("hunter2"));
        assert!(!format!("{bad:?}").contains("hunter2"));
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_host_that_the_operator_sends_elsewhere_is_found_there() {
    let server = Server::start().await;
    let entry = format!("localhost:443:127.0.0.1:{}", server.port);
    let client = HttpsDownloader::with_overrides(
        AddressRanges::default(),
        ConnectOverrides::parse(&entry).unwrap(),
        vec![server.root.clone()],
    )
    .unwrap();
    let found = client.download("https://LOCALHOST/feed.csv", LIMITS).await;
    assert!(found.is_ok());
    for url in [
        "https://localhost:8443/feed.csv",
        "https://127.0.0.1/feed.csv",
    ] {
        let denied = client.download(url, LIMITS).await.err();
        assert!(
            matches!(denied, Some(NetError::Denied)),
            "{url}: {denied:?}"
        );
    }
}
