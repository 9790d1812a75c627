//! One connection to the mail server.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use std::{fs, str};

use domain::email::EmailAddress;
use lettre::Address;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::{
    AsyncSmtpConnection, Certificate, TlsParameters, TlsParametersBuilder,
};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use ports_net::MailError;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use crate::letter::Written;
use crate::line_by_line::LineByLine;
use crate::server::{Encryption, Server};
use crate::settings::SettingError;
use crate::verdict::{Progress, Step};

/// How long one of the server's addresses may take to answer before the next is tried.
const CONNECT: Duration = Duration::from_secs(8);

/// How long a connection that was kept may take to show that it still lives.
const REVIVE: Duration = Duration::from_secs(5);

/// The server says that it closes the connection.
const CLOSING: u16 = 421;

/// Opens connections.
pub struct Dialer {
    server: Server,
    tls: TlsParameters,
    hello: ClientId,
}

impl Dialer {
    /// For a server, whose certificate an authority in the file may have signed.
    pub fn new(server: Server, ca: Option<&Path>) -> Result<Self, SettingError> {
        let builder = TlsParametersBuilder::new(server.host.clone());
        let (builder, setting) = match ca {
            Some(file) => (
                builder.add_root_certificate(authority(file)?),
                "PCS_SMTP_CA",
            ),
            None => (builder, "PCS_SMTP_URL"),
        };
        let tls = builder
            .build()
            .map_err(|error| SettingError::new(setting, format!("TLS is not possible: {error}")))?;
        let hello = hello(ClientId::default());
        Ok(Self { server, tls, hello })
    }

    /// Connects, encrypts and authenticates.
    pub async fn dial(&self, to: &EmailAddress, progress: &Progress) -> Result<Line, MailError> {
        progress.begin(Step::Connect);
        let connected = match self.server.encryption {
            Encryption::Always => self.connect_encrypted().await,
            Encryption::Required | Encryption::Offered => self.connect_plain().await,
        };
        let mut connection = connected.map_err(|error| match error {
            Refusal::Io(error) => Step::Connect.unreachable(&error.to_string()),
            Refusal::Smtp(error) => Step::Connect.judge(&error, to),
        })?;
        if connection.can_starttls() {
            progress.begin(Step::Encrypt);
            let encrypted = connection.starttls(self.tls.clone(), &self.hello).await;
            encrypted.map_err(|error| Step::Encrypt.judge(&error, to))?;
        }
        self.authenticate(&mut connection, to, progress).await?;
        Ok(Line {
            connection,
            mails: 0,
        })
    }

    async fn connect_encrypted(&self) -> Result<AsyncSmtpConnection, Refusal> {
        let server = (self.server.host.as_str(), self.server.port);
        let tls = Some(self.tls.clone());
        AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), &self.hello, tls, None)
            .await
            .map_err(Refusal::Smtp)
    }

    async fn connect_plain(&self) -> Result<AsyncSmtpConnection, Refusal> {
        let stream = connect(&self.server.host, self.server.port).await;
        let stream = LineByLine::new(stream.map_err(Refusal::Io)?);
        AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello)
            .await
            .map_err(Refusal::Smtp)
    }

    async fn authenticate(
        &self,
        connection: &mut AsyncSmtpConnection,
        to: &EmailAddress,
        progress: &Progress,
    ) -> Result<(), MailError> {
        let is_encrypted = connection.is_encrypted();
        if self.server.encryption == Encryption::Required && !is_encrypted {
            let why = "the server does not offer it, and PCS_SMTP_URL requires TLS";
            return Err(Step::Encrypt.unreachable(why));
        }
        let Some(credentials) = &self.server.credentials else {
            return Ok(());
        };
        if !is_encrypted && !self.server.is_loopback() {
            let why = "the server does not offer it, and the password of PCS_SMTP_URL is sent over \
                       encrypted connections only";
            return Err(Step::Encrypt.unreachable(why));
        }
        progress.begin(Step::Authenticate);
        let authenticated = connection.auth(DEFAULT_MECHANISMS, credentials).await;
        authenticated
            .map(|_| ())
            .map_err(|error| Step::Authenticate.judge(&error, to))
    }
}

/// Why no connection came about.
enum Refusal {
    Io(io::Error),
    Smtp(lettre::transport::smtp::Error),
}

