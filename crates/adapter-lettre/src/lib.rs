#![doc = include_str!("../README.md")]

mod connection;
mod letter;
mod line_by_line;
mod mailer;
mod sender;
mod server;
mod settings;
mod templates;
mod text;
mod verdict;

pub use mailer::SmtpMailer;
pub use settings::{SettingError, SmtpSettings};
pub use templates::{TemplateError, Templates};
