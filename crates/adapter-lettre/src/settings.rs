use std::path::PathBuf;

use thiserror::Error;

use crate::sender;
use crate::templates::Templates;

/// What a mailer is made of.
pub struct SmtpSettings {
    /// `PCS_SMTP_URL`: `smtp://[USER:PASSWORD@]HOST:PORT[?tls=required]` or
    /// `smtps://[USER:PASSWORD@]HOST:PORT`.
    pub url: String,
    /// `PCS_MAIL_FROM`: `ADDRESS` or `NAME <ADDRESS>`.
    pub from: String,
    /// `PCS_SMTP_CA`: PEM file with authorities that are trusted besides the public ones.
    pub ca: Option<PathBuf>,
    /// What mails look like.
    pub templates: Templates,
}

/// Whether mails can have this sender, `PCS_MAIL_FROM`, whatever server they go to.
pub fn check_sender(from: &str) -> Result<(), SettingError> {
    sender::parse(from).map(drop)
}

/// A setting that cannot be used: its name, what is wrong, and what is accepted. Never what was given.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{setting}: {problem}")]
pub struct SettingError {
    /// The setting.
    pub setting: &'static str,
    /// What is wrong and what is accepted.
    pub problem: String,
}

impl SettingError {
    pub(crate) fn new(setting: &'static str, problem: impl Into<String>) -> Self {
        Self {
            setting,
            problem: problem.into(),
        }
    }
}
