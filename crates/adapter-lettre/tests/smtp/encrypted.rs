//! Conversations over TLS, and passwords.

use adapter_lettre::SmtpMailer;
use contract_tests::mailer::letter;
use ports_net::{MailError, Mailer};
use rstest::rstest;

use crate::identity::Identity;
use crate::office::{mailer, settings};
use crate::server::{Act, At, Offers, Server};

/// `\0user\0p:w` in Base64.
const LOGIN: &str = "PLAIN AHVzZXIAcDp3";

struct Encrypted {
    identity: Identity,
    server: Server,
}

impl Encrypted {
    /// TLS from the first byte, under these names.
    async fn always(names: &[&str]) -> Self {
        let identity = Identity::of(names);
        let offers = Offers {
            tls: Some(identity.acceptor.clone()),
            auth: true,
            ..Offers::default()
        };
        let server = Server::start(offers).await;
        Self { identity, server }
    }

    /// TLS from STARTTLS on.
    async fn starttls() -> Self {
        let identity = Identity::of(&["127.0.0.1", "localhost"]);
        let offers = Offers {
            starttls: Some(identity.acceptor.clone()),
            auth: true,
            ..Offers::default()
        };
        let server = Server::start(offers).await;
        Self { identity, server }
    }

    fn mailer(&self, before: &str, after: &str) -> SmtpMailer {
        let url = format!("{before}:{}{after}", self.server.port);
        mailer(&url, Some(self.identity.ca.path()))
    }
}

