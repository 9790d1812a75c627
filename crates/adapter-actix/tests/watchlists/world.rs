//! The HTTP interface over a scripted store, and requests to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, web};
use adapter_actix::{Http, HttpParts, HttpSettings, Rate, Readiness, ReadinessItem, Registry};
use app::access::authenticate::Authenticator;
use app::catalogue::Catalogue;
use app::watchlists::Watchlists;
use async_trait::async_trait;
use domain::access::{Mode, Scope};
use domain::ids::WorkspaceNo;
use fakes::{ManualClock, QuickDigest, Seeded};
use ports_store::{
    AccessStore, ApiKey, KeyWithWorkspace, NewApiKey, RevokedKey, StoreError, Workspace,
    WorkspaceChange,
};
use ports_system::Digester;
use serde_json::Value;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::catalogue::catalogue;
use crate::store::{Call, ScriptedWatches};

pub const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
pub const TTL: Duration = Duration::hours(72);
pub const CLIENT: &str = "client-01";

/// The keys: name, number of the workspace, mode, scopes.
const KEYS: [(&str, i64, Mode, &[Scope]); 5] = [
    ("writer", 1, Mode::Live, &[Scope::WatchlistsWrite]),
    (
        "reader",
        1,
        Mode::Live,
        &[Scope::WatchlistsRead, Scope::CatalogRead],
    ),
    ("tester", 1, Mode::Test, &[Scope::WatchlistsWrite]),
    ("stranger", 2, Mode::Live, &[Scope::WatchlistsWrite]),
    (
        "powerless",
        1,
        Mode::Live,
        &[
            Scope::CatalogRead,
            Scope::ComparisonRead,
            Scope::WebhooksWrite,
        ],
    ),
];

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
        let found = KEYS.into_iter().find(|(name, ..)| is_it(name));
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
                entitlements: Vec::new(),
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

pub struct World {
    pub http: Http,
    pub store: Arc<ScriptedWatches>,
    pub clock: Arc<ManualClock>,
    pub keys: Arc<Keys>,
}

impl World {
    pub async fn new() -> Self {
        Self::with(None, true).await
    }

    pub async fn with(quota: Option<u64>, webhooks: bool) -> Self {
        Self::limited(quota, webhooks, 0).await
    }

    /// One where an address may fail so often a minute.
    pub async fn limited(quota: Option<u64>, webhooks: bool, auth_failures: u32) -> Self {
        let (world, catalogue) = Self::before_loading(quota, webhooks, auth_failures);
        catalogue.load().await.unwrap();
        world
    }

    /// The interface as it is in the first moments of the process, and what it waits for.
    pub fn before_loading(
        quota: Option<u64>,
        webhooks: bool,
        auth_failures: u32,
    ) -> (Self, Arc<Catalogue>) {
        let keys = Arc::new(Keys::default());
        let store = Arc::new(ScriptedWatches::default());
        let clock = Arc::new(ManualClock::at(START));
        let catalogue = catalogue(clock.clone(), TTL);
        let off = Rate {
            per_minute: 0,
            burst: 0,
        };
        let http = Http::new(HttpParts {
            catalogue: Arc::clone(&catalogue),
            authenticator: Arc::new(Authenticator::new(
                keys.clone(),
                Arc::new(QuickDigest),
                clock.clone(),
            )),
            watchlists: Arc::new(Watchlists {
                store: store.clone(),
                catalogue: Arc::clone(&catalogue),
                ids: Arc::new(Seeded::new(1)),
                digester: Arc::new(QuickDigest),
                quota,
                webhooks,
            }),
            webhooks: crate::absent::webhooks(),
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
        });
        let world = Self {
            http,
            store,
            clock,
            keys,
        };
        (world, catalogue)
    }

    /// What the store was asked since the last look.
    pub fn calls(&self) -> Vec<Call> {
        std::mem::take(&mut *self.store.calls.lock().unwrap())
    }
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

    /// The first field at fault.
    pub fn field(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        body["details"][0]["field"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

/// A request that has what it needs unless told otherwise.
#[derive(Clone)]
pub struct Ask {
    method: Method,
    path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

impl Ask {
    pub fn new(method: &str, path: &str) -> Self {
        let ask = Self {
            method: Method::from_bytes(method.as_bytes()).unwrap(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        };
        ask.with("Authorization", &bearer("writer"))
            .with("X-Service-Client-Id", CLIENT)
    }

    /// A creation with a key and a good body.
    pub fn create() -> Self {
        Self::new("POST", "/v1/watchlists")
            .with("Idempotency-Key", "order-1")
            .json(&format!(
                r#"{{"canonical_product_id":"{}","target_price":600,"destination":"a@b.example"}}"#,
                crate::catalogue::SOLD
            ))
    }

    /// A good change of the watch with this id.
    pub fn change(id: &str) -> Self {
        Self::new("PATCH", &format!("/v1/watchlists/{id}")).json(r#"{"target_price":400}"#)
    }

    pub fn remove(id: &str) -> Self {
        Self::new("DELETE", &format!("/v1/watchlists/{id}"))
    }

    pub fn list() -> Self {
        Self::new("GET", "/v1/watchlists")
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

/// Every request is of one trace.
struct NoTraces;

impl adapter_actix::Traces for NoTraces {
    fn trace_id(&self, _: &tracing::Span, _: Option<&adapter_actix::TraceParent>) -> String {
        "1".repeat(32)
    }
}
