//! An SMTP server that does as it is told.

use std::collections::VecDeque;
use std::future::pending;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;

/// A point of the conversation at which the server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    Handshake,
    Greeting,
    Ehlo,
    StartTls,
    Auth,
    Rset,
    Mail,
    Rcpt,
    Data,
    Content,
    Quit,
}

/// What it does there instead of agreeing.
#[derive(Debug, Clone, Copy)]
pub enum Act {
    /// It says this.
    Say(&'static str),
    /// It agrees in these words.
    Agree(&'static str),
    /// It says this and closes the connection.
    SayAndClose(&'static str),
    /// It closes the connection.
    Close,
    /// It says nothing more.
    Stall,
    /// It says one character a second, and never ends the line.
    Drip,
    /// It says the beginning of a line that has no end, as fast as it is read.
    Flood,
    /// It says 200,000 lines of an answer that has no end.
    Chatter,
    /// It agrees, but only after so long.
    Ponder(Duration),
}

/// A mail that the server took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub from: String,
    pub to: String,
    pub content: String,
    pub is_encrypted: bool,
    pub login: Option<String>,
}

/// What a server offers, besides plain SMTP.
#[derive(Clone, Default)]
pub struct Offers {
    /// TLS from the first byte.
    pub tls: Option<TlsAcceptor>,
    /// TLS from STARTTLS on.
    pub starttls: Option<TlsAcceptor>,
    /// Passwords.
    pub auth: bool,
}

#[derive(Default)]
struct Shared {
    script: Mutex<VecDeque<(At, Act)>>,
    received: Mutex<Vec<Received>>,
    connections: Mutex<(usize, usize, usize)>,
    greeted: Mutex<Vec<String>>,
    farewells: Mutex<usize>,
    stalled: Notify,
}

pub struct Server {
    pub port: u16,
    shared: Arc<Shared>,
    listening: JoinHandle<()>,
}

impl Server {
    pub async fn start(offers: Offers) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        let listening = tokio::spawn(listen(listener, offers, Arc::clone(&shared)));
        Self {
            port,
            shared,
            listening,
        }
    }

    /// What the server does next time it comes to this point.
    pub fn next(&self, at: At, act: Act) {
        self.shared.script.lock().unwrap().push_back((at, act));
    }

    /// Stops listening and drops all connections.
    pub fn close(&self) {
        self.listening.abort();
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// How many connections there were in all.
    pub fn connections(&self) -> usize {
        self.shared.connections.lock().unwrap().0
    }

    /// How many connections there were at most at a time.
    pub fn most_connections(&self) -> usize {
        self.shared.connections.lock().unwrap().2
    }

    /// By which names it was greeted.
    pub fn greeted(&self) -> Vec<String> {
        self.shared.greeted.lock().unwrap().clone()
    }

    /// How many clients took leave.
    pub fn farewells(&self) -> usize {
        *self.shared.farewells.lock().unwrap()
    }

    /// Waits until the server stalls, drips, floods or ponders.
    pub async fn stalled(&self) {
        self.shared.stalled.notified().await;
    }
}

async fn listen(listener: TcpListener, offers: Offers, shared: Arc<Shared>) {
    // dropped with this future
    let mut open = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let (offers, shared) = (offers.clone(), Arc::clone(&shared));
        open.spawn(async move {
            let counted = Counted::new(Arc::clone(&shared));
            serve(stream, offers, shared).await;
            drop(counted);
        });
    }
}

struct Counted(Arc<Shared>);

impl Counted {
    fn new(shared: Arc<Shared>) -> Self {
        let mut counts = shared.connections.lock().unwrap();
        counts.0 += 1;
        counts.1 += 1;
        counts.2 = counts.2.max(counts.1);
        drop(counts);
        Self(shared)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.connections.lock().unwrap().1 -= 1;
    }
}

async fn serve(stream: TcpStream, offers: Offers, shared: Arc<Shared>) {
    let Some(acceptor) = offers.tls.clone() else {
        let starttls = offers.starttls.clone();
        let plain = Session::new(stream, offers, Arc::clone(&shared), false);
        if let (Some(session), Some(acceptor)) = (plain.run(true).await, starttls) {
            let Session { stream, offers, .. } = session;
            // what came too early is not read again
            if let Ok(stream) = acceptor.accept(stream.into_inner()).await {
                let session = Session::new(stream, offers, shared, true);
                session.run(false).await;
            }
        }
        return;
    };
    let mut first = Session::new(stream, offers, Arc::clone(&shared), false);
    if first.is_told_otherwise(At::Handshake).await {
        return;
    }
    let Session { stream, offers, .. } = first;
    if let Ok(stream) = acceptor.accept(stream.into_inner()).await {
        Session::new(stream, offers, shared, true).run(true).await;
    }
}

struct Session<S> {
    stream: BufReader<S>,
    offers: Offers,
    shared: Arc<Shared>,
    is_encrypted: bool,
    login: Option<String>,
    from: String,
    to: String,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Session<S> {
    fn new(stream: S, offers: Offers, shared: Arc<Shared>, is_encrypted: bool) -> Self {
        Self {
            stream: BufReader::new(stream),
            offers,
            shared,
            is_encrypted,
            login: None,
            from: String::new(),
            to: String::new(),
        }
    }

    /// Talks until the client goes; returns when it wants TLS.
    async fn run(mut self, has_greeting: bool) -> Option<Self> {
        if has_greeting && !self.agree(At::Greeting, "220 mail.example ready").await {
            return None;
        }
        loop {
            let line = self.line().await?;
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let goes_on = match verb.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    self.shared.greeted.lock().unwrap().push(rest.to_owned());
                    let extensions = self.extensions();
                    self.agree(At::Ehlo, &extensions).await
                }
                "STARTTLS" => {
                    if self.agree(At::StartTls, "220 go ahead").await {
                        return Some(self);
                    }
                    false
                }
                "AUTH" => {
                    self.login = Some(rest.to_owned());
                    self.agree(At::Auth, "235 welcome").await
                }
                "RSET" => self.agree(At::Rset, "250 forgotten").await,
                "MAIL" => {
                    rest.clone_into(&mut self.from);
                    self.agree(At::Mail, "250 sender ok").await
                }
                "RCPT" => {
                    rest.clone_into(&mut self.to);
                    self.agree(At::Rcpt, "250 recipient ok").await
                }
                "DATA" => self.data().await,
                "QUIT" => {
                    *self.shared.farewells.lock().unwrap() += 1;
                    self.agree(At::Quit, "221 bye").await;
                    false
                }
                _ => self.say("500 what?").await,
            };
            if !goes_on {
                return None;
            }
        }
    }

