//! Settings: flag beats environment beats file.

mod connections;
mod given;
mod read;
mod table;
mod webhooks;

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

use adapter_actix::{ConnectionLimits, Rate};
use adapter_sqlite::FileAccess;
use domain::money::{Amount, Currency};
use time::Duration;

pub use given::{Given, Origin};
pub use read::currency;
pub use table::{Hidden, RESERVED, SETTINGS, SettingSpec};
pub use webhooks::WebhookSettings;

use crate::failure::Failure;

/// Where the catalogue is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A file.
    Sqlite(PathBuf),
    /// A server; the whole URL.
    Postgres(String),
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// What the mail bridge is made of. Whether it can be made, and its files read, is tried when it is.
#[derive(Debug, Clone, Default)]
pub struct MailSettings {
    /// `PCS_SMTP_URL`
    pub smtp_url: Option<String>,
    /// `PCS_SMTP_CA`
    pub smtp_ca: Option<PathBuf>,
    /// `PCS_MAIL_FROM`
    pub from: Option<String>,
    /// `PCS_MAIL_TEMPLATES`
    pub templates: Option<PathBuf>,
}

/// The effective settings, read and checked. `Debug` shows them as people may see them.
#[derive(Clone)]
pub struct Settings {
    /// `DATABASE_URL`
    pub database: DatabaseUrl,
    /// `PCS_FILE_MODE`
    pub file_access: FileAccess,
    /// `PCS_LISTEN`
    pub listen: SocketAddr,
    /// `PCS_ADMIN_LISTEN`
    pub admin_listen: SocketAddr,
    /// `PCS_TLS_CERT`, `PCS_TLS_KEY`
    pub tls: Option<(PathBuf, PathBuf)>,
    /// `PCS_ENVIRONMENT`
    pub environment: String,
    /// `PCS_CURRENCY`
    pub currency: Currency,
    /// `PCS_RATE_LIMIT_READS`
    pub reads: Rate,
    /// `PCS_RATE_LIMIT_WRITES`
    pub writes: Rate,
    /// `PCS_RATE_LIMIT_AUTH_FAILURES`
    pub auth_failures: u32,
    /// `PCS_CONNECTIONS`, `PCS_CONNECTIONS_PER_ADDRESS`, `PCS_HEAD_TIMEOUT`, `PCS_IDLE_TIMEOUT`,
    /// `PCS_STALL_TIMEOUT`
    pub connections: ConnectionLimits,
    /// `PCS_QUOTA_WATCHES`; `None`: any number
    pub quota_watches: Option<u64>,
    /// The mail bridge.
    pub mail: MailSettings,
    /// Webhooks.
    pub webhooks: WebhookSettings,
    /// `PCS_ASSUMED_DELIVERY`
    pub assumed_delivery: Amount,
    /// `PCS_OFFER_TTL`
    pub offer_ttl: Duration,
    /// `PCS_HISTORY_RETENTION`
    pub history_retention: Duration,
    /// `PCS_HISTORY_DETAIL`
    pub history_detail: Duration,
    /// `PCS_WORDS_FILE`
    pub words_file: Option<PathBuf>,
    /// `PCS_ANSWER_CACHE`, in bytes
    pub answer_cache_bytes: u64,
    /// `PCS_LOG`
    pub log: String,
    /// `PCS_LOG_FORMAT`
    pub log_format: Option<LogFormat>,
    given: BTreeMap<&'static str, (String, Origin)>,
    warnings: Vec<String>,
}

