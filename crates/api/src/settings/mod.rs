//! Settings: flag beats environment beats file.

mod alerts;
mod commented;
mod explorer;
mod given;
mod read;
mod secrets;
mod webhooks;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration as Patience;

use adapter_actix::{AllowedOrigins, ConnectionLimits, ListenAddress, Rate};
use adapter_sqlite::FileAccess;
use app::importing::currency::standard_currency;
use clap::{Arg, ArgAction, Args, Command, FromArgMatches};
use domain::address::AddressRanges;
use domain::money::{Amount, Currency};
use time::Duration;

pub use alerts::AlertSettings;
pub use commented::commented;
pub use explorer::ExplorerArguments;
pub use given::{Given, Origin, flag};
pub use read::{ROOTS_FILE, roots_file, whole_number};
pub use webhooks::WebhookSettings;

use crate::failure::Failure;
use read::bad;

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

/// The most of something; `None`: any number.
pub type Quota = Option<u64>;

/// What the mail bridge is made of. Whether it can be made, and its files read, is tried when it is.
#[derive(Debug, Clone, Args)]
pub struct MailSettings {
    /// The mail server for price watches: smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT; without
    /// one mails wait
    #[arg(id = "PCS_SMTP_URL")]
    pub smtp_url: Option<String>,
    /// PEM bundle that the mail server's certificate may be signed by, besides the public roots
    #[arg(id = "PCS_SMTP_CA")]
    pub smtp_ca: Option<PathBuf>,
    /// Sender of mails: an address, or a name with an address in angle brackets; needed with `PCS_SMTP_URL`
    #[arg(id = "PCS_MAIL_FROM")]
    pub from: Option<String>,
    /// Folder with templates that replace the built-in ones: watch.subject, watch.txt, watch.html,
    /// watch.headers; endpoint.subject and so on for webhook endpoints, alert.subject and so on for price alerts
    #[arg(id = "PCS_MAIL_TEMPLATES")]
    pub templates: Option<PathBuf>,
}

