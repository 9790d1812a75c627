//! The HTTP interface over a scripted store, and requests to it.

use std::sync::Arc;

use adapter_actix::Http;
use app::catalogue::Catalogue;
use app::watchlists::Watchlists;
use domain::access::{Mode, Scope};
use fakes::{ManualClock, QuickDigest, Seeded};
use time::Duration;

use crate::absent;
use crate::catalogue::catalogue;
use crate::store::{Call, ScriptedWatches};
use crate::support::{Answer, Ask, Keys, NamedKey, START, interface};

pub const TTL: Duration = Duration::hours(72);
pub const CLIENT: &str = "client-01";

pub const KEYS: &[NamedKey] = &[
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

/// The workspaces that may have webhooks.
pub const ENTITLED: &[i64] = &[];

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
        let watchlists = Arc::new(Watchlists {
            store: store.clone(),
            catalogue: Arc::clone(&catalogue),
            ids: Arc::new(Seeded::new(1)),
            digester: Arc::new(QuickDigest),
            quota,
            webhooks,
        });
        let http = interface(
            Arc::clone(&catalogue),
            keys.clone(),
            clock.clone(),
            watchlists,
            absent::webhooks(),
            auth_failures,
        );
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

impl Answer {
    /// The first field at fault.
    pub fn field(&self) -> String {
        self.fields().into_iter().next().unwrap_or_default()
    }
}

impl Ask {
    /// A request that has what it needs unless told otherwise.
    pub fn new(method: &str, path: &str) -> Self {
        Self::by_writer(method, path.to_owned()).with("X-Service-Client-Id", CLIENT)
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
}
