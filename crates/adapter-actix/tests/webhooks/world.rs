//! The HTTP interface over a scripted store.

use std::sync::Arc;

use adapter_actix::{Http, HttpParts, HttpSettings, Rate, Readiness, ReadinessItem, Registry};
use app::access::authenticate::Authenticator;
use app::delivery::webhooks::{WebhookTerms, Webhooks};
use async_trait::async_trait;
use domain::access::{Entitlement, Mode, Scope, Tenant};
use domain::ids::WorkspaceNo;
use domain::webhook_url::ExemptHosts;
use fakes::{ManualClock, QuickDigest, QuickVault, Seeded};
use ports_store::{
    AccessStore, ApiKey, KeyWithWorkspace, NewApiKey, RevokedKey, StoreError, Workspace,
    WorkspaceChange,
};
use ports_system::Digester;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::absent;
use crate::catalogue::catalogue;
use crate::store::{Commanded, Read, ScriptedWebhooks};

pub const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

const WRITE: &[Scope] = &[Scope::WebhooksWrite];

/// The keys: name, number of the workspace, mode, scopes. Only workspace 1 has the entitlement.
const KEYS: [(&str, i64, Mode, &[Scope]); 6] = [
    ("writer", 1, Mode::Live, WRITE),
    ("reader", 1, Mode::Live, &[Scope::WebhooksRead]),
    ("tester", 2, Mode::Test, WRITE),
    ("testreader", 2, Mode::Test, &[Scope::WebhooksRead]),
    ("unentitled", 2, Mode::Live, WRITE),
    (
        "powerless",
        1,
        Mode::Live,
        &[
            Scope::CatalogRead,
            Scope::ComparisonRead,
            Scope::WatchlistsWrite,
        ],
    ),
];

/// A key as it is sent.
pub fn bearer(name: &str) -> String {
    let (_, _, mode, _) = KEYS.iter().find(|(known, ..)| *known == name).unwrap();
    format!("Bearer {}{name:-<43}", mode.key_prefix())
}

/// Workspace 1 in live mode.
pub const OWNER: Tenant = Tenant {
    workspace: WorkspaceNo(1),
    mode: Mode::Live,
};

struct Keys;

#[async_trait]
impl AccessStore for Keys {
    async fn find_key(&self, digest: &[u8; 32]) -> Result<Option<KeyWithWorkspace>, StoreError> {
        let is_it = |name: &str| {
            let secret = bearer(name);
            QuickDigest.sha256(secret.trim_start_matches("Bearer ").as_bytes()) == *digest
        };
        let found = KEYS.into_iter().find(|(name, ..)| is_it(name));
        let entitled = |no| (no == 1).then_some(Entitlement::WebhooksManage);
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

pub struct World {
    pub http: Http,
    pub store: Arc<ScriptedWebhooks>,
    pub clock: Arc<ManualClock>,
}

impl World {
    pub async fn new() -> Self {
        let store = Arc::new(ScriptedWebhooks::default());
        let clock = Arc::new(ManualClock::at(START));
        let catalogue = catalogue(clock.clone(), Duration::hours(72));
        catalogue.load().await.unwrap();
        let off = Rate {
            per_minute: 0,
            burst: 0,
        };
        let http = Http::new(HttpParts {
            catalogue: Arc::clone(&catalogue),
            authenticator: Arc::new(Authenticator::new(
                Arc::new(Keys),
                Arc::new(QuickDigest),
                clock.clone(),
            )),
            watchlists: absent::watchlists(catalogue),
            webhooks: Arc::new(webhooks(&store, &clock)),
            settings: HttpSettings {
                reads: off,
                writes: off,
                auth_failures_per_minute: 0,
                ..HttpSettings::default()
            },
            request_ids: Arc::new(|| "request-1".to_owned()),
            traces: Arc::new(NoTraces),
            readiness: Arc::new(Ready),
            registry: Registry::default(),
            pages: None,
            admin_pages: None,
        });
        Self { http, store, clock }
    }

    /// The commands that the store was given since the last look.
    pub fn commands(&self) -> Vec<Commanded> {
        std::mem::take(&mut *self.store.commands.lock().unwrap())
    }

    /// What else it was asked since the last look.
    pub fn reads(&self) -> Vec<Read> {
        std::mem::take(&mut *self.store.reads.lock().unwrap())
    }

    /// Nothing was asked of the store.
    pub fn assert_untouched(&self) {
        assert_eq!(self.commands().len(), 0);
        assert_eq!(self.reads(), []);
    }
}

fn webhooks(store: &Arc<ScriptedWebhooks>, clock: &Arc<ManualClock>) -> Webhooks {
    Webhooks {
        store: Arc::<ScriptedWebhooks>::clone(store),
        vault: Arc::new(QuickVault::new()),
        secrets: Arc::new(Seeded::new(2)),
        ids: Arc::new(Seeded::new(3)),
        clock: Arc::<ManualClock>::clone(clock),
        digester: Arc::new(QuickDigest),
        signer: Arc::new(QuickDigest),
        pepper: b"pepper".to_vec(),
        terms: WebhookTerms {
            deliverable: true,
            exempt: ExemptHosts::new(["receiver.test".to_owned()]),
            quota: Some(100),
            test_interval: Duration::minutes(1),
            offer_ttl: Duration::hours(72),
        },
    }
}

/// Every request is of one trace.
struct NoTraces;

impl adapter_actix::Traces for NoTraces {
    fn trace_id(&self, _: &tracing::Span, _: Option<&adapter_actix::TraceParent>) -> String {
        "1".repeat(32)
    }
}