/// The effective settings, checked. An id is the environment variable; flag and key of the settings file
/// follow from it, and the flag's help is what is said here. `Debug` shows values as people may see them.
#[derive(Clone, Args)]
pub struct Settings {
    /// The store: `sqlite://PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`
    #[arg(id = "DATABASE_URL", default_value = "sqlite://data/prices.sqlite", value_parser = read::database)]
    pub database: DatabaseUrl,
    /// Connections to the store for reads of requests, which nothing else takes: 1 to 1000; per instance
    #[arg(id = "PCS_READ_CONNECTIONS", default_value = "8", value_parser = read::whole_number::<usize, 1, 1000>)]
    pub read_connections: usize,
    /// Connections to the store for everything else, writes and imports and workers: 1 to 1000 (SQLite: what
    /// these read by; one writes); per instance
    #[arg(id = "PCS_WORK_CONNECTIONS", default_value = "8", value_parser = read::whole_number::<usize, 1, 1000>)]
    pub work_connections: usize,
    /// Mode of the files that are made for an SQLite store: 0600, or 0640 so that the group may read them
    #[arg(id = "PCS_FILE_MODE", default_value = "0600", value_parser = read::file_access)]
    pub file_access: FileAccess,
    /// Address of the API: ADDRESS:PORT, or `unix:/PATH` of a socket
    #[arg(id = "PCS_LISTEN", default_value = "127.0.0.1:8080", value_parser = read::address)]
    pub listen: ListenAddress,
    /// Address for /healthz, /readyz and /metrics: ADDRESS:PORT, or `unix:/PATH` of a socket; never public
    #[arg(id = "PCS_ADMIN_LISTEN", default_value = "127.0.0.1:9090", value_parser = read::address)]
    pub admin_listen: ListenAddress,
    /// PEM file with the certificate chain: HTTPS on `PCS_LISTEN`
    #[arg(id = "PCS_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// PEM file with the private key of `PCS_TLS_CERT`
    #[arg(id = "PCS_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Label for logs and the page of documentation
    #[arg(id = "PCS_ENVIRONMENT", default_value = "production")]
    pub environment: String,
    /// The one currency of the catalogue: ISO 4217, capitals
    #[arg(id = "PCS_CURRENCY", default_value = "EUR", value_parser = standard_currency)]
    pub currency: Currency,
    /// Reads per key: per minute / burst; 0 switches it off; per instance
    #[arg(id = "PCS_RATE_LIMIT_READS", default_value = "600/100", value_parser = read::rate)]
    pub reads: Rate,
    /// Writes per key: per minute / burst; 0 switches it off; per instance
    #[arg(id = "PCS_RATE_LIMIT_WRITES", default_value = "120/30", value_parser = read::rate)]
    pub writes: Rate,
    /// Failed authentications per client address and minute; 0 switches it off
    #[arg(id = "PCS_RATE_LIMIT_AUTH_FAILURES", default_value = "20", value_parser = read::whole)]
    pub auth_failures: u32,
    /// The most connections of a listener; 0 switches it off; per instance
    #[arg(id = "PCS_CONNECTIONS", default_value = "10000", value_parser = read::whole)]
    connections: u32,
    /// The most connections of a client address to a listener; 0 switches it off; per instance
    #[arg(id = "PCS_CONNECTIONS_PER_ADDRESS", default_value = "1000", value_parser = read::whole)]
    connections_per_address: u32,
    /// Address blocks of proxies that are believed in `Forwarded` and `X-Forwarded-For` about who asks, as in
    /// 10.0.0.0/8, or several with commas between them; default: none
    #[arg(id = "PCS_TRUSTED_PROXIES", default_value = "", hide_default_value = true, value_parser = read::ranges)]
    pub trusted_proxies: AddressRanges,
    /// Origins of pages that may ask the API from a browser (CORS), as in `https://app.example`, or several with commas
    /// between them; default: none
    #[arg(id = "PCS_CORS_ORIGINS", default_value = "", hide_default_value = true, value_parser = read::origins)]
    pub allowed_origins: AllowedOrigins,
    /// The most requests that one connection of HTTP/2 has at a time: a whole number from 1 to 1000
    #[arg(id = "PCS_HTTP2_STREAMS", default_value = "100", value_parser = read::whole_number::<u32, 1, 1000>)]
    http2_streams: u32,
    /// The longest that a client may take to send the head of a request: a duration from 1s to 1h
    #[arg(id = "PCS_HEAD_TIMEOUT", default_value = "5s", value_parser = read::patience)]
    head_timeout: Patience,
    /// How long a connection stays open after an answer without another request: a duration from 1s to 1h
    #[arg(id = "PCS_IDLE_TIMEOUT", default_value = "5s", value_parser = read::patience)]
    idle_timeout: Patience,
    /// The longest that an answer may stand still, taken by nobody or not yet made: a duration from 1s to 1h
    #[arg(id = "PCS_STALL_TIMEOUT", default_value = "1m", value_parser = read::patience)]
    stall_timeout: Patience,
    /// Price watches per workspace; 0 switches it off
    #[arg(id = "PCS_QUOTA_WATCHES", default_value = "10000", value_parser = read::quota)]
    pub quota_watches: Quota,
    /// Delivery cost where nothing better is known: a decimal with a point
    #[arg(id = "PCS_ASSUMED_DELIVERY", default_value = "4.99")]
    assumed_delivery: String,
    /// An offer not seen for so long is stale: a duration such as 72h or 3days
    #[arg(id = "PCS_OFFER_TTL", default_value = "72h", value_parser = read::duration)]
    pub offer_ttl: Duration,
    /// Prices last seen so long ago are forgotten: a duration of at least 1day; below 366days the range 1y
    /// shows less
    #[arg(id = "PCS_HISTORY_RETENTION", default_value = "730days", value_parser = read::days)]
    pub history_retention: Duration,
    /// Of prices last seen so long ago one is kept for each offer and 30 days: at least 1day, at most
    /// `PCS_HISTORY_RETENTION`; below 366days the range 1y shows less
    #[arg(id = "PCS_HISTORY_DETAIL", default_value = "400days", value_parser = read::days)]
    pub history_detail: Duration,
    /// The mail bridge.
    #[command(flatten)]
    pub mail: MailSettings,
    /// Webhooks.
    #[command(flatten)]
    pub webhooks: WebhookSettings,
    /// What operators are told on a phone or in a chat.
    #[command(flatten)]
    pub alerts: AlertSettings,
    /// Pages for operators under /console on `PCS_ADMIN_LISTEN`: on or off; default: off, on for `api demo`
    #[arg(id = "PCS_CONSOLE", action = ArgAction::Set, value_parser = read::switch)]
    console: Option<bool>,
    /// Folder of feeds that operators may name on the console; default: none, and only https:// URLs are accepted there
    #[arg(id = "PCS_FEED_DIR", value_parser = read::folder)]
    pub feed_dir: Option<PathBuf>,
    /// The explorer.
    #[command(flatten)]
    pub explorer: ExplorerArguments,
    /// File with words that are added to those that are known: colours, synonyms, units, labels; the same
    /// for imports and on all instances
    #[arg(id = "PCS_WORDS_FILE")]
    pub words_file: Option<PathBuf>,
    /// Folder in which the index of search is kept from one run to the next, for one process alone; default: beside
    /// the database of `SQLite`, none with `PostgreSQL`
    #[arg(id = "PCS_INDEX_DIR")]
    pub index_dir: Option<PathBuf>,
    /// Memory for ready-made answers in MB; 0 keeps none
    #[arg(id = "PCS_ANSWER_CACHE", default_value = "256", value_parser = read::megabytes)]
    pub answer_cache_bytes: u64,
    /// Log filter of tracing: info, debug, http=warn,info, …
    #[arg(id = "PCS_LOG", default_value = "info", value_parser = read::log_filter)]
    pub log: String,
    /// text or json; default: text on a terminal, else json
    #[arg(id = "PCS_LOG_FORMAT", value_parser = read::log_format)]
    pub log_format: Option<LogFormat>,
    /// Collector of traces (OTLP over HTTP), as in `http://127.0.0.1:4318`; an address with a path is taken as it is, else
    /// /v1/traces is added; without one no traces are made
    #[arg(id = "PCS_OTLP_ENDPOINT", value_parser = read::collector)]
    pub otlp_endpoint: Option<String>,
    /// Traces a second that begin in this process and are sent, after as many at once; those that a caller wants kept are
    /// sent beside them
    #[arg(id = "PCS_TRACES_PER_SECOND", default_value = "100", value_parser = read::whole_number::<u32, 1, 1_000_000>)]
    pub traces_per_second: u32,
    #[arg(skip)]
    given: Given,
}

