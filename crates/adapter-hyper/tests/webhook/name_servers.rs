//! Name servers that answer, and zones that never do.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use adapter_hyper::{DnsResolver, HyperTransport, NameServers};
use fakes::NameServer;
use ports_net::{HostResolver, WebhookError, WebhookTransport};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::world::{HOST, World, request, request_to};

/// Endpoints of one tenant whose names are in the zone that never answers, with two attempts each.
const SILENT: u128 = 100;

/// The longest that anybody else's attempt takes, on a machine that is busy.
const PROMPT: Duration = Duration::from_secs(2);

fn asking(server: &NameServer) -> DnsResolver {
    DnsResolver::new(NameServers::parse(&server.address.to_string()).unwrap())
}

async fn world(server: &NameServer) -> World {
    let asks = Arc::new(asking(server));
    World::with(|settings| {
        settings.resolver = asks;
        // a connection is used once, so that each attempt looks the name up
        settings.max_age = Duration::ZERO;
    })
    .await
}

#[tokio::test]
async fn names_lead_where_the_name_server_says() {
    let server = NameServer::start().unwrap();
    server.lead("a.example.com", Ipv4Addr::new(192, 0, 2, 7));
    let resolver = asking(&server);
    let found = resolver.resolve("a.example.com").await.unwrap();
    assert_eq!(found, [Ipv4Addr::new(192, 0, 2, 7)]);
    let missing = resolver.resolve("b.example.com").await.unwrap_err();
    assert_eq!(missing.to_string(), "it has no address");
    server.lead("a.example.com", Ipv4Addr::new(192, 0, 2, 8));
    let found = resolver.resolve("a.example.com").await.unwrap();
    assert_eq!(found, [Ipv4Addr::new(192, 0, 2, 8)], "asked anew");
    let asked = server.asked();
    let absolute = ["a.example.com", "b.example.com"];
    assert!(
        asked.iter().all(|name| absolute.contains(&name.as_str())),
        "never completed: {asked:?}"
    );
}

#[tokio::test]
async fn a_name_server_that_is_gone_leaves_the_question_to_the_next_one() {
    let server = NameServer::start().unwrap();
    server.lead(HOST, Ipv4Addr::LOCALHOST);
    let gone = NameServer::start().unwrap();
    gone.hang("com");
    let both = format!("{},{}", gone.address, server.address);
    let resolver = DnsResolver::new(NameServers::parse(&both).unwrap());
    for _ in 0..3 {
        let began = Instant::now();
        assert!(resolver.resolve(HOST).await.is_ok());
        assert!(began.elapsed() < Duration::from_secs(3));
    }
    assert!(!server.asked().is_empty());
}

#[tokio::test]
async fn a_zone_that_never_answers_costs_nobody_else_time() {
    let server = NameServer::start().unwrap();
    server.hang("silent.example.com");
    server.lead(HOST, Ipv4Addr::LOCALHOST);
    let world = world(&server).await;
    let transport = Arc::new(HyperTransport::new(world.settings.clone()).unwrap());
    let mut hanging = JoinSet::new();
    for endpoint in (0..SILENT).chain(0..SILENT) {
        let transport = Arc::clone(&transport);
        let url = format!("https://e{endpoint}.silent.example.com/hook");
        hanging.spawn(async move { transport.post(request_to(endpoint, &url)).await });
    }
    let mut prompt = 0;
    let mut slowest = Duration::ZERO;
    while hanging.len() == 2 * usize::try_from(SILENT).unwrap() {
        let began = Instant::now();
        let answer = transport.post(request(1_000 + prompt, "/hook")).await;
        slowest = slowest.max(began.elapsed());
        assert_eq!(answer.unwrap().status, 200);
        prompt += 1;
        if let Some(ended) = hanging.try_join_next() {
            let late = WebhookError::Timeout("looking the name up");
            assert_eq!(ended.unwrap(), Err(late));
        }
    }
    assert!(prompt > 10, "{prompt} attempts beside those that hang");
    assert!(slowest < PROMPT, "{slowest:?}");
    while let Some(ended) = hanging.join_next().await {
        let late = WebhookError::Timeout("looking the name up");
        assert_eq!(ended.unwrap(), Err(late));
    }
    let asked = server.asked();
    for endpoint in 0..SILENT {
        let name = format!("e{endpoint}.silent.example.com");
        assert!(asked.contains(&name), "{name} was not asked for");
    }
}

#[tokio::test]
async fn who_gives_up_on_a_name_leaves_it_to_the_others_who_wait() {
    let server = NameServer::start().unwrap();
    server.hang("example.com");
    let resolver = Arc::new(asking(&server));
    let impatient = tokio::time::timeout(Duration::from_millis(50), resolver.resolve(HOST));
    let patient = resolver.resolve(HOST);
    let (impatient, patient) = tokio::join!(impatient, patient);
    assert!(impatient.is_err());
    assert!(patient.is_err(), "it ends by itself");
}
