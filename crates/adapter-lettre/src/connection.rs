//! Opening connections to the mail server.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use domain::email::EmailAddress;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream};
use lettre::transport::smtp::commands::Starttls;
use lettre::transport::smtp::extension::ClientId;
use ports_net::MailError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use crate::line::{Line, expect};
use crate::redaction::{Redaction, Secrets};
use crate::server::{Encryption, Server};
use crate::settings::SettingError;
use crate::stream::Stream;
use crate::tls::{self, Tls};
use crate::verdict::{Progress, Step};

/// How long one of the server's addresses may take to answer before the next is tried.
const CONNECT: Duration = Duration::from_secs(8);

const TOO_LATE: &str = "it took too long";

const MUTE: &str =
    "it took too long; a server that waits for TLS says nothing: is it smtps:// in PCS_SMTP_URL?";

/// Opens connections.
pub struct Dialer {
    server: Server,
    tls: Tls,
    hello: ClientId,
    secrets: Secrets,
}

/// A connection whose greetings are exchanged.
struct Open {
    connection: AsyncSmtpConnection,
    content: Box<dyn AsyncWrite + Send + Sync + Unpin>,
    is_encrypted: bool,
}

impl Dialer {
    /// For a server, whose certificate an authority in the file may have signed; we are from a domain.
    pub fn new(server: Server, ca: Option<&Path>, domain: &str) -> Result<Self, SettingError> {
        Ok(Self {
            tls: Tls::new(&server.host, ca)?,
            hello: hello(ClientId::default(), domain),
            secrets: Secrets::of(server.login.as_ref()),
            server,
        })
    }

    /// Connects, encrypts and authenticates, for a mail to somebody, if there is one.
    pub async fn dial(
        &self,
        to: Option<&EmailAddress>,
        progress: &Progress,
    ) -> Result<Line, MailError> {
        let secrets = &self.secrets;
        let redaction = Redaction { secrets, to };
        progress.begin(Step::Connect);
        let connected = connect(&self.server.host, self.server.port).await;
        let (stream, peer) =
            connected.map_err(|error| Step::Connect.broken_off(&error, &redaction))?;
        let mut open = if self.server.encryption == Encryption::Always {
            let stream = self.encrypt(stream, Step::Connect, &redaction).await?;
            progress.begin(Step::Greet);
            let open = self.greet(Stream::new(stream, peer), true).await;
            open.map_err(|error| Step::Greet.judge(&error, &redaction))?
        } else {
            let stream = Stream::new(stream, peer);
            self.open(stream, peer, progress, &redaction).await?
        };
        self.authenticate(&mut open, progress, &redaction).await?;
        Ok(Line::new(open.connection, open.content, secrets.clone()))
    }

    /// What it means that the time ran out at this step.
    pub fn late(&self, step: Step) -> MailError {
        let is_plain = self.server.encryption != Encryption::Always;
        let is_mute = step == Step::Greet && is_plain;
        step.unreachable(if is_mute { MUTE } else { TOO_LATE })
    }

    /// Begins a conversation that is plain as long as nothing else is offered.
    async fn open(
        &self,
        stream: Stream<TcpStream>,
        peer: SocketAddr,
        progress: &Progress,
        redaction: &Redaction<'_>,
    ) -> Result<Open, MailError> {
        progress.begin(Step::Greet);
        let open = self.greet(stream.clone(), false).await;
        let mut open = open.map_err(|error| Step::Greet.judge(&error, redaction))?;
        if !open.connection.can_starttls() {
            return Ok(open);
        }
        progress.begin(Step::Encrypt);
        let answer = open.connection.command(Starttls).await;
        expect(answer, 2, Step::Encrypt, redaction).map_err(|failure| failure.error)?;
        drop(open);
        let stream = stream.into_inner();
        let stream = stream.map_err(|error| Step::Encrypt.broken_off(&error, redaction))?;
        let stream = self.encrypt(stream, Step::Encrypt, redaction).await?;
        let open = self.greet(Stream::resumed(stream, peer), true).await;
        open.map_err(|error| Step::Encrypt.judge(&error, redaction))
    }