/// Every setting as an argument whose id is the environment variable, those that name files of secrets among them.
pub fn arguments() -> Vec<Arg> {
    let all = Settings::augment_args(Command::new("settings"));
    let all = all.get_arguments().cloned();
    all.flat_map(secrets::with_file).collect()
}

impl Settings {
    /// Reads and checks what was given. The first bad value is a failure that names the setting and
    /// what it accepts.
    pub fn read(given: Given) -> Result<Self, Failure> {
        let command = Self::augment_args(Command::new("settings").no_binary_name(true));
        let mut settings = command
            .mut_args(|arg| {
                let variable = arg.get_id().to_string();
                arg.long(variable)
            })
            .try_get_matches_from(given.as_flags())
            .and_then(|matches| Self::from_arg_matches(&matches))
            .map_err(|error| read::refused(&error))?;
        settings.given = given;
        settings.agree()?;
        Ok(settings)
    }

    /// The same as a demo has them.
    #[must_use]
    pub fn for_demo(&self) -> Self {
        let settings = self.clone();
        Self {
            explorer: settings.explorer.on_by_default(),
            console: settings.console.or(Some(true)),
            ..settings
        }
    }

    /// Whether there are pages for operators.
    pub fn has_console(&self) -> bool {
        self.console.unwrap_or(false)
    }

    /// Checks what no setting says alone.
    fn agree(&self) -> Result<(), Failure> {
        let disagrees = |variable, accepts| {
            let value = self.given.value(variable).unwrap_or_default();
            Err(bad(variable, value, accepts))
        };
        match (&self.tls_cert, &self.tls_key) {
            (Some(_), None) => {
                return Err(Failure::usage(
                    "PCS_TLS_KEY",
                    "PCS_TLS_CERT needs PCS_TLS_KEY",
                ));
            }
            (None, Some(_)) => {
                return Err(Failure::usage(
                    "PCS_TLS_CERT",
                    "PCS_TLS_KEY needs PCS_TLS_CERT",
                ));
            }
            _ => {}
        }
        if self.history_detail > self.history_retention {
            return disagrees(
                "PCS_HISTORY_DETAIL",
                "at most what PCS_HISTORY_RETENTION is",
            );
        }
        if self.webhooks.retry_cap < self.webhooks.retry_base {
            return disagrees(
                "PCS_WEBHOOK_RETRY_CAP",
                "at least what PCS_WEBHOOK_RETRY_BASE is",
            );
        }
        self.assumed_delivery().map(drop)
    }