/// Tries the addresses of a host in turn.
async fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the host has no address");
    let addresses: Vec<SocketAddr> = lookup_host((host, port)).await?.collect();
    for address in addresses {
        match timeout(CONNECT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Ok(Err(error)) => last = error,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(last)
}

/// The certificates of a PEM file.
fn authority(file: &Path) -> Result<Certificate, SettingError> {
    let refused = |problem: String| SettingError::new("PCS_SMTP_CA", problem);
    let pem = fs::read(file)
        .map_err(|error| refused(format!("{} cannot be read: {error}", file.display())))?;
    let is_pem = str::from_utf8(&pem).is_ok_and(|text| text.contains("BEGIN CERTIFICATE"));
    let certificate = Certificate::from_pem(&pem).ok().filter(|_| is_pem);
    certificate.ok_or_else(|| {
        let file = file.display();
        refused(format!(
            "{file} holds no certificates; accepted is a PEM file"
        ))
    })
}

/// The name by which we greet, if a strict server takes it.
fn hello(own: ClientId) -> ClientId {
    match own {
        ClientId::Domain(name) if !is_host_name(&name) => ClientId::Ipv4([127, 0, 0, 1].into()),
        usable => usable,
    }
}

fn is_host_name(name: &str) -> bool {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'.';
    !name.is_empty() && name.len() <= 255 && name.bytes().all(is_plain)
}

/// A connection over which mails go out.
pub struct Line {
    connection: AsyncSmtpConnection,
    /// How many mails were begun on it.
    pub mails: u32,
}

/// Why a mail did not go out, and whether the line still can be used.
pub struct Failure {
    /// Why.
    pub error: MailError,
    /// Whether the server has said all that it had to say, and listens on.
    pub is_line_usable: bool,
}

impl Line {
    /// Whether the line, which was kept, still lives; ends what was begun on it.
    pub async fn revive(&mut self) -> bool {
        let answer = timeout(REVIVE, self.connection.command(Rset)).await;
        answer.is_ok_and(|answer| answer.is_ok_and(|answer| answer.has_code(250)))
    }

    /// Hands a mail over.
    pub async fn carry(&mut self, mail: &Written, progress: &Progress) -> Result<(), Failure> {
        self.mails = self.mails.saturating_add(1);
        let from = Mail::new(Some(mail.from.clone()), Vec::new());
        let recipient: Address = mail.recipient.clone();
        progress.begin(Step::Sender);
        let answer = self.connection.command(from).await;
        expect(answer, 2, Step::Sender, &mail.to)?;
        progress.begin(Step::Recipient);
        let answer = self
            .connection
            .command(Rcpt::new(recipient, Vec::new()))
            .await;
        expect(answer, 2, Step::Recipient, &mail.to)?;
        progress.begin(Step::Data);
        let answer = self.connection.command(Data).await;
        expect(answer, 3, Step::Data, &mail.to)?;
        progress.begin(Step::Content);
        let answer = self.connection.message(&mail.bytes).await;
        expect(answer, 2, Step::Content, &mail.to)
    }
}

/// Judges an answer, whose code must begin with this digit.
fn expect(
    answer: Result<lettre::transport::smtp::response::Response, lettre::transport::smtp::Error>,
    digit: u16,
    step: Step,
    to: &EmailAddress,
) -> Result<(), Failure> {
    match answer {
        Ok(answer) if u16::from(answer.code()) / 100 == digit => Ok(()),
        Ok(answer) => Err(Failure {
            error: step.unreachable(&format!("{} was not expected", answer.code())),
            is_line_usable: false,
        }),
        Err(error) => Err(Failure {
            is_line_usable: error
                .status()
                .is_some_and(|code| u16::from(code) != CLOSING),
            error: step.judge(&error, to),
        }),
    }
}

#[cfg(test)]
mod tests {
    use lettre::transport::smtp::extension::ClientId;

    use super::hello;

    #[test]
    fn a_name_that_is_no_host_name_is_not_used_to_greet() {
        let named = |name: &str| hello(ClientId::Domain(name.to_owned())).to_string();
        assert_eq!(named("mail-1.shop.example"), "mail-1.shop.example");
        assert_eq!(named("my_machine"), "[127.0.0.1]");
        assert_eq!(named("a b\r\nQUIT"), "[127.0.0.1]");
        assert_eq!(named(""), "[127.0.0.1]");
    }
}
