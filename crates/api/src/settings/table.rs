//! Every setting: its environment variable, default and meaning.

/// One setting. Its flag and its key in the settings file are made from the variable's name.
pub struct SettingSpec {
    /// The environment variable.
    pub variable: &'static str,
    /// The value when nobody gives one; `None`: unset.
    pub default: Option<&'static str>,
    /// What it means and what it accepts.
    pub help: &'static str,
    /// What of it is never shown.
    pub hidden: Hidden,
}

/// What of a setting's value is never shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// Nothing.
    Nothing,
    /// The password of a URL, and a text that is no URL wholly.
    Password,
    /// All of it.
    All,
}

const fn setting(
    variable: &'static str,
    default: Option<&'static str>,
    help: &'static str,
) -> SettingSpec {
    SettingSpec {
        variable,
        default,
        help,
        hidden: Hidden::Nothing,
    }
}

/// All settings of this version.
pub const SETTINGS: &[SettingSpec] = &[
    SettingSpec {
        variable: "DATABASE_URL",
        default: Some("sqlite://data/prices.sqlite"),
        help: "the store: sqlite://PATH or postgres://USER:PASSWORD@HOST/DATABASE",
        hidden: Hidden::Password,
    },
    setting(
        "PCS_FILE_MODE",
        Some("0600"),
        "mode of the files that are made for an SQLite store: 0600, or 0640 so that the group may \
         read them",
    ),
    setting(
        "PCS_LISTEN",
        Some("127.0.0.1:8080"),
        "address of the API: ADDRESS:PORT",
    ),
    setting(
        "PCS_ADMIN_LISTEN",
        Some("127.0.0.1:9090"),
        "address for /healthz, /readyz and /metrics: ADDRESS:PORT; never public",
    ),
    setting(
        "PCS_TLS_CERT",
        None,
        "PEM file with the certificate chain: HTTPS on PCS_LISTEN",
    ),
    setting(
        "PCS_TLS_KEY",
        None,
        "PEM file with the private key of PCS_TLS_CERT",
    ),
    setting(
        "PCS_ENVIRONMENT",
        Some("production"),
        "label for logs and the page of documentation",
    ),
    setting(
        "PCS_CURRENCY",
        Some("EUR"),
        "the one currency of the catalogue: ISO 4217, capitals",
    ),
    setting(
        "PCS_RATE_LIMIT_READS",
        Some("600/100"),
        "reads per key: per minute / burst; 0 switches it off; per instance",
    ),
    setting(
        "PCS_RATE_LIMIT_WRITES",
        Some("120/30"),
        "writes per key: per minute / burst; 0 switches it off; per instance",
    ),
    setting(
        "PCS_RATE_LIMIT_AUTH_FAILURES",
        Some("20"),
        "failed authentications per client address and minute; 0 switches it off",
    ),
    setting(
        "PCS_CONNECTIONS",
        Some("10000"),
        "the most connections of a listener; 0 switches it off; per instance",
    ),
    setting(
        "PCS_CONNECTIONS_PER_ADDRESS",
        Some("1000"),
        "the most connections of a client address to a listener; 0 switches it off; per instance",
    ),
    setting(
        "PCS_HEAD_TIMEOUT",
        Some("5s"),
        "the longest that a client may take to send the head of a request: a duration from 1s to 1h",
    ),
    setting(
        "PCS_IDLE_TIMEOUT",
        Some("5s"),
        "how long a connection stays open after an answer without another request: a duration from \
         1s to 1h",
    ),
    setting(
        "PCS_STALL_TIMEOUT",
        Some("1m"),
        "the longest that an answer may stand still, taken by nobody or not yet made: a duration from 1s to 1h",
    ),
    setting(
        "PCS_QUOTA_WATCHES",
        Some("10000"),
        "price watches per workspace; 0 switches it off",
    ),
    setting(
        "PCS_QUOTA_SUBSCRIPTIONS",
        Some("100"),
        "webhook subscriptions per workspace; 0 switches it off",
    ),
    setting(
        "PCS_ASSUMED_DELIVERY",
        Some("4.99"),
        "delivery cost where nothing better is known: a decimal with a point",
    ),
    setting(
        "PCS_OFFER_TTL",
        Some("72h"),
        "an offer not seen for so long is stale: a duration such as 72h or 3days",
    ),
    setting(
        "PCS_HISTORY_RETENTION",
        Some("730days"),
        "prices last seen so long ago are forgotten: a duration of at least 1day; below 366days \
         the range 1y shows less",
    ),
    setting(
        "PCS_HISTORY_DETAIL",
        Some("400days"),
        "of prices last seen so long ago one is kept for each offer and 30 days: at least 1day, at \
         most PCS_HISTORY_RETENTION; below 366days the range 1y shows less",
    ),
    SettingSpec {
        variable: "PCS_SMTP_URL",
        default: None,
        help: "the mail server for price watches: smtp://HOST:PORT or \
               smtps://USER:PASSWORD@HOST:PORT; without one mails wait",
        hidden: Hidden::Password,
    },
    setting(
        "PCS_SMTP_CA",
        None,
        "PEM bundle that the mail server's certificate may be signed by, besides the public roots",
    ),
    setting(
        "PCS_MAIL_FROM",
        None,
        "sender of mails: an address, or NAME <ADDRESS>; needed with PCS_SMTP_URL",
    ),
    setting(
        "PCS_MAIL_TEMPLATES",
        None,
        "folder with templates that replace the built-in ones: watch.subject, watch.txt, \
         watch.html, watch.headers; endpoint.subject and so on for webhook endpoints",
    ),
    setting(
        "PCS_WEBHOOKS",
        Some("on"),
        "on, or off: what needs webhook delivery is refused",
    ),
    SettingSpec {
        variable: "PCS_VAULT_KEY",
        default: None,
        help: "keys that seal signing secrets: NAME:BASE64,NAME:BASE64, of 32 bytes each; the first \
               seals, all open; needed on PostgreSQL, default on SQLite: the file vault.key beside \
               the database, made when it is first needed",
        hidden: Hidden::All,
    },
    setting(
        "PCS_WEBHOOK_EXTRA_CA",
        None,
        "PEM bundle that receivers' certificates may be signed by, besides the public roots; for \
         staging",
    ),
    setting(
        "PCS_WEBHOOK_RESOLVE",
        None,
        "receivers to be found elsewhere: HOST:443:ADDRESS:PORT,…; for staging",
    ),
    setting(
        "PCS_WEBHOOK_ALLOW_CIDR",
        None,
        "address blocks outside the public internet that receivers may be in: 10.0.0.0/8,fd00::/8; \
         for staging",
    ),
    setting(
        "PCS_WEBHOOK_TIMEOUT",
        Some("20s"),
        "the longest that one attempt takes: a duration from 1s to 50s",
    ),
    setting(
        "PCS_WEBHOOK_RETRY_BASE",
        Some("10s"),
        "pause after the first failed attempt, three times as long after each further one: a \
         duration such as 10s",
    ),
    setting(
        "PCS_WEBHOOK_RETRY_CAP",
        Some("2h"),
        "the longest pause between attempts: a duration not below PCS_WEBHOOK_RETRY_BASE",
    ),
    setting(
        "PCS_WEBHOOK_COOLDOWN_TRANSIENT",
        Some("5m"),
        "how long an endpoint is left alone that fails for the moment: a duration such as 5m",
    ),
    setting(
        "PCS_WEBHOOK_COOLDOWN_PERMANENT",
        Some("15m"),
        "how long an endpoint is left alone that refuses for good: a duration such as 15m",
    ),
    setting(
        "PCS_WEBHOOK_TEST_INTERVAL",
        Some("60s"),
        "between two test events for one endpoint: a duration such as 60s",
    ),
    setting(
        "PCS_INCIDENT_REMINDER",
        Some("6h"),
        "between two reminders of an open incident: a duration such as 6h",
    ),
    setting(
        "PCS_WORDS_FILE",
        None,
        "file with words that are added to those that are known: colours, synonyms, units, labels; the \
         same for imports and on all instances",
    ),
    setting(
        "PCS_ANSWER_CACHE",
        Some("256"),
        "memory for ready-made answers in MB; 0 keeps none",
    ),
    setting(
        "PCS_LOG",
        Some("info"),
        "log filter of tracing: info, debug, http=warn,info, …",
    ),
    setting(
        "PCS_LOG_FORMAT",
        None,
        "text or json; default: text on a terminal, else json",
    ),
];

/// Settings of the operator interface that belong to parts this version does not have yet, and what it does
/// not do: each start warns of them.
pub const RESERVED: &[(&str, &str)] = &[("PCS_OTLP_ENDPOINT", "traces are not sent yet")];

impl SettingSpec {
    /// Its key in the settings file: `listen` for `PCS_LISTEN`.
    pub fn key(&self) -> String {
        self.variable
            .strip_prefix("PCS_")
            .unwrap_or(self.variable)
            .to_lowercase()
    }

    /// Its flag without the hyphens: `admin-listen` for `PCS_ADMIN_LISTEN`. The catalogue's currency
    /// is not that of one feed, which is `--currency` of `api import`.
    pub fn flag(&self) -> String {
        match self.variable {
            "PCS_CURRENCY" => "catalogue-currency".to_owned(),
            _ => self.key().replace('_', "-"),
        }
    }
}
