//! A mail server that refuses, stalls and drops the connection.

use std::thread;

use tests::Backend;
use tests::mail_server::{Mail, MailServer};
use tests::wait_for;
use tests::watching::price;

use super::{assert_well_formed, sending, serve};

/// What is sent a second time.
const AGAIN: [&str; 6] = [
    "refuse-rcpt-450",
    "refuse-data-451",
    "drop-rcpt",
    "drop-in-data",
    "drop-data",
    "stall-rcpt",
];

/// What is never sent again.
const REFUSED: [&str; 2] = ["refuse-rcpt-550", "refuse-data-554"];

/// All at the same time, since a mail server that stalls, and the pauses after a failure, take a
/// minute.
#[test]
fn what_fails_is_sent_again_and_what_is_refused_is_not() {
    thread::scope(|scope| {
        for backend in [Backend::Sqlite, Backend::Postgres] {
            scope.spawn(move || every_failure(backend));
            scope.spawn(move || no_connection(backend));
            scope.spawn(move || some_take_long(backend));
            scope.spawn(move || a_store_that_takes_nothing(backend));
        }
    });
}

fn address(action: &str) -> String {
    format!("{action}@customer.example")
}

fn every_failure(backend: Backend) {
    let server = MailServer::start();
    let deployment = sending(backend, &server);
    let (service, key) = serve(&deployment);
    let actions: Vec<&str> = AGAIN.into_iter().chain(REFUSED).chain(["accept"]).collect();
    for action in &actions {
        let client = service.client(&key, &format!("client-{action}"));
        client.watch("95", &address(action));
    }
    let addresses: Vec<String> = actions.iter().map(|action| address(action)).collect();
    let wishes = addresses.iter().zip(&actions);
    let script: Vec<(&str, &str)> = wishes.map(|(to, action)| (to.as_str(), *action)).collect();
    server.script(&script);
    assert_eq!(price(&deployment, "90.00"), 9);

    let attempts_at = |action: &str| -> Vec<Mail> {
        let mut all = server.attempts();
        all.retain(|mail| mail.to == [address(action)]);
        all
    };
    for action in &actions {
        // each has the whole deadline: a pause of half a minute may come before it
        wait_for(action, || (!attempts_at(action).is_empty()).then_some(()));
    }
    for action in AGAIN {
        wait_for(action, || (attempts_at(action).len() >= 2).then_some(()));
    }
    for action in AGAIN {
        let attempts = attempts_at(action);
        let [first, second] = attempts.as_slice() else {
            panic!("{action}: {attempts:#?}")
        };
        assert_eq!(first.action, action);
        assert_eq!((second.action.as_str(), second.taken), ("accept", true));
        assert_well_formed(second, &[]);
        if !first.content.is_empty() {
            assert_eq!(first.message_id, second.message_id, "{action}");
            assert_eq!(first.content, second.content, "{action}");
        }
    }
    assert!(
        attempts_at("drop-data")[0].taken,
        "the reader gets it twice"
    );
    let mut ids: Vec<String> = server.taken().into_iter().map(|m| m.message_id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), AGAIN.len() + 1);

    wait_for("the figures", || {
        (service.metric("cotejo_mails_waiting") == Some(0)).then_some(())
    });
    for action in REFUSED {
        assert_eq!(attempts_at(action).len(), 1, "{action}");
    }
    assert_eq!(service.metric("cotejo_mails_failed"), Some(2));
    for (outcome, count) in [("sent", 7), ("put_off", 6), ("failed", 2)] {
        let name = format!("cotejo_mail_attempts_total{{outcome=\"{outcome}\"}}");
        assert_eq!(service.metric(&name), Some(count), "{outcome}");
    }
    let ready = service.readiness("mail");
    assert_eq!(ready["ok"], true);
    let detail = ready["detail"].as_str().unwrap();
    assert!(detail.contains("given up within seven days: 2"), "{detail}");
    let log = service.log().join("\n");
    assert!(log.contains("said the script"), "{log}");
    assert!(!log.contains("customer.example"), "{log}");
}

