//! What alerts need, and what is said when it is missing.

use tests::mail_server::MailServer;
use tests::watching::{PRODUCT, price};
use tests::{Backend, Deployment};

use super::{ORIGIN, alerting};

crate::on_both_stores!(a_workspace_has_to_exist);

fn a_workspace_has_to_exist(backend: Backend) {
    let server = MailServer::start();
    let deployment = alerting(backend, &server).with("PCS_EXPLORER_WORKSPACE", "reader");
    // what is checked beforehand is what serving refuses
    for command in [&["config", "check"][..], &["serve"]] {
        let ran = deployment.run(command);
        assert_eq!(ran.status, Some(2), "{command:?}: {}", ran.stderr);
        for said in [
            "PCS_EXPLORER_WORKSPACE",
            "a workspace that exists",
            "\"reader\"",
            "api workspace set",
        ] {
            assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
        }
    }
}

#[test]
fn what_alerts_need_is_named() {
    let server = MailServer::start();
    let with = |settings: &[(&str, &str)]| {
        let mut deployment = Deployment::new(Backend::Sqlite)
            .with("PCS_EXPLORER", "on")
            .with("PCS_EXPLORER_WORKSPACE", "readers");
        for (name, value) in settings {
            deployment = deployment.with(name, value);
        }
        deployment.ok(&["workspace", "set", "readers"]);
        [&["config", "check"][..], &["serve"]].map(|command| deployment.run(command))
    };
    let smtp = server.url();
    let mail = [
        ("PCS_SMTP_URL", smtp.as_str()),
        ("PCS_MAIL_FROM", "p@shop.example"),
    ];
    for (settings, needed) in [
        (vec![("PCS_PUBLIC_URL", ORIGIN)], "PCS_SMTP_URL"),
        (mail.to_vec(), "PCS_PUBLIC_URL"),
    ] {
        let sentence = format!("PCS_EXPLORER_WORKSPACE needs {needed}");
        for ran in with(&settings) {
            assert_eq!(ran.status, Some(2), "{}", ran.stderr);
            assert!(ran.stderr.contains(&sentence), "{}", ran.stderr);
        }
    }
}

#[test]
fn settings_that_are_wrong_are_named() {
    for (name, value) in [
        ("PCS_PUBLIC_URL", "prices.example"),
        ("PCS_PUBLIC_URL", "https://prices.example/shop"),
        ("PCS_PUBLIC_URL", "ftp://prices.example"),
        ("PCS_EXPLORER_ALERT_RATE_LIMIT", "-1"),
        ("PCS_EXPLORER_ALERTS_PER_HOUR", "many"),
    ] {
        let ran = Deployment::new(Backend::Sqlite)
            .with(name, value)
            .run(&["config", "check"]);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        assert!(
            ran.stderr.contains(name) && ran.stderr.contains(value),
            "{}",
            ran.stderr
        );
    }
}

/// Nothing of it is there unless the operator names a workspace.
#[test]
fn alerts_are_off_by_default() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "on");
    price(&deployment, "100.00");
    let service = deployment.serve();
    let page = service.get_with(&format!("/product/{PRODUCT}"), &[]);
    assert!(!page.text().contains("id=\"alert\""), "{}", page.text());
    assert!(
        page.text()
            .contains(&format!("rel=\"canonical\" href=\"/product/{PRODUCT}\""))
    );
    let path = format!("/product/{PRODUCT}/alert");
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    assert_eq!(
        service
            .send("POST", &path, &kind, "email=a@b.example&price=9")
            .status,
        404
    );
    for method in ["GET", "POST"] {
        assert_eq!(
            service.send(method, "/alert/confirm?t=a", &[], "").status,
            404
        );
    }
}
