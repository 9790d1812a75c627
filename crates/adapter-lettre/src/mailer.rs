//! The mailer: a few connections that are used again and again.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use domain::email::EmailAddress;
use lettre::message::Mailbox;
use ports_net::{Letter, MailError, Mailer};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::connection::{Dialer, Line};
use crate::letter::{self, Written};
use crate::sender;
use crate::server::Server;
use crate::settings::{SettingError, SmtpSettings};
use crate::templates::Templates;
use crate::verdict::{Progress, Step};

/// How long a letter may take in all: less than the 30 seconds that the port promises.
const LIMIT: Duration = Duration::from_secs(28);

/// Connections at a time.
const CONNECTIONS: usize = 4;

/// Mails over one connection; servers grow suspicious of more.
const MAILS: u32 = 50;

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
        Ok(Self {
            dialer: Dialer::new(Server::parse(&url)?, ca.as_deref())?,
            from: sender::parse(&from)?,
            templates,
            slots: Semaphore::new(CONNECTIONS),
            kept: Mutex::new(Vec::new()),
        })
    }

    async fn hand_over(&self, mail: &Written, progress: &Progress) -> Result<(), MailError> {
        // the semaphore is never closed
        let _slot = self.slots.acquire().await.ok();
        let mut line = self.line(&mail.to, progress).await?;
        // a line whose conversation is given up in the middle is dropped with this future
        match line.carry(mail, progress).await {
            Ok(()) => {
                self.keep(line);
                Ok(())
            }
            Err(failure) => {
                if failure.is_line_usable {
                    self.keep(line);
                }
                Err(failure.error)
            }
        }
    }

    /// A kept line that still lives, or a new one.
    async fn line(&self, to: &EmailAddress, progress: &Progress) -> Result<Line, MailError> {
        progress.begin(Step::Connect);
        if let Some(mut line) = self.with_kept(Vec::pop) {
            if line.revive().await {
                return Ok(line);
            }
            // what ended this one has most likely ended the others
            self.with_kept(Vec::clear);
        }
        self.dialer.dial(to, progress).await
    }

    fn keep(&self, line: Line) {
        if line.mails < MAILS {
            self.with_kept(|kept| kept.push(line));
        }
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
        timeout(LIMIT, self.hand_over(&mail, &progress))
            .await
            .unwrap_or_else(|_| Err(progress.step().unreachable("it took too long")))
    }
}
