//! Settings of the mail bridge, and the ways to its server.

use std::fs;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tests::mail_server::MailServer;
use tests::watching::{self, SCOPES, price};
use tests::{Backend, Deployment, Ran, wait_for};

use super::FROM;

const LOCAL: &str = "smtp://user:pa55word@127.0.0.1:2525";

/// A deployment with these settings.
fn with(settings: &[(&str, &str)]) -> Deployment {
    let empty = watching::deployment(Backend::Sqlite);
    settings.iter().fold(empty, |deployment, (name, value)| {
        deployment.with(name, value)
    })
}

fn started_and_checked(deployment: &Deployment) -> [Ran; 2] {
    [&["serve"][..], &["config", "check"]].map(|arguments| deployment.run(arguments))
}

#[test]
fn bad_settings_refuse_the_start_and_are_named() {
    let from = ("PCS_MAIL_FROM", FROM);
    let url = ("PCS_SMTP_URL", LOCAL);
    let file = tempfile::NamedTempFile::new().unwrap();
    let no_certificate = file.path().to_str().unwrap();
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[url], "PCS_MAIL_FROM"),
        (
            &[("PCS_SMTP_URL", "ftp://user:pa55word@127.0.0.1:21"), from],
            "PCS_SMTP_URL",
        ),
        (
            &[("PCS_SMTP_URL", "smtp://user:pa55word@mail.example"), from],
            "PCS_SMTP_URL",
        ),
        (&[("PCS_SMTP_URL", "127.0.0.1:25"), from], "PCS_SMTP_URL"),
        (
            &[("PCS_SMTP_URL", "smtp://user@127.0.0.1:25"), from],
            "PCS_SMTP_URL",
        ),
        (&[url, ("PCS_MAIL_FROM", "the shop")], "PCS_MAIL_FROM"),
        (
            &[url, ("PCS_MAIL_FROM", "a@b.example\r\nBcc: c@d.example")],
            "PCS_MAIL_FROM",
        ),
        (
            &[url, from, ("PCS_SMTP_CA", "/nowhere/ca.pem")],
            "PCS_SMTP_CA",
        ),
        (&[url, from, ("PCS_SMTP_CA", no_certificate)], "PCS_SMTP_CA"),
        (
            &[url, from, ("PCS_MAIL_TEMPLATES", "/nowhere")],
            "PCS_MAIL_TEMPLATES",
        ),
        (&[("PCS_MAIL_TEMPLATES", "/nowhere")], "PCS_MAIL_TEMPLATES"),
        (
            &[url, from, ("PCS_MAIL_TEMPLATES", no_certificate)],
            "PCS_MAIL_TEMPLATES",
        ),
    ];
    for (settings, named) in cases {
        let deployment = with(settings);
        for ran in started_and_checked(&deployment) {
            assert_eq!(ran.status, Some(2), "{settings:?}: {}", ran.stderr);
            assert!(ran.stderr.contains(named), "{settings:?}: {}", ran.stderr);
            let said = format!("{}{}", ran.stdout, ran.stderr);
            assert!(!said.contains("pa55word"), "{settings:?}: {said}");
        }
    }
}

#[test]
fn bad_templates_refuse_the_start_and_are_named_with_their_line() {
    for (name, content, words) in [
        (
            "watch.txt",
            "{{ product }}\n{{ customer }}\n",
            &["line 2", "customer"][..],
        ),
        (
            "watch.html",
            "{% if url %}\n{{ prise }}{% endif %}",
            &["line 2", "prise"],
        ),
        ("watch.subject", "{{ product", &["line 1"]),
        ("watch.subject", "{{ standing }}", &["watch.subject"]),
        ("watch.txt", "{{ nothing|upper }}", &["nothing"]),
        (
            "watch.headers",
            "# stop\nBcc: all@shop.example\n",
            &["line 2"],
        ),
        (
            "watch.headers",
            "X-A: {{ nobody }}\n",
            &["line 1", "nobody"],
        ),
        ("watch.headers", "X-A: a\nX-A: b\n", &["line 2"]),
        ("watch.text", "hello", &["watch.subject"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), content).unwrap();
        let path = folder.path().to_str().unwrap();
        let deployment = with(&[
            ("PCS_SMTP_URL", LOCAL),
            ("PCS_MAIL_FROM", FROM),
            ("PCS_MAIL_TEMPLATES", path),
        ]);
        for ran in started_and_checked(&deployment) {
            let complaint = ran.stderr;
            assert_eq!(ran.status, Some(2), "{name} {content:?}: {complaint}");
            assert!(complaint.contains("PCS_MAIL_TEMPLATES"), "{complaint}");
            assert!(complaint.contains(path), "{complaint}");
            for word in words {
                assert!(complaint.contains(word), "{word}: {complaint}");
            }
        }
    }
}

