//! What operators are told on a phone or in a chat.

use std::fs;

use serde_json::Value;
use tests::webhook_receiver::{Certificate, Received, Receiver, Step, saying, status};
use tests::{Backend, Deployment, Ran, Service, offers_csv, wait_for};

crate::on_both_stores!(a_feed_that_fails_is_told_once_and_so_is_its_end,);

/// Of a shop that wants to be more than a name.
const SHOP: &str = "@everyone <!here> *Shop* & Co";

const ROOM: &str = "/_matrix/client/v3/rooms/!room:localhost/send/m.room.message";

fn receiver() -> Receiver {
    Receiver::with(&Certificate::of(&["localhost"]))
}

/// The deployment whose operators are told there, in each format.
fn told_at(receiver: &Receiver, deployment: Deployment) -> Deployment {
    let authority = deployment.file("authority.pem", &receiver.authority);
    let place = format!("localhost:{}", receiver.port);
    let channels = format!(
        "ntfy=https://ntfytoken@{place}/topic\nslack=https://{place}/slack\n\
         discord=https://{place}/discord, matrix=https://matrixtoken@{place}{ROOM}\n"
    );
    let file = deployment.file("channels", channels);
    deployment
        .with("SSL_CERT_FILE", &authority)
        .with("PCS_ALERT_CHANNELS_FILE", &file)
        .with("PCS_ALERT_AFTER", "1s")
}

/// Requests by where they went: a message to Matrix has an id in its path.
fn sent(receiver: &Receiver, to: &str) -> Vec<Received> {
    let mut all = receiver.all();
    all.retain(|received| received.target.starts_with(to));
    all
}

fn texts(receiver: &Receiver) -> Vec<Vec<String>> {
    let text = |received: &Received, field: &str| match field {
        "" => String::from_utf8(received.body.clone()).unwrap(),
        field => received.json()[field].as_str().unwrap().to_owned(),
    };
    let places = [
        ("/topic", ""),
        ("/slack", "text"),
        ("/discord", "content"),
        (ROOM, "body"),
    ];
    let texts = places.map(|(to, field)| {
        let sent = sent(receiver, to);
        sent.iter().map(|received| text(received, field)).collect()
    });
    texts.into()
}

/// The texts of each channel, once each has so many.
fn wait_for_texts(receiver: &Receiver, count: usize) -> Vec<Vec<String>> {
    wait_for(&format!("{count} messages on each channel"), || {
        let texts = texts(receiver);
        texts.iter().all(|of| of.len() >= count).then_some(texts)
    })
}

fn feed() -> String {
    offers_csv(&[["a", "Nova X2 128GB", "Nova", "4006381333931", "10.00"]])
}

/// A service with a feed that failed three times in a row.
fn failing(deployment: &Deployment) -> (Service, String) {
    let file = deployment.file("feed.csv", feed());
    let id = deployment.source(&file, SHOP, &[]);
    let service = deployment.serve();
    deployment.source_when(&id, "an import", |source| source["state"] == "ok");
    fs::remove_file(&file).unwrap();
    for failures in 1..=3 {
        deployment.make_due();
        deployment.source_when(&id, "a failure", |source| {
            source["state"] == "failing" && source["runs"] == 1 + failures
        });
    }
    (service, id)
}

fn metric(service: &Service, channel: &str, outcome: &str) -> Option<u64> {
    let name = format!("cotejo_alerts_sent_total{{channel=\"{channel}\",outcome=\"{outcome}\"}}");
    service.metric(&name)
}

fn a_feed_that_fails_is_told_once_and_so_is_its_end(backend: Backend) {
    let receiver = receiver();
    let deployment = told_at(&receiver, Deployment::new(backend));
    let (service, id) = failing(&deployment);
    let texts = wait_for_texts(&receiver, 1);
    let name = "＠everyone <!here> *Shop* & Co";
    let said = |name: &str| format!("• The feed of {name} failed 3 times in a row (missing, {id})");
    let title = "cotejo production: 1 thing needs a person";
    let discord = "＠everyone \\<\\!here\\> \\*Shop\\* & Co".replace("\\!", "!");
    assert!(texts[0][0].starts_with(&said(name)), "{texts:?}");
    let slack = said("＠everyone &lt;!here&gt; *Shop* &amp; Co");
    assert!(
        texts[1][0].starts_with(&format!("{title}\n{slack}")),
        "{texts:?}"
    );
    assert!(texts[2][0].contains(&discord), "{texts:?}");
    assert!(
        texts[3][0].starts_with(&format!("{title}\n{}", said(name))),
        "{texts:?}"
    );
    let ntfy = &sent(&receiver, "/topic")[0];
    assert_eq!(ntfy.header("title"), title);
    assert_eq!(ntfy.header("authorization"), "Bearer ntfytoken");
    let matrix = &sent(&receiver, ROOM)[0];
    assert!(matrix.line.starts_with("PUT "), "{}", matrix.line);
    assert_eq!(matrix.header("authorization"), "Bearer matrixtoken");
    for channel in ["ntfy", "slack", "discord", "matrix"] {
        wait_for("the count", || {
            (metric(&service, channel, "sent") == Some(1)).then_some(())
        });
    }
    assert_eq!(service.terminate(), Some(0));

    // another process knows what was told; the file is there before it looks
    deployment.file("feed.csv", feed());
    deployment.make_due();
    let service = deployment.serve();
    let texts = wait_for_texts(&receiver, 2);
    for texts in &texts {
        assert_eq!(texts.len(), 2, "{texts:?}");
        let plain = texts[1].replace('\\', "");
        assert!(
            plain.contains("• Over: The feed of ＠everyone"),
            "{texts:?}"
        );
    }
    let title = "cotejo production: 1 is over";
    assert_eq!(sent(&receiver, "/topic")[1].header("title"), title);
    assert_eq!(service.terminate(), Some(0));
}

