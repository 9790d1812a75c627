//! What only shows on a connection.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use actix_web::rt;
use adapter_actix::{ListenAddress, ServerPlan, serve};

use crate::ask::{Ask, DELIVERY, WEBHOOK};
use crate::store::{self, delivery, subscription};
use crate::world::{World, bearer};

fn exchange(address: SocketAddr, method: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let key = bearer("reader");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: {key}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[actix_web::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let world = World::new().await;
    *world.store.subscriptions.lock().unwrap() = vec![subscription(store::WEBHOOK)];
    *world.store.deliveries.lock().unwrap() = vec![delivery(store::DELIVERY, store::EVENT)];
    let any = ListenAddress::parse("127.0.0.1:0").unwrap();
    let running = serve(&world.http, &ServerPlan::new(Some(any.clone()), any, 1)).unwrap();
    let ListenAddress::Tcp(address) = running.public_addresses[0] else {
        panic!("no address")
    };
    let stopper = running.stopper();
    let served = rt::spawn(running.wait());
    let paths = Ask::reads().map(|ask| ask.path);
    let answers = rt::task::spawn_blocking(move || {
        paths.map(|path| {
            let both = ["GET", "HEAD"].map(|method| exchange(address, method, &path));
            (path, both)
        })
    });
    let lines = |head: &str| -> Vec<String> {
        let lines = head.lines().map(str::to_lowercase);
        let mut lines: Vec<String> = lines.filter(|line| !line.starts_with("date:")).collect();
        lines.sort();
        lines
    };
    for (path, [get, head]) in answers.await.unwrap() {
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
    stopper.stop().await;
    served.await.unwrap().unwrap();
}