#[test]
fn good_settings_are_shown_without_the_password() {
    let deployment = with(&[("PCS_SMTP_URL", LOCAL), ("PCS_MAIL_FROM", FROM)]);
    for json in [&[][..], &["--json"]] {
        let arguments = [&["config", "check", "--offline"], json].concat();
        let ran = deployment.run(&arguments);
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert!(ran.stdout.contains("127.0.0.1:2525"), "{}", ran.stdout);
        assert!(!ran.stdout.contains("pa55word"), "{}", ran.stdout);
        assert_eq!(ran.stderr, "", "nothing to warn of");
    }
}

#[test]
fn a_server_that_cannot_be_used_is_told_unless_nothing_is_to_be_asked() {
    let server = MailServer::start();
    let at = |url: &str| with(&[("PCS_SMTP_URL", url), ("PCS_MAIL_FROM", FROM)]);
    let fine = at(&server.url()).run(&["config", "check"]);
    assert_eq!(fine.status, Some(0), "{}", fine.stderr);
    let closed = at("smtp://user:pa55word@127.0.0.1:1");
    let told = closed.run(&["config", "check"]);
    assert_eq!(told.status, Some(1), "{}", told.stderr);
    let words = ["PCS_SMTP_URL", "cannot be used", "--offline"];
    assert!(
        words.iter().all(|word| told.stderr.contains(word)),
        "{}",
        told.stderr
    );
    assert!(!told.stderr.contains("pa55word"), "{}", told.stderr);
    closed.ok(&["config", "check", "--offline"]);
    // the store is left alone, too
    let nowhere = with(&[
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none"),
        (
            "PCS_VAULT_KEY",
            "a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        ),
    ]);
    assert_ne!(nowhere.run(&["config", "check"]).status, Some(0));
    nowhere.ok(&["config", "check", "--offline"]);
}

/// Files of an authority, and of a server's certificate with its key.
struct Identity {
    ca: String,
    cert: String,
    key: String,
}

/// Of a server on this machine.
fn identity(deployment: &Deployment) -> Identity {
    let authority_key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let ca = authority.self_signed(&authority_key).unwrap().pem();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let leaf = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let cert = leaf.signed_by(&key, &issuer).unwrap().pem();
    Identity {
        ca: deployment.file("ca.pem", ca),
        cert: deployment.file("cert.pem", cert),
        key: deployment.file("key.pem", key.serialize_pem()),
    }
}

/// Sends one mail to a server that wants TLS and a password; then one without knowing its authority.
fn send_encrypted(options: &[&str], scheme: &str, more: &str) {
    let deployment = watching::deployment(Backend::Sqlite).with("PCS_MAIL_FROM", FROM);
    let Identity { ca, cert, key } = identity(&deployment);
    let mut all = vec!["--tls", &cert, &key, "--login", "shop@a", "p:w/%"];
    all.extend(options);
    let server = MailServer::with(&all);
    let url = format!(
        "{scheme}://shop%40a:p%3Aw%2F%25@localhost:{}{more}",
        server.port
    );
    let deployment = deployment.with("PCS_SMTP_URL", &url);
    price(&deployment, "100.00");
    let api_key = deployment.key("live", &SCOPES);
    let start = |ca: Option<&str>| {
        let mut command = deployment.command(&["serve"]);
        if let Some(ca) = ca {
            command.env("PCS_SMTP_CA", ca);
        }
        let service = tests::Service::start(command, "http");
        service.wait_until_ready();
        service
    };
    let service = start(Some(&ca));
    let client = service.client(&api_key, "client-01");
    client.watch("95", "ann@customer.example");
    assert_eq!(price(&deployment, "90.00"), 1);
    let mail = server.wait_for_taken(1).remove(0);
    assert!(mail.tls);
    assert_eq!(mail.login.as_deref(), Some("shop@a"));
    drop(service);

    let service = start(None);
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "90.00"), 1);
    let ready = wait_for("a failed attempt", || {
        Some(service.readiness("mail")).filter(|ready| ready["ok"] == false)
    });
    let put_off = "cotejo_mail_attempts_total{outcome=\"put_off\"}";
    assert!(service.metric(put_off) >= Some(1));
    let detail = ready["detail"].as_str().unwrap();
    assert!(detail.contains("could not be used"), "{detail}");
    assert_eq!(server.attempts().len(), 1);
    let log = service.log().join("\n");
    assert!(!log.contains("p:w"), "{log}");
}

#[test]
fn mails_go_over_tls_to_a_server_of_the_operators_authority() {
    send_encrypted(&[], "smtps", "");
}

#[test]
fn mails_go_over_starttls_when_it_is_required() {
    send_encrypted(&["--starttls"], "smtp", "?tls=required");
}
