//! Conversations without TLS.

use std::fs;
use std::sync::Arc;

use adapter_lettre::{SmtpMailer, SmtpSettings, Templates};
use contract_tests::mailer::{letter, notice};
use domain::webhook::notice::Occasion;
use mail_parser::MessageParser;
use ports_net::{Content, MailError, Mailer};
use rstest::rstest;

use crate::office::{Office, mailer, settings};
use crate::server::{Act, At, Offers, Server};

fn unreachable(text: &str) -> MailError {
    MailError::Unreachable(text.to_owned())
}

fn put_off(text: &str) -> MailError {
    MailError::PutOff(text.to_owned())
}

fn refused(text: &str) -> MailError {
    MailError::Refused(text.to_owned())
}

#[rstest]
#[case(
    At::Greeting,
    "554 no service",
    unreachable("greeting: 554 no service")
)]
#[case(At::Greeting, "421 too busy", unreachable("greeting: 421 too busy"))]
#[case(At::Ehlo, "550 who?", unreachable("greeting: 550 who?"))]
#[case(At::Mail, "550 not you", unreachable("MAIL FROM: 550 not you"))]
#[case(
    At::Mail,
    "530 log in first",
    unreachable("MAIL FROM: 530 log in first")
)]
#[case(At::Mail, "451 later", put_off("MAIL FROM: 451 later"))]
#[case(At::Rcpt, "421 closing", put_off("RCPT TO: 421 closing"))]
#[case(At::Rcpt, "451 4.7.1 later", put_off("RCPT TO: 451 4.7.1 later"))]
#[case(At::Rcpt, "550 5.1.1 unknown", refused("RCPT TO: 550 5.1.1 unknown"))]
#[case(At::Rcpt, "501 bad address", refused("RCPT TO: 501 bad address"))]
#[case(At::Rcpt, "550-one\r\n550 two", refused("RCPT TO: 550 one two"))]
#[case(At::Rcpt, "550 ", refused("RCPT TO: 550"))]
#[case(At::Rcpt, "no", unreachable("RCPT TO: the answer is not SMTP"))]
#[case(At::Rcpt, "535 log in", unreachable("RCPT TO: 535 log in"))]
#[case(At::Rcpt, "354 go on", unreachable("RCPT TO: 354 was not expected"))]
#[case(At::Data, "250 ok", unreachable("DATA: 250 was not expected"))]
#[case(At::Data, "554 no recipients", refused("DATA: 554 no recipients"))]
#[case(At::Content, "452 full", put_off("end of DATA: 452 full"))]
#[case(At::Content, "554 spam", refused("end of DATA: 554 spam"))]
#[case(
    At::Content,
    "354 more",
    unreachable("end of DATA: 354 was not expected")
)]
#[tokio::test]
async fn every_answer_has_its_meaning(
    #[case] at: At,
    #[case] words: &'static str,
    #[case] expected: MailError,
) {
    let office = Office::open().await;
    office.server.next(at, Act::Say(words));
    assert_eq!(office.send(1).await, Err(expected));
    assert_eq!(office.server.received(), []);
    assert_eq!(office.send(2).await, Ok(()));
    assert_eq!(office.server.received().len(), 1);
}

#[rstest]
#[tokio::test]
async fn a_dropped_connection_is_unreachable(
    #[values(At::Greeting, At::Ehlo, At::Mail, At::Rcpt, At::Data, At::Content)] at: At,
) {
    let office = Office::open().await;
    office.server.next(at, Act::Close);
    let sent = office.send(1).await;
    let Err(MailError::Unreachable(text)) = sent else {
        panic!("{sent:?}");
    };
    assert!(
        text.ends_with(": the server closed the connection"),
        "{text}"
    );
    office
        .server
        .next(at, Act::SayAndClose("garbage that is no SMTP"));
    let sent = office.send(1).await;
    assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
    assert_eq!(office.send(1).await, Ok(()));
}

#[tokio::test]
async fn texts_of_servers_are_cut() {
    const LONG: &str = "550 xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx \
        xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx \
        xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx";
    let office = Office::open().await;
    office.server.next(At::Rcpt, Act::Say(LONG));
    let Err(MailError::Refused(text)) = office.send(1).await else {
        panic!("not refused");
    };
    assert!(
        text.starts_with("RCPT TO: 550 xxx") && text.chars().count() <= 113,
        "{text}"
    );
}

#[tokio::test]
async fn what_arrives_is_the_mail_with_its_envelope() {
    let office = Office::open().await;
    let mut letter = letter(1);
    let Content::WatchFired { firing, .. } = &mut letter.content else {
        panic!("another letter");
    };
    // lines that begin with a dot must survive the way
    ".".clone_into(&mut firing.product_name);
    assert_eq!(office.mailer.send(&letter).await, Ok(()));
    let [mail] = office.server.received().try_into().unwrap();
    assert_eq!(mail.from, "FROM:<prices@shop.example>");
    assert_eq!(mail.to, "TO:<reader.1@mail.example>");
    assert_eq!((mail.is_encrypted, mail.login), (false, None));
    assert!(
        mail.content.contains("\r\n.\r\nis below the price"),
        "{}",
        mail.content
    );
    assert!(
        mail.content
            .contains("From: \"Shop Prices\" <prices@shop.example>\r\n")
    );
}

