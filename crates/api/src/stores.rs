//! Opening the store that the settings name.

use std::path::Path;
use std::sync::Arc;

use adapter_postgres::{Connections, KeyUse, PostgresStore};
use adapter_sqlite::{Readers, SqliteStore};
use adapter_system::System;
use app::importing::import_runs::ImportRuns;
use app::importing::sources::{NamedFiles, Sources};
use app::matching::lexicon::LexiconStores;
use ports_store::{
    AccessStore, ActivityStore, AlarmStore, AlertStore, CatalogueReader, CatalogueWriter,
    DeliveryStore, Deployment, EvidenceStore, HistoryStore, ImportRunStore, KeyUseStore,
    LexiconStore, MailStore, MatchStore, OperatorActStore, OperatorStore, RegroupingStore,
    RemovalStore, ScaleStore, SecretStore, SnapshotStore, SourceChangeStore, SourceStore,
    StoreError, SuspectStore, UpkeepStore, WatchStore, WebhookDeskStore, WebhookStore,
};
use tokio::sync::watch;

use crate::cli::Role;
use crate::failure::Failure;
use crate::settings::{DatabaseUrl, Settings};

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
    /// When keys were used.
    pub key_uses: Arc<dyn KeyUseStore>,
    /// Price history.
    pub history: Arc<dyn HistoryStore>,
    /// Evidence for and against single prices.
    pub evidence: Arc<dyn EvidenceStore>,
    /// Which products are the same.
    pub matches: Arc<dyn MatchStore>,
    /// Changing what matching learned.
    pub lexicons: Arc<dyn LexiconStore>,
    /// Which offers stand together.
    pub groups: Arc<dyn RegroupingStore>,
    /// How much happened.
    pub activity: Arc<dyn ActivityStore>,
    /// Taking stores and products out.
    pub removals: Arc<dyn RemovalStore>,
    /// Snapshots whose whole feed is not believed.
    pub suspects: Arc<dyn SuspectStore>,
    /// Scales.
    pub scales: Arc<dyn ScaleStore>,
    /// Price watches.
    pub watches: Arc<dyn WatchStore>,
    /// Alerts that people ask for on the pages.
    pub alerts: Arc<dyn AlertStore>,
    /// What operators were told.
    pub alarms: Arc<dyn AlarmStore>,
    /// The outbox of mails.
    pub mails: Arc<dyn MailStore>,
    /// Webhook subscriptions.
    pub webhooks: Arc<dyn WebhookStore>,
    /// The same of all workspaces, for operators.
    pub webhook_desk: Arc<dyn WebhookDeskStore>,
    /// Their deliveries.
    pub deliveries: Arc<dyn DeliveryStore>,
    /// Sealed secrets.
    pub secrets: Arc<dyn SecretStore>,
    /// Who does which upkeep.
    pub upkeep: Arc<dyn UpkeepStore>,
    /// Operators of the console.
    pub operators: Arc<dyn OperatorStore>,
    /// What they did.
    pub acts: Arc<dyn OperatorActStore>,
    /// Sources on a schedule.
    pub sources: Arc<dyn SourceStore>,
    /// Changing them.
    pub source_changes: Arc<dyn SourceChangeStore>,
    /// Imports that ended.
    pub runs: Arc<dyn ImportRunStore>,
    /// How a change made by another process is noticed.
    pub notices: Notices,
    /// How deliveries that were queued are noticed.
    pub work: WorkNotices,
}

/// How deliveries that were queued, here or by another process, are noticed.
#[derive(Clone)]
pub struct WorkNotices {
    queued: watch::Receiver<u64>,
    /// What this process is not told of; `None` when it is told of all.
    others: Option<Notices>,
}

impl Stores {
    /// Whether a vault has sealed anything in the store.
    pub async fn holds_secrets(&self) -> Result<bool, StoreError> {
        let any = self.secrets.list_sealed("", None, 1).await?;
        Ok(!any.is_empty())
    }

    /// Imports that ended.
    pub fn import_runs(&self) -> ImportRuns {
        let system = Arc::new(System::new());
        ImportRuns {
            runs: Arc::clone(&self.runs),
            clock: Arc::<System>::clone(&system),
            ids: system,
        }
    }

