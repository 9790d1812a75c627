//! A receiver of webhooks over TLS: it notes what comes in, and answers as it is told.

mod identity;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HOST, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;

use crate::clock;
use crate::outcome::Outcome;
use identity::Identity;

/// The domain that endpoints are in.
const DOMAIN: &str = "receiver.test";

/// Longer than any attempt may take.
const HANGING: Duration = Duration::from_secs(90);

/// A request that came in whole.
#[derive(Debug, Clone, Copy)]
pub struct Arrival {
    /// Number of the endpoint.
    pub endpoint: usize,
    /// Id of the event.
    pub event: u128,
    /// When it came, in microseconds.
    pub at: i64,
}

/// What a request is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A success.
    Success,
    /// A success, and the connection is closed.
    Close,
    /// Nothing.
    Hang,
}

/// Says what an endpoint answers.
pub type Manner = fn(usize) -> Answer;

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
    body.collect().await?;
    let mut response = Response::new(Empty::new());
    match desk.take(&parts.headers) {
        Answer::Success => {}
        Answer::Close => {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
        }
        Answer::Hang => clock::pause(HANGING).await,
    }
    Ok(response)
}

impl Desk {
    fn arrivals(&self) -> MutexGuard<'_, Vec<Arrival>> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request; what it is answered.
    fn take(&self, headers: &HeaderMap) -> Answer {
        let at = clock::utc_micros();
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let endpoint = text(HOST.as_str()).and_then(endpoint).unwrap_or(usize::MAX);
        let event = text("idempotency-key").and_then(id).unwrap_or_default();
        self.arrivals().push(Arrival {
            endpoint,
            event,
            at,
        });
        let manner = self.manner.read().unwrap_or_else(PoisonError::into_inner);
        manner(endpoint)
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
