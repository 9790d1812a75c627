//! From a database URL to connections.

use std::error::Error;
use std::future::poll_fn;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use diesel::connection::CacheSize;
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use ports_store::StoreError;
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::{MakeTlsConnect, TlsStream};
use tokio_postgres::{Client, Config, Connection, NoTls, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;
use tracing::Instrument as _;

use crate::tls::{self, Trust};

/// How long a connection may take to come up.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a server that took it may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens connections to one database.
#[derive(Clone)]
pub struct Connector {
    /// One for each server that may have the database, in the order of the URL.
    servers: Arc<[Config]>,
    /// The place of the one that answered last: asked first.
    last: Arc<AtomicUsize>,
    tls: Option<MakeRustlsConnect>,
    sessions: Sessions,
    notices: Notices,
}

/// Whose the sessions of the server are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sessions {
    /// A connection has one to itself.
    Own,
    /// A pooler gives each transaction any of them (`pooling=transaction`).
    Shared,
}

/// How changes made by other processes are noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notices {
    /// The server tells: `NOTIFY` and `LISTEN`.
    Told,
    /// They are looked for (`notices=poll`, and with shared sessions): nothing is sent either.
    Polled,
}

impl Connector {
    /// Reads a URL. No error shows any of its text: it may hold a password.
    pub fn from_url(url: &str) -> Result<Self, StoreError> {
        let not_understood = || {
            StoreError::Unreachable(format!(
                "the database URL is not understood: it must be {ACCEPTED_URL}"
            ))
        };
        let (own, servers) = read(url).ok_or_else(not_understood)?;
        let OwnSettings {
            url: _,
            verify,
            root_file,
            sessions,
            notices,
        } = own;
        let on_this_host = servers.iter().all(is_on_this_host);
        let is_plain = |config: &Config| config.get_ssl_mode() == SslMode::Disable;
        let trust = if verify || root_file.is_some() {
            Trust::Verified
        } else {
            Trust::Anyone
        };
        let tls = if servers.iter().all(is_plain) || on_this_host && !verify {
            None
        } else {
            Some(tls::connector(trust, root_file.as_deref())?)
        };
        Ok(Self {
            servers,
            last: Arc::default(),
            tls,
            sessions,
            notices,
        })
    }

    /// How changes are noticed.
    pub fn notices(&self) -> Notices {
        self.notices
    }

    /// A new connection, to the first server that gives one: the one of the last connection, else the next in the
    /// order of the URL. With `target_session_attrs=read-write` a standby gives none.
    pub async fn connect(&self) -> ConnectionResult<AsyncPgConnection> {
        let last = self.last.load(Ordering::Relaxed);
        let (before, from) = self.servers.split_at_checked(last).unwrap_or_default();
        let places = (last..).zip(from).chain((0..).zip(before));
        let mut refused: Vec<String> = Vec::new();
        for (place, config) in places {
            let opened = match &self.tls {
                Some(tls) => self.connect_by(config, tls.clone()).await,
                None => self.connect_by(config, NoTls).await,
            };
            match opened {
                Ok(connection) => {
                    self.last.store(place, Ordering::Relaxed);
                    return Ok(connection);
                }
                Err(ConnectionError::BadConnection(words)) => refused.push(words),
                Err(error) => return Err(error),
            }
        }
        Err(ConnectionError::BadConnection(refused.join("; ")))
    }