/// A server that lets nobody in is left alone for a while, and nobody's mail is given up.
fn no_connection(backend: Backend) {
    let server = MailServer::start();
    server.script(&[("connection", "refuse-421")]);
    let deployment = sending(backend, &server);
    let (service, key) = serve(&deployment);
    let client = service.client(&key, "client-01");
    client.watch("95", "ann@customer.example");
    assert_eq!(price(&deployment, "90.00"), 1);
    let ready = wait_for("a failed attempt", || {
        Some(service.readiness("mail")).filter(|ready| ready["ok"] == false)
    });
    assert_eq!(ready["required"], false);
    let put_off = "cotejo_mail_attempts_total{outcome=\"put_off\"}";
    assert_eq!(service.metric(put_off), Some(1));
    let detail = ready["detail"].as_str().unwrap();
    assert!(detail.contains("could not be used"), "{detail}");
    assert_eq!(server.attempts().len(), 0);
    assert_well_formed(&server.wait_for_taken(1)[0], &[]);
    wait_for("readiness", || {
        (service.readiness("mail")["ok"] == true).then_some(())
    });
    assert_eq!(service.metric("cotejo_mails_failed"), Some(0));
    assert_eq!(server.attempts().len(), 1);
}

/// Neither a mail that stalls nor one whose answer takes longer than a lease holds up others; what is
/// answered late is not sent again.
fn some_take_long(backend: Backend) {
    let server = MailServer::start();
    let (stalled, late) = ("stalled@customer.example", "late@customer.example");
    server.script(&[(stalled, "stall-rcpt"), (late, "slow-data-70")]);
    let deployment = sending(backend, &server);
    let (service, key) = serve(&deployment);
    let others = (0..8).map(|n| format!("reader-{n}@customer.example"));
    let everybody = [stalled.to_owned(), late.to_owned()]
        .into_iter()
        .chain(others);
    for (to, n) in everybody.zip(0..) {
        service
            .client(&key, &format!("client-{n}"))
            .watch("95", &to);
    }
    assert_eq!(price(&deployment, "90.00"), 10);
    server.wait_for_taken(9);
    wait_for("the one that stalls", || {
        (server.attempts().len() == 10).then_some(())
    });
    let outcome = |name: &str| {
        let name = format!("cotejo_mail_attempts_total{{outcome=\"{name}\"}}");
        service.metric(&name)
    };
    assert_eq!(outcome("put_off"), Some(0), "nobody waited for it");
    wait_for("the end of the attempt", || {
        (outcome("put_off") == Some(1)).then_some(())
    });
    wait_for("another attempt", || {
        (server.attempts().len() == 11).then_some(())
    });
    wait_for("the late answer", || {
        (outcome("sent") == Some(10)).then_some(())
    });
    assert_eq!(server.attempts().len(), 11);
    assert_eq!(outcome("put_off"), Some(1));
}

/// A mail that is sent while the store takes nothing is recorded when it does again, and is not sent twice.
fn a_store_that_takes_nothing(backend: Backend) {
    let server = MailServer::start();
    // long enough for the store to be taken away before the answer, and answered before leases are renewed
    server.script(&[("ann@customer.example", "slow-data-15")]);
    let deployment = sending(backend, &server);
    let (service, key) = serve(&deployment);
    let client = service.client(&key, "client-01");
    client.watch("95", "ann@customer.example");
    assert_eq!(price(&deployment, "90.00"), 1);
    // the server has it and is slow to say so
    server.wait_for_taken(1);
    let mut log = Vec::new();
    deployment.without_writing(|| {
        wait_for("the outcome that is not recorded", || {
            log.extend(service.log());
            log.iter()
                .any(|line| line.contains("outcomes of mails are not recorded"))
                .then_some(())
        });
    });
    wait_for("the figures", || {
        (service.metric("cotejo_mails_waiting") == Some(0)).then_some(())
    });
    let sent = "cotejo_mail_attempts_total{outcome=\"sent\"}";
    assert_eq!(service.metric(sent), Some(1));
    assert_eq!(server.attempts().len(), 1, "sent once");
}
