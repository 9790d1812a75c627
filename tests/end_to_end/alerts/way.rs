//! From the form to the mail to the alert to its end.

use std::fs;
use std::path::PathBuf;

use tests::mail_server::MailServer;
use tests::watching::{PRODUCT, price};
use tests::{Backend, Deployment, wait_for};

use super::{ANN, ORIGIN, ask, assert_private, count, heading, link, serve, set, token};

crate::on_both_stores!(
    an_alert_is_asked_for_confirmed_told_and_ended,
    a_link_that_confirms_is_good_once_and_for_a_day,
    an_ended_alert_sends_nothing_that_still_waits,
    an_alert_that_has_not_fired_is_ended_from_the_page_that_set_it,
    alerts_end_where_no_more_can_be_asked_for,
);

fn an_alert_is_asked_for_confirmed_told_and_ended(backend: Backend) {
    let server = MailServer::start();
    let (deployment, service) = serve(backend, &server);
    let page = service.get_with(&format!("/product/{PRODUCT}"), &[]);
    // a twentieth below what it costs
    assert!(
        page.text().contains("name=\"price\" type=\"text\""),
        "{}",
        page.text()
    );
    assert!(page.text().contains("value=\"95\""), "{}", page.text());
    let canonical = format!("<link rel=\"canonical\" href=\"{ORIGIN}/product/{PRODUCT}\">");
    assert!(page.text().contains(&canonical));

    let sent = ask(&service, ANN, "95", &[("Accept-Language", "de")]);
    assert_eq!(
        (sent.status, heading(&sent)),
        (200, "Schauen Sie in Ihr Postfach")
    );
    assert!(!sent.text().contains(ANN));
    assert_eq!(sent.header("Cache-Control"), Some("no-store"));
    let mail = server.wait_for_taken(1).remove(0);
    assert_eq!(mail.to, [ANN]);
    assert_eq!(mail.subject, "Preisalarm bestätigen: Nova X2 128GB");
    assert!(mail.part("text/plain").contains("95,00 EUR"));
    assert_eq!(mail.header("List-Unsubscribe"), [""; 0]);
    let confirm = link(&mail);
    assert!(confirm.starts_with("/alert/confirm?t=") && token(&confirm).len() == 43);

    // programs that look at mails open links, and change nothing
    for method in ["HEAD", "GET", "GET"] {
        let opened = service.ask(method, &confirm, &[]);
        assert_eq!(opened.status, 200);
        if method == "GET" {
            assert_private(&opened);
            assert_eq!(heading(&opened), "Confirm your price alert");
        }
    }
    assert_eq!(count(&deployment, "*", "FROM watches"), 0);
    let confirmed = service.send("POST", &confirm, &[], "");
    assert_private(&confirmed);
    assert_eq!(
        (confirmed.status, heading(&confirmed)),
        (200, "Your alert is set")
    );
    let of_workspace = "FROM watches w JOIN workspaces s ON s.no = w.workspace_no \
        WHERE s.name = 'readers' AND w.mode = 'live' AND w.client_id LIKE 'alert%'";
    assert_eq!(count(&deployment, "*", of_workspace), 1);

    assert_eq!(price(&deployment, "90.00"), 1);
    let told = server.wait_for_taken(2).remove(1);
    assert_eq!(
        (told.to.as_slice(), told.subject.as_str()),
        (
            &[ANN.to_owned()][..],
            "Preisalarm: 90,00 EUR für Nova X2 128GB"
        )
    );
    let end = link(&told);
    assert!(end.starts_with("/alert/end?t="));
    assert_eq!(
        told.header("List-Unsubscribe"),
        [format!("<{ORIGIN}{end}>")]
    );
    assert_eq!(
        told.header("List-Unsubscribe-Post"),
        ["List-Unsubscribe=One-Click"]
    );
    assert!(told.part("text/plain").contains("Den Preisalarm beenden"));
    let opened = service.get_with(&end, &[]);
    assert_private(&opened);
    assert_eq!(
        (opened.status, heading(&opened)),
        (200, "End this price alert?")
    );
    assert_eq!(count(&deployment, "*", "FROM watches"), 1);

    // as a mail program does it: from elsewhere, without cookies, in either form
    let boundary = "multipart/form-data; boundary=b";
    let multipart = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
    for (kind, body, title) in [
        (
            "application/x-www-form-urlencoded",
            "List-Unsubscribe=One-Click",
            "This alert is ended",
        ),
        (boundary, multipart, "There is no such alert"),
    ] {
        let headers = [
            ("Content-Type", kind),
            ("Sec-Fetch-Site", "cross-site"),
            ("Origin", "https://mail.example"),
        ];
        let ended = service.send("POST", &end, &headers, body);
        assert_eq!((ended.status, heading(&ended)), (200, title));
        assert_private(&ended);
        assert_eq!(count(&deployment, "*", "FROM watches"), 0);
        assert_eq!(
            count(
                &deployment,
                "*",
                "FROM alert_tokens WHERE watch_id IS NOT NULL"
            ),
            0
        );
    }
    assert_eq!(service.get_with(&end, &[]).status, 404);
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "80.00"), 0);
    assert_eq!(server.attempts().len(), 2);

    // nothing that opens anything, and no address, is in the log or in the store
    let (confirm, end) = (token(&confirm).to_owned(), token(&end).to_owned());
    let mut log = service.log();
    assert_eq!(service.terminate(), Some(0));
    log.retain(|line| line.contains(&confirm) || line.contains(&end) || line.contains(ANN));
    assert_eq!(log, [""; 0]);
    for (table, content) in kept(&deployment, backend) {
        let text = String::from_utf8_lossy(&content);
        assert!(!text.contains(&confirm) && !text.contains(&end), "{table}");
    }
}

