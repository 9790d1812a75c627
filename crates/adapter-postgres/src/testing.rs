//! A database of one's own for a test.

#![expect(
    clippy::panic,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "only tests use it: what is missing fails them with a clear sentence"
)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{SystemTime, UNIX_EPOCH};

use diesel_async::SimpleAsyncConnection;
use ports_store::CatalogueWriter;
use tokio::sync::Mutex;

use crate::connect::Connector;
use crate::store::PostgresStore;

/// A database that is dropped with this value.
pub struct ScratchDatabase {
    /// Its URL, as the service is given it.
    pub url: String,
    /// Its URL past a pooler: the same where there is none.
    pub direct: String,
    name: String,
    server: String,
    /// What it was copied from, which stays as long as there is a copy.
    _template: Option<Arc<ScratchDatabase>>,
}

/// Creates an empty database of a new name on the server that `TEST_DATABASE_URL` names; `TEST_DATABASE_DIRECT_URL`
/// names it past a pooler.
///
/// # Panics
///
/// When the variable is not set, or the server does not create the database.
pub async fn scratch_database() -> ScratchDatabase {
    create(None).await
}

/// Creates a database with the schema and nothing else, as a copy of one that was migrated for all tests of the
/// process: a copy takes a fifth of the time that the migrations take.
///
/// # Panics
///
/// As [`scratch_database`], and when the schema cannot be made.
pub async fn migrated_database() -> ScratchDatabase {
    static TEMPLATE: Mutex<Weak<ScratchDatabase>> = Mutex::const_new(Weak::new());
    let mut kept = TEMPLATE.lock().await;
    let template = if let Some(template) = kept.upgrade() {
        template
    } else {
        let template = Arc::new(template().await);
        *kept = Arc::downgrade(&template);
        template
    };
    create(Some(template)).await
}

/// A database with the schema to which nobody is connected, as the server wants it of what it copies: it waits some seconds
/// until it is so.
async fn template() -> ScratchDatabase {
    let database = create(None).await;
    let store = PostgresStore::connect(&database.direct, 1).await;
    let migrated = store.expect("a connection").migrate().await;
    migrated.expect("the schema is made");
    let name = &database.name;
    let alone = format!(
        "ALTER DATABASE {name} ALLOW_CONNECTIONS false; \
         SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    );
    database.on_server(&alone).await;
    database
}

async fn create(template: Option<Arc<ScratchDatabase>>) -> ScratchDatabase {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let Ok(through) = std::env::var("TEST_DATABASE_URL") else {
        panic!("TEST_DATABASE_URL is not set: run the tests through `make test`");
    };
    let server = std::env::var("TEST_DATABASE_DIRECT_URL").unwrap_or_else(|_| through.clone());
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos());
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("pcs_test_{}_{now}_{count}", std::process::id());
    let like = template.as_ref().map(|it| format!(" TEMPLATE {}", it.name));
    let like = like.unwrap_or_default();
    execute(&server, &format!("CREATE DATABASE {name}{like}")).await;
    let (url, direct) = (
        with_database(&through, &name),
        with_database(&server, &name),
    );
    ScratchDatabase {
        url,
        direct,
        name,
        server,
        _template: template,
    }
}

impl ScratchDatabase {
    /// Runs statements on the server, as its administrator and in another database.
    pub async fn on_server(&self, statements: &str) {
        execute(&self.server, statements).await;
    }

    /// Runs statements in the database itself.
    pub async fn execute(&self, statements: &str) {
        execute(&self.direct, statements).await;
    }

    /// Its name on the server.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for ScratchDatabase {
    fn drop(&mut self) {
        let server = self.server.clone();
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // a runtime cannot be entered from within another one, so a thread has its own
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            if let Ok(runtime) = runtime {
                runtime.block_on(async {
                    if let Ok(mut connection) = Connector::from_url(&server)
                        .expect("it was used before")
                        .connect()
                        .await
                    {
                        drop(connection.batch_execute(&statement).await);
                    }
                });
            }
        });
        drop(dropped.join());
    }
}

async fn execute(url: &str, statements: &str) {
    let connector = Connector::from_url(url).expect("TEST_DATABASE_URL is a PostgreSQL URL");
    let mut connection = connector
        .connect()
        .await
        .expect("the test server can be reached");
    connection
        .batch_execute(statements)
        .await
        .expect("the test server does what a test asks");
}

/// The same URL with another database.
fn with_database(url: &str, name: &str) -> String {
    let (base, query) = url
        .split_once('?')
        .map_or((url, None), |(base, query)| (base, Some(query)));
    let (scheme, rest) = base
        .split_once("://")
        .expect("TEST_DATABASE_URL has a scheme");
    let host = rest.split_once('/').map_or(rest, |(host, _)| host);
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{scheme}://{host}/{name}{query}")
}
