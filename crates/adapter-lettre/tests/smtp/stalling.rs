//! Servers that take their time: a letter has 30 seconds, whatever they do, and 5 minutes more for the
//! answer after its content.
//!
//! The clock stands still from the moment at which the server stalls, and jumps to the next timer
//! whenever nobody has anything to do. So the real limits are tested, in no time.

use std::sync::Arc;
use std::time::Duration;

use contract_tests::mailer::letter;
use ports_net::{MailError, Mailer};
use rstest::rstest;
use tokio::time::Instant;

use crate::identity::Identity;
use crate::office::{Office, mailer};
use crate::server::{Act, At, Offers, Server};

const PROMISED: Duration = Duration::from_secs(30);
const IDLE: Duration = Duration::from_secs(31);
const ANSWER: Duration = Duration::from_mins(5);

fn promised(at: At) -> Duration {
    if at == At::Content {
        PROMISED + ANSWER
    } else {
        PROMISED
    }
}

async fn assert_ends(office: Office, at: At, act: Act) {
    let office = Arc::new(office);
    office.server.next(at, act);
    let sending = {
        let office = Arc::clone(&office);
        tokio::spawn(async move { office.send(1).await })
    };
    office.server.stalled().await;
    tokio::time::pause();
    let began = Instant::now();
    let sent = sending.await.unwrap();
    assert!(began.elapsed() <= promised(at), "{:?}", began.elapsed());
    assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
    assert_eq!(office.server.received(), []);
    tokio::time::resume();
    assert_eq!(office.send(2).await, Ok(()));
}

#[rstest]
#[tokio::test]
async fn a_server_that_stalls_is_given_up(
    #[values(At::Greeting, At::Ehlo, At::Mail, At::Rcpt, At::Data, At::Content)] at: At,
    #[values(Act::Stall, Act::Drip)] act: Act,
) {
    assert_ends(Office::open().await, at, act).await;
}

#[rstest]
#[tokio::test]
async fn a_server_that_stalls_while_tls_begins_is_given_up(
    #[values(At::Handshake, At::Greeting, At::Auth, At::Rcpt)] at: At,
    #[values(Act::Stall, Act::Drip)] act: Act,
) {
    let identity = Identity::of(&["127.0.0.1"]);
    let offers = Offers {
        tls: Some(identity.acceptor.clone()),
        auth: true,
        ..Offers::default()
    };
    let server = Server::start(offers).await;
    let url = format!("smtps://user:word@127.0.0.1:{}", server.port);
    let mailer = mailer(&url, Some(identity.ca.path()));
    assert_ends(Office { server, mailer }, at, act).await;
}

#[rstest]
#[tokio::test]
async fn a_server_that_stalls_at_starttls_is_given_up(#[values(Act::Stall, Act::Drip)] act: Act) {
    let identity = Identity::of(&["127.0.0.1"]);
    let offers = Offers {
        starttls: Some(identity.acceptor.clone()),
        ..Offers::default()
    };
    let server = Server::start(offers).await;
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let mailer = mailer(&url, Some(identity.ca.path()));
    assert_ends(Office { server, mailer }, At::StartTls, act).await;
}

#[tokio::test]
async fn a_kept_connection_that_stalls_is_replaced() {
    let office = Arc::new(Office::open().await);
    assert_eq!(office.send(1).await, Ok(()));
    office.server.next(At::Rset, Act::Stall);
    let sending = {
        let office = Arc::clone(&office);
        tokio::spawn(async move { office.send(2).await })
    };
    office.server.stalled().await;
    tokio::time::pause();
    tokio::time::advance(PROMISED / 5).await;
    tokio::time::resume();
    assert_eq!(sending.await.unwrap(), Ok(()));
    assert_eq!(office.server.connections(), 2);
}

#[tokio::test]
async fn a_kept_connection_that_ignores_a_farewell_is_left() {
    let office = Arc::new(Office::open().await);
    assert_eq!(office.send(1).await, Ok(()));
    tokio::time::pause();
    tokio::time::advance(IDLE).await;
    tokio::time::resume();
    office.server.next(At::Quit, Act::Stall);
    let sending = {
        let office = Arc::clone(&office);
        tokio::spawn(async move { office.send(2).await })
    };
    office.server.stalled().await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(1)).await;
    tokio::time::resume();
    assert_eq!(sending.await.unwrap(), Ok(()));
    assert_eq!(office.server.connections(), 2);
}

#[tokio::test]
async fn connections_that_were_idle_are_left_with_a_farewell() {
    let office = Office::open().await;
    assert_eq!(office.send(1).await, Ok(()));
    tokio::time::pause();
    tokio::time::advance(IDLE).await;
    tokio::time::resume();
    assert_eq!(office.send(2).await, Ok(()));
    assert_eq!(
        (office.server.connections(), office.server.farewells()),
        (2, 1)
    );
    assert_eq!(office.send(3).await, Ok(()));
    assert_eq!(
        (office.server.connections(), office.server.farewells()),
        (2, 1)
    );
}

#[tokio::test]
async fn connections_that_are_old_are_left_with_a_farewell() {
    let office = Office::open().await;
    for number in 1..=14 {
        assert_eq!(office.send(number).await, Ok(()));
        tokio::time::pause();
        tokio::time::advance(IDLE * 2 / 3).await;
        tokio::time::resume();
    }
    assert_eq!(
        (office.server.connections(), office.server.farewells()),
        (1, 0)
    );
    for number in 15..=16 {
        tokio::time::pause();
        tokio::time::advance(IDLE * 2 / 3).await;
        tokio::time::resume();
        assert_eq!(office.send(number).await, Ok(()));
    }
    assert_eq!(
        (office.server.connections(), office.server.farewells()),
        (2, 1)
    );
}

#[tokio::test]
async fn a_plain_connection_on_which_nothing_is_said_names_the_other_scheme() {
    let identity = Identity::of(&["127.0.0.1"]);
    let offers = Offers {
        tls: Some(identity.acceptor.clone()),
        ..Offers::default()
    };
    let server = Server::start(offers).await;
    server.next(At::Handshake, Act::Stall);
    let mailer = Arc::new(mailer(&format!("smtp://127.0.0.1:{}", server.port), None));
    let sending = {
        let mailer = Arc::clone(&mailer);
        tokio::spawn(async move { mailer.send(&letter(1)).await })
    };
    server.stalled().await;
    tokio::time::pause();
    let sent = sending.await.unwrap();
    let Err(MailError::Unreachable(text)) = sent else {
        panic!("{sent:?}");
    };
    assert!(text.starts_with("greeting: it took too long"), "{text}");
    assert!(text.ends_with("is it smtps:// in PCS_SMTP_URL?"), "{text}");
}