#[tokio::test]
async fn a_notice_arrives_with_both_parts() {
    let office = Office::open().await;
    let letter = notice(1, Occasion::Opened);
    assert_eq!(office.mailer.send(&letter).await, Ok(()));
    let [mail] = office.server.received().try_into().unwrap();
    assert_eq!(mail.to, "TO:<reader.1@mail.example>");
    let parsed = MessageParser::default().parse(&mail.content).unwrap();
    assert_eq!(
        parsed.subject(),
        Some("Webhook endpoint fails: hooks.shop.example")
    );
    let [text, html] = [parsed.body_text(0), parsed.body_html(0)].map(Option::unwrap);
    let subscription = "wh_00000000000000010000000000000000";
    for part in [
        "hooks.shop.example",
        "The endpoint did not answer in time. (timeout)",
        "Since 2026-03-01 12:00 UTC.",
        "Deliveries that wait: 12",
        "wi_00000000000000010000000000000009",
        &format!("GET /v1/webhook-deliveries?subscription_id={subscription}"),
        &format!("POST /v1/webhooks/{subscription}/test"),
        &format!("POST /v1/webhooks/{subscription}/incidents/acknowledge"),
    ] {
        assert!(text.contains(part), "{part} in {text}");
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[tokio::test]
async fn a_connection_is_used_again() {
    let office = Office::open().await;
    for number in 1..=20 {
        assert_eq!(office.send(number).await, Ok(()));
    }
    office.server.next(At::Rcpt, Act::Say("550 unknown"));
    assert!(office.send(21).await.is_err());
    assert_eq!(office.send(22).await, Ok(()));
    assert_eq!(office.server.connections(), 1);
    for number in 23..=60 {
        assert_eq!(office.send(number).await, Ok(()));
    }
    assert_eq!(office.server.connections(), 2);
    assert_eq!(office.server.farewells(), 1);
}

#[tokio::test]
async fn we_greet_by_a_full_domain_name() {
    let office = Office::open().await;
    assert_eq!(office.send(1).await, Ok(()));
    let [name] = office.server.greeted().try_into().unwrap();
    assert!(name.contains('.') && !name.starts_with('['), "{name}");
}

#[tokio::test]
async fn a_kept_connection_that_has_died_is_replaced() {
    let office = Office::open().await;
    for act in [
        Act::Close,
        Act::SayAndClose("421 you were idle"),
        Act::Say("500 what?"),
    ] {
        assert_eq!(office.send(1).await, Ok(()));
        office.server.next(At::Rset, act);
        assert_eq!(office.send(2).await, Ok(()));
    }
    assert_eq!(office.server.received().len(), 6);
    assert_eq!(office.server.connections(), 4);
}

#[tokio::test]
async fn at_most_four_connections_are_open() {
    let office = Arc::new(Office::open().await);
    let sending: Vec<_> = (1..=40)
        .map(|number| {
            let office = Arc::clone(&office);
            tokio::spawn(async move { office.send(number).await })
        })
        .collect();
    for sent in sending {
        assert_eq!(sent.await.unwrap(), Ok(()));
    }
    assert_eq!(office.server.received().len(), 40);
    assert!((2..=4).contains(&office.server.most_connections()));
    assert!(office.server.connections() <= 4);
}

#[tokio::test]
async fn a_mail_that_is_given_up_leaves_no_trace_in_the_next() {
    let office = Arc::new(Office::open().await);
    office.server.next(At::Content, Act::Stall);
    let given_up = {
        let office = Arc::clone(&office);
        tokio::spawn(async move { office.send(1).await })
    };
    office.server.stalled().await;
    given_up.abort();
    assert!(given_up.await.is_err());
    assert_eq!(office.send(2).await, Ok(()));
    assert_eq!(office.server.connections(), 2);
    assert_eq!(office.server.received().len(), 1);
}

#[tokio::test]
async fn an_operators_headers_go_out() {
    let folder = tempfile::tempdir().unwrap();
    let headers = "List-Unsubscribe: <https://shop.example/stop/{{ watch_id }}>\n\
        List-Unsubscribe-Post: List-Unsubscribe=One-Click\n";
    fs::write(folder.path().join("watch.headers"), headers).unwrap();
    let server = Server::start(Offers::default()).await;
    let mailer = SmtpMailer::new(SmtpSettings {
        templates: Templates::load(Some(folder.path())).unwrap(),
        ..settings(&format!("smtp://127.0.0.1:{}", server.port), None)
    });
    assert_eq!(mailer.unwrap().send(&letter(1)).await, Ok(()));
    let [mail] = server.received().try_into().unwrap();
    let expected = "List-Unsubscribe: <https://shop.example/stop/\
        00000000-0000-0001-0000-000000000000>\r\n\
        List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";
    assert!(mail.content.contains(expected), "{}", mail.content);
}

#[tokio::test]
async fn a_host_that_does_not_exist_is_unreachable() {
    let mailer = mailer("smtp://no-such-host.invalid:25", None);
    let sent = mailer.send(&letter(1)).await;
    assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
}

#[test]
fn settings_that_cannot_be_used_are_named() {
    let error = |settings| SmtpMailer::new(settings).err().unwrap().to_string();
    let good = || settings("smtp://user:secret@mail.example:25", None);
    let url = SmtpSettings {
        url: "smtp://user:secret@mail.example".to_owned(),
        ..good()
    };
    let shown = error(url);
    assert!(shown.starts_with("PCS_SMTP_URL: it names no port; accepted is smtp://"));
    assert!(!shown.contains("secret"));
    let from = SmtpSettings {
        from: "nobody".to_owned(),
        ..good()
    };
    assert!(error(from).starts_with("PCS_MAIL_FROM: "));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    for content in [
        "",
        "no PEM",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ] {
        fs::write(&file, content).unwrap();
        let shown = error(settings("smtps://mail.example:465", Some(&file)));
        assert!(shown.starts_with("PCS_SMTP_CA: "), "{shown}");
    }
    let missing = folder.path().join("missing.pem");
    let shown = error(settings("smtps://mail.example:465", Some(&missing)));
    assert!(shown.starts_with("PCS_SMTP_CA: "), "{shown}");
}
