//! A real receiver of webhooks: TLS by an authority of its own, and answers as a test scripts them, byte
//! for byte.

mod certificates;
mod reply;

use std::collections::{HashMap, VecDeque};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

use ring::hmac;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;

pub use certificates::Certificate;
pub use reply::{Reply, Step, raw, saying, status, status_with};

use crate::{Deployment, wait_for};

/// The name under which a receiver is usually registered.
pub const HOST: &str = "hooks.receiver.test";

/// A running receiver.
pub struct Receiver {
    /// Its port on 127.0.0.1.
    pub port: u16,
    /// The authority that signed its certificate, in PEM.
    pub authority: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    accepted: AtomicUsize,
    received: Mutex<Vec<Received>>,
    scripts: Mutex<HashMap<String, Script>>,
    /// Answers instead of the scripts, if there is one, and notes what it wants.
    answers: Option<Answers>,
}

type Answers = Box<dyn Fn(Received) -> Reply + Send + Sync>;

struct Script {
    next: VecDeque<Reply>,
    afterwards: Reply,
    /// A permit lets one answer go that is held.
    releases: Arc<Semaphore>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            next: VecDeque::new(),
            afterwards: status(200),
            releases: Arc::new(Semaphore::new(0)),
        }
    }
}

/// A request as it came over the wire.
#[derive(Debug, Clone)]
pub struct Received {
    /// Method, target and version.
    pub line: String,
    /// Path and query.
    pub target: String,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// Byte for byte.
    pub body: Vec<u8>,
    /// When it had come.
    pub at: SystemTime,
}

impl Received {
    /// The value of a header that must be there once.
    pub fn header(&self, name: &str) -> &str {
        let mut found = self.headers.iter().filter(|(own, _)| own == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => value,
            _ => panic!("not one {name}: {self:?}"),
        }
    }

    /// The value of the signature's header.
    pub fn signature(&self) -> &str {
        self.header("x-webhook-signature")
    }

    /// The instant that is signed, in seconds.
    pub fn signed_at(&self) -> u64 {
        let time = self.signature().strip_prefix("t=").expect("t first");
        let (time, _) = time.split_once(',').expect("a comma");
        time.parse().expect("seconds")
    }

    /// Whether the signature is exactly the one that this secret makes, made just before.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let at = self.signed_at();
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let mac = hmac::sign(&key, &[format!("{at}.").as_bytes(), &self.body].concat());
        let hex: String = mac.as_ref().iter().map(|b| format!("{b:02x}")).collect();
        let arrived = self.at.duration_since(SystemTime::UNIX_EPOCH);
        let age = arrived.expect("an instant").as_secs().abs_diff(at);
        age < 60 && self.signature() == format!("t={at},v1={hex}")
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

impl Receiver {
    /// A receiver for [`HOST`].
    pub fn start() -> Self {
        Self::with(&Certificate::of(&[HOST]))
    }

    /// A receiver with another certificate.
    pub fn with(certificate: &Certificate) -> Self {
        Self::serving(certificate, State::default())
    }

    /// A receiver that speaks HTTP without TLS, as those of developers do.
    pub fn plain() -> Self {
        let state = Arc::<State>::default();
        let serving = Arc::clone(&state);
        let port = listen(move |stream| {
            let serving = Arc::clone(&serving);
            async move { serving.converse(stream).await }
        });
        Self {
            port,
            authority: String::new(),
            state,
        }
    }

    /// A receiver that asks for every answer and notes nothing itself.
    pub fn answering(
        certificate: &Certificate,
        answers: impl Fn(Received) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let state = State {
            answers: Some(Box::new(answers)),
            ..State::default()
        };
        Self::serving(certificate, state)
    }

    fn serving(certificate: &Certificate, state: State) -> Self {
        let state = Arc::new(state);
        let acceptor = TlsAcceptor::from(Arc::new(certificate.config()));
        let serving = Arc::clone(&state);
        let port = listen(move |stream| {
            let (acceptor, serving) = (acceptor.clone(), Arc::clone(&serving));
            async move {
                serving.accepted.fetch_add(1, Ordering::SeqCst);
                // who does not trust it, goes
                if let Ok(stream) = acceptor.accept(stream).await {
                    serving.converse(stream).await;
                }
            }
        });
        Self {
            port,
            authority: certificate.authority(),
            state,
        }
    }

    /// The URL of a target under [`HOST`].
    pub fn url(&self, target: &str) -> String {
        format!("https://{HOST}{target}")
    }

