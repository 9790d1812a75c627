//! A receiver of webhooks over TLS: it notes what comes in, and answers as it is told.

mod identity;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HOST, HeaderValue, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use ring::hmac;
use rustls::ClientConfig;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;

use crate::clock;
use crate::outcome::Outcome;
use identity::Identity;

/// The domain that endpoints are in.
const DOMAIN: &str = "receiver.test";

/// How much older than its arrival a signature may be.
const AGE: i64 = 10;

/// Longer than any attempt may take.
const HANGING: Duration = Duration::from_secs(90);

/// A request that came in whole.
#[derive(Debug, Clone)]
pub struct Arrival {
    /// Number of the endpoint.
    pub endpoint: usize,
    /// Id of the delivery.
    pub delivery: u128,
    /// Id of the event.
    pub event: u128,
    /// Number of the attempt.
    pub attempt: u32,
    /// When it came, in microseconds.
    pub at: i64,
    /// A digest of the body.
    pub body: u64,
    /// What is wrong with it.
    pub complaint: Option<String>,
    /// What it is answered.
    pub answer: Answer,
}

/// What a request is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A status, after a while, perhaps with seconds to wait.
    Status(u16, Duration, Option<u8>),
    /// A success, and the connection is closed.
    Close,
    /// Nothing.
    Hang,
    /// The connection breaks off.
    BreakOff,
}

impl Answer {
    /// A success at once.
    pub const OK: Self = Self::Status(200, Duration::ZERO, None);

    /// The status, if it is one.
    pub fn status(self) -> Option<u16> {
        match self {
            Self::Status(status, ..) => Some(status),
            Self::Close => Some(200),
            Self::Hang | Self::BreakOff => None,
        }
    }

    /// Whether the delivery is acknowledged.
    pub fn acknowledges(self) -> bool {
        self.status().is_some_and(|status| status < 300)
    }
}

/// Says what an endpoint answers to its request of a number.
pub type Manner = Box<dyn Fn(usize, u64) -> Answer + Send + Sync>;

/// The receiver; it ends with this.
pub struct Receiver {
    /// Where it listens.
    pub address: SocketAddr,
    /// A bundle with its authority.
    pub ca: PathBuf,
    identity: Identity,
    desk: Arc<Desk>,
    runtime: Option<Runtime>,
}

struct Desk {
    manner: RwLock<Manner>,
    secrets: RwLock<HashMap<usize, hmac::Key>>,
    arrivals: Mutex<Vec<Arrival>>,
}

impl Receiver {
    /// Opens it, with its files in a folder.
    pub fn open(folder: &Path, manner: Manner) -> Outcome<Self> {
        let identity = Identity::of(DOMAIN)?;
        let ca = folder.join("receiver-ca.pem");
        std::fs::write(&ca, &identity.pem)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
        let address = listener.local_addr()?;
        let desk = Arc::new(Desk {
            manner: RwLock::new(manner),
            secrets: RwLock::default(),
            arrivals: Mutex::default(),
        });
        let acceptor = TlsAcceptor::from(Arc::new(identity.server()?));
        runtime.spawn(listen(listener, acceptor, Arc::clone(&desk)));
        Ok(Self {
            address,
            ca,
            identity,
            desk,
            runtime: Some(runtime),
        })
    }

    /// The host of an endpoint.
    pub fn host(endpoint: usize) -> String {
        format!("e{endpoint}.{DOMAIN}")
    }

    /// The settings of a service whose first endpoints are here.
    pub fn settings(&self, endpoints: usize) -> Vec<(String, String)> {
        let port = self.address.port();
        let place = |endpoint| format!("{}:443:127.0.0.1:{port}", Self::host(endpoint));
        let places: Vec<String> = (0..endpoints).map(place).collect();
        vec![
            ("PCS_WEBHOOK_RESOLVE".to_owned(), places.join(",")),
            (
                "PCS_WEBHOOK_EXTRA_CA".to_owned(),
                self.ca.display().to_string(),
            ),
        ]
    }

    /// TLS of a client that trusts it.
    pub fn client(&self) -> Outcome<ClientConfig> {
        self.identity.client()
    }

    /// From now on requests of an endpoint must be signed with this.
    pub fn verify(&self, endpoint: usize, secret: &str) {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let mut secrets = self
            .desk
            .secrets
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        secrets.insert(endpoint, key);
    }

    /// From now on signatures are not looked at.
    pub fn trust(&self) {
        let mut secrets = self
            .desk
            .secrets
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        secrets.clear();
    }

    /// From now on it answers so.
    pub fn behave(&self, manner: Manner) {
        *self
            .desk
            .manner
            .write()
            .unwrap_or_else(PoisonError::into_inner) = manner;
    }

