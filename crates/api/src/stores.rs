//! Opening the store that the settings name.

use std::sync::Arc;

use adapter_postgres::PostgresStore;
use adapter_sqlite::SqliteStore;
use ports_store::{
    AccessStore, CatalogueReader, CatalogueWriter, Deployment, EvidenceStore, HistoryStore,
    MailStore, ScaleStore, SnapshotStore, StoreError, WatchStore,
};
use tokio::sync::watch;

use crate::failure::Failure;
use crate::settings::{DatabaseUrl, Settings};

/// Connections to PostgreSQL.
const POSTGRES_POOL: usize = 16;

/// Connections that read SQLite.
const SQLITE_READERS: usize = 4;

/// The ports of one opened store.
#[derive(Clone)]
pub struct Stores {
    /// Reading the catalogue.
    pub reader: Arc<dyn CatalogueReader>,
    /// Writing it beside snapshots.
    pub writer: Arc<dyn CatalogueWriter>,
    /// Snapshots.
    pub snapshots: Arc<dyn SnapshotStore>,
    /// Workspaces and keys.
    pub access: Arc<dyn AccessStore>,
    /// Price history.
    pub history: Arc<dyn HistoryStore>,
    /// Evidence for and against single prices.
    pub evidence: Arc<dyn EvidenceStore>,
    /// Scales.
    pub scales: Arc<dyn ScaleStore>,
    /// Price watches.
    pub watches: Arc<dyn WatchStore>,
    /// The outbox of mails.
    pub mails: Arc<dyn MailStore>,
    /// How a change made by another process is noticed.
    pub notices: Notices,
}

/// How a change made by another process is noticed.
#[derive(Clone)]
pub enum Notices {
    /// The file's version is asked for, and compared with the one seen last.
    Sqlite {
        /// The store.
        store: SqliteStore,
        /// The version seen last.
        seen: Option<i64>,
    },
    /// The server tells.
    Postgres(watch::Receiver<u64>),
}

/// Opens the store, creates or migrates its schema and checks that it is of the settings' currency.
pub async fn open(settings: &Settings) -> Result<Stores, Failure> {
    let stores = connect(settings).await?;
    stores.writer.migrate().await?;
    let wanted = Deployment {
        currency: settings.currency,
    };
    let claimed = stores.writer.claim_deployment(wanted).await?;
    if claimed != wanted {
        return Err(Failure::usage(format!(
            "the store holds prices in {}, but PCS_CURRENCY is {}; a catalogue has one currency, so \
             use another DATABASE_URL for {}",
            claimed.currency, wanted.currency, wanted.currency
        )));
    }
    Ok(stores)
}

async fn connect(settings: &Settings) -> Result<Stores, StoreError> {
    match &settings.database {
        DatabaseUrl::Sqlite(path) => {
            let store = SqliteStore::open(path, SQLITE_READERS).await?;
            let notices = Notices::Sqlite {
                store: store.clone(),
                seen: None,
            };
            Ok(ports(Arc::new(store), notices))
        }
        DatabaseUrl::Postgres(url) => {
            let store = PostgresStore::connect(url, POSTGRES_POOL).await?;
            let notices = Notices::Postgres(store.catalogue_changes());
            Ok(ports(Arc::new(store), notices))
        }
    }
}

fn ports<S>(store: Arc<S>, notices: Notices) -> Stores
where
    S: CatalogueReader
        + CatalogueWriter
        + SnapshotStore
        + AccessStore
        + HistoryStore
        + EvidenceStore
        + ScaleStore
        + WatchStore
        + MailStore
        + 'static,
{
    Stores {
        reader: Arc::<S>::clone(&store),
        writer: Arc::<S>::clone(&store),
        snapshots: Arc::<S>::clone(&store),
        access: Arc::<S>::clone(&store),
        history: Arc::<S>::clone(&store),
        evidence: Arc::<S>::clone(&store),
        scales: Arc::<S>::clone(&store),
        watches: Arc::<S>::clone(&store),
        mails: store,
        notices,
    }
}
