//! What a mail says, and to whom.

use std::fs;

use serde_json::Value;
use tests::mail_server::{Mail, MailServer};
use tests::watching::{Feed, PRODUCT, SCOPES, by_webhook, created, id, price};
use tests::{Backend, Deployment, Service, days_ago, hours_ago, wait_for};
use uuid::Uuid;

use super::{assert_well_formed, only, sending, serve, unescaped};

crate::on_both_stores!(
    a_crossed_target_is_one_mail_that_says_everything,
    each_crossing_is_a_mail_of_its_own,
    an_operator_writes_mails_of_their_own,
    nobody_is_told_twice_while_the_catalogue_changes,
);

const ANN: &str = "ann@customer.example";

/// Sixty days for 520.00, and now for 500.00.
fn with_past(deployment: &Deployment) {
    let long_ago = hours_ago(1);
    Feed::of("500.00").import_with(deployment, "Store One", &["--observed-at", &long_ago]);
    let mut past = "canonical_product_id,date,price\n".to_owned();
    for ago in 1..=60 {
        past += &format!("{PRODUCT},{},520.00\n", days_ago(ago));
    }
    let past = deployment.file("past.csv", past);
    deployment.ok(&["history", "import", &past, "--store", "Store One"]);
}

/// `<id@domain>` of the event with which the current revision fired a watch.
fn message_id(service: &Service, watch: &Value) -> String {
    let ready: Value = serde_json::from_str(&service.admin_text("/readyz")).unwrap();
    let revision = ready["covered_revision"].as_i64().unwrap();
    let watch: Uuid = id(watch).parse().unwrap();
    let event = Uuid::new_v5(&watch, &revision.to_be_bytes());
    format!("<{event}@shop.example>")
}

fn a_crossed_target_is_one_mail_that_says_everything(backend: Backend) {
    let server = MailServer::start();
    let deployment = sending(backend, &server);
    with_past(&deployment);
    let key = deployment.key("live", &SCOPES);
    let test_key = deployment.key("test", &SCOPES);
    let service = deployment.serve();
    let client = service.client(&key, "client-01");
    let watch = client.watch("449.95", ANN);
    created(&client.create(&by_webhook(450)));
    let tried = service.client(&test_key, "client-01");
    tried.watch("450", "test@customer.example");
    let cheap = Feed {
        delivery: "4.90",
        ..Feed::of("440.00")
    };
    assert_eq!(cheap.import(&deployment, "Store One"), 2);
    let mail = server.wait_for_taken(1).remove(0);
    assert_well_formed(&mail, &[]);
    assert_eq!(mail.to, [ANN]);
    assert_eq!(mail.subject, "Price alert: 444.90 EUR for Nova X2 128GB");
    assert_eq!(mail.header("Auto-Submitted"), ["auto-generated"]);
    wait_for("the catalogue to follow", || {
        (service.client(&key, "client-01").list()[0]["current_price"] == 444.9).then_some(())
    });
    assert_eq!(mail.message_id, message_id(&service, &watch));

    let path = format!("/v1/products/{PRODUCT}/history?range=90d");
    let history = service.get(&path, &key).json();
    let standing = history["summary"]["verdict"]["reason"].as_str().unwrap();
    assert!(
        standing.contains("90-day median of 520.00 EUR"),
        "{standing}"
    );
    let html = unescaped(mail.part("text/html"));
    for text in [mail.part("text/plain"), &html] {
        for said in [
            "Nova X2 128GB",
            "444.90 EUR",
            "Store One",
            "440.00 EUR + 4.90 EUR delivery",
            "Your target: 449.95 EUR",
            "https://shop.example/a1",
            standing,
            "can pause or delete the watch",
            id(&watch),
        ] {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(said), "{said}: {words}");
        }
    }
    assert!(
        html.contains("<a href=\"https://shop.example/a1\""),
        "{html}"
    );

    // nobody else is told, and the server knows it
    wait_for("the figures", || {
        let sent = service.metric("cotejo_mail_attempts_total{outcome=\"sent\"}")?;
        (sent == 1 && service.metric("cotejo_mails_waiting") == Some(0)).then_some(())
    });
    assert_eq!(server.attempts().len(), 1);
    let ready = service.readiness("mail");
    assert_eq!(
        (&ready["ok"], &ready["required"]),
        (&true.into(), &false.into())
    );
    let detail = ready["detail"].as_str().unwrap();
    assert!(detail.contains("mails waiting: 0"), "{detail}");
}

