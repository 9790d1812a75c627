//! Mails wait for a mail server, and for somebody who sends.

use tests::mail_server::MailServer;
use tests::watching::{self, SCOPES, price};
use tests::{Backend, Deployment, Service, wait_for};

use super::{FROM, only};

crate::on_both_stores!(
    mails_wait_until_there_is_a_mail_server,
    only_workers_send,
    a_worker_that_is_stopped_ends_what_it_sends,
);

/// A deployment without a mail server in which two watches fire.
fn fired(backend: Backend) -> (Deployment, Service) {
    let deployment = watching::deployment(backend);
    price(&deployment, "100.00");
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    for name in ["ann", "ben"] {
        let client = service.client(&key, &format!("client-{name}"));
        client.watch("95", &format!("{name}@customer.example"));
    }
    assert_eq!(price(&deployment, "90.00"), 2);
    (deployment, service)
}

fn wait_for_waiting(service: &Service, count: u64) {
    wait_for("the outbox", || {
        (service.metric("cotejo_mails_waiting") == Some(count)).then_some(())
    });
}

fn start(deployment: &Deployment, server: &MailServer, roles: &str) -> Service {
    let mut command = deployment.command(&["serve", "--roles", roles]);
    command.env("PCS_SMTP_URL", server.url());
    command.env("PCS_MAIL_FROM", FROM);
    let service = Service::start(command, "http");
    service.wait_until_ready();
    service
}

fn mails_wait_until_there_is_a_mail_server(backend: Backend) {
    let (deployment, service) = fired(backend);
    wait_for_waiting(&service, 2);
    // it is ready all the same
    service.wait_until_ready();
    let ready = service.readiness("mail");
    assert_eq!([&ready["ok"], &ready["required"]], [false, false]);
    let detail = ready["detail"].as_str().unwrap();
    assert!(detail.contains("PCS_SMTP_URL"), "{detail}");
    assert!(detail.contains("mails waiting: 2"), "{detail}");
    assert!(
        service
            .metric("cotejo_mails_oldest_waiting_seconds")
            .is_some()
    );
    let checked = deployment.run(&["config", "check"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    let warning = checked.stderr;
    assert!(
        warning.contains("PCS_SMTP_URL") && warning.contains("wait"),
        "{warning}"
    );

    let server = MailServer::start();
    let sender = start(&deployment, &server, "http,worker");
    let mails = server.wait_for_taken(2);
    for name in ["ann", "ben"] {
        only(&mails, &format!("{name}@customer.example"));
    }
    // the one without a server sees the outbox of all
    wait_for_waiting(&service, 0);
    assert_eq!(sender.readiness("mail")["ok"], true);
    assert_eq!(sender.terminate(), Some(0));
    drop(service);
    // nothing is sent a second time by the next one
    let sender = start(&deployment, &server, "http,worker");
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "90.00"), 2);
    server.wait_for_taken(4);
    assert_eq!(server.attempts().len(), 4);
    drop(sender);
}

fn only_workers_send(backend: Backend) {
    let (deployment, service) = fired(backend);
    drop(service);
    let server = MailServer::start();
    let http = start(&deployment, &server, "http");
    wait_for_waiting(&http, 2);
    let key = deployment.key("live", &SCOPES);
    assert_eq!(http.client(&key, "client-ann").list().len(), 1);
    assert_eq!(server.attempts().len(), 0);

    let worker = start(&deployment, &server, "worker");
    assert_eq!(worker.base, "http://", "it has no address for the API");
    let mails = server.wait_for_taken(2);
    for name in ["ann", "ben"] {
        only(&mails, &format!("{name}@customer.example"));
    }
    wait_for_waiting(&http, 0);
    // the API is nowhere on the listener of the probes either
    let list = ureq::get(format!("{}/v1/watchlists", worker.admin)).call();
    assert!(
        matches!(list, Err(ureq::Error::StatusCode(404))),
        "{list:?}"
    );
    let sent = "cotejo_mail_attempts_total{outcome=\"sent\"}";
    assert_eq!(worker.metric(sent), Some(2));
    assert_eq!(http.metric(sent), Some(0));
    // two workers share the work
    let _second = start(&deployment, &server, "worker");
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "90.00"), 2);
    server.wait_for_taken(4);
    assert_eq!(server.attempts().len(), 4);
}

fn a_worker_that_is_stopped_ends_what_it_sends(backend: Backend) {
    let server = MailServer::start();
    server.script(&[("*", "slow-data-2")]);
    let deployment = watching::deployment(backend);
    price(&deployment, "100.00");
    let key = deployment.key("live", &SCOPES);
    let service = start(&deployment, &server, "http,worker");
    let client = service.client(&key, "client-ann");
    client.watch("95", "ann@customer.example");
    assert_eq!(price(&deployment, "90.00"), 1);
    // the server has it, but has not said so yet
    server.wait_for_taken(1);
    assert_eq!(service.terminate(), Some(0));
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "90.00"), 1);
    let service = deployment.serve();
    let waiting = wait_for("the second mail", || {
        service
            .metric("cotejo_mails_waiting")
            .filter(|count| *count > 0)
    });
    assert_eq!(waiting, 1, "the first one is recorded as sent");
}