    /// What came in since it was asked last, in order.
    pub fn take(&self) -> Vec<Arrival> {
        std::mem::take(&mut *self.desk.arrivals())
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn listen(listener: TcpListener, acceptor: TlsAcceptor, desk: Arc<Desk>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        let (acceptor, desk) = (acceptor.clone(), Arc::clone(&desk));
        tokio::spawn(async move {
            // senders are killed in the middle of conversations
            drop(converse(stream, acceptor, desk).await);
        });
    }
}

async fn converse(stream: TcpStream, acceptor: TlsAcceptor, desk: Arc<Desk>) -> Outcome<()> {
    stream.set_nodelay(true)?;
    let stream = acceptor.accept(stream).await?;
    let serve = service_fn(|request| answer(&desk, request));
    Ok(http1::Builder::new()
        .serve_connection(TokioIo::new(stream), serve)
        .await?)
}

async fn answer(desk: &Desk, request: Request<Incoming>) -> Outcome<Response<Empty<Bytes>>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await?.to_bytes();
    let answer = desk.take(&parts.headers, &body);
    let mut response = Response::new(Empty::new());
    match answer {
        Answer::Status(status, delay, wait) => {
            if !delay.is_zero() {
                clock::pause(delay).await;
            }
            *response.status_mut() = StatusCode::from_u16(status)?;
            if let Some(wait) = wait {
                response
                    .headers_mut()
                    .insert(RETRY_AFTER, HeaderValue::from(u16::from(wait)));
            }
        }
        Answer::Close => {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
        }
        Answer::Hang => clock::pause(HANGING).await,
        Answer::BreakOff => return Err("told to break off".into()),
    }
    Ok(response)
}

impl Desk {
    fn arrivals(&self) -> MutexGuard<'_, Vec<Arrival>> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request; what it is answered.
    fn take(&self, headers: &HeaderMap, body: &Bytes) -> Answer {
        let at = clock::utc_micros();
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let endpoint = text(HOST.as_str()).and_then(endpoint).unwrap_or(usize::MAX);
        let event = text("idempotency-key").and_then(id).unwrap_or_default();
        let delivery = text("x-webhook-delivery").and_then(|id| id.strip_prefix("whd_"));
        let attempt = text("x-webhook-attempt").and_then(|number| number.parse().ok());
        let complaint = self.complaint(endpoint, text("x-webhook-signature"), (at, body));
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        let manner = self.manner.read().unwrap_or_else(PoisonError::into_inner);
        let mut arrivals = self.arrivals();
        let answer = manner(endpoint, crate::numbers::count(arrivals.len()));
        arrivals.push(Arrival {
            endpoint,
            delivery: delivery.and_then(id).unwrap_or_default(),
            event,
            attempt: attempt.unwrap_or_default(),
            at,
            body: hasher.finish(),
            complaint,
            answer,
        });
        answer
    }

    /// What is wrong with a request: its signature, or an event that is not the body's.
    fn complaint(
        &self,
        endpoint: usize,
        signature: Option<&str>,
        (at, body): (i64, &Bytes),
    ) -> Option<String> {
        let secrets = self.secrets.read().unwrap_or_else(PoisonError::into_inner);
        let key = secrets.get(&endpoint)?;
        let parts = signature
            .and_then(|signature| signature.strip_prefix("t="))
            .and_then(|rest| rest.split_once(",v1="));
        let Some((signed_at, code)) = parts else {
            return Some(format!("no signature: {signature:?}"));
        };
        let mut signed = format!("{signed_at}.").into_bytes();
        signed.extend_from_slice(body);
        if hmac::verify(key, &signed, &bytes(code)).is_err() {
            return Some("a signature that does not fit".to_owned());
        }
        let age = signed_at
            .parse()
            .map_or(i64::MAX, |signed: i64| at / 1_000_000 - signed);
        (!(0..=AGE).contains(&age)).then(|| format!("a signature of {age} s"))
    }
}

/// The number of the endpoint of this host.
fn endpoint(host: &str) -> Option<usize> {
    let name = host.strip_suffix(DOMAIN)?.strip_suffix('.')?;
    name.strip_prefix('e')?.parse().ok()
}

/// A UUID as a number, with or without hyphens.
pub fn id(text: &str) -> Option<u128> {
    u128::from_str_radix(&text.replace('-', ""), 16).ok()
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    let pair = |pair: &[u8]| {
        std::str::from_utf8(pair)
            .ok()
            .and_then(|pair| u8::from_str_radix(pair, 16).ok())
    };
    pairs.filter_map(pair).collect()
}
