//! The mailer: a few connections that are used again and again.

use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use domain::email::EmailAddress;
use lettre::message::Mailbox;
use ports_net::{Letter, MailError, Mailer};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::connection::Dialer;
use crate::letter::{self, Written};
use crate::line::{Failure, Line};
use crate::sender;
use crate::server::Server;
use crate::settings::{SettingError, SmtpSettings};
use crate::templates::Templates;
use crate::verdict::{Progress, Step};

/// How long a letter may take up to the end of its content: less than the 30 seconds that the port
/// promises.
const LIMIT: Duration = Duration::from_secs(28);

/// How long the server may then think about it. A server that looks at mails for viruses takes its time
/// here, and whoever does not wait for it sends the mail twice (RFC 5321, 4.5.3.2.6).
const ANSWER: Duration = Duration::from_mins(5);

/// How long taking leave of the server may take.
const QUIT: Duration = Duration::from_secs(1);

/// Connections at a time.
const CONNECTIONS: usize = 4;

/// Sends letters over an SMTP server.
///
/// Making one connects to nothing. At most four connections are open; a letter that finds them all in
/// use waits for one, within its time.
pub struct SmtpMailer {
    dialer: Dialer,
    from: Mailbox,
    templates: Templates,
    slots: Semaphore,
    kept: Mutex<Vec<Line>>,
}

impl SmtpMailer {
    /// A mailer, if the settings can be used.
    pub fn new(settings: SmtpSettings) -> Result<Self, SettingError> {
        let SmtpSettings {
            url,
            from,
            ca,
            templates,
        } = settings;
        let server = Server::parse(&url)?;
        let from = sender::parse(&from)?;
        Ok(Self {
            dialer: Dialer::new(server, ca.as_deref(), from.email.domain())?,
            from,
            templates,
            slots: Semaphore::new(CONNECTIONS),
            kept: Mutex::new(Vec::new()),
        })
    }

    /// Whether the server can be used: connects, encrypts, authenticates, and takes leave. No mail is sent.
    pub async fn probe(&self) -> Result<(), MailError> {
        let progress = Progress::default();
        let dialed = timeout(LIMIT, self.dialer.dial(None, &progress)).await;
        let line = dialed.unwrap_or_else(|_| Err(self.dialer.late(progress.step())))?;
        part_with(vec![line]).await;
        Ok(())
    }

    /// Hands the content of a mail over. The line comes back with the right to have one.
    async fn hand_over(
        &self,
        mail: &Written,
        progress: &Progress,
    ) -> Result<(Line, Option<SemaphorePermit<'_>>), MailError> {
        // the semaphore is never closed
        let slot = self.slots.acquire().await.ok();
        let mut line = self.line(&mail.to, progress).await?;
        // a line whose conversation is given up in the middle is dropped with this future
        let carried = line.carry(mail, progress).await;
        match carried {
            Ok(()) => Ok((line, slot)),
            Err(failure) => Err(self.take_back(line, failure)),
        }
    }

    /// A kept line that still lives, or a new one.
    async fn line(&self, to: &EmailAddress, progress: &Progress) -> Result<Line, MailError> {
        progress.begin(Step::Connect);
        let (kept, spent) = self.with_kept(pick);
        part_with(spent).await;
        if let Some(mut line) = kept {
            if line.revive().await {
                return Ok(line);
            }
            // what ended this one has most likely ended the others
            self.with_kept(Vec::clear);
        }
        self.dialer.dial(Some(to), progress).await
    }

    fn take_back(&self, line: Line, failure: Failure) -> MailError {
        if failure.is_line_usable {
            self.keep(line);
        }
        failure.error
    }

    fn keep(&self, mut line: Line) {
        line.rest();
        self.with_kept(|kept| kept.push(line));
    }

    fn with_kept<T>(&self, act: impl FnOnce(&mut Vec<Line>) -> T) -> T {
        act(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        let mail = letter::write(letter, &self.from, &self.templates)?;
        let progress = Progress::default();
        let late = || self.dialer.late(progress.step());
        let handed_over = timeout(LIMIT, self.hand_over(&mail, &progress)).await;
        let (mut line, _slot) = handed_over.unwrap_or_else(|_| Err(late()))?;
        match timeout(ANSWER, line.confirm(&mail)).await {
            Ok(Ok(())) => {
                self.keep(line);
                Ok(())
            }
            Ok(Err(failure)) => Err(self.take_back(line, failure)),
            Err(_) => Err(late()),
        }
    }
}

/// Takes a line, and all that are not to be used again.
fn pick(kept: &mut Vec<Line>) -> (Option<Line>, Vec<Line>) {
    let (spent, good) = mem::take(kept).into_iter().partition(Line::is_spent);
    *kept = good;
    (kept.pop(), spent)
}

async fn part_with(lines: Vec<Line>) {
    let quit = async {
        for mut line in lines {
            line.quit().await;
        }
    };
    // a server that does not answer is left without
    timeout(QUIT, quit).await.unwrap_or_default();
}
