//! Listening at sockets in the file system.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use tests::{Backend, Deployment, Service, wait_for};

/// The answer to a GET, head and body.
fn get(socket: &Path, path: &str, headers: &str) -> String {
    let mut stream = UnixStream::connect(socket).unwrap();
    let asked =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(asked.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A deployment both of whose listeners are sockets, which are named next.
fn with_sockets() -> (Deployment, [PathBuf; 2]) {
    let deployment = Deployment::new(Backend::Sqlite);
    let sockets = ["api.sock", "admin.sock"].map(|name| deployment.folder.path().join(name));
    let [public, admin] = sockets
        .each_ref()
        .map(|path| format!("unix:{}", path.display()));
    let deployment = deployment
        .with("PCS_LISTEN", &public)
        .with("PCS_ADMIN_LISTEN", &admin)
        .with("PCS_TRUSTED_PROXIES", "127.0.0.1/32")
        .with("PCS_RATE_LIMIT_AUTH_FAILURES", "2");
    (deployment, sockets)
}

fn start(deployment: &Deployment) -> Service {
    let service = Service::start(deployment.command(&["serve"]), "http");
    wait_for("readiness", || {
        let healthy = deployment.run(&["healthcheck", "--ready"]);
        (healthy.status == Some(0)).then_some(())
    });
    service
}

#[test]
fn a_service_is_reached_through_sockets() {
    let (deployment, [public, admin]) = with_sockets();
    deployment.ok(&["config", "check"]);
    assert!(!public.exists() && !admin.exists(), "left by the check");
    let service = start(&deployment);
    for socket in [&public, &admin] {
        let file = fs::metadata(socket).unwrap();
        assert!(file.file_type().is_socket());
        assert_eq!(file.permissions().mode() & 0o777, 0o660);
    }
    let key = deployment.key("live", &["catalog:read"]);
    let bearer = format!("Authorization: Bearer {}\r\n", key.secret);
    let answer = get(&public, "/v1/info", &bearer);
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(get(&admin, "/metrics", "").contains("cotejo_build_info"));
    assert!(get(&public, "/metrics", "").starts_with("HTTP/1.1 404 "));

    // a proxy at the socket is this machine, and says for whom it asks
    let failed = |client: &str| {
        let headers = format!("Authorization: Bearer psk_no\r\nX-Forwarded-For: {client}\r\n");
        let answer = get(&public, "/v1/info", &headers);
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    let one: Vec<String> = (0..4).map(|_| failed("203.0.113.7")).collect();
    assert_eq!(one.last().map(String::as_str), Some("429"), "{one:?}");
    assert_eq!(failed("203.0.113.8"), "401");

    let second = deployment.run(&["config", "check"]);
    assert_eq!(second.status, Some(1));
    let said = format!("cannot listen on unix:{}", public.display());
    assert!(second.stderr.contains(&said), "{}", second.stderr);
    assert!(public.exists(), "taken from the one that runs");
    drop(service);
}

#[test]
fn what_a_killed_service_left_is_replaced_and_a_stopped_one_leaves_nothing() {
    let (deployment, [public, admin]) = with_sockets();
    drop(start(&deployment));
    assert!(public.exists(), "it was killed");
    assert_eq!(start(&deployment).terminate(), Some(0));
    assert!(!public.exists() && !admin.exists());

    fs::write(&public, "mine").unwrap();
    let refused = deployment.run(&["serve"]);
    assert_eq!(refused.status, Some(1));
    assert!(refused.stderr.contains("no socket"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&public).unwrap(), "mine");
    let wrong = deployment.run(&["serve", "--listen", "unix:api.sock"]);
    assert_eq!(wrong.status, Some(2), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("unix:api.sock"), "{}", wrong.stderr);
}
