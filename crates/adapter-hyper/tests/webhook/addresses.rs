//! Where connections may go.

use std::time::Duration;

use adapter_hyper::{ConnectOverrides, HyperTransport};
use domain::address::AddressRanges;
use domain::webhook_url::WebhookUrl;
use ports_net::{WebhookError, WebhookTransport};

use crate::identity::Identity;
use crate::world::{HOST, World, request, to_port};

fn assert_denied<T: std::fmt::Debug>(outcome: &Result<T, WebhookError>) {
    assert!(
        matches!(outcome, Err(WebhookError::Denied(_))),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn an_answer_with_one_denied_address_denies_the_destination() {
    let world = World::new().await;
    for addresses in [
        ["10.0.0.1", "127.0.0.1"],
        ["127.0.0.1", "169.254.169.254"],
        ["127.0.0.1", "::1"],
        ["1.1.1.1", "fd00:ec2::254"],
        ["2606:4700::1111", "::ffff:10.0.0.1"],
        ["1.1.1.1", "64:ff9b::7f00:1"],
        ["1.1.1.1", "0.0.0.0"],
    ] {
        world.resolver.lead(HOST, &[&addresses]);
        assert_denied(&world.post().await);
    }
    assert_eq!(world.receiver.accepted(), 0);
}

#[tokio::test]
async fn nothing_private_is_allowed_unless_the_operator_says_so() {
    let world = World::with(|settings| settings.allowed = AddressRanges::default()).await;
    assert_denied(&world.post().await);
    assert_eq!(world.receiver.accepted(), 0);
}

#[tokio::test]
async fn a_name_that_turns_private_is_denied_at_the_next_connection() {
    let world = World::with(|settings| settings.max_age = Duration::ZERO).await;
    world
        .resolver
        .lead(HOST, &[&["127.0.0.1"], &["10.0.0.1"], &["127.0.0.1"]]);
    assert_eq!(world.status().await, 200);
    assert_denied(&world.post().await);
    assert_eq!(world.status().await, 200);
    assert_eq!(world.resolver.asked().len(), 3, "resolved once for each");
    assert_eq!(world.receiver.accepted(), 2);
}

#[tokio::test]
async fn a_kept_connection_stays_with_the_address_that_was_judged() {
    let world = World::new().await;
    world.resolver.lead(HOST, &[&["127.0.0.1"], &["10.0.0.1"]]);
    for _ in 0..3 {
        assert_eq!(world.status().await, 200);
    }
    assert_eq!(world.resolver.asked(), [HOST]);
    assert_eq!(world.receiver.accepted(), 1);
}

#[tokio::test]
async fn the_next_address_is_tried_when_one_does_not_answer() {
    let world = World::new().await;
    let addresses = ["127.0.0.3", "127.0.0.2", "127.0.0.1"];
    world.resolver.lead(HOST, &[&addresses]);
    assert_eq!(world.status().await, 200);
}

#[tokio::test]
async fn names_that_do_not_resolve_are_told_apart() {
    let world = World::new().await;
    world.resolver.fail(HOST);
    let outcome = world.post().await;
    assert!(matches!(outcome, Err(WebhookError::Dns(_))), "{outcome:?}");
    world.resolver.lead(HOST, &[&[]]);
    let outcome = world.post().await;
    assert!(matches!(outcome, Err(WebhookError::Dns(_))), "{outcome:?}");
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_a_transport_error() {
    let world = World::with(|settings| settings.overrides = to_port(1)).await;
    let outcome = world.post().await;
    assert_eq!(
        outcome,
        Err(WebhookError::Transport(
            "no connection: connection refused".to_owned()
        ))
    );
}

#[tokio::test]
async fn overrides_skip_names_and_addresses_but_not_certificates() {
    let mut world = World::of(Identity::of(&["receiver.test"]), |_| ()).await;
    let port = world.receiver.port;
    let overrides = ConnectOverrides::parse(&format!(
        "receiver.test:443:127.0.0.1:{port},{HOST}:443:127.0.0.1:{port}"
    ));
    world.settings.overrides = overrides.unwrap();
    world.settings.allowed = AddressRanges::default();
    world.settings.port = 443;
    let exempt = world.settings.overrides.exempt_hosts();
    world.transport = HyperTransport::new(world.settings.clone()).unwrap();
    let mut to_exempt = request(1, "/");
    to_exempt.url = WebhookUrl::parse("https://receiver.test/x", &exempt).unwrap();
    let answer = world.transport.post(to_exempt).await.unwrap();
    assert_eq!(answer.status, 200);
    let head = world.receiver.arrived()[0].head.clone();
    assert!(head.contains("host: receiver.test\r\n"), "{head}");
    let outcome = world.post().await;
    assert!(matches!(outcome, Err(WebhookError::Tls(_))), "{outcome:?}");
    assert_eq!(world.resolver.asked().len(), 0);
}
