//! What is refused, and how often.

use tests::mail_server::MailServer;
use tests::watching::{PRODUCT, price};
use tests::{Answer, Backend};

use super::{ANN, alerting, ask, count, link, serve, set};

crate::on_both_stores!(
    an_address_is_written_to_seldom_and_nobody_is_told,
    everybody_together_gets_so_many_mails_an_hour,
);

fn an_address_is_written_to_seldom_and_nobody_is_told(backend: Backend) {
    let server = MailServer::start();
    let (deployment, service) = serve(backend, &server);
    let first = ask(&service, ANN, "95", &[]);
    let others = (0..5).map(|n| ask(&service, ["ANN@customer.example", ANN][n % 2], "95", &[]));
    for other in others {
        assert_eq!((other.status, &other.body), (first.status, &first.body));
    }
    let other = ask(&service, "bob@customer.example", "95", &[]);
    assert_eq!(other.body, first.body);
    let mails = server.wait_for_taken(4);
    let to_ann = mails
        .iter()
        .filter(|mail| mail.to[0].eq_ignore_ascii_case(ANN));
    assert_eq!(to_ann.count(), 3);
    // whoever has an alert, or a mail, is no other case
    let bob = mails
        .iter()
        .find(|mail| mail.to == ["bob@customer.example"]);
    service.send("POST", &link(bob.unwrap()), &[], "");
    assert_eq!(
        ask(&service, "bob@customer.example", "95", &[]).body,
        first.body
    );
    server.wait_for_taken(5);
    assert_eq!(count(&deployment, "*", "FROM mails"), 5);
    // one client for an address in whatever letters
    assert_eq!(
        count(&deployment, "DISTINCT client_id", "FROM alert_requests"),
        2
    );
    // long enough not to stand in a digest by chance
    let named = "FROM alert_requests WHERE client_id LIKE '%customer%'";
    assert_eq!(count(&deployment, "*", named), 0);
}

fn everybody_together_gets_so_many_mails_an_hour(backend: Backend) {
    let server = MailServer::start();
    let deployment = alerting(backend, &server)
        .with("PCS_EXPLORER_ALERT_RATE_LIMIT", "0")
        .with("PCS_EXPLORER_ALERTS_PER_HOUR", "2");
    price(&deployment, "100.00");
    let service = deployment.serve();
    set(&service, &server, ANN, "95");
    set(&service, &server, "bob@customer.example", "95");
    for email in [ANN, "cat@customer.example"] {
        let refused = ask(&service, email, "95", &[]);
        assert_eq!(refused.status, 429);
        assert_eq!(refused.header("Retry-After"), Some("600"));
        comes_back(
            &refused,
            email,
            ["Too many alerts at once", "in 10 minutes"],
        );
    }
    assert_eq!(server.attempts().len(), 2);
}