#[track_caller]
fn assert_unreachable(sent: Result<(), MailError>, why: &str) {
    match sent {
        Err(MailError::Unreachable(text)) => assert!(text.contains(why), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_server_is_known_by_the_operators_authority() {
    let office = Encrypted::always(&["127.0.0.1", "localhost"]).await;
    for host in ["127.0.0.1", "localhost"] {
        let mailer = office.mailer(&format!("smtps://user:p%3Aw@{host}"), "");
        assert_eq!(mailer.send(&letter(1)).await, Ok(()));
        assert_eq!(mailer.send(&letter(1)).await, Ok(()));
    }
    let received = office.server.received();
    assert_eq!(received.len(), 4);
    assert!(received.iter().all(|mail| mail.is_encrypted));
    assert!(
        received
            .iter()
            .all(|mail| mail.login.as_deref() == Some(LOGIN))
    );
    assert_eq!(office.server.connections(), 2);
}

#[tokio::test]
async fn a_server_of_another_authority_is_unreachable() {
    let office = Encrypted::always(&["127.0.0.1"]).await;
    let url = format!("smtps://user:word@127.0.0.1:{}", office.server.port);
    let stranger = Identity::of(&["127.0.0.1"]);
    for ca in [None, Some(stranger.ca.path())] {
        let mailer = SmtpMailer::new(settings(&url, ca)).unwrap();
        assert_unreachable(mailer.send(&letter(1)).await, "certificate");
    }
    assert_eq!(office.server.received(), []);
}

#[tokio::test]
async fn a_server_of_another_name_is_unreachable() {
    let office = Encrypted::always(&["mail.example"]).await;
    let mailer = office.mailer("smtps://user:word@127.0.0.1", "");
    assert_unreachable(mailer.send(&letter(1)).await, "not valid for name");
    assert_eq!(office.server.received(), []);
}

#[rstest]
#[case("")]
#[case("?tls=required")]
#[tokio::test]
async fn starttls_is_used_when_it_is_offered(#[case] after: &str) {
    let office = Encrypted::starttls().await;
    let mailer = office.mailer("smtp://user:p%3Aw@localhost", after);
    assert_eq!(mailer.send(&letter(1)).await, Ok(()));
    let [mail] = office.server.received().try_into().unwrap();
    assert!(mail.is_encrypted);
    assert_eq!(mail.login.as_deref(), Some(LOGIN));
}

#[tokio::test]
async fn starttls_of_another_authority_is_unreachable() {
    let office = Encrypted::starttls().await;
    let mailer = mailer(&format!("smtp://127.0.0.1:{}", office.server.port), None);
    assert_unreachable(mailer.send(&letter(1)).await, "certificate");
    assert_eq!(office.server.received(), []);
}

#[tokio::test]
async fn required_tls_that_is_not_offered_or_refused_is_unreachable() {
    let office = Encrypted::starttls().await;
    let mailer = office.mailer("smtp://127.0.0.1", "?tls=required");
    office.server.next(At::Ehlo, Act::Say("250 mail.example"));
    assert_unreachable(mailer.send(&letter(1)).await, "requires TLS");
    office.server.next(At::StartTls, Act::Say("454 not now"));
    assert_unreachable(mailer.send(&letter(1)).await, "STARTTLS: 454 not now");
    assert_eq!(office.server.received(), []);
}

#[tokio::test]
async fn what_is_said_before_tls_does_not_count_after_it() {
    // the answers that a client would wait for, all at once, by somebody in between
    const EARLY: &str = "220 go ahead\r\n250-mail.example\r\n250 AUTH PLAIN\r\n235 welcome\r\n\
        250 sender ok\r\n250 recipient ok\r\n354 go ahead\r\n250 queued";
    let office = Encrypted::starttls().await;
    let mailer = office.mailer("smtp://user:word@127.0.0.1", "?tls=required");
    office.server.next(At::StartTls, Act::Agree(EARLY));
    let sent = mailer.send(&letter(1)).await;
    assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
    assert_eq!(mailer.send(&letter(1)).await, Ok(()));
}

#[tokio::test]
async fn a_password_goes_unencrypted_to_this_machine_only() {
    let offers = Offers {
        auth: true,
        ..Offers::default()
    };
    let server = Server::start(offers).await;
    let here = mailer(
        &format!("smtp://user:p%3Aw@127.0.0.1:{}", server.port),
        None,
    );
    assert_eq!(here.send(&letter(1)).await, Ok(()));
    let [mail] = server.received().try_into().unwrap();
    assert_eq!(
        (mail.is_encrypted, mail.login.as_deref()),
        (false, Some(LOGIN))
    );
    // an address of this machine that is not in 127.0.0.0/8
    let elsewhere = mailer(&format!("smtp://user:word@0.0.0.0:{}", server.port), None);
    assert_unreachable(
        elsewhere.send(&letter(1)).await,
        "encrypted connections only",
    );
    let without = mailer(&format!("smtp://0.0.0.0:{}", server.port), None);
    assert_eq!(without.send(&letter(1)).await, Ok(()));
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn a_refused_password_is_unreachable_and_not_shown() {
    let office = Encrypted::always(&["127.0.0.1"]).await;
    let mailer = office.mailer("smtps://user:secret@127.0.0.1", "");
    for (said, expected) in [
        (
            "535 5.7.8 user@shop.example: wrong password s e c r e t",
            "AUTH: 535 5.7.8",
        ),
        ("535 secret is wrong for user", "AUTH: 535"),
        (
            "535-5.7.8 AHVzZXIAc2VjcmV0\r\n535 5.7.8 c2VjcmV0",
            "AUTH: 535 5.7.8",
        ),
        ("354 secret", "AUTH: 354 was not expected"),
    ] {
        office.server.next(At::Auth, Act::Say(said));
        let expected = MailError::Unreachable(expected.to_owned());
        assert_eq!(mailer.send(&letter(1)).await, Err(expected));
    }
    office.server.next(
        At::Mail,
        Act::Say("550-5.7.1 user may not (secret)\r\n550 5.7.1 AHVzZXIAc2VjcmV0 c2VjcmV0"),
    );
    let expected = MailError::Unreachable("MAIL FROM: 550 5.7.1 … may not …".to_owned());
    assert_eq!(mailer.send(&letter(1)).await, Err(expected));
}

#[tokio::test]
async fn a_server_without_passwords_is_unreachable_for_who_has_one() {
    let identity = Identity::of(&["127.0.0.1"]);
    let offers = Offers {
        tls: Some(identity.acceptor.clone()),
        ..Offers::default()
    };
    let server = Server::start(offers).await;
    let url = format!("smtps://user:secret@127.0.0.1:{}", server.port);
    let mailer = mailer(&url, Some(identity.ca.path()));
    assert_unreachable(
        mailer.send(&letter(1)).await,
        "AUTH: No compatible authentication",
    );
}

#[tokio::test]
async fn a_certificate_that_signs_itself_works_unless_it_is_an_authoritys() {
    for (is_ca, expected) in [(false, None), (true, Some("CA:FALSE"))] {
        let identity = Identity::self_signed("127.0.0.1", is_ca);
        let offers = Offers {
            tls: Some(identity.acceptor.clone()),
            ..Offers::default()
        };
        let server = Server::start(offers).await;
        let mailer = mailer(
            &format!("smtps://127.0.0.1:{}", server.port),
            Some(identity.ca.path()),
        );
        let sent = mailer.send(&letter(1)).await;
        match expected {
            Some(why) => assert_unreachable(sent, why),
            None => assert_eq!(sent, Ok(())),
        }
    }
}

#[tokio::test]
async fn a_plain_server_that_is_spoken_to_in_tls_names_the_other_scheme() {
    let server = Server::start(Offers::default()).await;
    let mailer = mailer(&format!("smtps://127.0.0.1:{}", server.port), None);
    assert_unreachable(
        mailer.send(&letter(1)).await,
        "is it smtp:// in PCS_SMTP_URL?",
    );
}