#[test]
fn a_channel_that_is_down_does_not_hold_the_others() {
    let receiver = receiver();
    receiver.afterwards("/slack", status(503));
    receiver.afterwards("/discord", vec![Step::Hang]);
    let deployment = told_at(&receiver, Deployment::new(Backend::Sqlite));
    let (service, _) = failing(&deployment);
    wait_for_texts(&receiver, 1);
    wait_for("the counts", || {
        let sent = [
            metric(&service, "ntfy", "sent"),
            metric(&service, "matrix", "sent"),
        ];
        let failed = [
            metric(&service, "slack", "failed"),
            metric(&service, "discord", "failed"),
        ];
        (sent == [Some(1); 2] && failed == [Some(1); 2]).then_some(())
    });
    deployment.file("feed.csv", feed());
    deployment.make_due();
    wait_for("the end on the channels that work", || {
        let texts = texts(&receiver);
        (texts[0].len() == 2 && texts[3].len() == 2).then_some(())
    });
    let texts = texts(&receiver);
    assert!(texts[0][1].starts_with("• Over: "), "{texts:?}");
    // these are to be told the first message yet
    for failing in [&texts[1], &texts[2]] {
        assert!(failing.iter().all(|text| *text == failing[0]), "{texts:?}");
    }
}

#[test]
fn each_channel_is_tried_by_command() {
    let receiver = receiver();
    let body = b"no_service \x1b[1m";
    receiver.then("/slack", saying(404, "text/plain", body));
    let deployment = told_at(&receiver, Deployment::new(Backend::Sqlite));
    let ran = deployment.run(&["alert", "test"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let said = "slack: not taken (status 404: no_service \u{fffd}[1m)";
    let taken = ["ntfy", "discord", "matrix"].map(|it| format!("{it}: taken (status 200)"));
    assert_eq!(lines, [&*taken[0], said, &*taken[1], &*taken[2]]);
    assert!(
        ran.stderr
            .contains("of 4 channels 1 did not take the message"),
        "{}",
        ran.stderr
    );
    let all = texts(&receiver);
    assert!(all.iter().all(|texts| texts.len() == 1), "{all:?}");
    assert!(
        all[1][0].starts_with("cotejo production: a test\n"),
        "{all:?}"
    );

    let ran = deployment.run(&["alert", "test", "--json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    let slack = &told["channels"][1];
    assert_eq!(
        (&slack["channel"], &slack["taken"], &slack["status"]),
        (&"slack".into(), &true.into(), &200.into())
    );

    let none = Deployment::new(Backend::Sqlite).run(&["alert", "test"]);
    assert_eq!(none.status, Some(2), "{}", none.stderr);
    assert!(
        none.stderr.contains("PCS_ALERT_CHANNELS is not set"),
        "{}",
        none.stderr
    );
}

#[test]
fn secrets_of_channels_are_never_shown() {
    let receiver = receiver();
    let deployment = told_at(&receiver, Deployment::new(Backend::Sqlite));
    let shown = deployment.ok(&["config", "check", "--offline"]);
    let port = receiver.port;
    let masked = ["ntfy", "slack", "discord", "matrix"]
        .map(|it| format!("{it}=https://localhost:{port}/***"));
    assert!(shown.contains(&masked.join(",")), "{shown}");
    let other = Deployment::new(Backend::Sqlite);
    let check = |value: &str| {
        let mut command = other.command(&["config", "check"]);
        Ran::from(command.env("PCS_ALERT_CHANNELS", value).output().unwrap())
    };
    for (value, shown) in [
        (
            "slack=https://hooks.example/geheim,irc=https://irc.example/geheim",
            "number 2 is of another format",
        ),
        (
            "slack=http://93.184.215.14/geheim",
            "slack=http://93.184.215.14/***",
        ),
        (
            "ntfy=https://:geheim@ntfy.example/x",
            "ntfy=https://ntfy.example/***",
        ),
    ] {
        let ran = check(value);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        for said in ["PCS_ALERT_CHANNELS", "FORMAT=URL", shown] {
            assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
        }
        assert!(!format!("{ran:?}").contains("geheim"), "{ran:?}");
    }
}