    /// The deployment that reaches this receiver as [`HOST`] and trusts it.
    #[must_use]
    pub fn reached_by(&self, deployment: Deployment) -> Deployment {
        reaching(deployment, &[(HOST, self)])
    }

    /// What it answers to the next request for a target, after what was said before.
    pub fn then(&self, target: &str, reply: Reply) {
        self.script(target, |script| script.next.push_back(reply));
    }

    /// What it answers to every request for a target, after what was said for the next ones.
    pub fn afterwards(&self, target: &str, reply: Reply) {
        self.script(target, |script| script.afterwards = reply);
    }

    /// Lets so many answers to requests for a target go that are held, now or when they come.
    pub fn release(&self, target: &str, count: usize) {
        self.script(target, |script| script.releases.add_permits(count));
    }

    fn script(&self, target: &str, change: impl FnOnce(&mut Script)) {
        let mut scripts = self.state.scripts.lock().expect("scripts");
        change(scripts.entry(target.to_owned()).or_default());
    }

    /// How many connections there were.
    pub fn accepted(&self) -> usize {
        self.state.accepted.load(Ordering::SeqCst)
    }

    /// Every request until now, the first first.
    pub fn all(&self) -> Vec<Received> {
        self.state.received.lock().expect("requests").clone()
    }

    /// The requests for a target until now.
    pub fn received(&self, target: &str) -> Vec<Received> {
        let mut all = self.all();
        all.retain(|received| received.target == target);
        all
    }

    /// The requests for a target, as soon as there are so many.
    pub fn wait_for(&self, target: &str, count: usize) -> Vec<Received> {
        wait_for(&format!("{count} requests for {target}"), || {
            Some(self.received(target)).filter(|received| received.len() >= count)
        })
    }
}

impl State {
    /// Answers the requests of a connection.
    async fn converse(&self, mut stream: impl reply::Wire) {
        while let Some(received) = read(&mut stream).await {
            let (reply, releases) = self.take(received);
            if !reply::play(&mut stream, reply, &releases).await {
                return;
            }
        }
    }

    /// Notes a request; what is answered to it.
    fn take(&self, received: Received) -> (Reply, Arc<Semaphore>) {
        if let Some(answers) = &self.answers {
            return (answers(received), Arc::new(Semaphore::new(0)));
        }
        let mut scripts = self.scripts.lock().expect("scripts");
        let script = scripts.entry(received.target.clone()).or_default();
        let next = script.next.pop_front();
        let reply = next.unwrap_or_else(|| script.afterwards.clone());
        self.received.lock().expect("requests").push(received);
        (reply, Arc::clone(&script.releases))
    }
}

/// The deployment that reaches receivers under names and trusts their authorities.
pub fn reaching(deployment: Deployment, receivers: &[(&str, &Receiver)]) -> Deployment {
    let resolve: Vec<String> = receivers
        .iter()
        .map(|(host, receiver)| format!("{host}:443:127.0.0.1:{}", receiver.port))
        .collect();
    let authorities = receivers.iter().map(|(_, r)| r.authority.as_str());
    let mut authorities: Vec<&str> = authorities.collect();
    authorities.dedup();
    let bundle = deployment.file("webhook-authorities.pem", authorities.concat());
    deployment
        .with("PCS_WEBHOOK_RESOLVE", &resolve.join(","))
        .with("PCS_WEBHOOK_EXTRA_CA", &bundle)
}

/// A port where a program speaks HTTP without TLS.
pub fn plain_http() -> u16 {
    listen(|mut stream| async move {
        let bad = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        tokio::io::AsyncWriteExt::write_all(&mut stream, bad)
            .await
            .ok();
        let mut ignored = Vec::new();
        stream.read_to_end(&mut ignored).await.ok();
    })
}

/// Serves every connection to a new port of 127.0.0.1 until the test ends.
fn listen<F>(serve: impl Fn(tokio::net::TcpStream) -> F + Send + 'static) -> u16
where
    F: Future<Output = ()> + Send + 'static,
{
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let built = builder.worker_threads(2).enable_all().build();
        built.expect("a runtime")
    });
    let bound = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
    let listener = bound.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    runtime.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    port
}

/// The next request; `None` when there is none.
async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Received> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).expect("a head of text");
    let mut lines = head.lines();
    let line = lines.next().expect("a request line").to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.map_or(0, |(_, length)| length.parse().expect("a length"));
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let target = line.split(' ').nth(1).expect("a target").to_owned();
    Some(Received {
        line,
        target,
        headers,
        body,
        at: SystemTime::now(),
    })
}