    async fn connect_by<T>(&self, config: &Config, tls: T) -> ConnectionResult<AsyncPgConnection>
    where
        T: MakeTlsConnect<Socket, Stream: Unpin + Send + 'static> + Clone,
    {
        let patience = config.get_connect_timeout().unwrap_or(&CONNECT_TIMEOUT);
        let patience = patience.saturating_add(ANSWER_TIMEOUT);
        // those in the query of a URL are asked by the library, one after the other
        let hosts = config.get_hosts().len().max(config.get_hostaddrs().len());
        let patience = patience.saturating_mul(u32::try_from(hosts.max(1)).unwrap_or(u32::MAX));
        let silent = |_| ConnectionError::BadConnection("the server does not answer".to_owned());
        let reach = async || {
            let connecting = timeout(patience, config.connect(tls.clone())).await;
            connecting.map_err(silent)?.map_err(|error| bad(&error))
        };
        let (mut client, mut driver) = reach().await?;
        if self.sessions == Sessions::Own {
            let setting_up = AsyncPgConnection::try_from_client_and_connection(client, driver);
            return timeout(ANSWER_TIMEOUT, setting_up).await.map_err(silent)?;
        }
        let begun = timeout(ANSWER_TIMEOUT, begin(&client, &mut driver)).await;
        if let Err(error) = begun.map_err(silent)? {
            // the pooler may have given it a session that had just ended
            tracing::debug!(%error, "a connection cannot be used; another one is begun");
            (client, driver) = reach().await?;
            let begun = timeout(ANSWER_TIMEOUT, begin(&client, &mut driver)).await;
            begun.map_err(silent)??;
        }
        let setting_up = set_up_pooled(client, driver);
        timeout(ANSWER_TIMEOUT, setting_up).await.map_err(silent)?
    }

    /// A new connection that the threads of that runtime drive, whoever asks for it. Who gives up waiting for it ends the
    /// attempt.
    pub async fn connect_in(self, runtime: &Handle) -> ConnectionResult<AsyncPgConnection> {
        let mut opening = JoinSet::new();
        let connecting = async move { self.connect().await };
        opening.spawn_on(connecting.in_current_span(), runtime);
        let broken_off = |words: String| Err(ConnectionError::BadConnection(words));
        match opening.join_next().await {
            Some(Ok(opened)) => opened,
            Some(Err(error)) => broken_off(error.to_string()),
            None => broken_off("nothing was begun".to_owned()),
        }
    }

    /// A new connection, for use outside the pool.
    pub async fn dedicated(&self) -> Result<AsyncPgConnection, StoreError> {
        self.connect().await.map_err(|error| out_of_reach(&error))
    }

    /// The same, driven by the threads of that runtime.
    pub async fn dedicated_in(&self, runtime: &Handle) -> Result<AsyncPgConnection, StoreError> {
        let opened = self.clone().connect_in(runtime).await;
        opened.map_err(|error| out_of_reach(&error))
    }
}

/// Sets a connection through a pooler up, in the transaction that was begun on it: a statement has to be prepared, executed and
/// closed in the same one. Else another session is asked for it, or another client finds its name taken.
async fn set_up_pooled<S>(
    client: Client,
    driver: Connection<Socket, S>,
) -> ConnectionResult<AsyncPgConnection>
where
    S: TlsStream + Unpin + Send + 'static,
{
    let mut c = AsyncPgConnection::try_from_client_and_connection(client, driver).await?;
    c.set_prepared_statement_cache_size(CacheSize::Disabled);
    let committed = c.batch_execute("COMMIT").await;
    committed.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(c)
}

