//! One connection over which mails go out.

use std::io;
use std::time::Duration;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::response::Response;
use ports_net::MailError;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::time::{Instant, timeout};

use crate::letter::Written;
use crate::redaction::{Redaction, Secrets};
use crate::verdict::{Progress, Step};

/// How long a connection that was kept may take to show that it still lives.
const REVIVE: Duration = Duration::from_secs(5);

/// Mails over one connection; servers grow suspicious of more.
const MAILS: u32 = 50;

/// How long a connection is used.
const AGE: Duration = Duration::from_mins(5);

/// How long it may lie unused; many servers end it themselves soon after.
const IDLE: Duration = Duration::from_secs(30);

/// The server says that it closes the connection.
const CLOSING: u16 = 421;

/// A connection over which mails go out.
pub struct Line {
    connection: AsyncSmtpConnection,
    /// The same connection, to write to without waiting for an answer.
    content: Box<dyn AsyncWrite + Send + Sync + Unpin>,
    secrets: Secrets,
    mails: u32,
    opened: Instant,
    used: Instant,
}

/// Why a mail did not go out, and whether the line still can be used.
pub struct Failure {
    /// Why.
    pub error: MailError,
    /// Whether the server has said all that it had to say, and listens on.
    pub is_line_usable: bool,
}

impl Line {
    /// Over a connection that is ready for mails.
    pub fn new(
        connection: AsyncSmtpConnection,
        content: Box<dyn AsyncWrite + Send + Sync + Unpin>,
        secrets: Secrets,
    ) -> Self {
        let now = Instant::now();
        Self {
            connection,
            content,
            secrets,
            mails: 0,
            opened: now,
            used: now,
        }
    }

    /// Whether it has carried enough, is old, or was not used for a while.
    pub fn is_spent(&self) -> bool {
        self.mails >= MAILS || self.opened.elapsed() > AGE || self.used.elapsed() > IDLE
    }

    /// Whether the line, which was kept, still lives; ends what was begun on it.
    pub async fn revive(&mut self) -> bool {
        let answer = timeout(REVIVE, self.connection.command(Rset)).await;
        answer.is_ok_and(|answer| answer.is_ok_and(|answer| answer.has_code(250)))
    }

    /// Takes leave of the server.
    pub async fn quit(&mut self) {
        self.connection.abort().await;
    }

    /// Says from whom and to whom a mail is, and hands its content over.
    pub async fn carry(&mut self, mail: &Written, progress: &Progress) -> Result<(), Failure> {
        self.mails = self.mails.saturating_add(1);
        let secrets = &self.secrets;
        let to = &mail.to;
        let redaction = Redaction {
            secrets,
            to: Some(to),
        };
        let from = Mail::new(Some(mail.from.clone()), Vec::new());
        progress.begin(Step::Sender);
        let answer = self.connection.command(from).await;
        expect(answer, 2, Step::Sender, &redaction)?;
        progress.begin(Step::Recipient);
        let recipient = Rcpt::new(mail.recipient.clone(), Vec::new());
        let answer = self.connection.command(recipient).await;
        expect(answer, 2, Step::Recipient, &redaction)?;
        progress.begin(Step::Data);
        let answer = self.connection.command(Data).await;
        expect(answer, 3, Step::Data, &redaction)?;
        progress.begin(Step::Content);
        let written = write(&mut self.content, &stuffed(&mail.bytes)).await;
        written.map_err(|error| Failure {
            error: Step::Content.broken_off(&error, &redaction),
            is_line_usable: false,
        })
    }

    /// Whether the server takes responsibility for the mail whose content it has.
    pub async fn confirm(&mut self, mail: &Written) -> Result<(), Failure> {
        let answer = self.connection.read_response().await;
        let (secrets, to) = (&self.secrets, Some(&mail.to));
        expect(answer, 2, Step::Content, &Redaction { secrets, to })
    }

    /// It is not used for the moment.
    pub fn rest(&mut self) {
        self.used = Instant::now();
    }
}

async fn write(
    content: &mut (dyn AsyncWrite + Send + Sync + Unpin),
    bytes: &[u8],
) -> io::Result<()> {
    content.write_all(bytes).await?;
    content.flush().await
}

/// A mail as it is sent, up to the final dot (RFC 5321, 4.5.2).
fn stuffed(mail: &[u8]) -> Vec<u8> {
    let mut sent = Vec::with_capacity(mail.len().saturating_add(64));
    for line in mail.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b".") {
            sent.push(b'.');
        }
        sent.extend_from_slice(line);
    }
    if !sent.ends_with(b"\r\n") {
        sent.extend_from_slice(b"\r\n");
    }
    sent.extend_from_slice(b".\r\n");
    sent
}

/// Judges an answer, whose code must begin with this digit.
pub fn expect(
    answer: Result<Response, Error>,
    digit: u16,
    step: Step,
    redaction: &Redaction<'_>,
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
            error: step.judge(&error, redaction),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::stuffed;

    #[test]
    fn only_the_final_dot_stands_alone() {
        let sent = |mail: &str| String::from_utf8(stuffed(mail.as_bytes())).unwrap();
        assert_eq!(
            sent("a\r\n.\r\n..b\r\nc.\r\n"),
            "a\r\n..\r\n...b\r\nc.\r\n.\r\n"
        );
        assert_eq!(sent(".a"), "..a\r\n.\r\n");
        assert_eq!(sent(""), "\r\n.\r\n");
    }
}
