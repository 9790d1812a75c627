//! What a failed step of the conversation means.
//!
//! | step | answer | means |
//! |---|---|---|
//! | up to authentication | anything but yes | unreachable |
//! | any | none, or none that is SMTP | unreachable |
//! | sender | 5xx | unreachable: it is about us |
//! | recipient, content | 500, 502 to 504, 521, 530, 534, 535, 538 | unreachable: it is about us |
//! | recipient, content | any other 5xx | refused |
//! | sender, recipient, content | 4xx | put off |

use std::error::Error as _;
use std::io;
use std::sync::atomic::{AtomicU8, Ordering};

use lettre::transport::smtp::Error;
use ports_net::MailError;

use crate::redaction::{self, Redaction};

/// Codes that say that we cannot send, whatever the mail: commands the server does not know or not
/// now (500, 502 to 504), no mail at all (521), authentication (530, 534, 535, 538).
const ABOUT_US: [u16; 9] = [500, 502, 503, 504, 521, 530, 534, 535, 538];

/// The most characters of a server's text that are kept.
const MAX_SAID: usize = 100;

/// The most characters of an error of our own, which may hold names of a certificate.
const MAX_OWN: usize = 200;

/// A step of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Step {
    /// Waiting for one of our connections.
    Wait,
    /// Connection, and TLS from its first byte.
    Connect,
    /// What the server says first, and what it offers.
    Greet,
    /// TLS on a connection that began without.
    Encrypt,
    /// User and password.
    Authenticate,
    /// Who sends.
    Sender,
    /// Who receives.
    Recipient,
    /// The server's readiness for the mail.
    Data,
    /// The mail.
    Content,
}

const STEPS: [Step; 9] = [
    Step::Wait,
    Step::Connect,
    Step::Greet,
    Step::Encrypt,
    Step::Authenticate,
    Step::Sender,
    Step::Recipient,
    Step::Data,
    Step::Content,
];

impl Step {
    const fn name(self) -> &'static str {
        match self {
            Self::Wait => "waiting for a connection",
            Self::Connect => "connecting",
            Self::Greet => "greeting",
            Self::Encrypt => "STARTTLS",
            Self::Authenticate => "AUTH",
            Self::Sender => "MAIL FROM",
            Self::Recipient => "RCPT TO",
            Self::Data => "DATA",
            Self::Content => "end of DATA",
        }
    }

    /// A failure at this step that says nothing about the mail.
    pub fn unreachable(self, why: &str) -> MailError {
        MailError::Unreachable(format!("{}: {why}", self.name()))
    }

    /// A failure of the connection at this step.
    pub fn broken_off(self, error: &io::Error, redaction: &Redaction<'_>) -> MailError {
        self.unreachable(&redaction.redacted(&deepest(error), MAX_OWN))
    }

    /// What a failed command means.
    pub fn judge(self, error: &Error, redaction: &Redaction<'_>) -> MailError {
        let said = error.source().map_or_else(String::new, deepest);
        match error.status().map(u16::from) {
            None if error.is_response() => self.unreachable(broken(&said)),
            None => self.unreachable(&redaction.redacted(&said, MAX_OWN)),
            Some(code) => {
                let told = self.told(&said, redaction);
                let text = format!("{}: {code} {told}", self.name());
                self.class(code)(text.trim_end().to_owned())
            }
        }
    }

    fn told(self, said: &str, redaction: &Redaction<'_>) -> String {
        if self == Self::Authenticate {
            // a server that repeats what it was given may do so in any form
            return redaction::enhanced_code(said)
                .unwrap_or_default()
                .to_owned();
        }
        redaction.redacted(said, MAX_SAID)
    }

    fn class(self, code: u16) -> fn(String) -> MailError {
        let is_permanent = code >= 500;
        match self {
            Self::Wait | Self::Connect | Self::Greet | Self::Encrypt | Self::Authenticate => {
                MailError::Unreachable
            }
            Self::Sender if is_permanent => MailError::Unreachable,
            Self::Recipient | Self::Data | Self::Content if ABOUT_US.contains(&code) => {
                MailError::Unreachable
            }
            Self::Recipient | Self::Data | Self::Content if is_permanent => MailError::Refused,
            Self::Sender | Self::Recipient | Self::Data | Self::Content => MailError::PutOff,
        }
    }
}

/// How far a conversation has come, for the message when its time runs out.
#[derive(Debug, Default)]
pub struct Progress(AtomicU8);

impl Progress {
    /// A step begins.
    pub fn begin(&self, step: Step) {
        let place = STEPS.iter().position(|known| *known == step);
        let place = place.and_then(|place| u8::try_from(place).ok());
        self.0.store(place.unwrap_or_default(), Ordering::Relaxed);
    }

    /// The step that is under way.
    pub fn step(&self) -> Step {
        let place = usize::from(self.0.load(Ordering::Relaxed));
        STEPS.get(place).copied().unwrap_or(Step::Wait)
    }
}

/// What an answer that could not be read was. The mail library shows the text at which it gave up, or
/// says what it misses.
fn broken(said: &str) -> &'static str {
    match said {
        "incomplete response" => "the server closed the connection",
        "SMTP response line too long" | "SMTP response too large" => "the answer is too long",
        _ => "the answer is not SMTP",
    }
}

/// The text of the cause of all causes.
fn deepest(error: &(dyn std::error::Error + 'static)) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}

#[cfg(test)]
mod tests {
    use ports_net::MailError;
    use rstest::rstest;

    use super::{Progress, STEPS, Step};

    #[rstest]
    #[case(Step::Connect, &[421, 450, 500, 554], MailError::Unreachable)]
    #[case(Step::Greet, &[421, 450, 500, 554], MailError::Unreachable)]
    #[case(Step::Encrypt, &[454, 501], MailError::Unreachable)]
    #[case(Step::Authenticate, &[432, 454, 500, 530, 534, 535, 538], MailError::Unreachable)]
    #[case(Step::Sender, &[421, 450, 451, 452, 455], MailError::PutOff)]
    #[case(Step::Sender, &[501, 503, 530, 550, 552, 553, 554, 555], MailError::Unreachable)]
    #[case(Step::Recipient, &[421, 450, 451, 452, 471], MailError::PutOff)]
    #[case(Step::Recipient, &[501, 550, 551, 552, 553, 554, 555, 556, 571], MailError::Refused)]
    #[case(Step::Recipient, &[500, 503, 521, 530, 534, 535, 538], MailError::Unreachable)]
    #[case(Step::Data, &[451], MailError::PutOff)]
    #[case(Step::Data, &[503], MailError::Unreachable)]
    #[case(Step::Data, &[554], MailError::Refused)]
    #[case(Step::Content, &[421, 450, 451, 452], MailError::PutOff)]
    #[case(Step::Content, &[550, 552, 554], MailError::Refused)]
    #[case(Step::Content, &[521, 530, 535], MailError::Unreachable)]
    fn every_code_has_its_meaning(
        #[case] step: Step,
        #[case] codes: &[u16],
        #[case] expected: fn(String) -> MailError,
    ) {
        for code in codes {
            let judged = step.class(*code)(String::new());
            assert_eq!(judged, expected(String::new()), "{code}");
        }
    }

    #[test]
    fn progress_remembers_the_step() {
        let progress = Progress::default();
        assert_eq!(progress.step(), Step::Wait);
        for step in STEPS {
            progress.begin(step);
            assert_eq!(progress.step(), step);
        }
    }
}