/// The form is there again with what was typed, and says when it may be sent.
fn comes_back(refused: &Answer, email: &str, says: [&str; 2]) {
    let page = refused.text();
    let typed = [email, "95"].map(|typed| format!("value=\"{typed}\""));
    for part in says.into_iter().chain(typed.iter().map(String::as_str)) {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn a_client_address_asks_for_few() {
    let server = MailServer::start();
    let deployment = alerting(Backend::Sqlite, &server).with("PCS_EXPLORER_ALERT_RATE_LIMIT", "2");
    price(&deployment, "100.00");
    let service = deployment.serve();
    let asked = (0..3).map(|n| ask(&service, &format!("a{n}@customer.example"), "95", &[]).status);
    assert_eq!(asked.collect::<Vec<_>>(), [200, 200, 429]);
    let refused = ask(&service, ANN, "95", &[]);
    let seconds = refused.header("Retry-After").unwrap().to_owned();
    let says = [
        "Too many alerts from your network",
        &format!("in {seconds} seconds"),
    ];
    comes_back(&refused, ANN, says);
    assert!(!refused.text().contains("Too many pages"));
    // pages are still there
    assert_eq!(
        service.get_with(&format!("/product/{PRODUCT}"), &[]).status,
        200
    );
}

#[test]
fn what_is_wrong_comes_back_with_what_was_typed() {
    let server = MailServer::start();
    let (_deployment, service) = serve(Backend::Sqlite, &server);
    let faults = ["alert-email-fault", "alert-price-fault"];
    for (email, target, wrong) in [
        ("", "95", [true, false]),
        ("ann", "95", [true, false]),
        ("ann@customer.example", "", [false, true]),
        ("ann@customer.example", "cheap", [false, true]),
        ("ann@customer.example", "0.99", [false, true]),
        ("ann@customer.example", "1,000,000.01", [false, true]),
        ("ann@customer.example", "-5", [false, true]),
        ("ann@customer.example", "1e3", [false, true]),
        ("\"><script>alert(1)</script>", "<b>", [true, true]),
        (
            "ann@customer.example\r\nBcc: thief@evil.example",
            "95",
            [true, false],
        ),
        (
            "ann@customer.example,thief@evil.example",
            "95",
            [true, false],
        ),
        ("Ann <ann@customer.example>", "95", [true, false]),
        ("ann%0aBcc:x@customer.example", "95", [true, false]),
        ("ünn@customer.example", "95", [true, false]),
        ("ann@127.0.0.1", "95", [true, false]),
        ("a\0@customer.example", "95", [true, false]),
        (&"a".repeat(5000), &"9".repeat(5000), [true, true]),
    ] {
        let answer = ask(&service, email, target, &[]);
        assert_eq!(answer.status, 400, "{email} {target}");
        let page = answer.text();
        assert_eq!(
            faults.map(|fault| page.contains(&format!("id=\"{fault}\""))),
            wrong,
            "{page}"
        );
        assert!(
            !page.contains("<script>alert") && !page.contains("<b>"),
            "{page}"
        );
        let typed = email
            .replace('"', "&quot;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        assert!(page.contains(&format!("value=\"{typed}\"")), "{page}");
    }
    // the form is no list: of several values none is taken
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    let path = format!("/product/{PRODUCT}/alert");
    for body in ["email=a@b.example&email=c@d.example&price=95", "%", "email"] {
        let answer = service.send("POST", &path, &kind, body);
        assert_eq!(answer.status, 400, "{body}: {}", answer.text());
    }
    let json = service.send("POST", &path, &[("Content-Type", "application/json")], "{}");
    assert_eq!(json.status, 400);
    let long = "x".repeat(40_000);
    assert!([400, 413].contains(&service.send("POST", &path, &kind, &long).status));
    assert_eq!(server.attempts().len(), 0);
}

#[test]
fn forms_of_other_sites_are_refused() {
    let server = MailServer::start();
    let (deployment, service) = serve(Backend::Sqlite, &server);
    for headers in [
        [("Sec-Fetch-Site", "cross-site")],
        [("Sec-Fetch-Site", "same-site")],
        [("Origin", "https://evil.example")],
        [("Origin", "null")],
    ] {
        let refused = ask(&service, ANN, "95", &headers);
        let says = "The form was sent from another site.";
        assert!(refused.text().contains(says), "{headers:?}");
        assert_eq!(refused.status, 400, "{headers:?}");
    }
    assert_eq!(count(&deployment, "*", "FROM mails"), 0);
    let own = [("Sec-Fetch-Site", "same-origin")];
    assert_eq!(ask(&service, ANN, "95", &own).status, 200);
    // the answer to the form, loaded again
    let path = format!("/product/{PRODUCT}/alert");
    let again = service.get_with(&path, &[]);
    assert_eq!(again.status, 303);
    assert_eq!(
        again.header("Location"),
        Some(&*format!("/product/{PRODUCT}#alert"))
    );
    let refused = service.send("PUT", &path, &[], "");
    assert_eq!(
        (refused.status, refused.header("Allow")),
        (405, Some("GET, HEAD, POST"))
    );
    let unknown = service.send(
        "POST",
        "/product/no_such/alert",
        &[("Content-Type", "application/x-www-form-urlencoded")],
        "email=a@b.example&price=9",
    );
    assert_eq!(unknown.status, 404);
}