/// The URL of each server that a URL names, in its order: `postgres://user@a:5432,b:5432/database` names two. Those in
/// its query (`host=`) stay together.
fn each_server(url: &str) -> Vec<String> {
    let whole = || vec![url.to_owned()];
    let Some((scheme, rest)) = url.split_once("://") else {
        return whole();
    };
    let (user, rest) = rest.rsplit_once('@').unwrap_or(("", rest));
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (hosts, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
    if !hosts.contains(',') {
        return whole();
    }
    let at = if user.is_empty() { "" } else { "@" };
    let of = |host: &str| format!("{scheme}://{user}{at}{host}{path}");
    hosts.split(',').map(of).collect()
}

/// What a database URL must be.
pub const ACCEPTED_URL: &str = "postgres://user:password@host:port/database (of several servers host:port,host:port), \
                                with sslmode (disable, prefer, require or verify-full), sslrootcert, \
                                target_session_attrs (any or read-write), pooling (session or transaction) and notices \
                                (listen or poll) if need be";

/// Whether a database URL can be read; the servers and files that it names are not looked at.
pub fn is_url(url: &str) -> bool {
    read(url).is_some()
}

/// What a URL says: our own settings, and those of each server.
fn read(url: &str) -> Option<(OwnSettings, Arc<[Config]>)> {
    let own = OwnSettings::take_from(url)?;
    let servers = each_server(&own.url);
    let servers: Option<_> = servers.iter().map(|url| config(url)).collect();
    Some((own, servers?))
}

/// What the URL of one server says, and what is set where it says nothing.
fn config(url: &str) -> Option<Config> {
    let mut config: Config = url.parse().ok()?;
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        return None;
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_application_name().is_none() {
        config.application_name("price-comparison");
    }
    // a peer that died without a word is noticed within half a minute
    config
        .keepalives_idle(Duration::from_secs(10))
        .keepalives_interval(Duration::from_secs(5))
        .keepalives_retries(3)
        .tcp_user_timeout(Duration::from_secs(25));
    Some(config)
}

/// Whether it is reached without a network.
fn is_on_this_host(config: &Config) -> bool {
    let is_socket = |host: &Host| matches!(host, Host::Unix(_));
    config.get_hosts().iter().all(is_socket) && config.get_hostaddrs().is_empty()
}

fn out_of_reach(error: &ConnectionError) -> StoreError {
    StoreError::Unreachable(error.to_string())
}

fn bad(error: &tokio_postgres::Error) -> ConnectionError {
    ConnectionError::BadConnection(in_words(error))
}

/// Begins a transaction on a connection that nobody drives yet.
async fn begin<T>(client: &Client, driver: &mut Connection<Socket, T>) -> ConnectionResult<()>
where
    T: TlsStream + Unpin,
{
    let mut begun = std::pin::pin!(client.batch_execute("BEGIN"));
    loop {
        let message = poll_fn(|context| driver.poll_message(context));
        tokio::select! {
            done = &mut begun => return done.map_err(|error| bad(&error)),
            message = message => match message {
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(bad(&error)),
                None => return Err(ConnectionError::BadConnection("connection closed".to_owned())),
            },
        }
    }
}

/// An error with its causes; none of them repeats the URL.
fn in_words(error: &dyn Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        words.push_str(": ");
        words.push_str(&cause.to_string());
        source = cause.source();
    }
    words
}

/// What `tokio_postgres` does not know of the URL's settings.
struct OwnSettings {
    url: String,
    verify: bool,
    root_file: Option<PathBuf>,
    sessions: Sessions,
    notices: Notices,
}