    async fn encrypt(
        &self,
        stream: TcpStream,
        step: Step,
        redaction: &Redaction<'_>,
    ) -> Result<tokio_rustls::client::TlsStream<TcpStream>, MailError> {
        self.tls.begin(stream).await.map_err(|error| {
            let advice = tls::advice(&error, self.server.encryption);
            advice.map_or_else(
                || step.broken_off(&error, redaction),
                |advice| step.unreachable(advice),
            )
        })
    }

    /// Reads the greeting and says ours.
    async fn greet<S>(
        &self,
        stream: Stream<S>,
        is_encrypted: bool,
    ) -> Result<Open, lettre::transport::smtp::Error>
    where
        S: AsyncRead + AsyncWrite + Send + Sync + Unpin + std::fmt::Debug + 'static,
    {
        let content = Box::new(stream.clone());
        let stream: Box<dyn AsyncTokioStream> = Box::new(stream);
        let connection = AsyncSmtpConnection::connect_with_transport(stream, &self.hello).await?;
        Ok(Open {
            connection,
            content,
            is_encrypted,
        })
    }

    async fn authenticate(
        &self,
        open: &mut Open,
        progress: &Progress,
        redaction: &Redaction<'_>,
    ) -> Result<(), MailError> {
        if self.server.encryption == Encryption::Required && !open.is_encrypted {
            let why = "the server does not offer it, and PCS_SMTP_URL requires TLS";
            return Err(Step::Encrypt.unreachable(why));
        }
        let Some(login) = &self.server.login else {
            return Ok(());
        };
        if !open.is_encrypted && !self.server.is_loopback() {
            let why = "the server does not offer it, and the password of PCS_SMTP_URL is sent over \
                       encrypted connections only";
            return Err(Step::Encrypt.unreachable(why));
        }
        progress.begin(Step::Authenticate);
        let credentials = login.credentials();
        let answer = open.connection.auth(DEFAULT_MECHANISMS, &credentials).await;
        expect(answer, 2, Step::Authenticate, redaction).map_err(|failure| failure.error)
    }
}

/// Tries the addresses of a host in turn.
async fn connect(host: &str, port: u16) -> io::Result<(TcpStream, SocketAddr)> {
    let mut last = io::Error::other("the host has no address");
    let addresses: Vec<SocketAddr> = lookup_host((host, port)).await?.collect();
    for address in addresses {
        match timeout(CONNECT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => {
                stream.set_nodelay(true)?;
                return Ok((stream, address));
            }
            Ok(Err(error)) => last = error,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(last)
}

/// The name by which we greet: a strict server wants a full domain name, and there is one behind the
/// sender's address.
fn hello(own: ClientId, domain: &str) -> ClientId {
    match own {
        ClientId::Domain(name) if is_full(&name) => ClientId::Domain(name),
        _ => ClientId::Domain(domain.to_owned()),
    }
}

fn is_full(name: &str) -> bool {
    let is_label = |label: &str| {
        let is_plain = label
            .bytes()
            .all(|c| c.is_ascii_alphanumeric() || c == b'-');
        is_plain
            && (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let Some((before, last)) = name.rsplit_once('.') else {
        return false;
    };
    let is_number = last.bytes().all(|c| c.is_ascii_digit());
    let is_own = ["localdomain", "local", "internal"].contains(&last.to_ascii_lowercase().as_str());
    name.len() <= 255 && !is_number && !is_own && is_label(last) && before.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use lettre::transport::smtp::extension::ClientId;
    use rstest::rstest;

    use super::hello;

    #[rstest]
    #[case("mail-1.shop.example", "mail-1.shop.example")]
    #[case("mail-1", "sender.example")]
    #[case("3f2a9c", "sender.example")]
    #[case("localhost.localdomain", "sender.example")]
    #[case("my_machine.shop.example", "sender.example")]
    #[case("mail..example", "sender.example")]
    #[case("-mail.example", "sender.example")]
    #[case("192.0.2.1", "sender.example")]
    #[case("a.b\r\nQUIT", "sender.example")]
    #[case("", "sender.example")]
    fn we_greet_by_a_full_domain_name(#[case] own: &str, #[case] expected: &str) {
        let own = ClientId::Domain(own.to_owned());
        assert_eq!(hello(own, "sender.example").to_string(), expected);
    }
}
