//! Servers that say more than anybody wants to know.

use std::time::Duration;

use ports_net::MailError;
use rstest::rstest;
use tokio::time::Instant;

use crate::identity::Identity;
use crate::office::{Office, mailer};
use crate::server::{Act, At, Offers, Server};

#[derive(Debug, Clone, Copy)]
enum Over {
    Plain,
    StartTls,
    Tls,
}

async fn office(over: Over) -> Office {
    let identity = Identity::of(&["127.0.0.1"]);
    let acceptor = || Some(identity.acceptor.clone());
    let (scheme, offers) = match over {
        Over::Plain => ("smtp", Offers::default()),
        Over::StartTls => {
            let starttls = acceptor();
            (
                "smtp",
                Offers {
                    starttls,
                    ..Offers::default()
                },
            )
        }
        Over::Tls => {
            let tls = acceptor();
            (
                "smtps",
                Offers {
                    tls,
                    ..Offers::default()
                },
            )
        }
    };
    let server = Server::start(offers).await;
    let url = format!("{scheme}://127.0.0.1:{}", server.port);
    let mailer = mailer(&url, Some(identity.ca.path()));
    Office { server, mailer }
}

#[rstest]
#[tokio::test]
async fn an_answer_without_end_ends_soon(
    #[values(Over::Plain, Over::StartTls, Over::Tls)] over: Over,
    #[values(At::Greeting, At::Ehlo, At::Mail, At::Rcpt, At::Data, At::Content)] at: At,
    #[values(Act::Chatter, Act::Flood)] act: Act,
) {
    let office = office(over).await;
    office.server.next(at, act);
    let began = Instant::now();
    let sent = office.send(1).await;
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    let Err(MailError::Unreachable(text)) = sent else {
        panic!("{sent:?}");
    };
    assert!(text.ends_with(": the answer is too long"), "{text}");
    assert_eq!(office.send(2).await, Ok(()));
}

#[rstest]
#[case(100, true)]
#[case(101, false)]
#[tokio::test]
async fn an_answer_may_have_a_hundred_lines(#[case] lines: usize, #[case] is_taken: bool) {
    let more = "250-X-MORE\r\n".repeat(lines - 1);
    let answer = format!("{more}250 mail.example").leak();
    for over in [Over::Plain, Over::Tls] {
        let office = office(over).await;
        office.server.next(At::Ehlo, Act::Agree(answer));
        assert_eq!(office.send(1).await.is_ok(), is_taken, "{over:?}");
    }
}
