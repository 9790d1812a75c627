//! The promises of the port.

use adapter_hyper::HyperTransport;
use contract_tests::webhook_transport::{Reaction, Receipt, Reception, usual_body};
use ports_net::WebhookTransport;

use crate::receiver::{Arrived, Step};
use crate::world::{HOST, World};

impl Reception for World {
    fn transport(&self) -> &dyn WebhookTransport {
        &self.transport
    }

    fn react(&self, reaction: Reaction) {
        match reaction {
            Reaction::Answer(status, headers) => {
                self.receiver
                    .then(said(status, &headers, usual_body(status)));
            }
            Reaction::Say(status, headers, body) => {
                self.receiver.then(said(status, &headers, &body));
            }
            Reaction::BreakOff => self.receiver.then(vec![Step::Drop]),
            Reaction::TurnPrivate => {
                let look_ups: [&[&str]; 2] = [&["127.0.0.1", "10.0.0.1"], &["127.0.0.1"]];
                self.resolver.lead(HOST, &look_ups);
            }
            Reaction::Vanish => {
                let look_ups: [&[&str]; 2] = [&[], &["127.0.0.1"]];
                self.resolver.lead(HOST, &look_ups);
            }
        }
    }

    fn received(&self) -> Vec<Receipt> {
        self.receiver.arrived().into_iter().map(receipt).collect()
    }
}

fn said(status: u16, headers: &[(&str, String)], body: &[u8]) -> Vec<Step> {
    let mut head = format!("HTTP/1.1 {status} X\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !matches!(status, 204 | 304) {
        head.push_str(&format!("content-length: {}\r\n", body.len()));
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(body);
    vec![Step::Send(bytes)]
}

fn receipt(arrived: Arrived) -> Receipt {
    let mut lines = arrived.head.lines();
    let target = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
    let headers = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    Receipt {
        target,
        headers,
        body: arrived.body,
    }
}

/// A transport that keeps no connection when the case is about the host.
async fn reception() -> World {
    let mut world = World::new().await;
    let mut settings = world.settings.clone();
    settings.max_age = std::time::Duration::ZERO;
    world.transport = HyperTransport::new(settings).unwrap();
    world
}

contract_tests::webhook_transport_contract!(reception());

mod with_kept_connections {
    use crate::world::World;

    #[tokio::test]
    async fn every_status_is_reported() {
        contract_tests::webhook_transport::every_status_is_reported(World::new().await).await;
    }

    #[tokio::test]
    async fn redirects_are_not_followed() {
        contract_tests::webhook_transport::redirects_are_not_followed(World::new().await).await;
    }

    #[tokio::test]
    async fn retry_after_is_read_in_both_forms() {
        contract_tests::webhook_transport::retry_after_is_read_in_both_forms(World::new().await)
            .await;
    }

    #[tokio::test]
    async fn a_request_that_may_have_arrived_is_not_sent_again() {
        let world = World::new().await;
        contract_tests::webhook_transport::a_request_that_may_have_arrived_is_not_sent_again(world)
            .await;
    }
}
