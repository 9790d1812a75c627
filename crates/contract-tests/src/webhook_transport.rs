//! What every transport of webhooks promises.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a suite fails by panicking"
)]

use domain::webhook::excerpt::{BodyBeginning, READ_FOR_EXCERPT};
use domain::webhook_url::{ExemptHosts, WebhookUrl};
use ports_net::{RetryAfter, WebhookAnswer, WebhookError, WebhookRequest, WebhookTransport};
use time::macros::datetime;
use uuid::Uuid;

/// The host that requests go to.
pub const HOST: &str = "hooks.example.com";

/// What becomes of the next request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reaction {
    /// The receiver answers with this status, these headers besides the usual ones, and [`usual_body`].
    Answer(u16, Vec<(&'static str, String)>),
    /// The same with this body.
    Say(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// The receiver reads the request and breaks the connection off.
    BreakOff,
    /// The host has an address that is not public, besides one that is.
    TurnPrivate,
    /// The host has no address.
    Vanish,
}

/// A request as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Path and query.
    pub target: String,
    /// Names in small letters with their values, in no particular order.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: Vec<u8>,
}

/// A transport, and the receiver behind it, which answers 200 to what it was told nothing about.
pub trait Reception: Send + Sync {
    /// The transport.
    fn transport(&self) -> &dyn WebhookTransport;
    /// What becomes of the next request. When it is about the host, the transport has kept no connection
    /// from before.
    fn react(&self, reaction: Reaction);
    /// What the receiver read, in order.
    fn received(&self) -> Vec<Receipt>;
}

/// The body of an answer: of those that may have one.
pub const fn usual_body(status: u16) -> &'static [u8] {
    match status {
        204 | 304 => b"",
        _ => b"said",
    }
}

/// A request; endpoint, path and body are made from the number.
pub fn request(number: u128) -> WebhookRequest {
    let url = format!("https://{HOST}/hooks/{number}?token=secret");
    WebhookRequest {
        endpoint: Uuid::from_u128(number),
        url: WebhookUrl::parse(&url, &ExemptHosts::default()).expect("a URL"),
        headers: vec![
            ("idempotency-key", format!("event-{number}")),
            ("x-webhook-signature", "t=1,v1=00".to_owned()),
        ],
        body: format!("{{\"number\":{number},\"name\":\"Café\"}}").into_bytes(),
    }
}

async fn post(reception: &impl Reception, number: u128) -> Result<WebhookAnswer, WebhookError> {
    reception.transport().post(request(number)).await
}

fn answer(status: u16) -> WebhookAnswer {
    WebhookAnswer {
        status,
        retry_after: None,
        body: whole(None, usual_body(status)),
    }
}

fn whole(content_type: Option<&str>, bytes: &[u8]) -> BodyBeginning {
    BodyBeginning {
        content_type: content_type.map(str::to_owned),
        bytes: bytes.to_vec(),
        is_whole: true,
    }
}

async fn status_of(reception: &impl Reception, number: u128) -> Result<u16, WebhookError> {
    post(reception, number).await.map(|answer| answer.status)
}

/// Whatever the receiver answers, its status is reported.
pub async fn every_status_is_reported(reception: impl Reception) {
    for status in [200, 201, 202, 204, 304, 400, 404, 410, 429, 500, 503] {
        reception.react(Reaction::Answer(status, Vec::new()));
        assert_eq!(post(&reception, 1).await, Ok(answer(status)));
    }
    assert_eq!(reception.received().len(), 11);
}

/// What arrives is what was posted: the path and query, the headers, the bytes.
pub async fn a_request_arrives_as_it_was_posted(reception: impl Reception) {
    assert_eq!(status_of(&reception, 7).await, Ok(200));
    let received = reception.received();
    let [receipt] = received.as_slice() else {
        unreachable!("{} requests arrived", received.len());
    };
    assert_eq!(receipt.target, "/hooks/7?token=secret");
    assert_eq!(receipt.body, request(7).body);
    for (name, value) in request(7).headers {
        assert!(receipt.headers.contains(&(name.to_owned(), value)));
    }
}

/// A redirect is an answer like any other: it is reported and not followed.
pub async fn redirects_are_not_followed(reception: impl Reception) {
    for (status, to) in [
        (301, "https://hooks.example.com/hooks/2"),
        (302, "/hooks/2"),
        (303, "https://other.example.com/"),
        (307, "http://127.0.0.1/"),
        (308, "https://169.254.169.254/latest/meta-data"),
        (305, "http://127.0.0.1:3128"),
    ] {
        let location = vec![("location", to.to_owned())];
        reception.react(Reaction::Answer(status, location));
        assert_eq!(post(&reception, 1).await, Ok(answer(status)));
    }
    let received = reception.received();
    assert_eq!(received.len(), 6);
    assert!(received.iter().all(|r| r.target.starts_with("/hooks/1?")));
}

