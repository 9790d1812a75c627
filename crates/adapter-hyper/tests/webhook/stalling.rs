//! Receivers and resolvers that take too long.

use adapter_hyper::HyperTransport;
use ports_net::{WebhookError, WebhookTransport};
use tokio::net::TcpListener;
use tokio::time::Instant;

use crate::identity::Identity;
use crate::receiver::Step;
use crate::world::{HOST, SHORT, World, request, settings};

#[tokio::test]
async fn an_answer_that_does_not_come_runs_out_of_time() {
    for steps in [
        vec![Step::Hang],
        vec![
            Step::Send(b"HTTP/1.1 200 OK\r\nA: b\r\n".to_vec()),
            Step::Hang,
        ],
        vec![
            Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()),
            Step::Drip(b"A: b\r\n".to_vec()),
        ],
        vec![
            Step::Send(b"HTTP/1.1 100 Continue\r\n\r\n".to_vec()),
            Step::Hang,
        ],
    ] {
        let world = World::with(|settings| settings.timeout = SHORT).await;
        world.receiver.then(steps);
        let began = Instant::now();
        let outcome = world.post().await;
        let expected = WebhookError::Timeout("waiting for the answer");
        // a head that drips may reach the most headers first
        let too_many = matches!(outcome, Err(WebhookError::Transport(_)));
        assert!(outcome == Err(expected) || too_many, "{outcome:?}");
        assert!(began.elapsed() < 10 * SHORT);
        world.receiver.ended(1).await;
    }
}

#[tokio::test]
async fn a_resolver_that_does_not_answer_runs_out_of_time() {
    let world = World::with(|settings| settings.timeout = SHORT).await;
    world.resolver.hang(HOST);
    let outcome = world.post().await;
    assert_eq!(outcome, Err(WebhookError::Timeout("looking the name up")));
    assert_eq!(world.receiver.accepted(), 0);
}

#[tokio::test]
async fn a_handshake_that_stalls_runs_out_of_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (_, mut settings) = settings(port, &Identity::of(&[HOST]));
    settings.timeout = SHORT;
    let transport = HyperTransport::new(settings).unwrap();
    let outcome = transport.post(request(1, "/")).await;
    assert_eq!(
        outcome,
        Err(WebhookError::Timeout("shaking hands")),
        "nobody accepts"
    );
    let (accepting, outcome) = tokio::join!(listener.accept(), transport.post(request(1, "/")));
    assert_eq!(
        outcome,
        Err(WebhookError::Timeout("shaking hands")),
        "nobody answers"
    );
    drop(accepting.unwrap());
}

#[tokio::test]
async fn one_slow_receiver_does_not_hold_the_others() {
    let world = World::new().await;
    world.receiver.then(vec![Step::Hang]);
    let slow = world.transport.post(request(1, "/slow"));
    let quick = async {
        while world.receiver.arrived().is_empty() {
            tokio::task::yield_now().await;
        }
        for endpoint in 2..10 {
            let answer = world.transport.post(request(endpoint, "/")).await;
            assert_eq!(answer.unwrap().status, 200);
        }
    };
    tokio::select! {
        outcome = slow => unreachable!("{outcome:?}"),
        () = quick => {}
    }
}