impl Settings {
    /// Reads and checks what was given. The first bad value is a failure that names the setting and
    /// what it accepts.
    pub fn read(given: Given) -> Result<Self, Failure> {
        let Given { values, warnings } = given;
        let value = |variable: &str| values.get(variable).map(|(value, _)| value.as_str());
        let path = |variable: &str| value(variable).map(PathBuf::from);
        let tls = match (path("PCS_TLS_CERT"), path("PCS_TLS_KEY")) {
            (None, None) => None,
            (Some(cert), Some(key)) => Some((cert, key)),
            (Some(_), None) => return Err(Failure::usage("PCS_TLS_CERT needs PCS_TLS_KEY")),
            (None, Some(_)) => return Err(Failure::usage("PCS_TLS_KEY needs PCS_TLS_CERT")),
        };
        let currency = read::currency("PCS_CURRENCY", value("PCS_CURRENCY"))?;
        let assumed = "PCS_ASSUMED_DELIVERY";
        let (history_retention, history_detail) =
            read::history(value("PCS_HISTORY_RETENTION"), value("PCS_HISTORY_DETAIL"))?;
        Ok(Self {
            database: read::database("DATABASE_URL", value("DATABASE_URL"))?,
            file_access: read::file_access("PCS_FILE_MODE", value("PCS_FILE_MODE"))?,
            listen: read::address("PCS_LISTEN", value("PCS_LISTEN"))?,
            admin_listen: read::address("PCS_ADMIN_LISTEN", value("PCS_ADMIN_LISTEN"))?,
            tls,
            environment: value("PCS_ENVIRONMENT").unwrap_or_default().to_owned(),
            currency,
            reads: read::rate("PCS_RATE_LIMIT_READS", value("PCS_RATE_LIMIT_READS"))?,
            writes: read::rate("PCS_RATE_LIMIT_WRITES", value("PCS_RATE_LIMIT_WRITES"))?,
            auth_failures: read::whole(
                "PCS_RATE_LIMIT_AUTH_FAILURES",
                value("PCS_RATE_LIMIT_AUTH_FAILURES"),
            )?,
            connections: connections::read(value)?,
            quota_watches: read::quota("PCS_QUOTA_WATCHES", value("PCS_QUOTA_WATCHES"))?,
            mail: MailSettings {
                smtp_url: value("PCS_SMTP_URL").map(str::to_owned),
                smtp_ca: path("PCS_SMTP_CA"),
                from: value("PCS_MAIL_FROM").map(str::to_owned),
                templates: path("PCS_MAIL_TEMPLATES"),
            },
            webhooks: WebhookSettings::read(value)?,
            assumed_delivery: read::amount(assumed, value(assumed), currency)?,
            offer_ttl: read::duration("PCS_OFFER_TTL", value("PCS_OFFER_TTL"))?,
            history_retention,
            history_detail,
            words_file: path("PCS_WORDS_FILE"),
            answer_cache_bytes: 1024
                * 1024
                * u64::from(read::whole("PCS_ANSWER_CACHE", value("PCS_ANSWER_CACHE"))?),
            log: read::log_filter("PCS_LOG", value("PCS_LOG"))?,
            log_format: read::log_format("PCS_LOG_FORMAT", value("PCS_LOG_FORMAT"))?,
            given: values,
            warnings,
        })
    }

    /// What an operator should know about what was given.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A setting's value as people may see it.
    pub fn shown_value(&self, variable: &str) -> Option<String> {
        let shown = self.shown().into_iter();
        shown
            .filter(|(name, ..)| *name == variable)
            .find_map(|(_, value, _)| value)
    }

    /// Every setting with its effective value, secrets masked, and where it comes from.
    pub fn shown(&self) -> Vec<(&'static str, Option<String>, Origin)> {
        let shown = |spec: &'static SettingSpec| match self.given.get(spec.variable) {
            None => (spec.variable, None, Origin::Default),
            Some((value, origin)) => {
                let value = match spec.hidden {
                    Hidden::Nothing => value.clone(),
                    Hidden::Password => read::masked(value),
                    Hidden::All => "***".to_owned(),
                };
                (spec.variable, Some(value), *origin)
            }
        };
        SETTINGS.iter().map(shown).collect()
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.shown().into_iter();
        f.debug_map()
            .entries(shown.map(|(name, value, _)| (name, value)))
            .finish()
    }
}

#[cfg(test)]
impl Settings {
    /// The settings when these are given and the rest is left to the defaults.
    pub fn of(given: &[(&'static str, &str)]) -> Result<Self, Failure> {
        let spec = |spec: &SettingSpec| Some((spec.variable, spec.default?));
        let values = SETTINGS
            .iter()
            .filter_map(spec)
            .chain(given.iter().copied());
        let values = values.map(|(name, value)| (name, (value.to_owned(), Origin::Flag)));
        Self::read(Given {
            values: values.collect(),
            warnings: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn the_vault_key_is_shown_by_nothing() {
        // base64 may begin like the rest of a URL
        let key = "v1://ECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
        let settings = Settings::of(&[("PCS_VAULT_KEY", key)]).unwrap();
        let shown = settings.shown();
        let shown = shown.iter().find(|(name, ..)| *name == "PCS_VAULT_KEY");
        assert_eq!(shown.unwrap().1.as_deref(), Some("***"));
        assert!(!format!("{settings:?}").contains("ECAw"));
        assert!(!format!("{:?}", settings.webhooks).contains("ECAw"));
    }
}