impl OwnSettings {
    fn take_from(url: &str) -> Option<Self> {
        let mut settings = Self {
            url: url.to_owned(),
            verify: false,
            root_file: None,
            sessions: Sessions::Own,
            notices: Notices::Told,
        };
        let Some((base, query)) = url.rsplit_once('?') else {
            return Some(settings);
        };
        let mut kept = Vec::new();
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("sslmode", "verify-full")) => {
                    settings.verify = true;
                    kept.push("sslmode=require");
                }
                Some(("sslrootcert", path)) => {
                    settings.root_file = Some(PathBuf::from(percent_decoded(path)?));
                }
                Some(("pooling", "transaction")) => settings.sessions = Sessions::Shared,
                Some(("notices", "poll")) => settings.notices = Notices::Polled,
                Some(("pooling", "session") | ("notices", "listen")) => {}
                _ => kept.push(pair),
            }
        }
        if settings.sessions == Sessions::Shared {
            // who listens keeps a session
            settings.notices = Notices::Polled;
        }
        settings.url = if kept.is_empty() {
            base.to_owned()
        } else {
            format!("{base}?{}", kept.join("&"))
        };
        Some(settings)
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?];
            decoded.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::{Connector, Notices, OwnSettings, Sessions, each_server, percent_decoded};

    #[test]
    fn a_url_may_name_several_servers() {
        let of_two = each_server("postgres://u:p%2C@a:1,[::1]:2/d?target_session_attrs=read-write");
        assert_eq!(
            of_two,
            [
                "postgres://u:p%2C@a:1/d?target_session_attrs=read-write",
                "postgres://u:p%2C@[::1]:2/d?target_session_attrs=read-write",
            ]
        );
        assert_eq!(
            each_server("postgres://a,b"),
            ["postgres://a", "postgres://b"]
        );
        for of_one in ["postgres://u:p@a:1/d", "postgres:///d?host=a,b", "a,b"] {
            assert_eq!(each_server(of_one), [of_one]);
        }
        let names = |url: &str| Connector::from_url(url).ok().map(|it| it.servers.len());
        assert_eq!(names("postgres://u@a:1,b:2/d"), Some(2));
        assert_eq!(names("postgres://u@a:1,b:x/d"), None);
    }

    #[test]
    fn verify_full_and_the_root_file_are_taken_out_of_the_url() {
        let url = "postgres://u:p@h/d?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&options=x";
        let settings = OwnSettings::take_from(url).unwrap();
        assert_eq!(settings.url, "postgres://u:p@h/d?sslmode=require&options=x");
        assert!(settings.verify);
        assert_eq!(settings.root_file.unwrap().to_str(), Some("/etc/ca.pem"));
        let plain = OwnSettings::take_from("postgres://u@h/d").unwrap();
        assert_eq!(plain.url, "postgres://u@h/d");
        assert!(!plain.verify && plain.root_file.is_none());
    }

    #[test]
    fn who_shares_sessions_polls() {
        let read = |query: &str| {
            let settings = OwnSettings::take_from(&format!("postgres://u@h/d?{query}")).unwrap();
            (settings.url, settings.sessions, settings.notices)
        };
        let plain = || "postgres://u@h/d".to_owned();
        let (own, shared) = (Sessions::Own, Sessions::Shared);
        assert_eq!(read("pooling=session"), (plain(), own, Notices::Told));
        assert_eq!(read("notices=listen"), (plain(), own, Notices::Told));
        assert_eq!(read("notices=poll"), (plain(), own, Notices::Polled));
        let behind_a_pooler = read("pooling=transaction&notices=listen");
        assert_eq!(behind_a_pooler, (plain(), shared, Notices::Polled));
    }

    #[test]
    fn escapes_are_decoded_or_refused() {
        assert_eq!(percent_decoded("a%20b").as_deref(), Some("a b"));
        assert_eq!(percent_decoded("a%2"), None);
        assert_eq!(percent_decoded("a%zz"), None);
    }

    #[test]
    fn each_mode_has_its_tls() {
        let tls = |mode: &str| {
            let url = format!("postgres://u:p@db.example/d?sslmode={mode}");
            Connector::from_url(&url)
                .map(|connector| connector.tls.is_some())
                .ok()
        };
        assert_eq!(tls("disable"), Some(false));
        for mode in ["prefer", "require", "verify-full"] {
            assert_eq!(tls(mode), Some(true), "{mode}");
        }
        assert_eq!(tls("allow"), None);
    }

    #[test]
    fn an_unusable_url_is_refused_without_showing_it() {
        for url in [
            "mysql://u:geheim@h/d",
            "geheim",
            "postgres://u:geheim@h:x/d",
            "postgres://u:geheim@h:1,i:x/d",
            "postgres://u:geheim@h/d?target_session_attrs=standby",
            "postgres://u:geheim@h/d?sslmode=geheim",
            "postgres:///geheim",
            "postgres://u:geheim@h/d?pooling=statement",
            "postgres://u:geheim@h/d?notices=never",
            "postgres://u:geheim@h/d?sslmode=verify-full&sslrootcert=/missing/file",
        ] {
            let error = Connector::from_url(url)
                .err()
                .map(|error| error.to_string());
            assert!(error.is_some_and(|text| !text.contains("geheim")), "{url}");
        }
    }
}
