use async_trait::async_trait;
use domain::alert::AskedAlert;
use domain::email::EmailAddress;
use domain::language::Language;
use domain::money::{Amount, Currency};
use domain::watch::Firing;
use domain::webhook::notice::Notice;
use thiserror::Error;
use time::OffsetDateTime;
use uuid::Uuid;

/// A mail to be written and sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Letter {
    /// The same for every attempt: makes the Message-ID.
    pub id: Uuid,
    /// Where to: one address.
    pub to: EmailAddress,
    /// When what it tells of happened: the date of the mail.
    pub date: OffsetDateTime,
    /// The currency of its prices, if it has any.
    pub currency: Currency,
    /// What it tells.
    pub content: Content,
}

/// What a mail tells.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A price fell below the target of a watch.
    WatchFired {
        /// What happened.
        firing: Firing,
        /// How the price stands in its history, in a sentence; `None` when nothing can be said.
        standing: Option<String>,
        /// The price now, when it is another one meanwhile; `Some(None)`: nobody sells it now.
        changed_to: Option<Option<Amount>>,
        /// How the reader ends the watch; `None` when the application does by which it was made.
        ending: Option<Ending>,
    },
    /// An alert was asked for with this address.
    Asked {
        /// What was asked for.
        alert: AskedAlert,
        /// The address of the page that confirms it.
        link: String,
    },
    /// A webhook endpoint fails, or works again.
    Endpoint {
        /// What is told of it.
        notice: Notice,
    },
}

/// How a reader ends an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The address of the page; a POST to it ends the alert at once (RFC 8058).
    pub link: String,
    /// What the reader reads.
    pub language: Language,
}

/// Why a mail was not taken over. The texts are for the operator; they hold no address.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MailError {
    /// The server was not reached, or did not let us send: another mail would fare no better.
    #[error("the mail server cannot be used: {0}")]
    Unreachable(String),
    /// The server did not take this mail now; it may take it later.
    #[error("the mail server put the mail off: {0}")]
    PutOff(String),
    /// The server will not take this mail for this address, ever.
    #[error("the mail server refused the mail: {0}")]
    Refused(String),
}

/// The operator's mail server.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Writes the mail and hands it over. Returns when the server has taken responsibility or has not.
    /// Everything up to the end of the content takes 30 seconds at most; the server then has 5 minutes
    /// to answer, so that one that takes its time is not sent the mail twice. Two calls with one letter
    /// make mails with the same Message-ID.
    async fn send(&self, letter: &Letter) -> Result<(), MailError>;
}
