//! What only shows on a connection.

use std::net::SocketAddr;

use crate::ask::{DELIVERY, WEBHOOK};
use crate::store::{self, delivery, subscription};
use crate::support::{Ask, bearer, exchange, lines, on_connections};
use crate::world::World;

fn asked(address: SocketAddr, method: &str, path: &str) -> String {
    let key = bearer("reader");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: {key}\r\n\r\n"
    );
    exchange(address, &head)
}

#[actix_web::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let world = World::new().await;
    *world.store.subscriptions.lock().unwrap() = vec![subscription(store::WEBHOOK)];
    *world.store.deliveries.lock().unwrap() = vec![delivery(store::DELIVERY, store::EVENT)];
    let paths = Ask::reads().map(|ask| ask.path);
    let answers = on_connections(&world.http, move |address| {
        paths.map(|path| {
            let both = ["GET", "HEAD"].map(|method| asked(address, method, &path));
            (path, both)
        })
    });
    for (path, [get, head]) in answers.await {
        assert!(path.contains(WEBHOOK) || path.contains(DELIVERY) || !path.contains('_'));
        let (get, body) = get.split_once("\r\n\r\n").unwrap();
        assert!(
            get.starts_with("HTTP/1.1 200") && body.starts_with('{'),
            "{path}"
        );
        let (head, nothing) = head.split_once("\r\n\r\n").unwrap();
        assert_eq!(nothing, "", "{path}");
        assert_eq!(lines(get), lines(head), "{path}");
    }
}
