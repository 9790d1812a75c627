//! Receivers that are not who they should be.

use adapter_hyper::HyperTransport;
use ports_net::{WebhookError, WebhookTransport};

use crate::identity::Identity;
use crate::receiver::Receiver;
use crate::world::{HOST, World, request, settings};

async fn refused(identity: Identity, words: &str) {
    let world = World::of(identity, |_| ()).await;
    let outcome = world.post().await;
    assert_eq!(outcome, Err(WebhookError::Tls(words.to_owned())));
    assert_eq!(world.receiver.arrived().len(), 0, "no request was sent");
}

#[tokio::test]
async fn certificates_out_of_their_time_are_refused() {
    refused(Identity::expired(HOST), "the certificate has expired").await;
    let words = "the certificate is not valid yet";
    refused(Identity::not_yet_valid(HOST), words).await;
}

#[tokio::test]
async fn certificates_for_other_names_are_refused() {
    let words = "the certificate is for another name";
    for name in [
        "other.example.com",
        "example.com",
        "*.hooks.example.com",
        "hooks.example.com.evil.net",
        "127.0.0.1",
    ] {
        refused(Identity::of(&[name]), words).await;
    }
    refused(Identity::common_name_only(HOST), words).await;
}

#[tokio::test]
async fn a_wildcard_for_one_label_will_do() {
    let world = World::of(Identity::of(&["*.example.com"]), |_| ()).await;
    assert_eq!(world.status().await, 200);
}

#[tokio::test]
async fn certificates_of_unknown_authorities_are_refused() {
    let receiver = Receiver::start(Identity::of(&[HOST])).await;
    let words = "the certificate's authority is not known";
    let (_, mut settings) = settings(receiver.port, &Identity::of(&["other"]));
    for roots in [settings.extra_roots.clone(), Vec::new()] {
        settings.extra_roots = roots;
        let transport = HyperTransport::new(settings.clone()).unwrap();
        let outcome = transport.post(request(1, "/")).await;
        assert_eq!(outcome, Err(WebhookError::Tls(words.to_owned())));
    }
    assert_eq!(receiver.arrived().len(), 0);
}

#[tokio::test]
async fn certificates_that_sign_themselves_are_refused() {
    let receiver = Receiver::start(Identity::self_signed(HOST)).await;
    let (_, settings) = settings(receiver.port, &Identity::of(&[HOST]));
    let transport = HyperTransport::new(settings).unwrap();
    let outcome = transport.post(request(1, "/")).await;
    assert!(matches!(outcome, Err(WebhookError::Tls(_))), "{outcome:?}");
    assert_eq!(receiver.arrived().len(), 0);
}

#[tokio::test]
async fn names_in_certificates_do_not_reach_the_words_of_an_error() {
    let world = World::of(Identity::of(&["marker.example.com"]), |_| ()).await;
    let error = world.post().await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("marker"), "{error}");
}
