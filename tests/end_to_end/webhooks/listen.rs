//! `api webhook listen`: events of a workspace at a receiver of a developer.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};
use std::sync::mpsc;

use serde_json::Value;
use tests::watching::{self, created};
use tests::webhook_receiver::{Receiver, status};
use tests::{Backend, DEADLINE, Deployment};

use super::standard::{accepts, headers};

crate::on_both_stores!(
    a_developer_gets_a_test_and_then_what_happens_in_the_workspace,
    a_receiver_that_is_not_there_is_said_and_waited_for,
    what_cannot_be_listened_to_is_said,
);

/// A running relay; killed when it is dropped.
struct Relay {
    child: Child,
    lines: mpsc::Receiver<String>,
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Relay {
    fn start(deployment: &Deployment, url: &str, more: &[&str]) -> Self {
        let mut arguments = vec!["webhook", "listen", "--json", "--forward-to", url];
        arguments.extend(more);
        let mut command = deployment.command(&arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let out = BufReader::new(child.stdout.take().expect("stdout")).lines();
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || out.map_while(Result::ok).try_for_each(|it| sender.send(it)));
        Self { child, lines }
    }

    /// The next line.
    fn said(&self) -> Value {
        let line = self.lines.recv_timeout(DEADLINE).expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }
}

fn a_developer_gets_a_test_and_then_what_happens_in_the_workspace(backend: Backend) {
    let deployment = Deployment::new(backend);
    watching::price(&deployment, "100.00");
    let service = deployment.serve();
    let key = deployment.key("live", &watching::SCOPES);
    let client = service.client(&key, "client-of-listen");
    created(&client.create(&watching::by_webhook(95)));
    let receiver = Receiver::plain();
    let url = format!("http://127.0.0.1:{}/hook?token=1", receiver.port);
    let file = deployment.folder.path().join("signing-secret");
    let path = file.to_str().expect("a path");
    let relay = Relay::start(&deployment, &url, &["--secret-file", path]);
    let begun = relay.said();
    let secret = begun["signing_secret"]
        .as_str()
        .expect("a secret")
        .to_owned();
    assert_eq!(begun["forward_to"], url);
    let test = &receiver.wait_for("/hook?token=1", 1)[0];
    assert_eq!(test.json()["type"], "webhook.test");
    let said = relay.said();
    assert_eq!(
        (&said["type"], &said["status"]),
        (&"webhook.test".into(), &200.into())
    );
    receiver.then("/hook?token=1", status(503));
    watching::price(&deployment, "90.00");
    let received = receiver.wait_for("/hook?token=1", 2);
    let told = received[1].json();
    assert_eq!(told["type"], "watchlist.triggered");
    let said = relay.said();
    assert_eq!(
        (&said["event"], &said["status"]),
        (&told["id"], &503.into())
    );
    for one in &received {
        assert!(one.is_signed_with(&secret));
        assert!(accepts(&secret, &headers(one), &one.body));
        assert_eq!(one.header("content-type"), "application/json");
        assert_eq!(one.header("user-agent"), "price-comparison-webhooks/1");
        assert_eq!(one.header("x-webhook-attempt"), "1");
        assert_eq!(one.header("idempotency-key"), one.json()["id"]);
    }
    // once for all; and by the same secret when it is asked for again
    watching::price(&deployment, "99.00");
    watching::price(&deployment, "80.00");
    assert_eq!(receiver.wait_for("/hook?token=1", 3).len(), 3);
    drop(relay);
    let mode = file.metadata().expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let relay = Relay::start(&deployment, &url, &["--secret-file", path]);
    assert_eq!(relay.said()["signing_secret"], secret);
    let received = receiver.wait_for("/hook?token=1", 4);
    assert_eq!(
        received[3].json()["type"],
        "webhook.test",
        "nothing from before"
    );
}

fn a_receiver_that_is_not_there_is_said_and_waited_for(backend: Backend) {
    let deployment = Deployment::new(backend);
    deployment.ok(&["workspace", "set", "one"]);
    deployment.ok(&["workspace", "set", "two"]);
    let relay = Relay::start(&deployment, "http://127.0.0.1:1/", &["--workspace", "two"]);
    assert_eq!(relay.said()["workspace"], "two");
    let said = relay.said();
    assert_eq!(said["type"], "webhook.test");
    let error = said["error"].as_str().expect("an error");
    assert!(error.to_lowercase().contains("refused"), "{error}");
}

fn what_cannot_be_listened_to_is_said(backend: Backend) {
    let deployment = Deployment::new(backend);
    let listen_at = |url: &str, more: &[&str], words: &str| {
        let mut arguments = vec!["webhook", "listen", "--forward-to", url];
        arguments.extend(more);
        let ran = deployment.run(&arguments);
        assert_eq!(ran.status, Some(2), "{more:?}");
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    };
    let listen = |more: &[&str], words: &str| listen_at("http://127.0.0.1:1/", more, words);
    listen(&[], "there are no workspaces");
    deployment.ok(&["workspace", "set", "one"]);
    listen(&["--workspace", "six"], "--workspace accepts");
    listen_at("ftp://a/", &[], "as in http://127.0.0.1:3000/hook");
    let wrong = deployment.file("wrong", "whsec_short");
    listen(&["--secret-file", &wrong], "it holds no signing secret");
    deployment.ok(&["workspace", "set", "two"]);
    listen(&[], "--workspace says which");
}
