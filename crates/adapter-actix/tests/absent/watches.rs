//! Watches that nobody uses.

use std::sync::Arc;

use app::catalogue::Catalogue;
use app::watchlists::Watchlists;
use fakes::{QuickDigest, Seeded};
use ports_store::MockWatchStore;

/// The use cases over a store that is never asked.
pub fn watchlists(catalogue: Arc<Catalogue>) -> Arc<Watchlists> {
    Arc::new(Watchlists {
        store: Arc::new(MockWatchStore::new()),
        catalogue,
        ids: Arc::new(Seeded::new(1)),
        digester: Arc::new(QuickDigest),
        quota: None,
        webhooks: true,
    })
}
