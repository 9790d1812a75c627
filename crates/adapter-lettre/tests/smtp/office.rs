//! A mailer with its server.

use std::path::Path;
use std::time::Duration;

use adapter_lettre::{SmtpMailer, SmtpSettings, Templates};
use contract_tests::mailer::{Arrival, PostOffice, Reaction, letter};
use ports_net::{MailError, Mailer};

use crate::server::{Act, At, Offers, Server};

pub struct Office {
    pub server: Server,
    pub mailer: SmtpMailer,
}

impl Office {
    /// A server that knows neither TLS nor passwords.
    pub async fn open() -> Self {
        let server = Server::start(Offers::default()).await;
        let mailer = mailer(&format!("smtp://127.0.0.1:{}", server.port), None);
        Self { server, mailer }
    }

    pub async fn send(&self, number: u128) -> Result<(), MailError> {
        self.mailer.send(&letter(number)).await
    }
}

pub fn mailer(url: &str, ca: Option<&Path>) -> SmtpMailer {
    SmtpMailer::new(settings(url, ca)).unwrap()
}

pub fn settings(url: &str, ca: Option<&Path>) -> SmtpSettings {
    SmtpSettings {
        url: url.to_owned(),
        from: "Shop Prices <prices@shop.example>".to_owned(),
        ca: ca.map(Path::to_owned),
        templates: Templates::load(None).unwrap(),
    }
}

impl PostOffice for Office {
    fn mailer(&self) -> &dyn Mailer {
        &self.mailer
    }

    fn react(&self, reaction: Reaction) {
        let (at, act) = match reaction {
            Reaction::RefuseAddress => (
                At::Rcpt,
                Act::Say("550 5.1.1 <reader.1@mail.example>: no mailbox reader.1 here"),
            ),
            Reaction::RefuseContent => (
                At::Content,
                Act::Say("554 5.7.1 reader.1@mail.example does not want this"),
            ),
            Reaction::PutOff => (
                At::Rcpt,
                Act::Say("451 4.7.1 greylisted: <reader.1@mail.example>"),
            ),
            Reaction::BreakOff => (At::Content, Act::Close),
            Reaction::TakeMinutes => (At::Content, Act::Ponder(Duration::from_secs(4 * 60 + 50))),
        };
        self.server.next(at, act);
    }

    async fn let_minutes_pass(&self) {
        self.server.stalled().await;
        tokio::time::pause();
    }

    fn close(&self) {
        self.server.close();
    }

    fn arrived(&self) -> Vec<Arrival> {
        let received = self.server.received();
        let arrival = |mail: &crate::server::Received| {
            let header = |name: &str| {
                let mut lines = mail.content.lines().take_while(|line| !line.is_empty());
                let found = lines.find_map(|line| line.strip_prefix(name));
                found.expect("the header").to_owned()
            };
            let to = header("To: ");
            assert_eq!(mail.to, format!("TO:<{to}>"));
            Arrival {
                message_id: header("Message-ID: "),
                to,
            }
        };
        received.iter().map(arrival).collect()
    }
}
