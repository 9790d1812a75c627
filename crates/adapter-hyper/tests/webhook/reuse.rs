//! Which requests share a connection.

use std::time::Duration;

use adapter_hyper::HyperTransport;
use ports_net::WebhookTransport;

use crate::identity::Identity;
use crate::receiver::{Step, full};
use crate::world::{HOST, World, request, request_to};

#[tokio::test]
async fn requests_of_one_endpoint_share_a_connection() {
    let world = World::new().await;
    for n in 0..20 {
        let answer = world.transport.post(request(1, &format!("/{n}"))).await;
        assert_eq!(answer.unwrap().status, 200);
    }
    assert_eq!(world.receiver.accepted(), 1);
}

#[tokio::test]
async fn connections_are_kept_after_answers_of_every_kind() {
    let world = World::new().await;
    for status in ["200 OK", "500 Oh", "302 Found", "410 Gone"] {
        let body = "x".repeat(16_384);
        world.receiver.then(full(status, "Location: /x\r\n", &body));
        world.post().await.unwrap();
    }
    assert_eq!(world.receiver.accepted(), 1);
}

#[tokio::test]
async fn endpoints_never_share_a_connection() {
    let world = World::new().await;
    for endpoint in [1, 2, 3, 1, 2, 3] {
        let answer = world.transport.post(request(endpoint, "/")).await;
        assert_eq!(answer.unwrap().status, 200);
    }
    assert_eq!(world.receiver.accepted(), 3);
}

#[tokio::test]
async fn an_endpoint_that_moves_to_another_host_does_not_take_its_connection_along() {
    let world = World::of(Identity::of(&[HOST, "new.example.com"]), |_| ()).await;
    world.resolver.lead("new.example.com", &[&["127.0.0.1"]]);
    assert_eq!(world.status().await, 200);
    let moved = request_to(1, "https://new.example.com/");
    assert_eq!(world.transport.post(moved).await.unwrap().status, 200);
    assert_eq!(world.receiver.accepted(), 2);
    world.receiver.ended(1).await;
}

#[tokio::test]
async fn an_old_connection_is_not_used_again() {
    let world = World::with(|settings| settings.max_age = Duration::ZERO).await;
    for count in 1..=3 {
        assert_eq!(world.status().await, 200);
        assert_eq!(world.receiver.accepted(), count);
    }
    assert_eq!(world.resolver.asked().len(), 3, "judged anew");
    world.receiver.ended(3).await;
}

#[tokio::test]
async fn a_connection_that_waits_is_closed_when_it_is_old() {
    let world = World::with(|settings| settings.max_age = Duration::from_millis(50)).await;
    assert_eq!(world.status().await, 200);
    world.receiver.ended(1).await;
}

#[tokio::test]
async fn a_connection_that_waits_is_closed_when_nobody_wants_it() {
    let world = World::with(|settings| settings.max_idle = Duration::from_millis(50)).await;
    assert_eq!(world.status().await, 200);
    world.receiver.ended(1).await;
    assert_eq!(world.status().await, 200);
    assert_eq!(world.receiver.accepted(), 2);
}

#[tokio::test]
async fn a_connection_that_the_receiver_closed_is_not_used_again() {
    let world = World::new().await;
    let mut answer = full("200 OK", "", "");
    answer.push(Step::Drop);
    for _ in 0..3 {
        world.receiver.then(answer.clone());
    }
    for count in 1..=3 {
        assert_eq!(world.status().await, 200);
        world.receiver.ended(count).await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(world.receiver.accepted(), 3);
}

#[tokio::test]
async fn concurrent_requests_have_connections_of_their_own_and_sixteen_are_kept() {
    let world = World::new().await;
    for _ in 0..2 {
        let posts = (0..20).map(|_| world.transport.post(request(1, "/")));
        let posts: Vec<_> = posts.map(Box::pin).collect();
        let mut answers = Vec::new();
        let mut waiting = posts;
        std::future::poll_fn(|cx| {
            waiting.retain_mut(|post| match post.as_mut().poll(cx) {
                std::task::Poll::Ready(answer) => {
                    answers.push(answer);
                    false
                }
                std::task::Poll::Pending => true,
            });
            if waiting.is_empty() {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        assert!(answers.iter().all(|a| a.as_ref().unwrap().status == 200));
    }
    let accepted = world.receiver.accepted();
    assert!((20..=28).contains(&accepted), "{accepted}");
    drop(world.transport);
    world.receiver.ended(accepted).await;
}

#[tokio::test]
async fn connections_end_with_the_transport() {
    let world = World::new().await;
    let other = HyperTransport::new(world.settings.clone()).unwrap();
    assert_eq!(other.post(request(1, "/")).await.unwrap().status, 200);
    drop(other);
    world.receiver.ended(1).await;
}
