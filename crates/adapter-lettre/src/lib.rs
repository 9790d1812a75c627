#![doc = include_str!("../README.md")]

mod connection;
mod letter;
mod line;
mod mailer;
mod redaction;
mod sender;
mod server;
mod settings;
mod stream;
mod templates;
mod text;
mod tls;
mod verdict;

pub use mailer::SmtpMailer;
pub use settings::{SettingError, SmtpSettings, check_sender};
pub use templates::{TemplateError, Templates};