/// All that the store has, by the names of its parts.
fn kept(deployment: &Deployment, backend: Backend) -> Vec<(String, Vec<u8>)> {
    if backend == Backend::Postgres {
        return deployment.dump();
    }
    let files = fs::read_dir(deployment.folder.path()).unwrap();
    let files = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file());
    let read = |path: PathBuf| (path.display().to_string(), fs::read(&path).unwrap());
    let read: Vec<_> = files.map(read).collect();
    assert!(read.iter().any(|(name, _)| name.ends_with("prices.sqlite")));
    read
}

fn a_link_that_confirms_is_good_once_and_for_a_day(backend: Backend) {
    let server = MailServer::start();
    let (deployment, service) = serve(backend, &server);
    for path in [
        "/alert/confirm",
        "/alert/confirm?t=",
        "/alert/confirm?t=invented",
        "/alert/confirm?x=1&t=%00",
    ] {
        for answer in [
            service.get_with(path, &[]),
            service.send("POST", path, &[], ""),
        ] {
            assert_private(&answer);
            assert_eq!(
                (answer.status, heading(&answer)),
                (404, "This link leads nowhere")
            );
        }
    }
    ask(&service, ANN, "95", &[]);
    let first = link(&server.wait_for_taken(1)[0]);
    service.send("POST", &first, &[], "");
    for answer in [
        service.get_with(&first, &[]),
        service.send("POST", &first, &[], ""),
    ] {
        assert_private(&answer);
        assert_eq!(
            (answer.status, heading(&answer)),
            (200, "This alert is confirmed already")
        );
    }
    assert_eq!(count(&deployment, "*", "FROM watches"), 1);
    // the address is the watch's from now on
    let kept = "FROM alert_requests WHERE destination IS NOT NULL";
    assert_eq!(count(&deployment, "*", kept), 0);

    ask(&service, "bob@customer.example", "95", &[]);
    let second = link(&server.wait_for_taken(2)[1]);
    // a long time ago; kept for now by making it as if it had just expired
    let now = match backend {
        Backend::Sqlite => "CAST(strftime('%s', 'now') AS integer) * 1000000",
        Backend::Postgres => "now()",
    };
    deployment.sql(&format!("UPDATE alert_requests SET expires_at = {now}"));
    for answer in [
        service.get_with(&second, &[]),
        service.send("POST", &second, &[], ""),
    ] {
        assert_private(&answer);
        // upkeep may have removed it by now
        let known = ["This link has expired", "This link leads nowhere"];
        assert!(known.contains(&heading(&answer)), "{}", answer.text());
    }
    assert_eq!(count(&deployment, "*", "FROM watches"), 1);
    wait_for("the end of the requests", || {
        let left = count(&deployment, "*", "FROM alert_requests");
        // the one that is left ends the alert
        (left == 0 && count(&deployment, "*", "FROM alert_tokens") == 1).then_some(())
    });
}