fn each_crossing_is_a_mail_of_its_own(backend: Backend) {
    let server = MailServer::start();
    let deployment = sending(backend, &server);
    let (service, key) = serve(&deployment);
    let watch = service.client(&key, "client-01").watch("95", ANN);
    service
        .client(&key, "client-02")
        .watch("91", "ben@customer.example");
    assert_eq!(price(&deployment, "94.00"), 1);
    server.wait_for_taken(1);
    assert_eq!(price(&deployment, "93.00"), 0);
    assert_eq!(price(&deployment, "100.00"), 0);
    assert_eq!(price(&deployment, "90.00"), 2);
    let mails = server.wait_for_taken(3);
    assert_eq!(mails.len(), 3);
    only(&mails, "ben@customer.example");
    let to_ann: Vec<&Mail> = mails.iter().filter(|mail| mail.to == [ANN]).collect();
    let [first, second] = to_ann.as_slice() else {
        panic!("{to_ann:#?}")
    };
    assert!(first.subject.contains("94.00 EUR") && second.subject.contains("90.00 EUR"));
    let mut ids: Vec<&str> = mails.iter().map(|m| m.message_id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    // another address from now on, and none any more
    let client = service.client(&key, "client-01");
    let change = r#"{"destination":"new@customer.example"}"#;
    assert_eq!(client.patch(id(&watch), change).status, 200);
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "90.50"), 2);
    assert_eq!(client.delete(id(&watch)).status, 204);
    price(&deployment, "100.00");
    assert_eq!(price(&deployment, "90.00"), 1);
    let mails = server.wait_for_taken(6);
    only(&mails, "new@customer.example");
    assert_eq!(server.attempts().len(), 6);
}

fn an_operator_writes_mails_of_their_own(backend: Backend) {
    let server = MailServer::start();
    let deployment = sending(backend, &server);
    let folder = deployment.folder.path().join("templates");
    fs::create_dir(&folder).unwrap();
    for (name, content) in [
        ("watch.subject", "{{ price }}! {{ product }}\n"),
        (
            "watch.txt",
            "Hello {{ to }}, {{ product }} at {{ store }}.\n.\nBye\n",
        ),
        (
            "watch.html",
            "<p class=\"own\">{{ product }}: <i>{{ target }}</i></p>\n",
        ),
        (
            "watch.headers",
            "# how to stop\n\
             List-Unsubscribe: <https://shop.example/stop/{{ watch_id }}?to={{ to|urlencode }}>\n\
             List-Unsubscribe-Post: List-Unsubscribe=One-Click\n\
             Reply-To: Shop <help@shop.example>\n\
             X-Product: {{ product }}\n\
             X-Nothing: {% if has_changed %}changed{% endif %}\n",
        ),
    ] {
        fs::write(folder.join(name), content).unwrap();
    }
    let deployment = deployment.with("PCS_MAIL_TEMPLATES", folder.to_str().unwrap());
    let (service, key) = serve(&deployment);
    let watch = service
        .client(&key, "client-01")
        .watch("95", "a+b@customer.example");
    assert_eq!(price(&deployment, "94.00"), 1);
    let mail = server.wait_for_taken(1).remove(0);
    let own = [
        "List-Unsubscribe",
        "List-Unsubscribe-Post",
        "Reply-To",
        "X-Product",
    ];
    assert_well_formed(&mail, &own);
    let stop = format!(
        "<https://shop.example/stop/{}?to=a%2Bb%40customer.example>",
        id(&watch)
    );
    let values = own.map(|name| mail.header(name).concat());
    let reply_to = "Shop <help@shop.example>";
    let expected = [
        &stop,
        "List-Unsubscribe=One-Click",
        reply_to,
        "Nova X2 128GB",
    ];
    assert_eq!(values, expected);
    assert_eq!(mail.subject, "94.00 EUR! Nova X2 128GB");
    let text = "Hello a+b@customer.example, Nova X2 128GB at Store One.\n.\nBye";
    assert_eq!(
        mail.part("text/plain").replace("\r\n", "\n").trim_end(),
        text
    );
    let html = "<p class=\"own\">Nova X2 128GB: <i>95.00 EUR</i></p>";
    assert_eq!(mail.part("text/html").trim_end(), html);
}

fn nobody_is_told_twice_while_the_catalogue_changes(backend: Backend) {
    let server = MailServer::start();
    let deployment = sending(backend, &server);
    let (service, key) = serve(&deployment);
    const COUNT: usize = 80;
    for n in 0..COUNT {
        let client = service.client(&key, &format!("client-{n}"));
        client.watch("95", &format!("reader-{n}@customer.example"));
    }
    assert_eq!(price(&deployment, "90.00"), u64::try_from(COUNT).unwrap());
    // every revision wakes the sender, whatever it is doing
    for cents in 10..30 {
        assert_eq!(price(&deployment, &format!("90.{cents}")), 0);
    }
    server.wait_for_taken(COUNT);
    wait_for("every outcome to be recorded", || {
        let sent = service.metric("cotejo_mail_attempts_total{outcome=\"sent\"}")?;
        (service.metric("cotejo_mails_waiting") == Some(0) && sent >= 80).then_some(())
    });
    assert_eq!(server.attempts().len(), COUNT);
}
