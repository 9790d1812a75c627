//! Keys, requests and answers, for the tests of what keys may change.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, rt, web};
use adapter_actix::{
    Http, HttpParts, HttpSettings, ListenAddress, Rate, Readiness, ReadinessItem, Registry,
    ServerPlan, serve,
};
use app::access::authenticate::Authenticator;
use app::catalogue::Catalogue;
use app::delivery::webhooks::Webhooks;
use app::watchlists::Watchlists;
use async_trait::async_trait;
use domain::access::{Entitlement, Mode, Scope};
use domain::ids::WorkspaceNo;
use fakes::{ManualClock, QuickDigest};
use ports_store::{
    AccessStore, ApiKey, KeyWithWorkspace, NewApiKey, RevokedKey, StoreError, Workspace,
    WorkspaceChange,
};
use ports_system::Digester;
use serde_json::Value;
use time::OffsetDateTime;
use time::macros::datetime;

use crate::world::{ENTITLED, KEYS, World};

pub const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

/// A key: name, number of the workspace, mode, scopes.
pub type NamedKey = (&'static str, i64, Mode, &'static [Scope]);

/// A key as it is sent.
pub fn bearer(name: &str) -> String {
    let (_, _, mode, _) = KEYS.iter().find(|(known, ..)| *known == name).unwrap();
    format!("Bearer {}{name:-<43}", mode.key_prefix())
}

/// The store of keys, and how often it was asked.
#[derive(Default)]
pub struct Keys {
    pub lookups: AtomicUsize,
}

#[async_trait]
impl AccessStore for Keys {
    async fn find_key(&self, digest: &[u8; 32]) -> Result<Option<KeyWithWorkspace>, StoreError> {
        self.lookups.fetch_add(1, Ordering::SeqCst);
        tokio::task::yield_now().await;
        let is_it = |name: &str| {
            let secret = bearer(name);
            QuickDigest.sha256(secret.trim_start_matches("Bearer ").as_bytes()) == *digest
        };
        let found = KEYS.iter().copied().find(|(name, ..)| is_it(name));
        let entitled = |no| {
            let is_entitled = ENTITLED.contains(&no);
            is_entitled.then_some(Entitlement::WebhooksManage)
        };
        Ok(found.map(|(name, no, mode, scopes)| KeyWithWorkspace {
            key: ApiKey {
                id: format!("key_{name}"),
                workspace: format!("workspace {no}"),
                mode,
                scopes: scopes.to_vec(),
                label: String::new(),
                created_at: START,
                expires_at: None,
                last_used_at: None,
                revoked_at: None,
            },
            workspace: Workspace {
                no: WorkspaceNo(no),
                name: format!("workspace {no}"),
                entitlements: entitled(no).into_iter().collect(),
                alert_email: None,
                reads_per_minute: None,
            },
        }))
    }

    fn access_epoch(&self) -> Option<u64> {
        None
    }

    async fn save_workspace(&self, _: &str, _: &WorkspaceChange) -> Result<Workspace, StoreError> {
        unreachable!()
    }

    async fn list_workspaces(
        &self,
        _: Option<WorkspaceNo>,
        _: u32,
    ) -> Result<Vec<Workspace>, StoreError> {
        unreachable!()
    }

    async fn insert_key(&self, _: &NewApiKey) -> Result<ApiKey, StoreError> {
        unreachable!()
    }

    async fn list_keys(&self, _: Option<&str>) -> Result<Vec<ApiKey>, StoreError> {
        unreachable!()
    }

    async fn revoke_key(
        &self,
        _: &str,
        _: OffsetDateTime,
    ) -> Result<Option<RevokedKey>, StoreError> {
        unreachable!()
    }
}

struct Ready;

impl Readiness for Ready {
    fn items(&self) -> Vec<ReadinessItem> {
        Vec::new()
    }
}

/// Every request is of one trace.
struct NoTraces;

impl adapter_actix::Traces for NoTraces {
    fn trace_id(&self, _: &tracing::Span, _: Option<&adapter_actix::TraceParent>) -> String {
        "1".repeat(32)
    }
}