    fn extensions(&self) -> String {
        let mut lines = vec!["mail.example"];
        if self.offers.starttls.is_some() && !self.is_encrypted {
            lines.push("STARTTLS");
        }
        if self.offers.auth {
            lines.push("AUTH PLAIN LOGIN");
        }
        let last = lines.pop().unwrap();
        let before: String = lines.iter().map(|line| format!("250-{line}\r\n")).collect();
        format!("{before}250 {last}")
    }

    async fn data(&mut self) -> bool {
        if self.is_told_otherwise(At::Data).await {
            // a refusal, most often
            return true;
        }
        self.say("354 go ahead").await;
        let mut content = String::new();
        loop {
            let Some(line) = self.line().await else {
                return false;
            };
            if line == "." {
                break;
            }
            content.push_str(line.strip_prefix('.').unwrap_or(&line));
            content.push_str("\r\n");
        }
        if self.is_told_otherwise(At::Content).await {
            return true;
        }
        self.shared.received.lock().unwrap().push(Received {
            from: self.from.clone(),
            to: self.to.clone(),
            content,
            is_encrypted: self.is_encrypted,
            login: self.login.clone(),
        });
        self.say("250 queued").await
    }

    /// Agrees, unless it is told otherwise; whether the conversation goes on as it should.
    async fn agree(&mut self, at: At, words: &str) -> bool {
        let told = self.shared.script.lock().unwrap().front().copied();
        if let Some((_, Act::Agree(words))) = told.filter(|(place, _)| *place == at) {
            self.shared.script.lock().unwrap().pop_front();
            return self.say(words).await;
        }
        if self.is_told_otherwise(at).await {
            // STARTTLS that was refused is no STARTTLS
            return !matches!(at, At::StartTls | At::Greeting);
        }
        self.say(words).await
    }

    /// Whether the script has something for this point; it is done then.
    async fn is_told_otherwise(&mut self, at: At) -> bool {
        let act = {
            let mut script = self.shared.script.lock().unwrap();
            let is_here = script.front().is_some_and(|(place, _)| *place == at);
            if is_here { script.pop_front() } else { None }
        };
        let Some((_, act)) = act else {
            return false;
        };
        match act {
            Act::Say(words) | Act::Agree(words) => {
                self.say(words).await;
            }
            Act::SayAndClose(words) => {
                self.say(words).await;
                self.close().await;
            }
            Act::Close => self.close().await,
            Act::Stall => self.stall().await,
            Act::Drip => self.drip().await,
            Act::Flood => self.flood().await,
            Act::Chatter => self.chatter().await,
            Act::Ponder(time) => {
                self.ponder(time).await;
                return false;
            }
        }
        true
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        self.stream.read_until(b'\n', &mut line).await.ok()?;
        let line = String::from_utf8(line).unwrap();
        Some(line.strip_suffix("\r\n")?.to_owned())
    }

    async fn say(&mut self, words: &str) -> bool {
        let words = format!("{words}\r\n");
        self.stream.write_all(words.as_bytes()).await.is_ok() && self.stream.flush().await.is_ok()
    }

    async fn close(&mut self) {
        // the client may have gone already
        drop(self.stream.shutdown().await);
    }

    async fn stall(&self) {
        self.shared.stalled.notify_one();
        pending::<()>().await;
    }

    async fn drip(&mut self) {
        self.shared.stalled.notify_one();
        let mut seconds = tokio::time::interval(Duration::from_secs(1));
        for drop in b"250-".iter().chain(std::iter::repeat(&b'x')) {
            seconds.tick().await;
            let is_gone = self.stream.write_all(&[*drop]).await.is_err();
            if is_gone || self.stream.flush().await.is_err() {
                return;
            }
        }
    }

    /// Whoever stopped the clock sees the time pass; it goes on as usual afterwards.
    async fn ponder(&self, time: Duration) {
        self.shared.stalled.notify_one();
        let later = Instant::now() + time;
        tokio::time::sleep_until(later).await;
        tokio::time::resume();
    }

    async fn chatter(&mut self) {
        self.shared.stalled.notify_one();
        let many = "250-hello\r\n".repeat(1000);
        for _ in 0..200 {
            if self.stream.write_all(many.as_bytes()).await.is_err() {
                return;
            }
        }
        drop(self.stream.flush().await);
        pending::<()>().await;
    }

    async fn flood(&mut self) {
        self.shared.stalled.notify_one();
        let many = [b'x'; 1024];
        while self.stream.write_all(&many).await.is_ok() {}
    }
}