    /// What delivery costs where nothing better is known.
    pub fn assumed_delivery(&self) -> Result<Amount, Failure> {
        read::amount(
            "PCS_ASSUMED_DELIVERY",
            &self.assumed_delivery,
            self.currency,
        )
    }

    /// The files with the certificate chain and its key, when HTTPS is spoken.
    pub fn tls(&self) -> Option<(&Path, &Path)> {
        self.tls_cert.as_deref().zip(self.tls_key.as_deref())
    }

    /// How many connections there may be, and how long each may keep the service waiting.
    pub fn connections(&self) -> ConnectionLimits {
        ConnectionLimits {
            all: self.connections,
            per_address: self.connections_per_address,
            streams: self.http2_streams,
            head: self.head_timeout,
            idle: self.idle_timeout,
            stall: self.stall_timeout,
        }
    }

    /// What an operator should know about what was given.
    pub fn warnings(&self) -> &[String] {
        &self.given.warnings
    }

    /// The setting whose file is one of which this is true; that of `--config` among them.
    pub fn naming(&self, is_it: impl Fn(&Path) -> bool) -> Option<&str> {
        self.given.naming(is_it)
    }

    /// A setting's value as people may see it.
    pub fn shown_value(&self, variable: &str) -> Option<String> {
        let value = self.given.value(variable)?;
        Some(read::shown(variable, value))
    }

    /// The settings that differ from those of another reading.
    pub fn other_than<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a str> {
        let values = self.given.values.iter();
        values.filter_map(|(variable, (value, _))| {
            let differs = value.as_deref() != other.given.value(variable);
            differs.then_some(variable.as_str())
        })
    }

    /// Every setting with its effective value, secrets masked, and where it comes from.
    pub fn shown(&self) -> impl Iterator<Item = (&str, Option<String>, Origin)> {
        let values = self.given.values.iter();
        values.map(|(variable, (_, origin))| {
            let value = self.shown_value(variable);
            (variable.as_str(), value, *origin)
        })
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.shown().map(|(name, value, _)| (name, value));
        f.debug_map().entries(shown).finish()
    }
}

#[cfg(test)]
impl Settings {
    /// The settings when these are given and the rest is left to the defaults.
    pub fn of(given: &[(&str, &str)]) -> Result<Self, Failure> {
        Self::read(Given::of(given))
    }
}

#[cfg(test)]
mod tests {
    use adapter_actix::ConnectionLimits;

    use super::Settings;

    #[test]
    fn the_vault_key_is_shown_by_nothing() {
        // base64 may begin like the rest of a URL
        let key = "v1://ECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
        let settings = Settings::of(&[("PCS_VAULT_KEY", key)]).unwrap();
        assert_eq!(
            settings.shown_value("PCS_VAULT_KEY").as_deref(),
            Some("***")
        );
        assert!(!format!("{settings:?}").contains("ECAw"));
        assert!(!format!("{:?}", settings.webhooks).contains("ECAw"));
    }

    #[test]
    fn the_defaults_are_those_of_the_listeners() {
        let settings = Settings::of(&[]).unwrap();
        assert_eq!(settings.connections(), ConnectionLimits::default());
    }

    #[test]
    fn times_without_end_are_refused() {
        for name in ["PCS_HEAD_TIMEOUT", "PCS_IDLE_TIMEOUT", "PCS_STALL_TIMEOUT"] {
            for bad in ["0", "0s", "999ms", "61m", "5", "soon"] {
                let refused = Settings::of(&[(name, bad)]).err().unwrap();
                assert!(refused.to_string().contains(name), "{bad}: {refused}");
            }
            assert!(Settings::of(&[(name, "1h")]).is_ok());
        }
    }
}