/// The interface to these use cases, where an address may fail so often a minute.
pub fn interface(
    catalogue: Arc<Catalogue>,
    keys: Arc<Keys>,
    clock: Arc<ManualClock>,
    watchlists: Arc<Watchlists>,
    webhooks: Arc<Webhooks>,
    auth_failures: u32,
) -> Http {
    let off = Rate {
        per_minute: 0,
        burst: 0,
    };
    let authenticator = Authenticator::new(keys, Arc::new(QuickDigest), clock);
    Http::new(HttpParts {
        catalogue,
        authenticator: Arc::new(authenticator),
        watchlists,
        webhooks,
        settings: HttpSettings {
            reads: off,
            writes: off,
            auth_failures_per_minute: auth_failures,
            ..HttpSettings::default()
        },
        request_ids: Arc::new(|| "request-1".to_owned()),
        traces: Arc::new(NoTraces),
        readiness: Arc::new(Ready),
        registry: Registry::default(),
        pages: None,
        admin_pages: None,
    })
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: web::Bytes,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Status, and code if it is an error.
    pub fn outcome(&self) -> (u16, String) {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let code = body["error"].as_str().unwrap_or_default();
        (self.status.as_u16(), code.to_owned())
    }

    /// The fields at fault.
    pub fn fields(&self) -> Vec<String> {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let details = body["details"].as_array().into_iter().flatten();
        let fields = details.map(|d| d["field"].as_str().unwrap().to_owned());
        fields.collect()
    }
}

/// A request that has what it needs unless told otherwise.
#[derive(Clone)]
pub struct Ask {
    pub method: Method,
    pub path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

impl Ask {
    /// A request by the key that may change everything.
    pub fn by_writer(method: &str, path: String) -> Self {
        let ask = Self {
            method: Method::from_bytes(method.as_bytes()).unwrap(),
            path,
            headers: Vec::new(),
            body: Vec::new(),
        };
        ask.with("Authorization", &bearer("writer"))
    }

    pub fn by(self, key: &str) -> Self {
        self.without("Authorization")
            .with("Authorization", &bearer(key))
    }

    /// One more header.
    pub fn with(self, name: &str, value: &str) -> Self {
        self.with_bytes(name, value.as_bytes())
    }

    pub fn with_bytes(mut self, name: &str, value: &[u8]) -> Self {
        self.headers.push((name.to_owned(), value.to_vec()));
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// Another body, which is JSON.
    pub fn json(self, text: &str) -> Self {
        self.without("Content-Type")
            .with("Content-Type", "application/json")
            .body(text.as_bytes())
    }

    pub fn body(mut self, bytes: &[u8]) -> Self {
        self.body = bytes.to_vec();
        self
    }

    /// The same without a key, in another version, coding and type, and with a body that is none.
    pub fn broken(self) -> Self {
        self.without("Authorization")
            .with("X-API-Version", "2")
            .with("Content-Encoding", "gzip")
            .with("Content-Type", "text/plain")
            .body(b"{")
    }

    pub async fn send(self, world: &World) -> Answer {
        let http = world.http.clone();
        let service = init_service(App::new().configure(|config| http.configure(config))).await;
        let mut request = TestRequest::with_uri(&self.path).method(self.method);
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            request = request.append_header((name, HeaderValue::from_bytes(value).unwrap()));
        }
        if !self.body.is_empty() {
            request = request.set_payload(self.body);
        }
        let response = call_service(&service, request.to_request()).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = read_body(response).await;
        Answer {
            status,
            headers,
            body,
        }
    }
}

/// What mends the next fault of a request that is wrong in every way, and what is answered then.
pub type Step = (fn(Ask) -> Ask, u16, &'static str, &'static str);

pub fn with_version(ask: Ask) -> Ask {
    ask.without("X-API-Version")
}

pub fn with_plain_coding(ask: Ask) -> Ask {
    ask.without("Content-Encoding")
}

pub fn with_type(ask: Ask) -> Ask {
    ask.without("Content-Type")
        .with("Content-Type", "application/json")
}

/// What is asked of the interface where it listens.
pub async fn on_connections<T: Send + 'static>(
    http: &Http,
    ask: impl FnOnce(SocketAddr) -> T + Send + 'static,
) -> T {
    let any = ListenAddress::parse("127.0.0.1:0").unwrap();
    let running = serve(http, &ServerPlan::new(Some(any.clone()), any, 1)).unwrap();
    let ListenAddress::Tcp(address) = running.public_addresses[0] else {
        panic!("no address")
    };
    let stopper = running.stopper();
    let served = rt::spawn(running.wait());
    let answers = rt::task::spawn_blocking(move || ask(address)).await;
    stopper.stop().await;
    served.await.unwrap().unwrap();
    answers.unwrap()
}

/// What comes back on a connection after this head of a request.
pub fn exchange(address: SocketAddr, head: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The lines of an answer's head but that of the time, in the order of the alphabet.
pub fn lines(head: &str) -> Vec<String> {
    let lines = head.lines().map(str::to_lowercase);
    let mut lines: Vec<String> = lines.filter(|line| !line.starts_with("date:")).collect();
    lines.sort();
    lines
}
