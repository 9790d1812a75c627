//! Names that try to be more than names.

use std::fs;

use serde_json::json;
use tests::mail_server::{Mail, MailServer};
use tests::watching::{self, SCOPES, created};
use tests::{Backend, Deployment};

use super::{assert_well_formed, only, sending, unescaped};

crate::on_both_stores!(names_stay_names, names_stay_names_in_an_operators_templates,);

const STORE: &str = "<b>Shop</b> \u{202e}One =?utf-8?q?=0D=0ABcc:_x@evil.example?= {{ to }}";

/// Names of products, and what a mail shows of them.
fn names() -> Vec<(String, String)> {
    let long = "Ö".repeat(500);
    let all = [
        (
            "Nova\r\nBcc: eve@evil.example\r\nX-Evil: yes\r\n\r\nbody",
            "Nova Bcc: eve@evil.example X-Evil: yes body",
        ),
        (
            "Nova\r\n.\r\nRSET\r\nMAIL FROM:<eve@evil.example>",
            "Nova . RSET MAIL FROM:<eve@evil.example>",
        ),
        (".", "."),
        ("\u{202e}avoN\u{2066} \u{feff}X2", "avoN X2"),
        (
            "=?utf-8?q?=0D=0ABcc:_eve@evil.example?=",
            "=?utf-8?q?=0D=0ABcc:_eve@evil.example?=",
        ),
        (
            "</strong><script>alert(1)</script><img src=x onerror='alert(\"2\")'>&amp;",
            "</strong><script>alert(1)</script><img src=x onerror='alert(\"2\")'>&amp;",
        ),
        (
            "{{ 7 * 7 }}{% include '/etc/passwd' %}",
            "{{ 7 * 7 }}{% include '/etc/passwd' %}",
        ),
        ("a\u{0}b\u{7}c\u{1b}[31m", "abc[31m"),
        ("\u{85}Nova\u{2028}X2\u{2029}", "Nova X2"),
        (&long, &long[.."Ö".len() * 299]),
    ];
    all.map(|(name, shown)| (name.to_owned(), shown.to_owned()))
        .to_vec()
}

/// A catalogue of these products, and one of 10 kB that is refused.
fn catalogue(deployment: &Deployment) {
    let mut lines = String::new();
    for ((name, _), n) in names().iter().zip(0..) {
        let product = json!({"canonical_product_id": format!("p{n}"), "product_name": name});
        lines += &format!("{product}\n");
    }
    let endless = json!({"canonical_product_id": "endless", "product_name": "x".repeat(10_000)});
    lines += &format!("{endless}\n");
    let file = deployment.file("catalogue.jsonl", lines);
    let counts = deployment.ok(&["catalog", "import", &file]);
    assert!(counts.contains(" rejected=1 "), "{counts}");
}

/// Imports all of them at a price; answers how many watches fired.
fn import(deployment: &Deployment, price: &str) -> u64 {
    let mut lines = String::new();
    for n in 0..names().len() {
        let url = format!("https://shop.example/{n}?a='&b=%22%0D%0ABcc:%20x&lt;=ö");
        let product = format!("p{n}");
        let offer = json!({"offer_id": product, "canonical_product_id": product, "price": price,
            "delivery_cost": "0", "url": url});
        lines += &format!("{offer}\n");
    }
    let file = deployment.file("offers.jsonl", lines);
    let counts = deployment.import(&file, STORE, &[]);
    assert_eq!(counts["rejected"], 0, "{counts}");
    counts["triggered"].as_u64().expect("a count")
}

/// The mail of every product, in their order.
fn mails(deployment: &Deployment, server: &MailServer) -> Vec<Mail> {
    catalogue(deployment);
    assert_eq!(import(deployment, "100.00"), 0);
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let client = service.client(&key, "client-01");
    let count = names().len();
    for n in 0..count {
        let body = watching::by_mail("95", &format!("p{n}@customer.example"));
        let body = body.replace(watching::PRODUCT, &format!("p{n}"));
        created(&client.create(&body));
    }
    assert_eq!(import(deployment, "90.00"), u64::try_from(count).unwrap());
    server.wait_for_taken(count);
    let mails = server.attempts();
    assert_eq!(mails.len(), count);
    (0..count)
        .map(|n| only(&mails, &format!("p{n}@customer.example")).clone())
        .collect()
}

fn assert_harmless(mail: &Mail) {
    let hidden = ['\u{202e}', '\u{2066}', '\u{feff}', '\0', '\u{7}', '\u{1b}'];
    assert!(!mail.subject.contains(hidden), "{}", mail.subject);
    assert!(mail.subject.chars().count() <= 120, "{}", mail.subject);
    for (_, text) in &mail.parts {
        assert!(!text.contains(hidden), "{text}");
    }
    let html = mail.part("text/html");
    for tag in ["<script", "<img", "<b>", "onerror='"] {
        assert!(!html.contains(tag), "{tag}: {html}");
    }
}

fn names_stay_names(backend: Backend) {
    let server = MailServer::start();
    let deployment = sending(backend, &server);
    let mails = mails(&deployment, &server);
    for ((_, shown), mail) in names().iter().zip(&mails) {
        assert_well_formed(mail, &[]);
        assert_harmless(mail);
        let text = mail.part("text/plain");
        let first = text.lines().next().unwrap();
        if shown.len() < 500 {
            assert_eq!(first, shown);
        } else {
            assert_eq!(first, format!("{shown}…"));
        }
        let store = "<b>Shop</b> One =?utf-8?q?=0D=0ABcc:_x@evil.example?= {{ to }}";
        assert!(text.contains(store), "{text}");
        let html = mail.part("text/html");
        for name in [shown.as_str(), store] {
            assert!(unescaped(html).contains(name), "{name}: {html}");
            assert!(!name.contains(['<', '\'', '"']) || !html.contains(name));
        }
        let html = unescaped(html);
        assert!(html.contains("href=\"https://shop.example/"), "{html}");
    }
    let ascii = "Price alert: 90.00 EUR for Nova Bcc: eve@evil.example X-Evil: yes body";
    assert_eq!(mails[0].subject, ascii);
}

fn names_stay_names_in_an_operators_templates(backend: Backend) {
    let server = MailServer::start();
    let deployment = sending(backend, &server);
    let folder = deployment.folder.path().join("templates");
    fs::create_dir(&folder).unwrap();
    for (name, content) in [
        ("watch.subject", "{{ product }}{{ store }}"),
        ("watch.html", "<p title='{{ product }}'>{{ product }}</p>"),
        (
            "watch.headers",
            "X-Product: {{ product }}\nX-Store: {{ store }}\n\
             List-Unsubscribe: <https://shop.example/stop?p={{ product|urlencode }}>\n",
        ),
    ] {
        fs::write(folder.join(name), content).unwrap();
    }
    let deployment = deployment.with("PCS_MAIL_TEMPLATES", folder.to_str().unwrap());
    for mail in mails(&deployment, &server) {
        // headers that cannot be made are left out, and nothing else is there
        let own = ["X-Product", "X-Store", "List-Unsubscribe"];
        let made: Vec<&str> = own
            .into_iter()
            .filter(|name| !mail.header(name).is_empty())
            .collect();
        assert_well_formed(&mail, &made);
        assert_harmless(&mail);
        assert!(!made.contains(&"X-Store"), "it looks like an encoded word");
    }
}