/// Retry-After is read as seconds and as a date, and ignored when it is neither.
pub async fn retry_after_is_read_in_both_forms(reception: impl Reception) {
    let past = RetryAfter::At(datetime!(1994-11-06 08:49:37 UTC));
    for (text, expected) in [
        ("120", Some(RetryAfter::Seconds(120))),
        ("0", Some(RetryAfter::Seconds(0))),
        ("Sun, 06 Nov 1994 08:49:37 GMT", Some(past)),
        ("-1", None),
        ("soon", None),
    ] {
        let headers = vec![("retry-after", text.to_owned())];
        reception.react(Reaction::Answer(429, headers));
        let expected = WebhookAnswer {
            retry_after: expected,
            ..answer(429)
        };
        assert_eq!(post(&reception, 1).await, Ok(expected), "{text}");
    }
}

/// How a body begins is reported, whatever the status, with what kind it is said to be of; of one that is encoded, nothing.
pub async fn the_beginning_of_a_body_is_reported(reception: impl Reception) {
    let long = |length| -> Vec<u8> { (b'0'..=b'9').cycle().take(length).collect() };
    let html = || ("content-type", "text/html; charset=utf-8".to_owned());
    for status in [200, 404, 503] {
        let said = b"<p>Caf\xe9\r\n\0</p>".to_vec();
        reception.react(Reaction::Say(status, vec![html()], said.clone()));
        let told = post(&reception, 1).await.expect("an answer").body;
        assert_eq!(told, whole(Some("text/html; charset=utf-8"), &said));
        for length in [READ_FOR_EXCERPT, READ_FOR_EXCERPT + 1, 10_000, 40_000] {
            reception.react(Reaction::Say(status, Vec::new(), long(length)));
            let expected = BodyBeginning {
                is_whole: length == READ_FOR_EXCERPT,
                ..whole(None, &long(READ_FOR_EXCERPT))
            };
            let told = post(&reception, 1).await.expect("an answer").body;
            assert_eq!(told, expected, "{status}, {length} bytes");
        }
        let encoded = vec![html(), ("content-encoding", "gzip".to_owned())];
        reception.react(Reaction::Say(status, encoded, b"not gzip".to_vec()));
        let told = post(&reception, 1).await.expect("an answer").body;
        assert_eq!(told, BodyBeginning::default());
    }
}

/// One address that is not public denies the destination, and nothing is sent.
pub async fn a_destination_that_is_not_public_is_denied(reception: impl Reception) {
    reception.react(Reaction::TurnPrivate);
    let outcome = post(&reception, 1).await;
    assert!(
        matches!(outcome, Err(WebhookError::Denied(_))),
        "{outcome:?}"
    );
    assert_eq!(reception.received(), []);
}

/// A name without an address is told apart, and nothing is sent.
pub async fn a_name_without_an_address_is_told(reception: impl Reception) {
    reception.react(Reaction::Vanish);
    let outcome = post(&reception, 1).await;
    assert!(matches!(outcome, Err(WebhookError::Dns(_))), "{outcome:?}");
    assert_eq!(reception.received(), []);
}

/// A request that may have reached the receiver is not sent a second time.
pub async fn a_request_that_may_have_arrived_is_not_sent_again(reception: impl Reception) {
    assert_eq!(status_of(&reception, 1).await, Ok(200));
    reception.react(Reaction::BreakOff);
    let outcome = post(&reception, 1).await;
    assert!(
        matches!(outcome, Err(WebhookError::Transport(_))),
        "{outcome:?}"
    );
    assert_eq!(reception.received().len(), 2);
}

/// One request's failure does not touch the next one.
pub async fn a_failure_does_not_touch_the_next_request(reception: impl Reception) {
    for reaction in [
        Reaction::BreakOff,
        Reaction::TurnPrivate,
        Reaction::Vanish,
        Reaction::BreakOff,
    ] {
        reception.react(reaction.clone());
        assert!(post(&reception, 1).await.is_err(), "{reaction:?}");
        assert_eq!(status_of(&reception, 2).await, Ok(200), "{reaction:?}");
    }
}

/// The words of an error hold neither path nor query.
pub async fn errors_hold_no_path_and_no_query(reception: impl Reception) {
    for reaction in [Reaction::BreakOff, Reaction::TurnPrivate, Reaction::Vanish] {
        reception.react(reaction);
        let error = post(&reception, 1).await.expect_err("it failed");
        for text in [error.to_string(), format!("{error:?}")] {
            assert!(
                !text.contains("hooks/") && !text.contains("secret"),
                "{text}"
            );
        }
    }
}

/// Stamps one test for each promise of [`WebhookTransport`]; the expression is a future of a [`Reception`].
#[macro_export]
macro_rules! webhook_transport_contract {
    ($reception:expr) => {
        $crate::webhook_transport_contract! { @cases $reception;
            every_status_is_reported
            a_request_arrives_as_it_was_posted
            redirects_are_not_followed
            retry_after_is_read_in_both_forms
            the_beginning_of_a_body_is_reported
            a_destination_that_is_not_public_is_denied
            a_name_without_an_address_is_told
            a_request_that_may_have_arrived_is_not_sent_again
            a_failure_does_not_touch_the_next_request
            errors_hold_no_path_and_no_query
        }
    };
    (@cases $reception:expr; $($case:ident)*) => {
        $(
            #[tokio::test]
            async fn $case() {
                $crate::webhook_transport::$case($reception.await).await;
            }
        )*
    };
}