    /// Feeds on a schedule.
    pub fn scheduled(&self) -> Sources {
        let system = Arc::new(System::new());
        Sources {
            sources: Arc::clone(&self.sources),
            changes: Arc::clone(&self.source_changes),
            clock: Arc::<System>::clone(&system),
            ids: system,
            files: NamedFiles::Any,
        }
    }
}

impl WorkNotices {
    /// Returns when deliveries may have been queued.
    pub async fn changed(&mut self) {
        let others = async {
            match &mut self.others {
                Some(others) => others.changed().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = self.queued.changed() => if changed.is_err() {
                std::future::pending::<()>().await;
            },
            () = others => {}
        }
    }
}

impl Stores {
    /// Where what matching learned is kept.
    pub fn lexicon(&self) -> LexiconStores<'_> {
        LexiconStores {
            matches: &*self.matches,
            reader: &*self.reader,
            lexicons: &*self.lexicons,
        }
    }
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
/// For a command, which accepts no keys.
pub async fn open(settings: &Settings) -> Result<Stores, Failure> {
    open_for(settings, &[]).await
}

/// The same for a process of these roles.
pub async fn open_for(settings: &Settings, roles: &[Role]) -> Result<Stores, Failure> {
    let stores = connect(settings, roles).await?;
    stores.writer.migrate().await?;
    agree(&stores, settings).await?;
    Ok(stores)
}

/// Opens the store if its schema is this program's. `None`: there is no store yet, or an older schema, and
/// [`open`] would make it. Makes and changes nothing.
pub async fn open_unchanged(
    settings: &Settings,
    roles: &[Role],
) -> Result<Option<Stores>, Failure> {
    let stores = match &settings.database {
        DatabaseUrl::Sqlite(path) if !path.exists() => {
            can_be_made(path)?;
            return Ok(None);
        }
        DatabaseUrl::Sqlite(path) => {
            let store = sqlite(path, settings).await?;
            store.has_schema().await?.then(|| of_sqlite(&store))
        }
        DatabaseUrl::Postgres(url) => {
            let store = postgres(url, settings, roles).await?;
            store.has_schema().await?.then(|| of_postgres(&store))
        }
    };
    if let Some(stores) = &stores {
        agree(stores, settings).await?;
    }
    Ok(stores)
}

/// Whether a database of PostgreSQL holds a store, of whatever schema.
pub async fn is_made(url: &str, settings: &Settings) -> Result<bool, StoreError> {
    postgres(url, settings, &[]).await?.is_made().await
}

/// The newest migration of a store on PostgreSQL.
pub async fn newest_migration(url: &str, settings: &Settings) -> Result<String, StoreError> {
    postgres(url, settings, &[]).await?.newest_migration().await
}

/// Whether a file can be made: a nameless one is, in the nearest folder that is there.
fn can_be_made(path: &Path) -> Result<(), StoreError> {
    let above = path.ancestors().skip(1);
    let here = Path::new(".");
    let mut named =
        above.map(|folder| Some(folder).filter(|f| *f != Path::new("")).unwrap_or(here));
    let folder = named.find(|folder| folder.exists()).unwrap_or(here);
    tempfile::tempfile_in(folder).map(drop).map_err(|error| {
        StoreError::NotWritable(format!("the folder {}: {error}", folder.display()))
    })
}

/// A store has one currency.
async fn agree(stores: &Stores, settings: &Settings) -> Result<(), Failure> {
    let wanted = Deployment {
        currency: settings.currency,
    };
    let claimed = stores.writer.claim_deployment(wanted).await?;
    if claimed != wanted {
        let message = format!(
            "the store holds prices in {}, but PCS_CURRENCY is {}; a catalogue has one currency, so \
             use another DATABASE_URL for {}",
            claimed.currency, wanted.currency, wanted.currency
        );
        return Err(Failure::usage("PCS_CURRENCY", message));
    }
    Ok(())
}

/// Keys are accepted by the role `http` only; who changes keys waits for no others.
fn key_use(roles: &[Role]) -> KeyUse {
    if roles.contains(&Role::Http) {
        KeyUse::Remembered
    } else {
        KeyUse::NotRemembered
    }
}

async fn connect(settings: &Settings, roles: &[Role]) -> Result<Stores, StoreError> {
    Ok(match &settings.database {
        DatabaseUrl::Sqlite(path) => of_sqlite(&sqlite(path, settings).await?),
        DatabaseUrl::Postgres(url) => of_postgres(&postgres(url, settings, roles).await?),
    })
}

async fn sqlite(path: &Path, settings: &Settings) -> Result<SqliteStore, StoreError> {
    let readers = Readers {
        reads: settings.read_connections,
        work: settings.work_connections,
    };
    SqliteStore::open_for(path, readers, settings.file_access).await
}

async fn postgres(
    url: &str,
    settings: &Settings,
    roles: &[Role],
) -> Result<PostgresStore, StoreError> {
    let connections = Connections::of(settings.read_connections, settings.work_connections);
    PostgresStore::connect_as(url, connections, key_use(roles)).await
}

fn of_sqlite(store: &SqliteStore) -> Stores {
    let notices = Notices::Sqlite {
        store: store.clone(),
        seen: None,
    };
    let work = WorkNotices {
        queued: store.queued_deliveries(),
        others: Some(notices.clone()),
    };
    let (serving, working) = (Arc::new(store.clone()), Arc::new(store.for_work()));
    ports(&serving, &working, notices, work)
}

fn of_postgres(store: &PostgresStore) -> Stores {
    let notices = Notices::Postgres(store.catalogue_changes());
    let work = WorkNotices {
        queued: store.queued_deliveries(),
        others: None,
    };
    let (serving, working) = (Arc::new(store.clone()), Arc::new(store.for_work()));
    ports(&serving, &working, notices, work)
}

/// The ports that requests read by, and those of imports, workers and commands.
fn ports<S>(serving: &Arc<S>, working: &Arc<S>, notices: Notices, work: WorkNotices) -> Stores
where
    S: CatalogueReader
        + CatalogueWriter
        + SnapshotStore
        + AccessStore
        + HistoryStore
        + EvidenceStore
        + SuspectStore
        + MatchStore
        + LexiconStore
        + RegroupingStore
        + ScaleStore
        + WatchStore
        + MailStore
        + WebhookStore
        + DeliveryStore
        + SecretStore
        + SourceStore
        + UpkeepStore
        + OperatorStore
        + OperatorActStore
        + SourceChangeStore
        + ImportRunStore
        + KeyUseStore
        + WebhookDeskStore
        + AlertStore
        + RemovalStore
        + ActivityStore
        + AlarmStore
        + 'static,
{
    Stores {
        reader: Arc::<S>::clone(serving),
        writer: Arc::<S>::clone(working),
        snapshots: Arc::<S>::clone(working),
        access: Arc::<S>::clone(serving),
        key_uses: Arc::<S>::clone(serving),
        history: Arc::<S>::clone(serving),
        evidence: Arc::<S>::clone(working),
        activity: Arc::<S>::clone(serving),
        removals: Arc::<S>::clone(working),
        suspects: Arc::<S>::clone(working),
        matches: Arc::<S>::clone(working),
        lexicons: Arc::<S>::clone(working),
        groups: Arc::<S>::clone(working),
        scales: Arc::<S>::clone(serving),
        watches: Arc::<S>::clone(serving),
        mails: Arc::<S>::clone(working),
        webhooks: Arc::<S>::clone(serving),
        webhook_desk: Arc::<S>::clone(serving),
        deliveries: Arc::<S>::clone(working),
        secrets: Arc::<S>::clone(working),
        upkeep: Arc::<S>::clone(working),
        operators: Arc::<S>::clone(serving),
        acts: Arc::<S>::clone(serving),
        alerts: Arc::<S>::clone(serving),
        alarms: Arc::<S>::clone(working),
        sources: Arc::<S>::clone(working),
        source_changes: Arc::<S>::clone(working),
        runs: Arc::<S>::clone(working),
        notices,
        work,
    }
}