fn an_ended_alert_sends_nothing_that_still_waits(backend: Backend) {
    let server = MailServer::start();
    let (deployment, service) = serve(backend, &server);
    set(&service, &server, ANN, "95");
    price(&deployment, "90.00");
    let end = link(&server.wait_for_taken(2)[1]);
    server.script(&[(ANN, "refuse-data-451")]);
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "85.00"), 1);
    wait_for("a mail that waits", || {
        (server.attempts().len() > 2 && service.metric("cotejo_mails_waiting") == Some(1))
            .then_some(())
    });
    assert_eq!(service.send("POST", &end, &[], "").status, 200);
    let waiting = "FROM mails WHERE due_at IS NOT NULL";
    assert_eq!(count(&deployment, "*", waiting), 0);
}

/// The page that confirms has a link of its own: the alert may never fire.
fn an_alert_that_has_not_fired_is_ended_from_the_page_that_set_it(backend: Backend) {
    let server = MailServer::start();
    let (deployment, service) = serve(backend, &server);
    assert_eq!(ask(&service, ANN, "95", &[]).status, 200);
    let confirm = link(&server.wait_for_taken(1)[0]);
    let set = service.send("POST", &confirm, &[], "");
    let begin = format!("href=\"{ORIGIN}/alert/end?t=");
    let rest = set.text().split_once(begin.as_str());
    let (_, rest) = rest.unwrap_or_else(|| panic!("no link: {}", set.text()));
    let (token, _) = rest.split_once('"').unwrap();
    let end = format!("/alert/end?t={token}");
    let opened = service.get_with(&end, &[]);
    assert_private(&opened);
    assert_eq!(heading(&opened), "End this price alert?");
    assert_eq!(count(&deployment, "*", "FROM watches"), 1);
    let ended = service.send("POST", &end, &[], "");
    assert_eq!(
        (ended.status, heading(&ended)),
        (200, "This alert is ended")
    );
    assert_eq!(count(&deployment, "*", "FROM watches"), 0);
    assert_eq!(
        count(
            &deployment,
            "*",
            "FROM alert_tokens WHERE watch_id IS NOT NULL"
        ),
        0
    );
}

/// The operator names no workspace any more: what there is goes on, and can be ended.
fn alerts_end_where_no_more_can_be_asked_for(backend: Backend) {
    let server = MailServer::start();
    let (deployment, service) = serve(backend, &server);
    set(&service, &server, ANN, "95");
    drop(service);
    let deployment = deployment.with("PCS_EXPLORER_WORKSPACE", "");
    let service = deployment.serve();
    let page = service.get_with(&format!("/product/{PRODUCT}"), &[]);
    assert!(!page.text().contains("id=\"alert\""));
    assert_eq!(ask(&service, ANN, "95", &[]).status, 404);
    assert_eq!(service.get_with("/alert/confirm?t=a", &[]).status, 404);
    price(&deployment, "90.00");
    let end = link(&server.wait_for_taken(2)[1]);
    assert_eq!(service.send("POST", &end, &[], "").status, 200);
    assert_eq!(count(&deployment, "*", "FROM watches"), 0);
}
