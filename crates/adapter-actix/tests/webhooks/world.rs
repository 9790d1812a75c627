//! The HTTP interface over a scripted store.

use std::sync::Arc;

use adapter_actix::Http;
use app::delivery::webhooks::{WebhookTerms, Webhooks};
use domain::access::{Mode, Scope, Tenant};
use domain::ids::WorkspaceNo;
use domain::webhook_url::ExemptHosts;
use fakes::{ManualClock, QuickDigest, QuickVault, Seeded};
use time::Duration;

use crate::absent;
use crate::catalogue::catalogue;
use crate::store::{Commanded, Read, ScriptedWebhooks};
use crate::support::{Keys, NamedKey, START, interface};

const WRITE: &[Scope] = &[Scope::WebhooksWrite];

pub const KEYS: &[NamedKey] = &[
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

/// The workspaces that may have webhooks.
pub const ENTITLED: &[i64] = &[1];

/// Workspace 1 in live mode.
pub const OWNER: Tenant = Tenant {
    workspace: WorkspaceNo(1),
    mode: Mode::Live,
};

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
        let watchlists = absent::watchlists(Arc::clone(&catalogue));
        let webhooks = Arc::new(webhooks(&store, &clock));
        let keys = Arc::new(Keys::default());
        let http = interface(catalogue, keys, clock.clone(), watchlists, webhooks, 0);
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
